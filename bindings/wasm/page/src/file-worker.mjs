// Hashes a file in a Worker, part by part: it never lies in memory as a whole.

import { init, Sha256 } from './lanesmith/index.mjs';
import { describe } from './trouble.mjs';

/** Bytes read at a time. */
const PART = 4 << 20;

/**
 * @typedef {{ kind: 'part', done: number } | { kind: 'digest', hex: string, seconds: number, hashing: number } | { kind: 'failed', message: string }} Message
 */

const say = (/** @type {Message} */ message) => postMessage(message);

async function digest(/** @type {File} */ file) {
  await init({ backend: 'wasm', families: ['sha256'] });
  const hasher = new Sha256();
  const began = performance.now();
  let hashing = 0;
  for (let at = 0; at < file.size; at += PART) {
    const part = await file.slice(at, at + PART).arrayBuffer();
    const begin = performance.now();
    hasher.update(part);
    hashing += performance.now() - begin;
    say({ kind: 'part', done: Math.min(at + PART, file.size) });
  }
  say({ kind: 'digest', hex: hasher.hex(), seconds: (performance.now() - began) / 1000, hashing: hashing / 1000 });
}

addEventListener('message', ({ data }) => {
  digest(data.file).catch((error) => say({ kind: 'failed', message: describe(error) }));
});
