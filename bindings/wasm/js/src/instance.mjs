/** What the modules of all families share: how arguments cross into their memory (bindings/wasm/src/ffi says the same from there), and the
 * backend over them. */

import { LanesmithError, coded } from './errors.mjs';

/** Bytes at the start of the room for short results. */
export const HEAD = 256;

/** An instance whose memory has grown beyond this is made anew: memory of WebAssembly never shrinks. */
const LARGE = 64 << 20;

const decoder = new TextDecoder();
export const EMPTY = new Uint8Array(0);

/** Numbers as the module reads them. */
export function words(lengths) {
  const little = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  if (little) return new Uint8Array(lengths.buffer, lengths.byteOffset, lengths.byteLength);
  const out = new DataView(new ArrayBuffer(4 * lengths.length));
  lengths.forEach((length, i) => out.setUint32(4 * i, length, true));
  return new Uint8Array(out.buffer);
}

/** One module and its instance. */
export class Instance {
  constructor(module, large = LARGE) {
    this.module = module;
    this.large = large;
    /** What `use` chose, for the next instance. */
    this.choices = new Map();
    this.renew();
  }

  /** A new instance: after a trap, and to give memory back. */
  renew() {
    this.wasm = new WebAssembly.Instance(this.module, {}).exports;
    this.capacity = -1;
    // Makes the views too.
    this.room(1024);
    for (const [operation, engine] of this.choices) this.choose(operation, engine);
  }

  /** Views of the memory, which are lost whenever it grows. */
  look() {
    const { buffer } = this.wasm.memory;
    if (this.bytes.buffer !== buffer) {
      this.bytes = new Uint8Array(buffer);
      this.head = this.bytes.subarray(this.base, this.base + HEAD);
      this.digest = this.bytes.subarray(this.base, this.base + 32);
    }
  }

  /** Makes room for so many bytes of arguments and results, and gives their address. */
  room(length) {
    if (length > this.capacity) {
      const wanted = length + HEAD;
      const base = wanted < 0xffff0000 ? this.wasm.lanesmith_room(wanted) >>> 0 : 0;
      if (base === 0) {
        this.renew();
        throw new LanesmithError('MEMORY', `${length} bytes do not fit into the memory of WebAssembly`);
      }
      this.base = base;
      this.capacity = length;
      this.bytes = EMPTY;
    }
    this.look();
    return this.base + HEAD;
  }

  /** Throws what the module says is wrong. */
  fail() {
    const text = this.text();
    const line = text.indexOf('\n');
    return coded(text.slice(0, line), text.slice(line + 1));
  }

  /** Calls a function; a trap makes the instance anew. */
  call(name, ...args) {
    let result;
    try {
      result = this.wasm[name](...args);
    } catch (cause) {
      throw this.trapped(name, cause);
    }
    if (result === -1) throw this.fail();
    return result;
  }

  trapped(name, cause) {
    if (!this.wasm[name]) return new LanesmithError('LOAD', `the module has no ${name}`);
    // Nobody knows where it broke off: what is secret may be anywhere.
    this.look();
    this.bytes.fill(0);
    this.renew();
    return new LanesmithError('INTERNAL', `${name} broke off: a defect of Lanesmith, please report it`, { cause });
  }

  /** Writes parts one after the other and gives the address behind them, where `extra` bytes are free. */
  put(parts, extra = 0) {
    let total = extra;
    for (const part of parts) total += part.length;
    let at = this.room(total);
    for (const part of parts) {
      this.bytes.set(part, at);
      at += part.length;
    }
    return at;
  }

  /** Copies a result out; the memory may have grown in between. */
  take(at, out) {
    this.look();
    out.set(this.bytes.subarray(at, at + out.length));
  }

  /** Copies a short result out. */
  takeHead(out) {
    this.look();
    out.set(out.length === 32 ? this.digest : this.head.subarray(0, out.length));
  }

  /** Parts in, a result behind them out. */
  transform(name, parts, out, ...args) {
    const at = this.put(parts, out.length);
    this.call(name, ...args);
    this.take(at, out);
    this.settle();
  }

  /** Gives memory back where there is much of it, but not before what is secret in it is wiped. */
  settle() {
    if (!this.secret && this.wasm.memory.buffer.byteLength > this.large) this.renew();
  }

  text() {
    const at = this.wasm.lanesmith_text() >>> 0;
    return decoder.decode(new Uint8Array(this.wasm.memory.buffer, at, this.wasm.lanesmith_text_len()));
  }

  engines() {
    this.call('lanesmith_engines');
    const lines = this.text().split('\n').filter(Boolean);
    return lines.map((line) => {
      const [operation, name, lanes, chosen, reason, summary] = line.split('\t');
      return { operation, name, lanes: Number(lanes), chosen: chosen === '1', reason: reason || null, summary };
    });
  }

  /** Tells the module, which knows places in its list and no names. */
  choose(operation, engine) {
    const rows = this.engines();
    const of = rows.filter((row) => row.operation === operation);
    const place = of.findIndex((row) => row.name === engine);
    if (engine !== 'auto' && (place < 0 || of[place].reason)) {
      const why = place < 0 ? `it has ${of.map((row) => row.name).join(', ')}` : of[place].reason;
      throw new LanesmithError('ENGINE', `${operation} cannot have the engine ${JSON.stringify(engine)}: ${why}`);
    }
    const operations = [...new Set(rows.map((row) => row.operation))];
    this.call('lanesmith_use', operations.indexOf(operation), engine === 'auto' ? 0 : place + 1);
  }

  use(operation, engine) {
    this.choose(operation, engine);
    this.choices.delete(operation);
    this.choices.set(operation, engine);
  }
}

/** What runs the modules of the families that this program has: an entry of the package brings its own, so that nobody loads the others' code. */
const MODULES = {};

/** Takes in what makes a family of a module. */
export function provide(family, make) {
  MODULES[family] = make;
}

/** Whether an operation is meant by a name or a name with `*` at its end. */
export function matches(pattern, operation) {
  return pattern.endsWith('*') ? operation.startsWith(pattern.slice(0, -1)) : operation === pattern;
}

/** The backend over compiled modules: each has its family's name here. */
export class WasmBackend {
  constructor(engine) {
    this.kind = 'wasm';
    this.engine = engine;
  }

  /** Takes a compiled module in, which a program may have brought itself. An operation that it shares with another keeps its engine. */
  add(family, module) {
    const chosen = new Map(this.instances().flatMap(({ choices }) => [...choices]));
    try {
      this[family] = MODULES[family](module);
    } catch (cause) {
      throw new LanesmithError('LOAD', `the module ${family} cannot be loaded: ${cause.message}`, { cause });
    }
    const { instance } = this[family];
    for (const [operation, engine] of chosen) {
      if (instance.engines().some((row) => row.operation === operation)) instance.use(operation, engine);
    }
  }

  instances() {
    return Object.keys(MODULES).flatMap((family) => (this[family] ? [this[family].instance] : []));
  }

  /** Several modules may have an operation: its rows are those of the first, and `use` keeps them the same. */
  engines() {
    const found = new Map();
    for (const row of this.instances().flatMap((instance) => instance.engines())) {
      const name = `${row.operation} ${row.name}`;
      if (!found.has(name)) found.set(name, row);
    }
    return [...found.values()];
  }

  use(operation, engine) {
    const wild = operation.endsWith('*');
    const knows = (row) => matches(operation, row.operation) && (!wild || engine === 'auto' || row.name === engine);
    const chosen = this.instances().flatMap((instance) => {
      const operations = new Set(instance.engines().filter(knows).map((row) => row.operation));
      return [...operations].map((name) => ({ instance, name }));
    });
    if (chosen.length === 0) {
      const what = this.engines().some((row) => matches(operation, row.operation)) ? `engine ${JSON.stringify(engine)}` : 'operation';
      throw new LanesmithError('ENGINE', `no ${what} for ${JSON.stringify(operation)} in what is loaded: see engines()`);
    }
    for (const { instance, name } of chosen) instance.use(name, engine);
  }
}
