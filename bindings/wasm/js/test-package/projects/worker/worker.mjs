import { parentPort } from 'node:worker_threads';
import * as lanesmith from 'lanesmith';
import { exercise } from './exercise.mjs';

parentPort.postMessage(await exercise(lanesmith));
