/** Trytes as bytes: each is a character of ASCII. Which ones they may be is for the backend to say. */

import { string, wrong } from './args.mjs';

const encoder = new TextEncoder();

export function notAscii(name, text, index) {
  // eslint-disable-next-line no-control-regex
  const at = text.search(/[^\x00-\x7f]/);
  return wrong('TRYTE', `${name}: tryte ${at} is ${JSON.stringify(String.fromCodePoint(text.codePointAt(at)))}, not one of 9 and A to Z`, index);
}

/** Characters that are all ASCII, as bytes: trytes may be wrong, but each is a byte. */
export function ascii(name, value, index) {
  const text = string(name, value, index);
  const out = new Uint8Array(text.length);
  const { read, written } = encoder.encodeInto(text, out);
  if (read !== text.length || written !== text.length) throw notAscii(name, text, index);
  return out;
}
