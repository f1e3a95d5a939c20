/** SHA-256 and what is made of it. */

import { allocate, bytes, exactly, flat, made, multiple, options, room, textOrBytes, typed, whole, wrong } from './args.mjs';
import { hex } from './hex.mjs';
import { family } from './loader.mjs';
import { START } from './wasm-sha256.mjs';

export function sha256(data) {
  const out = new Uint8Array(32);
  family('sha256').digest(bytes('data', data), out);
  return out;
}

const scratch = new Uint8Array(32);

export function sha256Hex(data) {
  family('sha256').digest(bytes('data', data), scratch);
  return hex(scratch);
}

export function sha256Into(data, out) {
  const [input, into] = [bytes('data', data), room('out', out, 32)];
  const apart = input.buffer !== into.buffer;
  family('sha256').digest(input, apart ? into : scratch);
  // A backend may write before it has read everything.
  if (!apart) into.set(scratch);
  return out;
}

/** The most that SHA-256 is defined for and a number can count. */
const LONGEST = Number.MAX_SAFE_INTEGER;

export class Sha256 {
  /** In minified scripts too. */
  static name = 'Sha256';

  #midstate = START.slice();
  #block = new Uint8Array(64);
  #length = 0;

  get length() {
    return this.#length;
  }

  update(data) {
    let rest = bytes('data', data);
    if (this.#length + rest.length > LONGEST) throw wrong('LENGTH', 'data: the message is longer than 2^53 bytes');
    const backend = family('sha256');
    const length = this.#length + rest.length;
    const waiting = this.#length % 64;
    if (waiting + rest.length < 64) {
      this.#block.set(rest, waiting);
      this.#length = length;
      return this;
    }
    // Nothing of the message so far is lost if a call below throws: for want of memory, say.
    const midstate = this.#midstate.slice();
    if (waiting > 0) {
      const fill = 64 - waiting;
      this.#block.set(rest.subarray(0, fill), waiting);
      backend.advance(midstate, this.#block);
      rest = rest.subarray(fill);
    }
    const whole = rest.length - (rest.length % 64);
    if (whole > 0) backend.advance(midstate, rest.subarray(0, whole));
    this.#midstate = midstate;
    this.#block.set(rest.subarray(whole));
    this.#length = length;
    return this;
  }

  digest() {
    return this.digestInto(new Uint8Array(32));
  }

  hex() {
    return hex(this.digest());
  }

  digestInto(out) {
    const into = room('out', out, 32);
    family('sha256').finish(this.#midstate, this.#block.subarray(0, this.#length % 64), into);
    return out;
  }

  clone() {
    const other = new Sha256();
    other.#midstate.set(this.#midstate);
    other.#block.set(this.#block);
    other.#length = this.#length;
    return other;
  }

  reset() {
    this.#midstate.set(START);
    this.#block.fill(0);
    this.#length = 0;
    return this;
  }
}

export function sha256Many(messages, second, third) {
  const backend = family('sha256');
  if (Array.isArray(messages)) {
    const all = flat('messages', messages);
    const length = 32 * all.lengths.length;
    const out = second === undefined ? allocate(length, 'digests') : room('out', second, length);
    if (length > 0) backend.many(all.flat, all.lengths, out);
    return second ?? out;
  }
  const given = bytes('messages', messages);
  const width = whole('width', second, 1, 2 ** 32 - 1);
  const all = multiple('messages', given, width);
  const length = (all.length / width) * 32;
  const out = third === undefined ? allocate(length, 'digests') : room('out', third, length, all);
  if (length > 0) backend.manyFixed(all, width, out);
  return third ?? out;
}

export function sha256Nodes(pairs, given) {
  const all = multiple('pairs', pairs, 64);
  const length = all.length / 2;
  const out = given === undefined ? allocate(length, 'nodes') : room('out', given, length);
  const inPlace = out.buffer === all.buffer && out.byteOffset === all.byteOffset;
  if (!inPlace) room('out', out, length, all);
  if (all.length > 0) family('sha256')[inPlace ? 'nodesInPlace' : 'nodes'](all, out);
  return given ?? out;
}

export function sha256NodesInPlace(nodes) {
  const all = multiple('nodes', typed('nodes', nodes, 'Uint8Array'), 64);
  return sha256Nodes(all, all.subarray(0, all.length / 2));
}

export function hmacSha256(key, data) {
  return made(32, (out) => family('hmac').hmacSha256(bytes('key', key), bytes('data', data), out));
}

export function hmacSha256Verify(key, data, tag) {
  const given = exactly('tag', tag, 32);
  return secureEqual(hmacSha256(key, data), given);
}

export function secureEqual(left, right) {
  const [one, other] = [bytes('left', left), bytes('right', right)];
  // Looks at every byte, wherever they differ.
  let differ = one.length ^ other.length;
  for (let i = 0; i < one.length; i++) differ |= one[i] ^ other[i];
  return differ === 0;
}

export function hkdfSha256(material, given) {
  const { salt = new Uint8Array(0), info = new Uint8Array(0), length } = options(given, 'salt', 'info', 'length');
  if (length > 8160) throw wrong('LENGTH', `length is ${length}, more than 8160`);
  const out = new Uint8Array(whole('length', length, 0, 8160));
  family('hmac').hkdfSha256(bytes('salt', salt), bytes('material', material), bytes('info', info), out);
  return out;
}

export function pbkdf2Sha256(password, given) {
  const { salt, iterations, length } = options(given, 'salt', 'iterations', 'length');
  const out = allocate(whole('length', length, 0, 2 ** 31), 'length');
  whole('iterations', iterations, 1, 2 ** 32 - 1);
  family('hmac').pbkdf2Sha256(iterations, textOrBytes('password', password), bytes('salt', salt), out);
  return out;
}
