/** Merkle trees in WebAssembly. */

import { Functions } from './functions.mjs';
import { EMPTY } from './instance.mjs';
import { MERKLE } from './table-merkle.mjs';
import { NODES } from './wasm-nodes.mjs';

/** Leaves of a subtree that is hashed at a time. */
const LEAVES = 1 << 17;

export class MerkleModule extends Functions {
  constructor(module) {
    super(module, MERKLE);
    Object.assign(this, NODES);
  }

  merkleRoot(limit, leaves, out) {
    const count = leaves.length / 32;
    const fits = limit === null || (limit >= BigInt(count) && limit <= 1n << 62n);
    if (count > LEAVES && fits) this.largeRoot(leaves, limit ?? BigInt(count), out);
    else this.run('merkle_root', 'ob', 'h', [limit, leaves, out]);
  }

  /** The root over roots of subtrees: a large tree takes no more memory than its parts. */
  largeRoot(leaves, limit, out) {
    const subtrees = Math.ceil(leaves.length / (32 * LEAVES));
    let level = new Uint8Array(32 * subtrees);
    for (let i = 0; i < subtrees; i++) {
      const part = leaves.subarray(32 * LEAVES * i, 32 * LEAVES * (i + 1));
      this.merkleRoot(BigInt(LEAVES), part, level.subarray(32 * i, 32 * (i + 1)));
    }
    const zeros = new Uint8Array(32);
    this.merkleRoot(BigInt(LEAVES), EMPTY, zeros);
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
}
