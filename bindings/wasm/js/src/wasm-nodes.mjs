/** What the modules of SHA-256 and of Merkle trees both have: nodes. */

/** Pairs of nodes at a time. */
const PAIRS = 1 << 12;

export const NODES = {
  nodes(pairs, out) {
    const { instance } = this;
    for (let at = 0; at < out.length; at += 32 * PAIRS) {
      const part = pairs.length <= 64 * PAIRS ? pairs : pairs.subarray(2 * at, 2 * at + 64 * PAIRS);
      const result = instance.put([part], part.length / 2);
      instance.call('sha256_nodes', part.length / 64);
      instance.look();
      out.set(instance.bytes.subarray(result, result + part.length / 2), at);
    }
  },

  /** What is written lies before what is still to be read. */
  nodesInPlace(pairs) {
    this.nodes(pairs, pairs.subarray(0, pairs.length / 2));
  },
};
