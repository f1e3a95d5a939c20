import * as lanesmith from 'lanesmith';
import { exercise } from './exercise.mjs';

const show = (id, value) => { document.getElementById(id).textContent = JSON.stringify(value); };

exercise(lanesmith).then((result) => show('page', result), (error) => show('page', { error: String(error?.stack ?? error) }));

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data }) => show('worker', data));
worker.addEventListener('error', (event) => show('worker', { error: event.message }));
worker.postMessage('begin');
