/** Curl-P in plain JavaScript, from its definition and nothing else: what found nonces and hashes are held against. */

const ALPHABET = '9ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const TRUTH = [1, 0, -1, 2, 1, -1, 0, 2, -1, 1, 0];

export function trits(trytes) {
  const out = [];
  for (const tryte of trytes) {
    let value = ALPHABET.indexOf(tryte);
    if (value > 13) value -= 27;
    for (let i = 0; i < 3; i++) {
      const digit = ((((value % 3) + 4) % 3) - 1);
      out.push(digit);
      value = (value - digit) / 3;
    }
  }
  return out;
}

export function trytes(trits) {
  let out = '';
  for (let i = 0; i < trits.length; i += 3) out += ALPHABET[(trits[i] + 3 * trits[i + 1] + 9 * trits[i + 2] + 27) % 27];
  return out;
}

export function transform(state, rounds) {
  let from = state;
  for (let round = 0; round < rounds; round++) {
    const to = new Int8Array(729);
    let index = 0;
    for (let i = 0; i < 729; i++) {
      const first = from[index];
      index += index < 365 ? 364 : -365;
      to[i] = TRUTH[first + (from[index] << 2) + 5];
    }
    from = to;
  }
  return from;
}

export function hashTrits(message, rounds = 81) {
  let state = new Int8Array(729);
  for (let at = 0; at < message.length; at += 243) {
    state = Int8Array.from(state);
    message.slice(at, at + 243).forEach((trit, i) => (state[i] = trit));
    state = transform(state, rounds);
  }
  return state.slice(0, 243);
}

export function hash(message, rounds = 81) {
  return trytes(hashTrits(trits(message), rounds));
}

export function weight(hash) {
  const all = trits(hash);
  let zeros = 0;
  while (zeros < all.length && all[all.length - 1 - zeros] === 0) zeros++;
  return zeros;
}
