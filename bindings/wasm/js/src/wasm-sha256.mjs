/** SHA-256 and Merkle trees in WebAssembly. */

import { EMPTY, Instance, words } from './instance.mjs';

/** Bytes that cross at a time where a function can work in parts: what stays in a core's cache. */
const PART = 1 << 18;

/** Pairs of nodes at a time. */
const PAIRS = 1 << 12;

/** Leaves of a subtree that is hashed at a time. */
const LEAVES = 1 << 17;

export class Sha256Module {
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
