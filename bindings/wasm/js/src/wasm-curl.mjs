/** Curl-P and its proof of work in WebAssembly. */

import { LanesmithError } from './errors.mjs';
import { Functions } from './functions.mjs';
import { words } from './instance.mjs';
import { CURL } from './table-curl.mjs';

/** Bytes that cross at a time where a function can work in parts. */
const PART = 1 << 20;

export class CurlModule extends Functions {
  constructor(module) {
    super(module, CURL);
  }

  hashMany(flat, lengths, rounds, out) {
    for (let first = 0, at = 0; first < lengths.length; ) {
      let [next, total] = [first, 0];
      while (next < lengths.length && (next === first || total + lengths[next] <= PART)) total += lengths[next++];
      const parts = [words(lengths.subarray(first, next)), flat.subarray(at, at + total)];
      this.rows(first, () =>
        this.instance.transform('curl_many', parts, out.subarray(81 * first, 81 * next), next - first, total, rounds),
      );
      first = next;
      at += total;
    }
  }

  hashManyFixed(flat, width, rounds, out) {
    const step = Math.max(1, Math.floor(PART / width));
    for (let at = 0; at * width < flat.length; at += step) {
      const part = flat.subarray(at * width, (at + step) * width);
      const count = part.length / width;
      this.rows(at, () =>
        this.instance.transform('curl_many_fixed', [part], out.subarray(81 * at, 81 * (at + count)), count, width, rounds),
      );
    }
  }

  /** Errors name rows of the whole, not of the part. */
  rows(first, work) {
    try {
      work();
    } catch (error) {
      if (first === 0 || error.index === undefined) throw error;
      const message = error.message.replace(/^message \d+/, `message ${first + error.index}`);
      throw new LanesmithError(error.code, message, { index: first + error.index });
    }
  }

  openSearch(job) {
    const { instance } = this;
    const tip12 = job.kind === 'tip12';
    const input = tip12 ? job.message : job.trytes;
    instance.put([input]);
    const id = instance.call(tip12 ? 'pow_tip12' : 'pow_transaction', input.length, tip12 ? job.score : job.weight);
    const number = (at) => new DataView(instance.head.buffer, instance.base + at);
    return {
      weight: instance.call('pow_weight', id),
      run(from, to) {
        if (instance.call('pow_run', id, from, to) === 0) return null;
        instance.look();
        const nonce = instance.head.slice(0, tip12 ? 8 : 27);
        const [batch, lane] = [number(32).getFloat64(0, true), number(40).getUint32(0, true)];
        return { nonce, batch, lane, weight: number(44).getUint32(0, true) };
      },
      attempts() {
        instance.call('pow_attempts', id);
        instance.look();
        return number(0).getFloat64(0, true);
      },
      free() {
        instance.call('pow_close', id);
      },
    };
  }

  tip12Zeros(message) {
    this.instance.put([message]);
    return this.instance.call('pow_tip12_zeros', message.length);
  }
}
