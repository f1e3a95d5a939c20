/** Random cases against node:crypto and plain references: ten thousand in all. */

import assert from 'node:assert/strict';
import { createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto';
import { before, test } from 'node:test';

import * as reference from './curl-reference.mjs';
import { dice, hex, lanesmith, load } from './helpers.mjs';

const {
  Sha256, curl, hkdfSha256, hmacSha256, merkle, pbkdf2Sha256, sha256, sha256Hex, sha256Many, sha256Nodes,
} = lanesmith;
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

before(() => load('sha256', 'merkle', 'hmac', 'curl'));

test('4000 messages: one shot, in hexadecimal, in random parts, from unaligned views', () => {
  const { below, bytes } = dice(1);
  for (let i = 0; i < 4000; i++) {
    const around = bytes(below(i % 100 === 0 ? 40_000 : 400) + 8);
    const message = around.subarray(below(8));
    const expected = sha(message).toString('hex');
    assert.equal(hex(sha256(message)), expected);
    assert.equal(sha256Hex(message), expected);
    const hasher = new Sha256();
    for (let at = 0; at < message.length; ) {
      const part = message.subarray(at, at + below(150));
      hasher.update(part);
      if (below(4) === 0) hasher.clone().update(bytes(9)).digest();
      at += part.length;
    }
    assert.equal(hasher.length, message.length);
    assert.equal(hasher.hex(), expected);
  }
});

test('1500 batches of messages, and of pairs of nodes', () => {
  const { below, bytes } = dice(2);
  for (let i = 0; i < 500; i++) {
    const messages = Array.from({ length: below(70) }, () => bytes(below(300)));
    assert.equal(hex(sha256Many(messages)), messages.map((message) => sha(message).toString('hex')).join(''));
    const width = 1 + below(200);
    const flat = bytes(width * below(40));
    const rows = Array.from({ length: flat.length / width }, (_, row) => flat.subarray(row * width, (row + 1) * width));
    assert.equal(hex(sha256Many(flat, width)), rows.map((row) => sha(row).toString('hex')).join(''));
    const pairs = bytes(64 * below(50));
    assert.deepEqual(sha256Nodes(pairs), sha256Many(pairs, 64));
  }
});

test('messages, batches and nodes larger than what crosses at a time', () => {
  const { bytes } = dice(3);
  for (const length of [262_143, 262_144, 262_145, 262_208, 1_000_001]) {
    const message = bytes(length);
    assert.equal(sha256Hex(message), sha(message).toString('hex'));
  }
  const messages = [bytes(10), bytes(300_000), bytes(0), bytes(262_144), ...Array.from({ length: 3000 }, (_, i) => bytes(i % 300))];
  assert.equal(hex(sha256Many(messages)), messages.map((message) => sha(message).toString('hex')).join(''));
  const pairs = bytes(64 * 9001);
  const nodes = sha256Nodes(pairs);
  for (const row of [0, 4095, 4096, 8191, 8192, 9000]) {
    assert.equal(hex(nodes.subarray(32 * row, 32 * row + 32)), sha(pairs.subarray(64 * row, 64 * row + 64)).toString('hex'));
  }
});

test('1000 keys: HMAC, HKDF, PBKDF2', () => {
  const { below, bytes } = dice(4);
  for (let i = 0; i < 1000; i++) {
    const [key, data, info] = [bytes(below(200)), bytes(below(200)), bytes(below(80))];
    assert.equal(hex(hmacSha256(key, data)), createHmac('sha256', key).update(data).digest('hex'));
    const length = below(200);
    const derived = Buffer.from(hkdfSync('sha256', key, data, info, Math.max(1, length)));
    assert.equal(hex(hkdfSha256(key, { salt: data, info, length: Math.max(1, length) })), derived.toString('hex'));
    const iterations = 1 + below(4);
    const expected = pbkdf2Sync(key, data, iterations, 1 + below(90), 'sha256');
    assert.equal(hex(pbkdf2Sha256(key, { salt: data, iterations, length: expected.length })), expected.toString('hex'));
  }
});

/** The root by definition: padded level by level. */
function rootOf(leaves, limit) {
  let level = leaves;
  let zero = Buffer.alloc(32);
  for (let width = 1; width < limit; width *= 2) {
    if (level.length % 2 === 1) level = [...level, zero];
    level = Array.from({ length: level.length / 2 }, (_, i) => sha(level[2 * i], level[2 * i + 1]));
    zero = sha(zero, zero);
  }
  return Buffer.from(level[0] ?? zero);
}

test('1000 trees: roots, proofs of every kind of place, forgeries', () => {
  const { below, bytes } = dice(5);
  for (let i = 0; i < 1000; i++) {
    const leaves = Array.from({ length: 1 + below(40) }, () => bytes(32));
    const limit = below(2) === 0 ? leaves.length : leaves.length + below(1000);
    const root = merkle.root(leaves, { limit });
    assert.equal(hex(root), rootOf(leaves, limit).toString('hex'));
    const index = below(leaves.length);
    const proof = merkle.proof(leaves, index, { limit });
    const depth = proof.length;
    assert.equal(merkle.verify(leaves[index], proof, { index, limit }, root), true);
    const generalizedIndex = 2n ** BigInt(depth) + BigInt(index);
    assert.equal(merkle.verify(leaves[index], proof, { generalizedIndex }, root), true);
    assert.deepEqual(merkle.proof(leaves, { generalizedIndex }, { limit }), proof);
    // The node above it has the same proof but for the lowest sibling.
    if (depth > 0) assert.deepEqual(merkle.proof(leaves, { generalizedIndex: generalizedIndex >> 1n }, { limit }), proof.slice(1));
    if (depth > 0) {
      const forged = proof.map((node) => node.slice());
      forged[below(depth)][below(32)] ^= 1 << below(8);
      assert.equal(merkle.verify(leaves[index], forged, { index, limit }, root), false);
      assert.throws(() => merkle.verify(leaves[index], proof.slice(1), { index, limit }, root), { code: 'TREE' });
    }
    const leaf = leaves[index].slice();
    leaf[0] ^= 1;
    assert.equal(merkle.verify(leaf, proof, { index, limit }, root), false);
  }
});

test('a tree of more leaves than are hashed at a time', () => {
  const { bytes } = dice(6);
  const leaves = bytes(32 * 3000);
  const many = new Uint8Array(32 * ((1 << 18) + 3));
  for (let at = 0; at < many.length; at += leaves.length) many.set(leaves.subarray(0, Math.min(leaves.length, many.length - at)), at);
  const level = (nodes) => sha256Nodes(nodes);
  for (const limit of [undefined, 2n ** 40n]) {
    let nodes = many;
    let zero = new Uint8Array(32);
    for (let width = 1n; width < (limit ?? BigInt(many.length / 32)); width *= 2n) {
      const even = new Uint8Array(64 * Math.ceil(nodes.length / 64));
      even.set(nodes);
      if (even.length > nodes.length) even.set(zero, nodes.length);
      nodes = level(even);
      zero = new Uint8Array(sha(zero, zero));
    }
    assert.equal(hex(merkle.root(many, { limit })), hex(nodes));
  }
});

test('1300 messages of trytes against a plain Curl-P, 2000 encodings there and back', () => {
  const { below, bytes, trytes } = dice(7);
  const messages = Array.from({ length: 300 }, () => trytes(1 + below(250)));
  const hashes = curl.hashMany(messages, { rounds: 27 });
  messages.forEach((message, i) => {
    assert.equal(curl.hash(message, { rounds: 27 }), reference.hash(message, 27));
    assert.equal(hashes[i], reference.hash(message, 27));
    assert.equal(curl.hash(message), reference.hash(message));
  });
  for (let i = 0; i < 400; i++) {
    const message = Int8Array.from(reference.trits(trytes(60))).subarray(0, below(181));
    assert.deepEqual([...curl.hashTrits(message, { rounds: 27 })], [...reference.hashTrits([...message], 27)]);
  }
  for (let i = 0; i < 2000; i++) {
    const text = trytes(below(60));
    const all = curl.trytesToTrits(text);
    assert.deepEqual([...all], reference.trits(text));
    assert.equal(curl.tritsToTrytes(all), text);
    assert.deepEqual(curl.t5b1Decode(curl.t5b1Encode(all), all.length), all);
    const data = bytes(below(40));
    assert.deepEqual(curl.b1t6Decode(curl.b1t6Encode(data)), data);
  }
});
