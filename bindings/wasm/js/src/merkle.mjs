/** Merkle trees. */

import { bytes, exactly, options, rows, split, whole, whole64, wrong } from './args.mjs';
import { family } from './loader.mjs';

const MOST = 1n << 62n;

function limitOf(given) {
  const { limit } = options(given);
  if (limit === undefined) return null;
  const found = whole64('limit', limit);
  if (found > MOST) throw wrong('TREE', `limit is ${found}: trees have room for at most 2^62 leaves`);
  return found;
}

/** Levels of a tree with room for so many leaves. */
function depth(limit) {
  return limit <= 1n ? 0 : (limit - 1n).toString(2).length;
}

function placeOf(index, limit) {
  if (index >= limit) throw wrong('TREE', `index is ${index}: a tree with room for ${limit} leaves has no such leaf`);
  return (1n << BigInt(depth(limit))) | index;
}

/** The generalized index of a place. */
function indexOf(place) {
  const { index, limit, generalizedIndex } = options(place);
  if (generalizedIndex !== undefined) {
    const found = whole64('place.generalizedIndex', generalizedIndex);
    if (found === 0n) throw wrong('TREE', 'place.generalizedIndex is 0: the root has 1');
    return found;
  }
  if (index === undefined || limit === undefined) {
    throw wrong('TYPE', 'place is neither { index, limit } nor { generalizedIndex }: which leaf it is, and of how many, is for the caller to say');
  }
  const most = whole64('place.limit', limit);
  if (most > MOST) throw wrong('TREE', `place.limit is ${most}: trees have room for at most 2^62 leaves`);
  return placeOf(whole64('place.index', index), most);
}

function same(a, b) {
  return a.every((byte, i) => byte === b[i]);
}

function digest() {
  return new Uint8Array(32);
}

const log = {
  leafHash(entry) {
    const given = bytes('entry', entry);
    const message = new Uint8Array(given.length + 1);
    message.set(given, 1);
    const out = digest();
    family('sha256').digest(message, out);
    return out;
  },
  root(leafHashes) {
    const out = digest();
    family('sha256').logRoot(rows('leafHashes', leafHashes, 32), out);
    return out;
  },
  proof(leafHashes, index) {
    const all = rows('leafHashes', leafHashes, 32);
    const count = all.length / 32;
    if (whole('index', index, 0, 2 ** 32 - 1) >= count) throw wrong('TREE', `index is ${index}, but there are ${count} entries`);
    return split(family('sha256').logProve(all, index), 32);
  },
  verify(leafHash, proof, place, root) {
    const { index, size } = options(place);
    whole('place.index', index, 0, Number.MAX_SAFE_INTEGER);
    whole('place.size', size, 0, Number.MAX_SAFE_INTEGER);
    const leaf = exactly('leafHash', leafHash, 32);
    return family('sha256').logVerify(leaf, index, size, rows('proof', proof, 32), exactly('root', root, 32));
  },
  consistencyProof(leafHashes, size) {
    const all = rows('leafHashes', leafHashes, 32);
    whole('size', size, 0, 2 ** 32 - 1);
    return split(family('sha256').logConsistency(all, size), 32);
  },
  verifyConsistency(proof, sizes, root, newRoot) {
    const { size, newSize } = options(sizes);
    whole('sizes.size', size, 0, Number.MAX_SAFE_INTEGER);
    whole('sizes.newSize', newSize, 0, Number.MAX_SAFE_INTEGER);
    const roots = [exactly('root', root, 32), exactly('newRoot', newRoot, 32)];
    return family('sha256').logVerifyConsistency(size, newSize, rows('proof', proof, 32), ...roots);
  },
};

export const merkle = {
  root(leaves, given) {
    const out = digest();
    family('sha256').merkleRoot(rows('leaves', leaves, 32), limitOf(given), out);
    return out;
  },
  proof(leaves, index, given) {
    const all = rows('leaves', leaves, 32);
    const count = all.length / 32;
    if (whole('index', index, 0, Number.MAX_SAFE_INTEGER) >= count) {
      throw wrong('TREE', `index is ${index}, but there are ${count} leaves`);
    }
    const limit = limitOf(given);
    const most = limit ?? BigInt(count);
    const out = new Uint8Array(32 * depth(most));
    family('sha256').merkleProve(all, limit, placeOf(BigInt(index), most), out);
    return split(out, 32);
  },
  rootOf(leaf, proof, place) {
    const out = digest();
    family('sha256').merkleRootOf(exactly('leaf', leaf, 32), rows('proof', proof, 32), indexOf(place), out);
    return out;
  },
  verify(leaf, proof, place, root) {
    const expected = exactly('root', root, 32);
    return same(merkle.rootOf(leaf, proof, place), expected);
  },
  mixInLength(root, length) {
    const pair = new Uint8Array(64);
    pair.set(exactly('root', root, 32));
    new DataView(pair.buffer).setBigUint64(32, whole64('length', length), true);
    const out = digest();
    family('sha256').nodes(pair, out);
    return out;
  },
  zeroHash(height) {
    whole('height', height, 0, 64);
    const backend = family('sha256');
    let node = digest();
    for (let i = 0; i < height; i++) {
      const pair = new Uint8Array(64);
      pair.set(node);
      pair.set(node, 32);
      node = digest();
      backend.nodes(pair, node);
    }
    return node;
  },
  bitcoinRoot(ids) {
    const all = rows('ids', ids, 32);
    if (all.length === 0) throw wrong('LENGTH', 'ids are empty: a block has at least one transaction');
    const out = digest();
    family('sha256').bitcoinRoot(all, out);
    return out;
  },
  log,
};
