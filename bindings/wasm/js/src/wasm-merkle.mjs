/** Merkle trees in WebAssembly. */

import { EMPTY } from './instance.mjs';
import { NodesModule } from './wasm-nodes.mjs';

/** Leaves of a subtree that is hashed at a time. */
const LEAVES = 1 << 17;

export class MerkleModule extends NodesModule {
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
    const args = [leaves.length / 32, Number(limit !== null), limit ?? 0n, index, out.length];
    this.instance.transform('merkle_prove', [leaves], out, ...args);
  }

  merkleRootOf(leaf, branch, index, out) {
    this.instance.short('merkle_root_of', [leaf, branch], out, branch.length / 32, index);
  }

  logLeaf(entry, out) {
    this.instance.short('log_leaf', [entry], out, entry.length);
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

  blocksDigests(name, salt, sizes, data, out) {
    this.instance.transform('blocks_digests', [name, salt, data], out, name.length, ...sizes, salt.length, data.length, out.length);
  }

  blocksRoot(name, salt, sizes, length, digests, out) {
    this.instance.short('blocks_root', [name, salt, digests], out, name.length, ...sizes, salt.length, length, digests.length / 32);
  }

  bitcoinRoot(ids, out) {
    this.instance.short('bitcoin_root', [ids], out, ids.length / 32);
  }
}
