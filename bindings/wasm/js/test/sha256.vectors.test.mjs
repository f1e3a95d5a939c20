import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { generated, hex, lanesmith, load, unhex, vectors, vectorText } from './helpers.mjs';
import { ssz } from './ssz.mjs';

const {
  Sha256, hkdfSha256, hmacSha256, hmacSha256Verify, merkle, pbkdf2Sha256, sha256, sha256Hex, sha256Many, sha256Nodes,
} = lanesmith;

before(() => load('sha256', 'merkle', 'hmac'));

/** Cases of a response file of NIST. */
function responses(path) {
  const text = vectorText(path);
  return [...text.matchAll(/Len = (\d+)\s+Msg = ([0-9a-f]+)\s+MD = ([0-9a-f]+)/g)].map(([, bits, message, digest]) => ({
    message: unhex(message).subarray(0, Number(bits) / 8),
    digest,
  }));
}

for (const [file, count] of [['SHA256ShortMsg.rsp', 44], ['SHA256LongMsg.rsp', 43]]) {
  test(`${file}: one shot, in parts, and all at once`, () => {
    const cases = responses(`sha256/${file}`);
    assert.equal(cases.length, count);
    for (const { message, digest } of cases) {
      assert.equal(sha256Hex(message), digest);
      const hasher = new Sha256();
      for (let at = 0; at < message.length; at += 37) hasher.update(message.subarray(at, at + 37));
      assert.equal(hasher.hex(), digest);
    }
    assert.equal(hex(sha256Many(cases.map(({ message }) => message))), cases.map(({ digest }) => digest).join(''));
  });
}

test('SHA256Monte.rsp', () => {
  const text = vectorText('sha256/SHA256Monte.rsp');
  let seed = unhex(/Seed = ([0-9a-f]+)/.exec(text)[1]);
  const expected = [...text.matchAll(/\nMD = ([0-9a-f]+)/g)].map(([, digest]) => digest);
  assert.equal(expected.length, 67);
  for (const digest of expected) {
    let last = [seed, seed, seed];
    for (let i = 0; i < 1000; i++) last = [last[1], last[2], sha256(Buffer.concat(last))];
    seed = last[2];
    assert.equal(hex(seed), digest);
  }
});

test('length_sweep.json: every length around blocks, in one and in two parts', () => {
  const { seed, digests } = vectors('sha256/length_sweep.json');
  const all = generated(seed, Math.max(...digests.map(({ len }) => len)));
  for (const { len, sha256: digest } of digests) {
    const message = all.subarray(0, len);
    assert.equal(sha256Hex(message), digest, `length ${len}`);
    const half = len >> 1;
    assert.equal(new Sha256().update(message.subarray(0, half)).update(message.subarray(half)).hex(), digest);
  }
});

test('hash64_batches.json: nodes, and the same as messages of one length', () => {
  for (const { count, seed, nodes, digests, sha256_of_digests } of vectors('sha256/hash64_batches.json')) {
    const pairs = nodes === null ? generated(seed, 64 * count) : unhex(nodes);
    const found = sha256Nodes(pairs);
    if (digests !== null) assert.equal(hex(found), digests);
    assert.equal(sha256Hex(found), sha256_of_digests, `${count} nodes`);
    assert.deepEqual(sha256Many(pairs, 64), found);
  }
});

test('RFC 4231: HMAC', () => {
  for (const { key, msg, tag } of vectors('sha256/hmac_rfc4231.json')) {
    assert.equal(hex(hmacSha256(unhex(key), unhex(msg))).slice(0, tag.length), tag);
  }
});

test('RFC 5869: HKDF', () => {
  for (const { ikm, salt, info, length, okm } of vectors('sha256/hkdf_rfc5869.json')) {
    assert.equal(hex(hkdfSha256(unhex(ikm), { salt: unhex(salt), info: unhex(info), length })), okm);
  }
});

test('RFC 7914: PBKDF2', () => {
  for (const { password, salt, iterations, dkLen, dk } of vectors('sha256/pbkdf2_rfc7914.json')) {
    assert.equal(hex(pbkdf2Sha256(unhex(password), { salt: unhex(salt), iterations, length: dkLen })), dk);
  }
});

/** Tests of a Wycheproof file, with what their group says. */
function wycheproof(file) {
  return vectors(`sha256/wycheproof_${file}_test.json`).testGroups.flatMap((group) => group.tests.map((one) => ({ ...group, ...one })));
}

test('Wycheproof: HMAC, 174 cases', () => {
  const cases = wycheproof('hmac_sha256');
  assert.equal(cases.length, 174);
  for (const { key, msg, tag, tagSize, result } of cases) {
    const found = hmacSha256(unhex(key), unhex(msg));
    assert.equal(hex(found.subarray(0, tagSize / 8)) === tag, result === 'valid');
    if (tagSize === 256) assert.equal(hmacSha256Verify(unhex(key), unhex(msg), unhex(tag)), result === 'valid');
  }
});

test('Wycheproof: HKDF, 86 cases', () => {
  const cases = wycheproof('hkdf_sha256');
  assert.equal(cases.length, 86);
  for (const { ikm, salt, info, size, okm, result } of cases) {
    const derive = () => hex(hkdfSha256(unhex(ikm), { salt: unhex(salt), info: unhex(info), length: size }));
    if (result === 'valid') assert.equal(derive(), okm);
    else assert.throws(derive);
  }
});

test('Wycheproof: PBKDF2, 60 cases', () => {
  const cases = wycheproof('pbkdf2_hmacsha256');
  assert.equal(cases.length, 60);
  for (const { password, salt, iterationCount, dkLen, dk, result } of cases) {
    const found = hex(pbkdf2Sha256(unhex(password), { salt: unhex(salt), iterations: iterationCount, length: dkLen }));
    assert.equal(found === dk, result === 'valid');
  }
});

test('ssz_merkleize.json: roots, roots with length, zero hashes', () => {
  const { zero_hashes, cases } = vectors('sha256/ssz_merkleize.json');
  zero_hashes.forEach((expected, height) => assert.equal(hex(merkle.zeroHash(height)), expected));
  for (const { count, seed, chunks, limit, root, root_mixed_in_length } of cases) {
    const leaves = chunks === null ? generated(seed, 32 * count) : unhex(Array.isArray(chunks) ? chunks.join('') : chunks);
    const found = merkle.root(leaves, limit === null ? {} : { limit: BigInt(limit) });
    assert.equal(hex(found), root, `${count} leaves, limit ${limit}`);
    assert.equal(hex(merkle.mixInLength(found, count)), root_mixed_in_length);
  }
});

test('ssz_incremental.json: a proof of the leaf that changed, after every step', () => {
  for (const { depth, initial, initial_root, steps } of vectors('sha256/ssz_incremental.json')) {
    const limit = 2 ** depth;
    const leaves = initial.map(unhex);
    assert.equal(hex(merkle.root(leaves, { limit })), initial_root);
    for (const { set, root, root_mixed_in_length } of steps) {
      for (const [index, leaf] of set) leaves[index] = unhex(leaf);
      const found = merkle.root(leaves, { limit });
      assert.equal(hex(found), root);
      assert.equal(hex(merkle.mixInLength(found, leaves.length)), root_mixed_in_length);
      const index = set.at(-1)?.[0] ?? 0;
      const proof = merkle.proof(leaves, index, { limit });
      assert.equal(merkle.verify(leaves[index], proof, { index, limit }, found), true);
      assert.equal(merkle.verify(leaves[index], proof, { index: index ^ 1, limit }, found), false);
    }
  }
});

test('ssz_hash_tree_root.json: 141 typed values', () => {
  const { containers, cases } = vectors('sha256/ssz_hash_tree_root.json');
  assert.equal(cases.length, 141);
  const root = ssz(containers);
  for (const { type, serialized, root: expected } of cases) assert.equal(hex(root(type, unhex(serialized))), expected, type);
});

test('deposit_tree_eip4881.json: the root after each of 512 deposits', () => {
  const leaves = [];
  for (const { deposit_data_root, deposit_count, deposit_root } of vectors('sha256/deposit_tree_eip4881.json')) {
    leaves.push(unhex(deposit_data_root));
    assert.equal(leaves.length, deposit_count);
    assert.equal(hex(merkle.mixInLength(merkle.root(leaves, { limit: 2 ** 32 }), deposit_count)), deposit_root);
  }
  assert.equal(leaves.length, 512);
});

test('bitcoin_blocks.json', () => {
  for (const { txids, merkle_root } of vectors('sha256/bitcoin_blocks.json')) {
    const found = merkle.bitcoinRoot(txids.map((id) => unhex(id).reverse()));
    assert.equal(hex(found.reverse()), merkle_root);
  }
});

const base64 = (text) => new Uint8Array(Buffer.from(text ?? '', 'base64'));

test('rfc6962.json: hashes, roots, proofs of the reference trees', () => {
  const { leaves, hashes, trees } = vectors('sha256/rfc6962.json');
  assert.equal(hex(merkle.log.leafHash(new Uint8Array(0))), hashes.leaf_empty);
  assert.equal(hex(merkle.log.leafHash(Buffer.from('L123456'))), hashes.leaf_L123456);
  const all = leaves.map((leaf) => merkle.log.leafHash(unhex(leaf)));
  for (const { size, root, inclusion, consistency } of trees) {
    const some = all.slice(0, size);
    assert.equal(hex(merkle.log.root(some)), root);
    inclusion.forEach((proof, index) => {
      const found = merkle.log.proof(some, index);
      assert.deepEqual(found.map(hex), proof);
      assert.equal(merkle.log.verify(some[index], found, { index, size }, unhex(root)), true);
    });
    for (const [old, proof] of Object.entries(consistency)) {
      assert.deepEqual(merkle.log.consistencyProof(some, Number(old)).map(hex), proof);
    }
  }
});

/** The verdict on a probe, of which many are malformed. */
function accepted(verify) {
  try {
    return verify();
  } catch (error) {
    assert.equal(error instanceof lanesmith.LanesmithError, true, error.stack);
    return false;
  }
}

/** A root; some probes have a text there that says that nobody cares. */
const rootOf = (text) => {
  const bytes = base64(text);
  return Buffer.from(bytes).toString().startsWith("don't care") ? Uint8Array.from({ length: 32 }, (_, i) => bytes[i] ?? 0) : bytes;
};

test('rfc6962.json: 98 probes of inclusion and 98 of consistency', () => {
  const { inclusion_proofs, consistency_proofs } = vectors('sha256/rfc6962.json');
  for (const { leafIdx, treeSize, root, leafHash, proof, wantErr, name } of inclusion_proofs) {
    const nodes = (proof ?? []).map(base64);
    const place = { index: leafIdx, size: treeSize };
    assert.equal(accepted(() => merkle.log.verify(base64(leafHash), nodes, place, base64(root))), !wantErr, name);
  }
  for (const { size1, size2, root1, root2, proof, wantErr, name } of consistency_proofs) {
    const nodes = (proof ?? []).map(base64);
    const sizes = { size: size1, newSize: size2 };
    assert.equal(accepted(() => merkle.log.verifyConsistency(nodes, sizes, rootOf(root1), rootOf(root2))), !wantErr, name);
  }
});

test('blocks_generated.json: files as trees, whole, in parts, and with a bad block', () => {
  const { seed, cases } = vectors('sha256/blocks_generated.json');
  const all = generated(seed, 9 << 20);
  for (const { format, length, block_size: blockSize = 0, hash_block_size: hashBlockSize = 0, salt = '', root } of cases) {
    const tree = { format, blockSize, hashBlockSize, salt: unhex(salt) };
    const data = all.subarray(0, length);
    assert.equal(hex(merkle.file.root(data, tree)), root, JSON.stringify(tree));
    const digests = merkle.file.digests(data, tree);
    assert.equal(hex(merkle.file.rootOfDigests(digests, length, tree)), root);
    if (length === 0) continue;
    const block = blockSize || { btv2: 1 << 14, glacier: 1 << 20 }[format];
    const other = data.slice();
    other[length - 1] ^= 1;
    assert.deepEqual(merkle.file.check(data, digests, unhex(root), tree), []);
    assert.deepEqual(merkle.file.check(other, digests, unhex(root), tree), [Math.ceil(length / block) - 1]);
    assert.throws(() => merkle.file.check(data, digests, new Uint8Array(32), tree), { code: 'TREE' });
  }
  assert.throws(() => merkle.file.root(all, { format: 'abacus' }), { code: 'RANGE' });
  assert.throws(() => merkle.file.root(all, { format: 'btv2', salt: all.subarray(0, 1) }), { code: 'TREE' });
});
