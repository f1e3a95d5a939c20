/** What runs beside the main thread: searches over Workers (threads, on the addon) and single calls. Loaded where the first one begins. */

import { LanesmithError, wrapped } from './errors.mjs';
import { choices, family, loaded } from './loader.mjs';
import { spawn } from './platform.mjs';
import { Pool } from './pool.mjs';

/** Milliseconds between reports of progress. */
const REPORT = 100;

/** One for the whole program: Workers are kept for the next search. */
export const pool = new Pool(spawn);

/** What a Worker needs to have the same functions as this thread. */
function setupOf(name) {
  const backend = loaded();
  return { family: name, module: backend[name].instance.module, engine: backend.engine, choices: [...choices] };
}

/** One call of a backend's function in a Worker. */
export function call(name, method, args) {
  return pool.call({ kind: 'call', setup: setupOf(name), family: name, method, args });
}

/** Says how far the search came: nonces tried, and the batch before which there is no other. */
function aborted(signal, next, attempts) {
  const error = new LanesmithError('ABORTED', `the search was aborted before batch ${next}, after ${attempts} attempts`, { next, cause: signal?.reason });
  return Object.assign(error, { attempts });
}

/** Runs a job to its end, and tells of it. */
export async function search(job, meanOf, { signal, onProgress, threads, start, end }) {
  if (signal?.aborted) throw aborted(signal, start, 0);
  const backend = family('curl');
  const running = backend.startSearch
    ? backend.startSearch(job, start, end, threads)
    : pool.search(setupOf('curl'), job, start, end, threads);
  const began = performance.now();
  const state = { failed: null };
  const stop = () => running.cancel();
  const report = () => {
    const seconds = (performance.now() - began) / 1000;
    const attempts = running.attempts();
    const meanAttempts = meanOf(running.weight);
    // The addon counts no ranges: what it has tried, at the least, in whole batches.
    const next = running.next ? running.next() : start + Math.floor(attempts / 64 / threads);
    try {
      onProgress({ attempts, seconds, rate: attempts / Math.max(seconds, 1e-9), meanAttempts, next });
    } catch (error) {
      state.failed = { error };
      stop();
    }
  };
  const timer = onProgress && setInterval(report, REPORT);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const done = await running.done;
    if (state.failed !== null) throw state.failed.error;
    if (done.end === 'cancelled') throw aborted(signal, done.next, running.attempts());
    if (done.end === 'exhausted') throw new LanesmithError('EXHAUSTED', `no nonce of batches ${start} to ${end} is good enough`);
    return { ...done, attempts: running.attempts(), seconds: (performance.now() - began) / 1000, next: done.batch + 1 };
  } catch (error) {
    throw state.failed !== null ? state.failed.error : wrapped(error);
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
  }
}
