/** What callers give, checked: every message names the argument, what it was and what is wanted. */

import { LanesmithError } from './errors.mjs';

/** What a value is, for messages. */
export function kind(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  // What calls itself by a symbol has a name too.
  if (typeof value === 'object') return `an object (${String(value.constructor?.name ?? 'no class')})`;
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}

export function wrong(code, message, index) {
  return new LanesmithError(code, message, { index });
}

/** An error about an argument of another type. */
export function mistaken(name, value, wanted, index) {
  return wrong('TYPE', `${name} is ${kind(value)}, where ${wanted} is wanted`, index);
}

/** An error about a length. */
function misfit(name, found, wanted, index) {
  return wrong('LENGTH', `${name} has ${found} bytes, where ${wanted} wanted`, index);
}

function gone(name, index) {
  return wrong('DETACHED', `the buffer of ${name} is detached or too small: its memory was transferred away, or shrank from under the view`, index);
}

/** Classes whose methods do what those of a Uint8Array do. */
function plain(value) {
  const own = value.constructor;
  return own === Uint8Array || (own !== undefined && own === globalThis.Buffer);
}

/** The bytes of an argument: a view of them, not a copy, and one without methods of a caller's own. */
export function bytes(name, value, index) {
  if (ArrayBuffer.isView(value)) {
    if (value.length > 0 && plain(value)) return value;
    try {
      const { buffer, byteOffset, byteLength } = value;
      // Where there is no memory any more, the length of a typed array is 0 and its methods throw; that of a DataView throws.
      if (byteLength === 0 && value[Symbol.toStringTag] !== 'DataView') Uint8Array.prototype.keys.call(value);
      return new Uint8Array(buffer, byteOffset, byteLength);
    } catch {
      throw gone(name, index);
    }
  }
  const tag = Object.prototype.toString.call(value);
  if (tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]') {
    let view;
    try {
      view = new Uint8Array(value);
    } catch {
      throw gone(name, index);
    }
    // Of what only says that it is a buffer there would be a copy.
    if (view.buffer === value) return view;
  }
  const hint = typeof value === 'string' ? '; new TextEncoder().encode(text) makes bytes of text' : '';
  throw wrong('TYPE', `${name} is ${kind(value)}, where bytes are wanted (a Uint8Array, another view or an ArrayBuffer)${hint}`, index);
}

/** Bytes of a fixed length. */
export function exactly(name, value, length, index) {
  const found = bytes(name, value, index);
  if (found.length !== length) throw misfit(name, found.length, `${length} are`, index);
  return found;
}

/** The bytes of an array of one class, which may be of another realm (a test runner's, a frame's). */
export function typed(name, value, wanted) {
  if (!ArrayBuffer.isView(value) || value[Symbol.toStringTag] !== wanted) throw mistaken(name, value, `the class ${wanted}`);
  return bytes(name, value);
}

/** Where results are written: at least so long, apart from every input. */
export function room(name, value, length, ...inputs) {
  const found = typed(name, value, 'Uint8Array');
  if (found.length < length) throw wrong('LENGTH', `${name} has room for ${found.length} bytes, where ${length} are wanted`);
  const out = found.length === length ? found : found.subarray(0, length);
  for (const input of inputs) {
    if (input.buffer === out.buffer && input.byteOffset < out.byteOffset + length && out.byteOffset < input.byteOffset + input.length) {
      throw wrong('OVERLAP', `${name} overlaps what is read`);
    }
  }
  return out;
}

/** A whole number in a range. */
export function whole(name, value, least, most) {
  if (typeof value !== 'number') throw mistaken(name, value, 'a number');
  if (!Number.isInteger(value) || value < least || value > most) {
    throw wrong('RANGE', `${name} is ${value}: it must be a whole number from ${least} to ${most}`);
  }
  return value;
}

/** A whole number of 64 bits, as a bigint. */
export function whole64(name, value) {
  if (typeof value === 'bigint') {
    if (value < 0n || value >= 1n << 64n) throw wrong('RANGE', `${name} is ${value}: it must be from 0 to 2^64 - 1`);
    return value;
  }
  return BigInt(whole(name, value, 0, Number.MAX_SAFE_INTEGER));
}

export function string(name, value, index) {
  if (typeof value !== 'string') throw mistaken(name, value, 'a string', index);
  return value;
}

export function list(name, value) {
  if (!Array.isArray(value)) throw mistaken(name, value, 'an array');
  return value;
}

/** Options: an object, or nothing. Where their names are given, others are refused: a misspelt limit is no limit. */
export function options(value, ...known) {
  if (value === undefined) return {};
  if (value === null || typeof value !== 'object') throw wrong('TYPE', `options are ${kind(value)}, where an object is wanted`);
  if (known.length > 0) Object.keys(value).forEach((name) => oneOf('an option', name, known));
  return value;
}

export function oneOf(name, value, known) {
  if (!known.includes(value)) {
    const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : typeof value === 'number' ? value : kind(value);
    const choices = known.map((one) => (typeof one === 'string' ? `'${one}'` : one)).join(', ');
    throw wrong(typeof value === typeof known[0] ? 'RANGE' : 'TYPE', `${name} is ${shown}: it must be one of ${choices}`);
  }
  return value;
}

const encoder = /* @__PURE__ */ new TextEncoder();

/** Text as UTF-8, or bytes. */
export function textOrBytes(name, value) {
  return typeof value === 'string' ? encoder.encode(value) : bytes(name, value);
}

/** The messages of a list one after the other, and their lengths. */
export function flat(name, values) {
  const { length } = list(name, values);
  const views = new Array(length);
  const lengths = new Uint32Array(allocate(4 * length, name).buffer);
  let total = 0;
  for (let i = 0; i < length; i++) {
    const view = bytes(`${name}[${i}]`, values[i], i);
    if (view.length > 0xffffffff) throw wrong('LENGTH', `${name}[${i}] has ${view.length} bytes, more than 2^32 - 1`, i);
    views[i] = view;
    lengths[i] = view.length;
    total += view.length;
  }
  const out = allocate(total, name);
  for (let i = 0, at = 0; i < length; at += lengths[i++]) {
    // A getter in the list may have taken away what it gave before.
    if (views[i].length !== lengths[i]) throw gone(`${name}[${i}]`, i);
    if (lengths[i] > 0) out.set(views[i], at);
  }
  return { flat: out, lengths };
}

/** Bytes that are a whole number of rows. */
export function multiple(name, value, width) {
  const found = bytes(name, value);
  if (found.length % width !== 0) throw misfit(name, found.length, `a multiple of ${width} is`);
  return found;
}

/** Rows of a fixed length, one after the other or as an array. */
export function rows(name, value, width) {
  if (!Array.isArray(value)) return multiple(name, value, width);
  const { length } = value;
  const out = allocate(length * width, name);
  for (let i = 0; i < length; i++) out.set(exactly(`${name}[${i}]`, value[i], width, i), i * width);
  return out;
}

/** New memory for results, or an error that says what did not fit. */
export function allocate(length, name) {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    throw new LanesmithError('MEMORY', `${name}: ${length} bytes do not fit into memory`, { cause });
  }
}

/** Bytes that a function writes. */
export function made(length, fill) {
  const out = new Uint8Array(length);
  fill(out);
  return out;
}

/** Rows of an array that stays whole. */
export function split(bytes, width) {
  const out = [];
  for (let at = 0; at < bytes.length; at += width) out.push(bytes.slice(at, at + width));
  return out;
}
