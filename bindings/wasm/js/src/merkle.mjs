/** Merkle trees. */

import { bytes, exactly, made, oneOf, options, rows, split, whole, whole64, wrong } from './args.mjs';
import { family } from './loader.mjs';

const MOST = 1n << 62n;

/** How many leaves a tree has room for. */
function roomOf(name, value) {
  const found = whole64(name, value);
  if (found > MOST) throw wrong('TREE', `${name} is ${found}: trees have room for at most 2^62 leaves`);
  return found;
}

function limitOf(given) {
  const { limit } = options(given, 'limit');
  return limit === undefined ? null : roomOf('limit', limit);
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
  const most = roomOf('place.limit', limit);
  return placeOf(whole64('place.index', index), most);
}

function same(a, b) {
  return a.every((byte, i) => byte === b[i]);
}

const trees = () => family('merkle');

/** 32 bytes that a function writes. */
const node = (fill) => made(32, fill);

/** Two nodes side by side. */
function pair(left, right) {
  const both = new Uint8Array(64);
  both.set(left);
  both.set(right, 32);
  return both;
}

function sizeOf(name, value) {
  return whole(name, value, 0, Number.MAX_SAFE_INTEGER);
}

const log = {
  leafHash: (entry) => node((out) => trees().logLeaf(bytes('entry', entry), out)),
  root: (leafHashes) => node((out) => trees().logRoot(rows('leafHashes', leafHashes, 32), out)),
  proof(leafHashes, index) {
    const all = rows('leafHashes', leafHashes, 32);
    const count = all.length / 32;
    if (whole('index', index, 0, 2 ** 32 - 1) >= count) throw wrong('TREE', `index is ${index}, but there are ${count} entries`);
    return split(trees().logProof(index, all), 32);
  },
  verify(leafHash, proof, place, root) {
    const { index, size } = options(place);
    sizeOf('place.index', index);
    sizeOf('place.size', size);
    const leaf = exactly('leafHash', leafHash, 32);
    return trees().logVerify(index, size, leaf, rows('proof', proof, 32), exactly('root', root, 32));
  },
  consistencyProof(leafHashes, size) {
    const all = rows('leafHashes', leafHashes, 32);
    whole('size', size, 0, 2 ** 32 - 1);
    return split(trees().logConsistency(size, all), 32);
  },
  verifyConsistency(proof, sizes, root, newRoot) {
    const { size, newSize } = options(sizes);
    sizeOf('sizes.size', size);
    sizeOf('sizes.newSize', newSize);
    const roots = [exactly('root', root, 32), exactly('newRoot', newRoot, 32)];
    return trees().logVerifyConsistency(size, newSize, rows('proof', proof, 32), ...roots);
  },
};

/** The formats of trees over files, and the usual size of their blocks. */
const BLOCKS = { btv2: 1 << 14, fsverity: 4096, 'dm-verity': 4096, glacier: 1 << 20, s3: 8 << 20, rfc6962: 4096 };

/** Bytes that are hashed at a time. */
const PART = 1 << 22;

/** The format that options ask for, and the size of its blocks. */
function treeOf(given) {
  const { format, blockSize = 0, hashBlockSize = 0, salt = new Uint8Array(0) } = options(given, 'format', 'blockSize', 'hashBlockSize', 'salt');
  const usual = BLOCKS[oneOf('format', format, Object.keys(BLOCKS))];
  const sizes = [whole('blockSize', blockSize, 0, Number.MAX_SAFE_INTEGER), whole('hashBlockSize', hashBlockSize, 0, Number.MAX_SAFE_INTEGER)];
  const tree = [format, ...sizes.map(BigInt), bytes('salt', salt)];
  return { tree, block: sizes[0] || usual, empty: format === 's3' ? 1 : 0 };
}

/** The digests of the blocks of data, a part at a time: WebAssembly has a copy of no more. */
function digestsOf({ tree, block, empty }, data) {
  const all = new Uint8Array(32 * Math.max(Math.ceil(data.length / block), empty));
  const blocks = Math.max(Math.floor(PART / block), 1);
  let at = 0;
  do {
    const part = data.subarray(at, at + blocks * block);
    const from = 32 * (at / block);
    trees().blocksDigests(...tree, part, all.subarray(from, from + 32 * Math.max(Math.ceil(part.length / block), empty)));
    at += part.length;
  } while (at < data.length);
  return all;
}

function rootOfDigests({ tree }, digests, length) {
  return node((out) => trees().blocksRootOfDigests(...tree, BigInt(length), digests, out));
}

const file = {
  root(data, given) {
    const tree = treeOf(given);
    const all = bytes('data', data);
    return rootOfDigests(tree, digestsOf(tree, all), all.length);
  },
  digests: (data, given) => digestsOf(treeOf(given), bytes('data', data)),
  rootOfDigests: (digests, length, given) => rootOfDigests(treeOf(given), rows('digests', digests, 32), sizeOf('length', length)),
  check(data, digests, root, given) {
    const tree = treeOf(given);
    const [all, expected] = [bytes('data', data), rows('digests', digests, 32)];
    if (!same(rootOfDigests(tree, expected, all.length), exactly('root', root, 32))) {
      throw wrong('TREE', 'the digests are not those of the root');
    }
    const found = digestsOf(tree, all);
    const bad = [];
    for (let i = 0; i < found.length; i += 32) {
      if (!same(found.subarray(i, i + 32), expected.subarray(i, i + 32))) bad.push(i / 32);
    }
    return bad;
  },
};

export const merkle = {
  root(leaves, given) {
    const all = rows('leaves', leaves, 32);
    const limit = limitOf(given);
    return node((out) => trees().merkleRoot(limit, all, out));
  },
  proof(leaves, place, given) {
    const all = rows('leaves', leaves, 32);
    const limit = limitOf(given);
    if (typeof place !== 'object' || place === null) return split(trees().merkleProof(limit, sizeOf('index', place), all), 32);
    const index = indexOf({ limit: limit ?? all.length / 32, ...place });
    return split(made(32 * (index.toString(2).length - 1), (out) => trees().merkleNodeProof(limit, index, all, out)), 32);
  },
  rootOf: (leaf, proof, place) =>
    made(32, (out) => {
      const parts = [exactly('leaf', leaf, 32), rows('proof', proof, 32)];
      trees().merkleNodeRoot(indexOf(place), ...parts, out);
    }),
  verify(leaf, proof, place, root) {
    const expected = exactly('root', root, 32);
    return same(merkle.rootOf(leaf, proof, place), expected);
  },
  mixInLength: (root, length) => node((out) => trees().merkleMixInLength(exactly('root', root, 32), whole64('length', length), out)),
  zeroHash(height) {
    whole('height', height, 0, 64);
    const backend = trees();
    let zero = new Uint8Array(32);
    for (let i = 0; i < height; i++) zero = node((out) => backend.nodes(pair(zero, zero), out));
    return zero;
  },
  bitcoinRoot(ids) {
    const all = rows('ids', ids, 32);
    if (all.length === 0) throw wrong('LENGTH', 'ids are empty: a block has at least one transaction');
    return node((out) => trees().bitcoinRoot(all, out));
  },
  log,
  file,
};
