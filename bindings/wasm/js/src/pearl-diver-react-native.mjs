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

/** One search that `cancel` ends. */
async function search(trytes, minWeightMagnitude, options = {}) {
  const own = new AbortController();
  const stop = () => own.abort(options.signal?.reason);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop, { once: true });
  running.add(own);
  try {
    return await pearlDiver.search(trytes, minWeightMagnitude, { ...options, signal: own.signal });
  } finally {
    running.delete(own);
    options.signal?.removeEventListener('abort', stop);
  }
}

function hashOf(name, value) {
  if (typeof value !== 'string') throw new LanesmithError('TYPE', `${name} is a ${typeof value}, where a string is wanted`);
  if (!/^[9A-Z]{81}$/.test(value)) {
    throw new LanesmithError(value.length === 81 ? 'TRYTE' : 'LENGTH', `${name} is no hash: 81 trytes are wanted`);
  }
}

export async function attachToTangle(trunkTransaction, branchTransaction, minWeightMagnitude, trytes, options) {
  hashOf('trunkTransaction', trunkTransaction);
  hashOf('branchTransaction', branchTransaction);
  if (!Array.isArray(trytes)) throw new LanesmithError('TYPE', `trytes is a ${typeof trytes}, where an array is wanted`);
  // All of it before the first nonce is searched.
  trytes.forEach((transaction, index) => {
    if (typeof transaction !== 'string' || transaction.length !== TRANSACTION) {
      const what = typeof transaction === 'string' ? `${transaction.length} trytes` : `a ${typeof transaction}`;
      throw new LanesmithError('LENGTH', `trytes[${index}] is ${what}, where ${TRANSACTION} trytes are wanted`, { index });
    }
  });
  if (!backend()?.families.includes('curl')) await init({ families: ['curl'] });
  const finished = [];
  let trunk = trunkTransaction;
  for (const transaction of trytes) {
    const attached =
      transaction.slice(0, TRUNK) + trunk + branchTransaction + transaction.slice(BRANCH + 81, TIMESTAMPS) +
      trytesOf(Date.now()) + trytesOf(0) + trytesOf(UPPER) + transaction.slice(TRANSACTION - 27);
    const found = await search(attached, minWeightMagnitude, options);
    finished.push(found.trytes);
    trunk = found.hash;
  }
  return finished.reverse();
}

export const PearlDiver = {
  async doPOW(trytes, minWeightMagnitude) {
    return (await search(trytes, minWeightMagnitude)).nonce;
  },
  cancel() {
    for (const own of [...running]) own.abort();
  },
};
