/** What the tests share. LANESMITH_TEST says what they run on: `simd128` (the default), `scalar`, or `native` for the addon. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import * as lanesmith from '../dist/index.mjs';

export { lanesmith };

export const engine = process.env.LANESMITH_TEST ?? 'simd128';

/** Loads families, on what the run is of. */
export async function load(...families) {
  await lanesmith.init(engine === 'native' ? { backend: 'native', families } : { backend: 'wasm', engine, families });
}

const VECTORS = new URL('../../../../testkit/vectors/', import.meta.url);

export function vectorText(path) {
  return readFileSync(new URL(path, VECTORS), 'utf8');
}

export function vectors(path) {
  return JSON.parse(vectorText(path));
}

export function lines(path) {
  return vectorText(path).trim().split('\n').map((line) => JSON.parse(line));
}

/** A compiled module of dist/; of BLS and passwords there is one build. */
export function moduleBytes(family, build = engine) {
  return readFileSync(fileURLToPath(new URL(`../dist/${family}.${['bls', 'pwhash'].includes(family) ? 'scalar' : build}.wasm`, import.meta.url)));
}

export function unhex(text) {
  const bare = text.startsWith('0x') ? text.slice(2) : text;
  return new Uint8Array(Buffer.from(bare, 'hex'));
}

export function hex(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

/** The generator of the vectors. */
export function generated(seed, length) {
  const out = new Uint8Array(length);
  let x = seed >>> 0;
  for (let i = 0; i < length; i++) {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0;
    out[i] = x >>> 24;
  }
  return out;
}

/** Random numbers that are the same in every run (xorshift32). */
export function dice(seed) {
  let x = seed >>> 0 || 1;
  const next = () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>>= 0);
  };
  return {
    below: (n) => next() % n,
    bytes: (n) => Uint8Array.from({ length: n }, () => next() & 0xff),
    trytes: (n) => Array.from({ length: n }, () => '9ABCDEFGHIJKLMNOPQRSTUVWXYZ'[next() % 27]).join(''),
  };
}

/** What an assertion on an error of ours looks for. */
export function coded(code, pattern, more = {}) {
  return (error) => {
    if (!(error instanceof lanesmith.LanesmithError)) throw new Error(`no error of ours: ${error?.stack}`);
    if (error.code !== code) throw new Error(`code ${error.code} (${error.message}), expected ${code}`);
    if (pattern && !pattern.test(error.message)) throw new Error(`message ${JSON.stringify(error.message)}, expected ${pattern}`);
    for (const [key, value] of Object.entries(more)) {
      if (error[key] !== value) throw new Error(`${key} is ${error[key]}, expected ${value}`);
    }
    return true;
  };
}
