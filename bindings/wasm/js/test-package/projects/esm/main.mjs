import * as lanesmith from 'lanesmith';
import { attachToTangle } from 'lanesmith/pearl-diver-react-native';
import { exercise } from './exercise.mjs';

const result = await exercise(lanesmith);
console.log(JSON.stringify({ ...result, attachToTangle: typeof attachToTangle }));
