// Results that lie over what a call reads, and nodes that are meant to.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const { sha256, merkle, hmac, curl, bls, pwhash } = createRequire(import.meta.url)('../index.js');

const zeros = (length) => new Uint8Array(length);
const text = (letters) => new Uint8Array(Buffer.from(letters, 'latin1'));
const made = (length, call) => {
  const out = zeros(length);
  call(out);
  return out;
};

const scheme = (tag = zeros(0)) => [0, 2, tag];
const secret = zeros(32).fill(1);
const key = bls.blsPublicKey(0, secret);
const signature = bls.blsSign(...scheme(), secret, text('message'));

/** Verdicts come with an error where a row is another. */
function verdicts(call) {
  try {
    call();
  } catch (error) {
    if (!error.code.startsWith('MISMATCH')) throw error;
  }
}

/** Length of the result, inputs, and the call: every input of every function that writes. */
const CALLS = {
  digest: [32, [text('abc')], ([data], out) => sha256.digest(data, out)],
  advance: [40, [zeros(64)], ([blocks], midstate) => sha256.advance(midstate, blocks)],
  finish: [32, [zeros(40), text('abc')], ([midstate, rest], out) => sha256.finish(midstate, rest, out)],
  many: [64, [zeros(8), Uint32Array.of(3, 5)], ([flat, lengths], out) => sha256.many(flat, lengths, out)],
  manyFixed: [64, [zeros(8)], ([flat], out) => sha256.manyFixed(flat, 4, out)],
  nodes: [32, [zeros(64)], ([pairs], out) => sha256.nodes(pairs, out)],
  hmac: [32, [zeros(8), zeros(9)], (inputs, out) => hmac.hmacSha256(...inputs, out)],
  hkdf: [40, [zeros(8), zeros(9), zeros(7)], (inputs, out) => hmac.hkdfSha256(...inputs, out)],
  pbkdf2: [40, [zeros(8), zeros(9)], (inputs, out) => hmac.pbkdf2Sha256(1, ...inputs, out)],
  merkleRoot: [32, [zeros(64)], ([leaves], out) => merkle.merkleRoot(null, leaves, out)],
  merkleNodeProof: [32, [zeros(64)], ([leaves], out) => merkle.merkleNodeProof(null, 2n, leaves, out)],
  merkleNodeRoot: [32, [zeros(32), zeros(32)], (inputs, out) => merkle.merkleNodeRoot(2n, ...inputs, out)],
  merkleMixInLength: [32, [zeros(32)], ([root], out) => merkle.merkleMixInLength(root, 5, out)],
  logLeaf: [32, [zeros(9)], ([entry], out) => merkle.logLeaf(entry, out)],
  logRoot: [32, [zeros(64)], ([leaves], out) => merkle.logRoot(leaves, out)],
  bitcoinRoot: [32, [zeros(64)], ([ids], out) => merkle.bitcoinRoot(ids, out)],
  'curl.hash': [81, [text('ABC')], ([trytes], out) => curl.curlHash(81, trytes, out)],
  'curl.hashMany': [162, [text('ABCDEFGH'), Uint32Array.of(3, 5)], ([flat, lengths], out) => curl.hashMany(flat, lengths, 81, out)],
  'curl.hashManyFixed': [162, [text('ABCDEF')], ([flat], out) => curl.hashManyFixed(flat, 3, 81, out)],
  'curl.hashTrits': [243, [zeros(9)], ([trits], out) => curl.curlHashTrits(81, trits, out)],
  t5b1Encode: [2, [zeros(9)], ([trits], out) => curl.curlT5b1Encode(trits, out)],
  t5b1Decode: [9, [zeros(2)], ([bytes], out) => curl.curlT5b1Decode(bytes, out)],
  b1t6Encode: [6, [zeros(3)], ([bytes], out) => curl.curlB1t6Encode(bytes, out)],
  b1t6Decode: [3, [text('999999')], ([trytes], out) => curl.curlB1t6Decode(trytes, out)],
  generate: [32, [zeros(32), zeros(3)], (inputs, out) => bls.blsGenerate(...inputs, out)],
  deriveMaster: [32, [zeros(32)], ([seed], out) => bls.blsDeriveMaster(seed, out)],
  derivePath: [32, [secret], ([parent], out) => bls.blsDerivePath('m/1', parent, out)],
  verifyBatch: [
    1,
    [text('TAG'), text('message'), Uint32Array.of(7), zeros(32)],
    ([tag, messages, lengths, seed], out) => verdicts(() => bls.blsVerifyBatch(...scheme(tag), [key], messages, lengths, [signature], seed, out)),
  ],
  split: [96, [secret], ([own], out) => bls.blsSplit(0, 1, 3, own, zeros(32).fill(7), out, zeros(48))],
  commitments: [48, [secret], ([own], out) => bls.blsSplit(0, 1, 3, own, zeros(32).fill(7), zeros(96), out)],
  recoverKey: [32, [Uint32Array.of(1), secret], ([indices, shares], out) => bls.blsRecoverKey(indices, shares, out)],
  argon2: [32, [zeros(8), zeros(8), zeros(3), zeros(5)], (inputs, out) => pwhash.argon2(2, 8, 1, 1, ...inputs, out)],
  scrypt: [32, [zeros(8), zeros(9)], (inputs, out) => pwhash.scrypt(2, 1, 1, ...inputs, out)],
};

for (const [name, [length, inputs, call]] of Object.entries(CALLS)) {
  test(`${name}: a result over any of its inputs is refused, and nothing is written`, () => {
    call(inputs, zeros(length));
    inputs.forEach((input, at) => {
      const memory = zeros(Math.max(length, input.byteLength));
      memory.set(new Uint8Array(input.buffer, input.byteOffset, input.byteLength));
      const before = memory.slice();
      const over = inputs.slice();
      over[at] = new input.constructor(memory.buffer, 0, input.length);
      assert.throws(() => call(over, memory.subarray(0, length)), { code: 'OVERLAP', message: /overlaps/ }, `input ${at}`);
      assert.deepEqual(memory, before);
    });
  });
}

test('nodes in place are those beside their pairs', () => {
  const pairs = Uint8Array.from({ length: 64 * 67 }, (_, i) => i & 0xff);
  const nodes = Array.from({ length: 67 }, (_, i) => createHash('sha256').update(pairs.subarray(64 * i, 64 * i + 64)).digest());
  sha256.nodesInPlace(pairs);
  assert.deepEqual(Buffer.from(pairs.subarray(0, 32 * 67)), Buffer.concat(nodes));
  sha256.nodesInPlace(zeros(0));
  assert.throws(() => sha256.nodesInPlace(zeros(96)), { code: 'LENGTH' });
});
