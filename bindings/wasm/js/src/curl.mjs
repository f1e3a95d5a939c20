/** Curl-P: hashes and encodings. */

import { allocate, bytes, list, multiple, oneOf, options, room, string, typed, whole, wrong } from './args.mjs';
import { family } from './loader.mjs';
import { ascii, notAscii } from './trytes.mjs';

const RATE = 243;
const STATE = 729;
const TRYTES = 81;
const ALPHABET = '9ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const decoder = new TextDecoder();
const encoder = new TextEncoder();

function roundsOf(given, ...more) {
  return oneOf('rounds', options(given, 'rounds', ...more).rounds ?? 81, [27, 81]);
}

/** ASCII bytes as text. */
export function text(bytes) {
  return decoder.decode(bytes);
}

/** Trits as bytes of the same memory, each one checked. */
function trits(name, value) {
  const found = typed(name, value, 'Int8Array');
  for (let i = 0; i < found.length; i++) {
    if (found[i] > 1 && found[i] < 255) throw wrong('TRYTE', `${name}: trit ${i} is ${value[i]}, not -1, 0 or 1`);
  }
  return found;
}

/** The three trits of each character, made at their first use: importing does nothing. */
let table;

function tritsOf(tryte) {
  table ??= new Map(
    Array.from(ALPHABET, (tryte, i) => {
      const value = i > 13 ? i - 27 : i;
      const digit = (n) => ((((n % 3) + 4) % 3) - 1);
      const first = digit(value);
      const second = digit((value - first) / 3);
      return [tryte, [first, second, (value - first - 3 * second) / 9]];
    }),
  );
  return table.get(tryte);
}

export const curl = {
  hash(trytes, given) {
    const out = new Uint8Array(TRYTES);
    family('curl').curlHash(roundsOf(given), ascii('trytes', trytes), out);
    return text(out);
  },

  hashMany(messages, given) {
    const rounds = roundsOf(given);
    const { length } = list('messages', messages);
    const own = new Array(length);
    const lengths = new Uint32Array(allocate(4 * length, 'messages').buffer);
    let total = 0;
    for (let i = 0; i < length; i++) {
      // Each is read once: a getter may give something else the next time.
      own[i] = string(`messages[${i}]`, messages[i], i);
      lengths[i] = own[i].length;
      total += lengths[i];
    }
    const all = allocate(total, 'messages');
    for (let i = 0, at = 0; i < own.length; at += lengths[i++]) {
      const { read, written } = encoder.encodeInto(own[i], all.subarray(at, at + lengths[i]));
      if (read !== lengths[i] || written !== lengths[i]) throw notAscii(`messages[${i}]`, own[i], i);
    }
    const out = allocate(TRYTES * own.length, 'hashes');
    const backend = family('curl');
    const width = lengths[0];
    if (width > 0 && lengths.every((length) => length === width)) backend.hashManyFixed(all, width, rounds, out);
    else if (own.length > 0) backend.hashMany(all, lengths, rounds, out);
    const hashes = text(out);
    return own.map((_, i) => hashes.slice(TRYTES * i, TRYTES * (i + 1)));
  },

  hashManyBytes(trytes, width, given) {
    const input = bytes('trytes', trytes);
    const all = multiple('trytes', input, whole('width', width, 1, 2 ** 32 - 1));
    const rounds = roundsOf(given, 'out');
    const length = (all.length / width) * TRYTES;
    const out = given?.out === undefined ? allocate(length, 'hashes') : room('out', given.out, length, all);
    if (length > 0) family('curl').hashManyFixed(all, width, rounds, out);
    return given?.out ?? out;
  },

  hashTrits(message, given) {
    const out = new Int8Array(RATE);
    family('curl').curlHashTrits(roundsOf(given), trits('trits', message), new Uint8Array(out.buffer));
    return out;
  },

  permute(state, given) {
    const found = trits('state', state);
    if (found.length !== STATE) throw wrong('LENGTH', `state has ${found.length} trits, where ${STATE} are wanted`);
    family('curl').curlPermute(roundsOf(given), found);
    return state;
  },

  weight(hash) {
    const found = curl.trytesToTrits(hash);
    let zeros = 0;
    while (zeros < found.length && found[found.length - 1 - zeros] === 0) zeros++;
    return zeros;
  },

  trytesToTrits(trytes) {
    string('trytes', trytes);
    const out = new Int8Array(allocate(3 * trytes.length, 'trits').buffer);
    for (let i = 0; i < trytes.length; i++) {
      const group = tritsOf(trytes[i]);
      if (group === undefined) throw wrong('TRYTE', `trytes: tryte ${i} is ${JSON.stringify(trytes[i])}, not one of 9 and A to Z`);
      out.set(group, 3 * i);
    }
    return out;
  },

  tritsToTrytes(message) {
    trits('trits', message);
    if (message.length % 3 !== 0) throw wrong('LENGTH', `trits are ${message.length}, where a multiple of 3 is wanted`);
    let out = '';
    for (let i = 0; i < message.length; i += 3) {
      out += ALPHABET[(message[i] + 3 * message[i + 1] + 9 * message[i + 2] + 27) % 27];
    }
    return out;
  },

  t5b1Encode(message) {
    const found = trits('trits', message);
    const out = allocate(Math.ceil(found.length / 5), 'bytes');
    family('curl').curlT5b1Encode(found, out);
    return out;
  },

  t5b1Decode(encoded, count) {
    const given = bytes('bytes', encoded);
    whole('trits', count, 0, 2 ** 31);
    if (given.length !== Math.ceil(count / 5)) {
      throw wrong('LENGTH', `bytes are ${given.length}, where ${Math.ceil(count / 5)} are wanted for ${count} trits`);
    }
    const out = new Int8Array(allocate(count, 'trits').buffer);
    family('curl').curlT5b1Decode(given, new Uint8Array(out.buffer));
    return out;
  },

  b1t6Encode(message) {
    const given = bytes('bytes', message);
    const out = allocate(2 * given.length, 'trytes');
    family('curl').curlB1t6Encode(given, out);
    return text(out);
  },

  b1t6Decode(trytes) {
    const given = ascii('trytes', trytes);
    if (given.length % 2 !== 0) throw wrong('LENGTH', `trytes are ${given.length}, where an even number is wanted`);
    const out = new Uint8Array(given.length / 2);
    family('curl').curlB1t6Decode(given, out);
    return out;
  },
};

export class Curl {
  /** In minified scripts too. */
  static name = 'Curl';

  #state = new Int8Array(STATE);
  #rounds;
  /** A block was squeezed and the transform after it is still to do. */
  #owed = false;

  constructor(rounds = 81) {
    this.#rounds = { rounds: oneOf('rounds', rounds, [27, 81]) };
  }

  #pay() {
    if (this.#owed) curl.permute(this.#state, this.#rounds);
    this.#owed = false;
  }

  absorb(message) {
    const found = trits('trits', message);
    const all = new Int8Array(found.buffer, found.byteOffset, found.length);
    for (let at = 0; at < all.length; at += RATE) {
      this.#pay();
      this.#state.set(all.subarray(at, at + RATE));
      curl.permute(this.#state, this.#rounds);
    }
    return this;
  }

  squeeze(length = RATE) {
    const out = new Int8Array(allocate(whole('length', length, 0, 2 ** 31), 'trits').buffer);
    for (let at = 0; at < length; at += RATE) {
      this.#pay();
      out.set(this.#state.subarray(0, Math.min(RATE, length - at)), at);
      this.#owed = true;
    }
    return out;
  }

  reset() {
    this.#state.fill(0);
    this.#owed = false;
    return this;
  }
}
