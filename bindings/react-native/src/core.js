/** What the package does with the native module, which it is given: tests give it another. */

const TRANSACTION = 2673;
const NONCE = 2646;
const TRUNK = 2430;
const BRANCH = 2511;
const TIMESTAMPS = 2619;
const LAST = Number.MAX_SAFE_INTEGER;

/** The greatest number of 27 trits: the upper bound of the attachment timestamp. */
const UPPER = (3 ** 27 - 1) / 2;

/** Milliseconds between reports of progress. */
const REPORT = 100;

/** Trytes by value: 9 is 0, A to M are 1 to 13, N to Z are -13 to -1. */
const TRYTES = '9ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export class PearlDiverError extends Error {
  constructor(code, message, { index, next, attempts, cause } = {}) {
    super(message);
    // What programs that abort look for.
    this.name = code === 'ABORTED' ? 'AbortError' : 'PearlDiverError';
    this.code = code;
    if (index !== undefined) this.index = index;
    if (next !== undefined) this.next = next;
    if (attempts !== undefined) this.attempts = attempts;
    if (cause !== undefined) this.cause = cause;
  }
}

/** What the native side calls it, and what JavaScript does. */
const CODES = {
  LENGTH: 'LENGTH', RANGE: 'RANGE', TRYTE: 'TRYTE', CANCELLED: 'ABORTED', EXHAUSTED: 'EXHAUSTED', MEMORY: 'RESOURCES', WORKER: 'RESOURCES',
};

/** A number as 9 trytes. */
function trytesOf(value) {
  let trytes = '';
  for (let i = 0, rest = value; i < 9; i++) {
    const digit = (((rest % 27) + 40) % 27) - 13;
    trytes += TRYTES[(digit + 27) % 27];
    rest = (rest - digit) / 27;
  }
  return trytes;
}

/** Trailing zero trits of a hash. */
export function weightOf(hash) {
  const zeros = /9*$/.exec(hash)[0].length;
  if (zeros === hash.length) return 3 * zeros;
  // Three balanced trits, the least first: the last two are zero up to 1, the last one up to 4.
  const size = Math.abs(((TRYTES.indexOf(hash.at(-1 - zeros)) + 13) % 27) - 13);
  return 3 * zeros + (size < 2 ? 2 : size < 5 ? 1 : 0);
}

function checkTrytes(name, value, length) {
  if (typeof value !== 'string') {
    throw new PearlDiverError('TYPE', `${name} is ${value === null ? 'null' : `a ${typeof value}`}, where a string is wanted`);
  }
  if (length !== undefined && value.length !== length) {
    throw new PearlDiverError('LENGTH', `${name} has ${value.length} trytes, where ${length} are wanted`);
  }
  const at = value.search(/[^9A-Z]/);
  if (at >= 0) throw new PearlDiverError('TRYTE', `${name}: tryte ${at} is ${JSON.stringify(value[at])}, not one of 9 and A to Z`);
  return value;
}

function whole(name, value, least, most) {
  if (typeof value !== 'number') throw new PearlDiverError('TYPE', `${name} is a ${typeof value}, where a number is wanted`);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new PearlDiverError('RANGE', `${name} is ${value}: it must be a whole number from ${least} to ${most}`);
  }
  return value;
}

const OPTIONS = ['signal', 'onProgress', 'threads', 'start', 'end'];

function checkOptions(given) {
  if (given !== undefined && given !== null && typeof given !== 'object') {
    throw new PearlDiverError('TYPE', `options are a ${typeof given}, where an object is wanted`);
  }
  // A misspelt option would be none.
  const strange = Object.keys(given ?? {}).find((name) => !OPTIONS.includes(name));
  if (strange !== undefined) {
    throw new PearlDiverError('RANGE', `an option is ${JSON.stringify(strange)}: it must be one of ${OPTIONS.join(', ')}`);
  }
  const { signal, onProgress, threads = 0, start = 0, end = LAST } = given ?? {};
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw new PearlDiverError('TYPE', 'signal is no AbortSignal');
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new PearlDiverError('TYPE', `onProgress is a ${typeof onProgress}, where a function is wanted`);
  }
  whole('threads', threads, 0, 256);
  whole('start', start, 0, LAST);
  whole('end', end, start, LAST);
  return { signal, onProgress, threads, start, end };
}

/** The functions of the package over a native module. */
export function over(native) {
  let ids = 0;
  /** Numbers of the searches that run. */
  const running = new Set();

  function curlHash(trytes) {
    return native.curlHash(checkTrytes('trytes', trytes));
  }

  async function search(trytes, minWeightMagnitude, given) {
    checkTrytes('trytes', trytes, TRANSACTION);
    whole('minWeightMagnitude', minWeightMagnitude, 1, 243);
    const { signal, onProgress, threads, start, end } = checkOptions(given);
    const aborted = (next, attempts) => {
      const words = `the search was aborted before batch ${next}, after ${attempts} attempts`;
      return new PearlDiverError('ABORTED', words, { next, attempts, cause: signal?.reason });
    };
    if (signal?.aborted) throw aborted(start, 0);
    // An empty range; the native side takes an end of 0 for none.
    if (end === start) throw new PearlDiverError('EXHAUSTED', `no nonce of batches ${start} to ${end} is good enough`);
    const id = ids++;
    const began = Date.now();
    let failed;
    const stop = () => native.cancel(id);
    const report = () => {
      const [attempts, seconds] = [native.attempts(id), (Date.now() - began) / 1000];
      try {
        onProgress({ attempts, seconds, rate: attempts / Math.max(seconds, 1e-3), meanAttempts: 3 ** minWeightMagnitude });
      } catch (error) {
        failed = { error };
        stop();
      }
    };
    running.add(id);
    const timer = onProgress && setInterval(report, REPORT);
    signal?.addEventListener('abort', stop);
    try {
      const done = await native.search(id, trytes, minWeightMagnitude, threads, start, end);
      if (failed) throw failed.error;
      if (done.code === 'CANCELLED') throw aborted(done.next, done.attempts);
      if (done.code !== '') throw new PearlDiverError(CODES[done.code] ?? 'INTERNAL', done.message);
      const finished = trytes.slice(0, NONCE) + done.nonce;
      const hash = native.curlHash(finished);
      const weight = weightOf(hash);
      if (done.nonce.length !== 27 || weight < minWeightMagnitude) {
        throw new PearlDiverError('INTERNAL', `the nonce ${done.nonce} gives a weight of ${weight}, not ${minWeightMagnitude}`);
      }
      const seconds = (Date.now() - began) / 1000;
      return { nonce: done.nonce, trytes: finished, hash, weight, attempts: done.attempts, seconds, next: done.next };
    } finally {
      running.delete(id);
      if (timer) clearInterval(timer);
      signal?.removeEventListener?.('abort', stop);
    }
  }

  async function attachToTangle(trunkTransaction, branchTransaction, minWeightMagnitude, trytes, options) {
    checkTrytes('trunkTransaction', trunkTransaction, 81);
    checkTrytes('branchTransaction', branchTransaction, 81);
    whole('minWeightMagnitude', minWeightMagnitude, 1, 243);
    if (!Array.isArray(trytes)) {
      throw new PearlDiverError('TYPE', `trytes is ${trytes === null ? 'null' : `of type ${typeof trytes}`}, where an array is wanted`);
    }
    // All of it before the first nonce is searched; and what is written to the list meanwhile is not for this call.
    const own = Array.from(trytes, (transaction, index) => {
      try {
        return checkTrytes(`trytes[${index}]`, transaction, TRANSACTION);
      } catch (error) {
        throw new PearlDiverError(error.code, error.message, { index });
      }
    });
    const { signal, onProgress, threads } = checkOptions(options);
    const finished = [];
    let trunk = trunkTransaction;
    for (const transaction of own) {
      const attached =
        transaction.slice(0, TRUNK) + trunk + branchTransaction + transaction.slice(BRANCH + 81, TIMESTAMPS) +
        trytesOf(Date.now()) + trytesOf(0) + trytesOf(UPPER) + transaction.slice(NONCE);
      const found = await search(attached, minWeightMagnitude, { signal, onProgress, threads });
      finished.push(found.trytes);
      trunk = found.hash;
    }
    return finished.reverse();
  }

  const PearlDiver = {
    async doPOW(trytes, minWeightMagnitude, options) {
      return (await search(trytes, minWeightMagnitude, options)).nonce;
    },
    cancel() {
      for (const id of running) native.cancel(id);
    },
  };

  return { PearlDiver, attachToTangle, curlHash, search, version: () => native.version() };
}
