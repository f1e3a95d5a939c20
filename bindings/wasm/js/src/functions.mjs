/** Functions of a module by how their arguments cross (`tables.mjs` says what the letters mean): one way for all of them. */

import { LanesmithError } from './errors.mjs';
import { Instance, encoder, words } from './instance.mjs';

/** The most bytes of a result whose length the function says: nodes of a proof. */
const BEHIND = 130 * 32;

/** The number of a row without a point. */
const NONE = 0xffffffff;

export class Functions {
  constructor(module, table, large) {
    this.instance = new Instance(module, large);
    for (const [name, letters] of Object.entries(table)) {
      const own = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const [given, back = ''] = letters.split(':');
      const call = given[0] === '!' ? (args) => this.instance.secretly(() => this.run(own, given.slice(1), back, args)) : (args) => this.run(own, given, back, args);
      // What a family does in a way of its own stays.
      this[name] ??= (...args) => call(args);
    }
  }

  run(name, given, back, args) {
    const [parts, numbers, outs] = [[], [], []];
    const bytes = (value) => {
      numbers.push(value.length);
      parts.push(value);
    };
    let next = 0;
    for (const letter of given) {
      const value = args[next++];
      if (letter === 'b') bytes(value);
      else if (letter === 't') bytes(encoder.encode(value));
      else if (letter === 'n') numbers.push(value);
      else if (letter === 'l') numbers.push(BigInt(value));
      else if (letter === 'o') numbers.push(Number(value !== null), BigInt(value ?? 0));
      else if (letter === 's') {
        numbers.push(value, args[next++]);
        bytes(args[next++]);
      } else if (letter === 'm') {
        const lengths = args[next++];
        numbers.push(lengths.length, value.length);
        parts.push(words(lengths), value);
      } else if (letter === 'p') numbers.push(this.id(value));
      else if (letter === 'r') {
        numbers.push(value.length);
        outs.push(value);
      } else {
        // Rows of numbers, or of points, which have numbers here.
        numbers.push(value.length);
        parts.push(words(letter === 'w' ? value : Uint32Array.from(value, (point) => (point === null ? NONE : this.id(point)))));
      }
    }
    const { instance } = this;
    let at = instance.put(parts, back === 'v' ? BEHIND : outs.reduce((sum, out) => sum + out.length, 0));
    const take = () => {
      for (const out of outs) {
        instance.take(at, out);
        at += out.length;
      }
    };
    let result;
    try {
      result = instance.call(name, ...numbers);
    } catch (error) {
      // What is told with the answer that something is another: verdicts.
      if (error.code === 'MISMATCH') take();
      throw error;
    }
    take();
    const value = this.result(back, result, at, args[next]);
    instance.settle();
    return value;
  }

  result(back, result, at, out) {
    const { instance } = this;
    if (back === '?') return result === 1;
    if (back === 'x') return instance.text();
    if (back === 'v') {
      const made = new Uint8Array(result);
      instance.take(at, made);
      return made;
    }
    if (back === 'h') {
      if (out.length !== result) throw new LanesmithError('LENGTH', `out has ${out.length} bytes, where ${result} are wanted`);
      instance.takeHead(out);
    }
    return back === 'k' || back === 'g' ? this.kept(back === 'k', result) : undefined;
  }
}

/** Those of a family with points: they stay in the module under numbers, and keep their bytes for an instance that is made anew. */
export class PointFunctions extends Functions {
  constructor(module, table) {
    super(module, table);
    // Points that nobody has any more are let go of, unless their instance is gone too.
    this.lost = new FinalizationRegistry(({ exports, id }) => exports === this.instance.exports && exports.bls_release(id));
  }

  blsKeyDecode(variant, bytes) {
    return this.decoded({ key: true, variant, bytes: bytes.slice() });
  }

  blsSignatureDecode(variant, bytes) {
    return this.decoded({ key: false, variant, bytes: bytes.slice() });
  }

  decoded(point) {
    this.id(point);
    return point;
  }

  /** A point that the module has made. */
  kept(key, id) {
    const { instance } = this;
    const length = instance.call(key ? 'bls_key_bytes' : 'bls_signature_bytes', id);
    instance.look();
    const point = { key, variant: Number(key === (length === 96)), bytes: instance.head.slice(0, length) };
    return this.hold(point, id);
  }

  hold(point, id) {
    const { exports } = this.instance;
    this.lost.unregister(point);
    Object.assign(point, { exports, id });
    this.lost.register(point, { exports, id }, point);
    return point;
  }

  /** The number of a point; what is in the room is lost. */
  id(point) {
    const { instance } = this;
    if (point.exports !== instance.exports) {
      instance.put([point.bytes]);
      this.hold(point, instance.call(point.key ? 'bls_key_decode' : 'bls_signature_decode', point.variant, point.bytes.length));
    }
    return point.id;
  }

  release(point) {
    this.lost.unregister(point);
    if (point.exports === this.instance.exports) this.instance.call('bls_release', point.id);
    point.exports = null;
  }
}
