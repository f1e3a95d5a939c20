/** Searches for nonces, as callers see them. */

import { allocate, ascii, bytes, kind, options, whole, wrong } from './args.mjs';
import { curl, text } from './curl.mjs';
import { LanesmithError, wrapped } from './errors.mjs';
import { choices, family, init, loaded } from './loader.mjs';
import { spawn, threadsHere } from './platform.mjs';
import { Pool } from './pool.mjs';

const TRANSACTION = 2673;
const NONCE = 27;

/** Positions are numbers; there are more nonces than anybody will try. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Milliseconds between reports of progress. */
const REPORT = 100;

/** One for the whole program: Workers are kept for the next search. */
export const pool = new Pool(spawn);

/** What a Worker needs to have the same functions as this thread. */
export function setupOf(name) {
  const backend = loaded();
  return { family: name, module: backend[name].instance.module, engine: backend.engine, choices: [...choices] };
}

function searchOptions(given) {
  const { signal, onProgress, threads, start = 0, end = LAST } = options(given);
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw wrong('TYPE', `signal is ${kind(signal)}, where an AbortSignal is wanted`);
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw wrong('TYPE', `onProgress is ${kind(onProgress)}, where a function is wanted`);
  }
  whole('start', start, 0, LAST);
  whole('end', end, start, LAST);
  const team = threads === undefined ? Math.max(1, threadsHere() - 1) : whole('threads', threads, 1, 256);
  return { signal, onProgress, threads: team, start, end };
}

function aborted(signal, next) {
  return new LanesmithError('ABORTED', `the search was aborted before batch ${next}`, { next, cause: signal?.reason });
}

/** Runs a job to its end, and tells of it. */
async function run(job, meanOf, { signal, onProgress, threads, start, end }) {
  if (signal?.aborted) throw aborted(signal, start);
  if (!loaded()?.curl) await init({ families: ['curl'] });
  if (signal?.aborted) throw aborted(signal, start);
  const backend = family('curl');
  const search = backend.startSearch
    ? backend.startSearch(job, start, end, threads)
    : pool.search(setupOf('curl'), job, start, end, threads);
  const began = performance.now();
  const state = { failed: null };
  const stop = () => search.cancel();
  const report = () => {
    const seconds = (performance.now() - began) / 1000;
    const attempts = search.attempts();
    const meanAttempts = meanOf(search.weight);
    // The addon counts no ranges: what it has tried, at the least, in whole batches.
    const next = search.next ? search.next() : start + Math.floor(attempts / 64 / threads);
    try {
      onProgress({ attempts, seconds, rate: attempts / Math.max(seconds, 1e-9), meanAttempts, next });
    } catch (error) {
      state.failed = error;
      stop();
    }
  };
  const timer = onProgress && setInterval(report, REPORT);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const done = await search.done;
    if (state.failed !== null) throw state.failed;
    if (done.end === 'cancelled') throw aborted(signal, done.next);
    if (done.end === 'exhausted') throw new LanesmithError('EXHAUSTED', `no nonce of batches ${start} to ${end} is good enough`);
    return { ...done, attempts: search.attempts(), seconds: (performance.now() - began) / 1000, next: done.batch + 1 };
  } catch (error) {
    throw error === state.failed ? error : wrapped(error);
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
  }
}

const mean = (weight) => 3 ** (weight ?? 0);

export const pearlDiver = {
  async search(trytes, minWeightMagnitude, given) {
    const transaction = ascii('trytes', trytes);
    if (transaction.length !== TRANSACTION) {
      throw wrong('LENGTH', `trytes are ${transaction.length}, where the ${TRANSACTION} of a transaction are wanted`);
    }
    curl.trytesToTrits(trytes);
    const weight = whole('minWeightMagnitude', minWeightMagnitude, 1, 243);
    const asked = searchOptions(given);
    const job = { kind: 'transaction', trytes: transaction, weight };
    const found = await run(job, () => mean(weight), asked);
    const nonce = text(found.nonce);
    const finished = trytes.slice(0, TRANSACTION - NONCE) + nonce;
    // By the hash of the whole transaction, not by what the search thinks.
    const hash = curl.hash(finished);
    const reached = curl.weight(hash);
    if (reached < weight) throw new LanesmithError('INTERNAL', `the nonce ${nonce} reaches weight ${reached}, not ${weight}`);
    const { attempts, seconds, next } = found;
    return { nonce, trytes: finished, hash, weight: reached, attempts, seconds, next };
  },

  async searchTip12(message, score, given) {
    // A copy: `slice` of Node's Buffer gives none.
    const own = new Uint8Array(bytes('message', message));
    if (typeof score !== 'number') throw wrong('TYPE', `score is ${kind(score)}, where a number is wanted`);
    if (!(score > 0 && Number.isFinite(score))) throw wrong('RANGE', `score is ${score}: it must be a positive number`);
    const asked = searchOptions(given);
    const found = await run({ kind: 'tip12', message: own, score }, mean, asked);
    const signed = allocate(own.length + 8, 'message');
    signed.set(own);
    signed.set(found.nonce, own.length);
    const weight = family('curl').tip12Zeros(signed);
    const reached = mean(weight) / signed.length;
    if (reached < score) throw new LanesmithError('INTERNAL', `the nonce reaches a score of ${reached}, not ${score}`);
    const { nonce, attempts, seconds, next } = found;
    return { nonce, message: signed, weight, score: reached, attempts, seconds, next };
  },

  close() {
    pool.close();
  },
};
