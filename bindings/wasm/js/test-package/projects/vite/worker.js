import * as lanesmith from 'lanesmith';
import { exercise } from './exercise.mjs';

addEventListener('message', () => {
  exercise(lanesmith).then(postMessage, (error) => postMessage({ error: String(error?.stack ?? error) }));
});
