/** The backend of WebAssembly modules: how arguments cross into their memory. bindings/wasm/src/ffi says the same from there. */

import { LanesmithError, coded } from './errors.mjs';

/** Bytes at the start of the room for short results. */
const HEAD = 256;

/** Bytes that cross at a time where a function can work in parts: what stays in a core's cache. */
const PART = 1 << 18;

/** Pairs of nodes at a time. */
const PAIRS = 1 << 12;

/** Leaves of a subtree that is hashed at a time. */
const LEAVES = 1 << 17;

/** An instance whose memory has grown beyond this is made anew: memory of WebAssembly never shrinks. */
const LARGE = 64 << 20;

const LITTLE = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const EMPTY = new Uint8Array(0);

/** Numbers as the module reads them. */
function words(lengths) {
  if (LITTLE) return new Uint8Array(lengths.buffer, lengths.byteOffset, lengths.byteLength);
  const out = new DataView(new ArrayBuffer(4 * lengths.length));
  lengths.forEach((length, i) => out.setUint32(4 * i, length, true));
  return new Uint8Array(out.buffer);
}

/** One module and its instance. */
class Instance {
  constructor(module, large = LARGE) {
    this.module = module;
    this.large = large;
    /** What `use` chose, for the next instance. */
    this.choices = new Map();
    this.renew();
  }

  /** A new instance: after a trap, and to give memory back. */
  renew() {
    this.exports = new WebAssembly.Instance(this.module, {}).exports;
    this.capacity = -1;
    this.bytes = EMPTY;
    this.head = EMPTY;
    this.base = 0;
    this.room(1024);
    for (const [operation, engine] of this.choices) this.choose(operation, engine);
  }

  /** Views of the memory, which are lost whenever it grows. */
  look() {
    const { buffer } = this.exports.memory;
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
      const base = wanted < 0xffff0000 ? this.exports.lanesmith_room(wanted) >>> 0 : 0;
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
    const at = this.exports.lanesmith_text() >>> 0;
    const length = this.exports.lanesmith_text_len();
    const text = decoder.decode(new Uint8Array(this.exports.memory.buffer, at, length));
    const line = text.indexOf('\n');
    return coded(text.slice(0, line), text.slice(line + 1));
  }

  /** Calls a function; a trap makes the instance anew. */
  call(name, ...args) {
    let result;
    try {
      result = this.exports[name](...args);
    } catch (cause) {
      throw this.trapped(name, cause);
    }
    if (result === -1) throw this.fail();
    return result;
  }

  trapped(name, cause) {
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

  /** Parts in, a short result out. */
  short(name, parts, out, ...args) {
    this.put(parts);
    this.call(name, ...args);
    this.takeHead(out);
    this.settle();
  }

  /** Gives memory back where there is much of it. */
  settle() {
    if (this.exports.memory.buffer.byteLength > this.large) this.renew();
  }

  text() {
    const at = this.exports.lanesmith_text() >>> 0;
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, at, this.exports.lanesmith_text_len()));
  }

  /** Runs a function whose arguments or results are secret, and wipes what crossed. */
  secretly(work) {
    const { exports } = this;
    try {
      return work();
    } finally {
      // After a trap there is another instance, and nobody can reach the old one.
      if (exports === this.exports) {
        this.look();
        this.bytes.fill(0, this.base, this.base + HEAD + this.capacity);
        this.settle();
      }
    }
  }

  engines() {
    this.call('lanesmith_engines');
    const lines = this.text().split('\n').filter((line) => line !== '');
    return lines.map((line) => {
      const [operation, name, lanes, chosen, reason, summary] = line.split('\t');
      return { operation, name, lanes: Number(lanes), chosen: chosen === '1', reason: reason || null, summary };
    });
  }

  choose(operation, engine) {
    const text = encoder.encode(`${operation}=${engine}`);
    this.put([text]);
    this.call('lanesmith_use', text.length);
  }

  use(operation, engine) {
    this.choose(operation, engine);
    this.choices.delete(operation);
    this.choices.set(operation, engine);
  }
}

class Sha256Module {
  constructor(module) {
    this.instance = new Instance(module);
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
      instance.exports.sha256_digest(data.length);
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

  nodes(pairs, out) {
    const { instance } = this;
    for (let at = 0; at < out.length; at += 32 * PAIRS) {
      const part = pairs.length <= 64 * PAIRS ? pairs : pairs.subarray(2 * at, 2 * at + 64 * PAIRS);
      const result = instance.put([part], part.length / 2);
      instance.call('sha256_nodes', part.length / 64);
      instance.look();
      out.set(instance.bytes.subarray(result, result + part.length / 2), at);
    }
  }

  hmac(key, data, out) {
    const parts = [key, data];
    this.instance.secretly(() => this.instance.short('sha256_hmac', parts, out, key.length, data.length));
  }

  hkdf(salt, material, info, out) {
    const lengths = [salt.length, material.length, info.length, out.length];
    this.instance.secretly(() => this.instance.transform('sha256_hkdf', [salt, material, info], out, ...lengths));
  }

  pbkdf2(password, salt, iterations, out) {
    const args = [password.length, salt.length, iterations, out.length];
    this.instance.secretly(() => this.instance.transform('sha256_pbkdf2', [password, salt], out, ...args));
  }

  merkleRoot(leaves, limit, out) {
    const count = leaves.length / 32;
    const fits = limit === null || (limit >= BigInt(count) && limit <= 1n << 62n);
    if (count > LEAVES && fits) this.largeRoot(leaves, limit ?? BigInt(count), out);
    else this.instance.short('merkle_root', [leaves], out, count, Number(limit !== null), limit ?? 0n);
  }

  /** The root over roots of subtrees: a large tree takes no more memory than its parts. */
  largeRoot(leaves, limit, out) {
    const subtrees = Math.ceil(leaves.length / (32 * LEAVES));
    let level = new Uint8Array(32 * subtrees);
    for (let i = 0; i < subtrees; i++) {
      const part = leaves.subarray(32 * LEAVES * i, 32 * LEAVES * (i + 1));
      this.merkleRoot(part, BigInt(LEAVES), level.subarray(32 * i, 32 * (i + 1)));
    }
    const zeros = new Uint8Array(32);
    this.merkleRoot(EMPTY, BigInt(LEAVES), zeros);
    for (let width = BigInt(LEAVES); width < limit; width *= 2n) {
      const nodes = level.length / 32;
      const pairs = new Uint8Array(64 * Math.ceil(nodes / 2));
      pairs.set(level);
      if (nodes % 2 === 1) pairs.set(zeros, level.length);
      level = new Uint8Array(pairs.length / 2);
      this.nodes(pairs, level);
      const both = new Uint8Array(64);
      both.set(zeros);
      both.set(zeros, 32);
      this.nodes(both, zeros);
    }
    out.set(level);
  }

  merkleProve(leaves, limit, index, out) {
    const args = [leaves.length / 32, Number(limit !== null), limit ?? 0n, index];
    this.instance.transform('merkle_prove', [leaves], out, ...args);
  }

  merkleRootOf(leaf, branch, index, out) {
    this.instance.short('merkle_root_of', [leaf, branch], out, branch.length / 32, index);
  }

  logRoot(leaves, out) {
    this.instance.short('log_root', [leaves], out, leaves.length / 32);
  }

  logProve(leaves, index) {
    return this.nodesOf('log_prove', leaves, index);
  }

  logConsistency(leaves, size) {
    return this.nodesOf('log_consistency', leaves, size);
  }

  nodesOf(name, leaves, number) {
    const { instance } = this;
    const at = instance.put([leaves], 32 * 130);
    const count = instance.call(name, leaves.length / 32, number);
    const out = new Uint8Array(32 * count);
    instance.take(at, out);
    instance.settle();
    return out;
  }

  logVerify(leaf, index, size, proof, root) {
    this.instance.put([leaf, root, proof]);
    return this.instance.call('log_verify', BigInt(index), BigInt(size), proof.length / 32) === 1;
  }

  logVerifyConsistency(size, newSize, proof, root, newRoot) {
    this.instance.put([root, newRoot, proof]);
    return this.instance.call('log_verify_consistency', BigInt(size), BigInt(newSize), proof.length / 32) === 1;
  }

  bitcoinRoot(ids, out) {
    this.instance.short('bitcoin_root', [ids], out, ids.length / 32);
  }
}

/** The midstate before the first block, as `Midstate::to_bytes` writes it. */
export const START = Uint8Array.from(
  '6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd190000000000000000'.match(/../g),
  (pair) => parseInt(pair, 16),
);

class CurlModule {
  constructor(module) {
    this.instance = new Instance(module);
  }

  hash(trytes, rounds, out) {
    this.instance.short('curl_hash', [trytes], out, trytes.length, rounds);
  }

  hashMany(flat, lengths, rounds, out) {
    const largest = 4 * PART;
    for (let first = 0, at = 0; first < lengths.length; ) {
      let [next, total] = [first, 0];
      while (next < lengths.length && (next === first || total + lengths[next] <= largest)) total += lengths[next++];
      const parts = [words(lengths.subarray(first, next)), flat.subarray(at, at + total)];
      this.rows(first, () =>
        this.instance.transform('curl_many', parts, out.subarray(81 * first, 81 * next), next - first, total, rounds),
      );
      first = next;
      at += total;
    }
  }

  hashManyFixed(flat, width, rounds, out) {
    const step = Math.max(1, Math.floor((4 * PART) / width));
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

  hashTrits(trits, rounds, out) {
    this.instance.short('curl_trits', [trits], out, trits.length, rounds);
  }

  permute(state, rounds) {
    this.instance.put([state]);
    this.instance.call('curl_permute', rounds);
    this.instance.take(this.instance.base + HEAD, state);
  }

  t5b1Encode(trits, out) {
    this.instance.transform('curl_t5b1_encode', [trits], out, trits.length);
  }

  t5b1Decode(bytes, out) {
    this.instance.transform('curl_t5b1_decode', [bytes], out, bytes.length, out.length);
  }

  b1t6Encode(bytes, out) {
    this.instance.transform('curl_b1t6_encode', [bytes], out, bytes.length);
  }

  b1t6Decode(trytes, out) {
    this.instance.transform('curl_b1t6_decode', [trytes], out, trytes.length);
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

class BlsModule {
  constructor(module) {
    this.instance = new Instance(module);
  }

  generate(material, info, out) {
    const args = [material.length, info.length];
    this.instance.secretly(() => this.instance.short('bls_generate', [material, info], out, ...args));
  }

  deriveMaster(seed, out) {
    this.instance.secretly(() => this.instance.short('bls_derive_master', [seed], out, seed.length));
  }

  derivePath(secret, path, out) {
    const text = encoder.encode(path);
    this.instance.secretly(() => this.instance.short('bls_derive_path', [secret, text], out, text.length));
  }

  publicKey(scheme, secret, out) {
    const parts = [scheme.tag, secret];
    this.instance.secretly(() => this.instance.short('bls_public_key', parts, out, ...which(scheme)));
  }

  checkKey(scheme, key) {
    this.instance.put([key]);
    this.instance.call('bls_check_key', which(scheme)[0], key.length);
  }

  sign(scheme, secret, message, out) {
    const parts = [scheme.tag, secret, message];
    this.instance.secretly(() => this.instance.short('bls_sign', parts, out, ...which(scheme), message.length));
  }

  /** Whether; parts are what the function reads. */
  is(name, parts, ...args) {
    this.instance.put(parts);
    const verdict = this.instance.call(name, ...args) === 1;
    this.instance.settle();
    return verdict;
  }

  verify(scheme, key, message, signature) {
    const lengths = [key.length, signature.length, message.length];
    return this.is('bls_verify', [scheme.tag, key, signature, message], ...which(scheme), ...lengths);
  }

  aggregate(scheme, signatures, lengths, out) {
    const args = [which(scheme)[0], lengths.length, signatures.length];
    this.instance.short('bls_aggregate', [words(lengths), signatures], out, ...args);
  }

  aggregateKeys(scheme, keys, lengths, out) {
    const args = [which(scheme)[0], lengths.length, keys.length];
    this.instance.short('bls_aggregate_keys', [words(lengths), keys], out, ...args);
  }

  aggregateVerify(scheme, keys, keyLengths, messages, messageLengths, signature) {
    const parts = [scheme.tag, words(keyLengths), keys, words(messageLengths), messages, signature];
    const args = [keyLengths.length, keys.length, messageLengths.length, messages.length, signature.length];
    return this.is('bls_aggregate_verify', parts, ...which(scheme), ...args);
  }

  fastAggregateVerify(scheme, keys, keyLengths, message, signature) {
    const parts = [scheme.tag, words(keyLengths), keys, signature, message];
    const args = [keyLengths.length, keys.length, signature.length, message.length];
    return this.is('bls_fast_aggregate_verify', parts, ...which(scheme), ...args);
  }

  provePossession(scheme, secret, out) {
    const parts = [scheme.tag, secret];
    this.instance.secretly(() => this.instance.short('bls_prove', parts, out, ...which(scheme)));
  }

  verifyPossession(scheme, key, proof) {
    return this.is('bls_verify_proof', [scheme.tag, key, proof], ...which(scheme), key.length, proof.length);
  }

  verifyBatch(scheme, keys, keyLengths, messages, messageLengths, signatures, signatureLengths, seed, out) {
    const columns = [words(keyLengths), keys, words(messageLengths), messages, words(signatureLengths), signatures];
    const args = [out.length, keys.length, messages.length, signatures.length];
    this.instance.transform('bls_verify_batch', [scheme.tag, seed, ...columns], out, ...which(scheme), ...args);
  }
}

/** Variant and mode in one number, and the length of the tag. */
function which(scheme) {
  return [scheme.variant + 2 * scheme.mode, scheme.tag.length];
}

class PwHashModule {
  constructor(module) {
    // Hashes take much memory for a short time.
    this.instance = new Instance(module, 8 << 20);
  }

  costs(costs) {
    const scheme = encoder.encode(costs.scheme);
    return [scheme, [scheme.length, costs.memory, costs.timeCost, costs.parallelism]];
  }

  hash(costs, password, salt, secret, data) {
    const [scheme, numbers] = this.costs(costs);
    const lengths = [password.length, salt.length, secret.length, data.length];
    return this.instance.secretly(() => {
      this.instance.put([scheme, password, salt, secret, data]);
      this.instance.call('pwhash_hash', ...numbers, ...lengths);
      return this.instance.text();
    });
  }

  verify(stored, password, secret, data, maxMemory) {
    const text = encoder.encode(stored);
    const lengths = [text.length, password.length, secret.length, data.length];
    return this.instance.secretly(() => {
      this.instance.put([text, password, secret, data]);
      return this.instance.call('pwhash_verify', ...lengths, maxMemory) === 1;
    });
  }

  needsRehash(stored, costs) {
    const [scheme, numbers] = this.costs(costs);
    const text = encoder.encode(stored);
    this.instance.put([scheme, text]);
    return this.instance.call('pwhash_needs_rehash', ...numbers, text.length) === 1;
  }

  argon2(variant, memory, passes, lanes, password, salt, secret, data, out) {
    const parts = [password, salt, secret, data];
    const args = [variant, memory, passes, lanes, ...parts.map((part) => part.length), out.length];
    this.instance.secretly(() => {
      const at = this.instance.put(parts, out.length);
      this.instance.call('pwhash_argon2', ...args);
      this.instance.take(at, out);
    });
  }

  scrypt(password, salt, n, r, p, out) {
    this.instance.secretly(() => {
      const at = this.instance.put([password, salt], out.length);
      this.instance.call('pwhash_scrypt', n, r, p, password.length, salt.length, out.length);
      this.instance.take(at, out);
    });
  }
}

const MODULES = { sha256: Sha256Module, curl: CurlModule, bls: BlsModule, pwhash: PwHashModule };

/** Whether an operation is meant by a name or a name with `*` at its end. */
export function matches(pattern, operation) {
  return pattern.endsWith('*') ? operation.startsWith(pattern.slice(0, -1)) : operation === pattern;
}

/** The backend over compiled modules. */
export class WasmBackend {
  constructor(engine) {
    this.kind = 'wasm';
    this.engine = engine;
    this.sha256 = null;
    this.curl = null;
    this.bls = null;
    this.pwhash = null;
  }

  /** Takes a compiled module in. */
  add(family, module) {
    this[family] = new MODULES[family](module);
  }

  instances() {
    return Object.keys(MODULES).flatMap((family) => (this[family] ? [this[family].instance] : []));
  }

  engines() {
    return this.instances().flatMap((instance) => instance.engines());
  }

  use(operation, engine) {
    const wild = operation.endsWith('*');
    const knows = (row) => matches(operation, row.operation) && (!wild || engine === 'auto' || row.name === engine);
    const chosen = this.instances().filter((instance) => instance.engines().some(knows));
    if (chosen.length === 0) {
      const what = this.engines().some((row) => matches(operation, row.operation)) ? `engine ${JSON.stringify(engine)}` : 'operation';
      throw new LanesmithError('ENGINE', `no ${what} for ${JSON.stringify(operation)} in what is loaded: see engines()`);
    }
    for (const instance of chosen) instance.use(operation, engine);
  }
}
