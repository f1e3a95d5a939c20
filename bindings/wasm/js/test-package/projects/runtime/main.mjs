// What Deno and Bun are asked: the same as Node, every vector, and a search that is aborted and goes on. Workers are left idle
// at the end: they must not keep the program running.
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import * as lanesmith from 'lanesmith';
import { attachToTangle } from 'lanesmith/pearl-diver-react-native';
import { exercise, TRANSACTION } from './exercise.mjs';
import { vectors } from './vectors.mjs';

const result = await exercise(lanesmith);

/** A search that nothing ends but the abort, once it has told that it runs. */
async function aborted() {
  const controller = new AbortController();
  // Attempts alone may be those of one Worker while another, which has the first nonces, waits for a CPU.
  const onProgress = ({ next }) => next > 0 && controller.abort();
  try {
    return await lanesmith.pearlDiver.search(TRANSACTION, 60, { signal: controller.signal, onProgress });
  } catch ({ code, next }) {
    return { code, on: next > 0 };
  }
}

const [folder] = process.argv.slice(2);
const { compared, failures } = await vectors(lanesmith, (path) => readFile(`${folder}/${path}`, 'utf8'), { threads: 2 });
const stopped = await aborted();
const again = await lanesmith.pearlDiver.search(TRANSACTION, 5);
console.log(JSON.stringify({ ...result, attachToTangle: typeof attachToTangle, compared, failures, stopped, again: again.trytes }));
