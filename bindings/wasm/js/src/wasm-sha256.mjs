/** SHA-256 in WebAssembly. */

import { Instance, words } from './instance.mjs';
import { NODES } from './wasm-nodes.mjs';

/** Bytes that cross at a time where a function can work in parts: what stays in a core's cache. */
const PART = 1 << 18;

export class Sha256Module {
  constructor(module) {
    this.instance = new Instance(module);
    Object.assign(this, NODES);
  }

  digest(data, out) {
    const { instance } = this;
    if (data.length > PART) {
      this.long(data, out);
      return;
    }
    const at = instance.room(data.length);
    instance.bytes.set(data, at);
    try {
      instance.wasm.sha256_digest(data.length);
    } catch (cause) {
      throw instance.trapped('sha256_digest', cause);
    }
    out.set(instance.digest);
  }

  long(data, out) {
    const midstate = START.slice();
    const whole = data.length - (data.length % 64);
    for (let at = 0; at < whole; at += PART) this.advance(midstate, data.subarray(at, Math.min(at + PART, whole)));
    this.finish(midstate, data.subarray(whole), out);
  }

  advance(midstate, blocks) {
    const { instance } = this;
    for (let at = 0; at < blocks.length; at += PART) {
      const part = blocks.length <= PART ? blocks : blocks.subarray(at, at + PART);
      instance.put([part]);
      instance.head.set(midstate);
      instance.call('sha256_advance', part.length);
      instance.takeHead(midstate);
    }
  }

  finish(midstate, rest, out) {
    this.instance.put([rest]);
    this.instance.head.set(midstate);
    this.instance.call('sha256_finish', rest.length);
    this.instance.takeHead(out);
  }

  many(flat, lengths, out) {
    for (let first = 0, at = 0; first < lengths.length; ) {
      let [next, total] = [first, 0];
      while (next < lengths.length && (next === first || total + lengths[next] <= PART)) total += lengths[next++];
      const [part, digests] = [flat.subarray(at, at + total), out.subarray(32 * first, 32 * next)];
      if (total > PART) this.long(part, digests);
      else this.instance.transform('sha256_many', [words(lengths.subarray(first, next)), part], digests, next - first, total);
      first = next;
      at += total;
    }
  }

  manyFixed(flat, width, out) {
    const step = Math.max(1, Math.floor(PART / width));
    for (let at = 0; at * width < flat.length; at += step) {
      const part = flat.subarray(at * width, (at + step) * width);
      const count = part.length / width;
      const digests = out.subarray(32 * at, 32 * (at + count));
      if (part.length > PART) this.long(part, digests);
      else this.instance.transform('sha256_many_fixed', [part], digests, count, width);
    }
  }
}

/** The midstate before the first block, as `Midstate::to_bytes` writes it. */
export const START = Uint8Array.from(
  '6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd190000000000000000'.match(/../g),
  (pair) => parseInt(pair, 16),
);
