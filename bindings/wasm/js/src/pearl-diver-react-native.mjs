/** The shape of `@iota/pearl-diver-react-native`. */

import { LanesmithError, curl, init, backend, pearlDiver } from './index.mjs';

const TRUNK = 2430;
const BRANCH = 2511;
const TIMESTAMPS = 2619;
const TRANSACTION = 2673;

/** The greatest number of 27 trits. */
const UPPER = (3 ** 27 - 1) / 2;

const running = new Set();

/** A number as 9 trytes. */
function trytesOf(value) {
  const trits = new Int8Array(27);
  for (let i = 0, rest = value; i < 27; i++) {
    const digit = ((rest % 3) + 4) % 3 - 1;
    trits[i] = digit;
    rest = (rest - digit) / 3;
  }
  return curl.tritsToTrytes(trits);
}

/** Work that `cancel` ends: it gets a signal of its own, which the caller's aborts too. */
async function cancellable(signal, work) {
  const own = new AbortController();
  const stop = () => own.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  running.add(own);
  try {
    return await work(own.signal);
  } finally {
    running.delete(own);
    signal?.removeEventListener('abort', stop);
  }
}

function wrong(code, message, index) {
  return new LanesmithError(code, message, { index });
}

function mistaken(name, value, wanted, index) {
  const found = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
  return wrong('TYPE', `${name} is ${found}, where ${wanted} is wanted`, index);
}

/** Trytes of a length, each one checked. */
function checked(name, value, length, index) {
  if (typeof value !== 'string') throw mistaken(name, value, 'a string', index);
  if (value.length !== length) throw wrong('LENGTH', `${name} has ${value.length} trytes, where ${length} are wanted`, index);
  const at = value.search(/[^9A-Z]/);
  if (at >= 0) throw wrong('TRYTE', `${name}: tryte ${at} is ${JSON.stringify(value[at])}, not one of 9 and A to Z`, index);
  return value;
}

export async function attachToTangle(trunkTransaction, branchTransaction, minWeightMagnitude, trytes, options = {}) {
  checked('trunkTransaction', trunkTransaction, 81);
  checked('branchTransaction', branchTransaction, 81);
  if (typeof minWeightMagnitude !== 'number') throw mistaken('minWeightMagnitude', minWeightMagnitude, 'a number');
  if (!Number.isInteger(minWeightMagnitude) || minWeightMagnitude < 1 || minWeightMagnitude > 243) {
    throw wrong('RANGE', `minWeightMagnitude is ${minWeightMagnitude}: it must be a whole number from 1 to 243`);
  }
  if (!Array.isArray(trytes)) throw mistaken('trytes', trytes, 'an array');
  // All of it before the first nonce is searched; and what is written to the list meanwhile is not for this call.
  const own = Array.from(trytes, (transaction, index) => checked(`trytes[${index}]`, transaction, TRANSACTION, index));
  if (options === null || typeof options !== 'object') throw mistaken('options', options, 'an object');
  const { signal, onProgress, threads, ...others } = options;
  const [strange] = Object.keys(others);
  if (strange !== undefined) throw wrong('RANGE', `an option is ${JSON.stringify(strange)}: it must be one of 'signal', 'onProgress', 'threads'`);
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') throw mistaken('signal', signal, 'an AbortSignal');
  return cancellable(signal, async (signal) => {
    if (!backend()?.families.includes('curl')) await init({ families: ['curl'] });
    const finished = [];
    let trunk = trunkTransaction;
    for (const transaction of own) {
      const attached =
        transaction.slice(0, TRUNK) + trunk + branchTransaction + transaction.slice(BRANCH + 81, TIMESTAMPS) +
        trytesOf(Date.now()) + trytesOf(0) + trytesOf(UPPER) + transaction.slice(TRANSACTION - 27);
      const found = await pearlDiver.search(attached, minWeightMagnitude, { signal, onProgress, threads });
      finished.push(found.trytes);
      trunk = found.hash;
    }
    return finished.reverse();
  });
}

export const PearlDiver = {
  doPOW: (trytes, minWeightMagnitude) =>
    cancellable(undefined, async (signal) => (await pearlDiver.search(trytes, minWeightMagnitude, { signal })).nonce),
  cancel() {
    for (const own of [...running]) own.abort();
  },
};
