// Curl-P-81 as it is defined, in plain JavaScript: the reference that engines are compared with and that checks a found nonce.
// It shares no line with the library.

const LENGTH = 243;
const STATE = 3 * LENGTH;
const ROUNDS = 81;
const TRYTES = '9ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The S-box, by first trit plus four times the second plus five; unused places hold 2. */
const TABLE = Int8Array.of(1, 0, -1, 2, 1, -1, 0, 2, -1, 1, 0);

/** The three balanced trits of each tryte, least significant first. */
const TRITS = [...TRYTES].map((_, at) => {
  const value = at > 13 ? at - 27 : at;
  const low = ((value + 40) % 3) - 1;
  const middle = (((value - low) / 3 + 40) % 3) - 1;
  return [low, middle, ((value - low) / 3 - middle) / 3];
});

/** @param {string} trytes */
export function toTrits(trytes) {
  const trits = new Int8Array(3 * trytes.length);
  for (let i = 0; i < trytes.length; i++) {
    const at = TRYTES.indexOf(trytes[i]);
    if (at < 0) throw new RangeError(`character ${i} is ${JSON.stringify(trytes[i])}, not one of ${TRYTES}`);
    trits.set(TRITS[at], 3 * i);
  }
  return trits;
}

/** @param {Int8Array} trits */
export function toTrytes(trits) {
  let trytes = '';
  for (let i = 0; i < trits.length; i += 3) trytes += TRYTES[(trits[i] + 3 * trits[i + 1] + 9 * trits[i + 2] + 27) % 27];
  return trytes;
}

function permute(/** @type {Int8Array} */ state) {
  const before = new Int8Array(STATE);
  for (let round = 0, at = 0; round < ROUNDS; round++) {
    before.set(state);
    for (let i = 0; i < STATE; i++) {
      const first = before[at];
      at += at < 365 ? 364 : -365;
      state[i] = TABLE[first + (before[at] << 2) + 5];
    }
  }
}

/**
 * The hash of trits, whose number must be a multiple of 243.
 * @param {Int8Array} trits
 */
export function hashTrits(trits) {
  if (trits.length % LENGTH !== 0) throw new RangeError(`${trits.length} trits are not a multiple of ${LENGTH}`);
  const state = new Int8Array(STATE);
  for (let at = 0; at < trits.length; at += LENGTH) {
    state.set(trits.subarray(at, at + LENGTH));
    permute(state);
  }
  return state.slice(0, LENGTH);
}

/** The hash of trytes. */
export const hash = (/** @type {string} */ trytes) => toTrytes(hashTrits(toTrits(trytes)));

/** How many trits at the end of the hash of a transaction are zero: what a nonce is searched for. */
export function weight(/** @type {string} */ trytes) {
  const trits = hashTrits(toTrits(trytes));
  let zeros = 0;
  while (zeros < LENGTH && trits[LENGTH - 1 - zeros] === 0) zeros += 1;
  return zeros;
}
