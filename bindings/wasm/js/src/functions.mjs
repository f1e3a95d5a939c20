/** Functions of a module by how their arguments cross, a letter each: one way for all of them (`table-*.mjs`).
 *
 * b bytes, t text, n a number, l one of 64 bits, o one of those or null, s a scheme (variant, mode, tag), m messages and their lengths, p a
 * point, P points, q points or null, w numbers in an array, r room for a result, i bytes that are read and
 * written. Behind the colon what comes back: h short bytes, into the last
 * argument, v bytes, x text, ? yes or no, k a key, g a signature. What begins with ! is secret: wiped afterwards. */

import { LanesmithError } from './errors.mjs';
import { HEAD, Instance, words } from './instance.mjs';

const encoder = /* @__PURE__ */ new TextEncoder();

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
      const call = given[0] === '!'
        ? (...args) => this.secretly(() => this.run(own, given.slice(1), back, args))
        : (...args) => this.run(own, given, back, args);
      // What a family does in a way of its own stays.
      this[name] ??= call;
    }
  }

  /** Runs a function whose arguments or results are secret, and wipes what crossed. */
  secretly(work) {
    const { instance } = this;
    // Until it is wiped the instance stays.
    instance.secret = true;
    try {
      return work();
    } finally {
      instance.secret = false;
      instance.look();
      instance.bytes.fill(0, instance.base, instance.base + HEAD + instance.capacity);
      instance.wasm.lanesmith_wipe();
      instance.settle();
    }
  }

  run(name, given, back, args) {
    const { instance } = this;
    const [parts, numbers, outs] = [[], [], []];
    let state = null;
    const bytes = (value) => {
      numbers.push(value.length);
      parts.push(value);
    };
    let next = 0;
    for (const letter of given) {
      const value = args[next++];
      if (letter === 'b') bytes(value);
      else if (letter === 'i') bytes((state = value));
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
    // Such a function has no other bytes.
    if (state !== null) instance.take(instance.base + HEAD, state);
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
