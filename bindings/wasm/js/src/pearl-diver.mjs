/** Searches for nonces, as callers see them: what they give is checked here, what they get is checked anew. */

import { allocate, bytes, mistaken, options, whole, wrong } from './args.mjs';
import { curl, text } from './curl.mjs';
import { LanesmithError } from './errors.mjs';
import { init } from './families.mjs';
import { close, searching } from './later.mjs';
import { family, loaded } from './loader.mjs';
import { builtin } from './platform.mjs';
import { ascii } from './trytes.mjs';

const TRANSACTION = 2673;
const NONCE = 27;

/** Positions are numbers; there are more nonces than anybody will try. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Threads that the machine has. */
function threadsHere() {
  return builtin('node:os')?.availableParallelism?.() ?? globalThis.navigator?.hardwareConcurrency ?? 1;
}

function searchOptions(given) {
  const { signal, onProgress, threads, start = 0, end = LAST } = options(given, 'signal', 'onProgress', 'threads', 'start', 'end');
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') throw mistaken('signal', signal, 'an AbortSignal');
  if (onProgress !== undefined && typeof onProgress !== 'function') throw mistaken('onProgress', onProgress, 'a function');
  whole('start', start, 0, LAST);
  whole('end', end, start, LAST);
  const team = threads === undefined ? Math.max(1, threadsHere() - 1) : whole('threads', threads, 1, 256);
  return { signal, onProgress, threads: team, start, end };
}

/** Loads the family if it is not there: nothing loaded yet, or another engine without it. */
async function present() {
  if (!loaded()?.curl) await init({ families: ['curl'] });
}

/** Runs a job; `meanOf` says how many attempts one of that weight takes. */
async function run(job, meanOf, asked) {
  const { search } = await searching();
  if (!asked.signal?.aborted) await present();
  const found = await search(job, meanOf, asked);
  // The program may have chosen another engine meanwhile, and what is found is to be checked.
  await present();
  return found;
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
    // A copy: the caller may write to its own while the search runs.
    const own = new Uint8Array(bytes('message', message));
    if (typeof score !== 'number') throw mistaken('score', score, 'a number');
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

  close,
};
