/** The wrong calls that every face refuses in the same way: bindings/face/hostile/calls.json. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { lanesmith, load, unhex } from './helpers.mjs';

// The one number that is too large for JavaScript's is read as text.
const text = readFileSync(new URL('../../../face/hostile/calls.json', import.meta.url), 'utf8').replace(/: (\d{17,})/g, ': "$1n"');
const { calls } = JSON.parse(text);
const {
  PublicKey, Signature, bls, curl, hkdfSha256, hmacSha256, merkle, pbkdf2Sha256, pwhash, sha256Into, sha256Many, sha256Nodes, sha256NodesInPlace,
} = lanesmith;
const small = bls.scheme({ variant: 'min_sig' });
const VARIANTS = ['min_pk', 'min_sig'];
const points = {};

before(async () => {
  await load('sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash');
  const [secret, message] = [new Uint8Array(32), new Uint8Array(3)];
  secret[31] = 1;
  points.key = new PublicKey(bls.publicKey(secret));
  points.signature = new Signature(bls.sign(secret, message));
  points.other_key = new PublicKey(small.publicKey(secret), { variant: 'min_sig' });
  points.other_signature = new Signature(small.sign(secret, message), { variant: 'min_sig' });
});

function bytes(value) {
  if (typeof value === 'string') return value.startsWith('0x') ? unhex(value) : value;
  return value === null ? null : new Uint8Array(value);
}

const point = (value) => (value === null ? null : points[value]);
const number = (value) => (typeof value === 'string' ? BigInt(value.slice(0, -1)) : value);
const one = new Uint8Array(32).fill(1);

/** Every function of the table by the package's own. */
const FUNCTIONS = {
  sha256: ({ message, out }) => sha256Into(bytes(message), new Uint8Array(out ?? 32)),
  sha256_many: ({ messages, out }) => sha256Many(messages.map(bytes), new Uint8Array(out)),
  sha256_nodes({ pairs, out, over }) {
    const input = bytes(pairs);
    return sha256Nodes(input, over ? input.subarray(over[1], over[1] + out) : new Uint8Array(out));
  },
  sha256_nodes_in_place: ({ nodes }) => sha256NodesInPlace(bytes(nodes)),
  hmac_sha256: ({ key, message }) => hmacSha256(bytes(key), bytes(message)),
  hkdf_sha256: ({ salt, material, info, out }) => hkdfSha256(bytes(material), { salt: bytes(salt), info: bytes(info), length: out }),
  pbkdf2_sha256: ({ iterations, password, salt, out }) => pbkdf2Sha256(bytes(password), { salt: bytes(salt), iterations, length: out }),
  blocks_root: ({ format, block_size: blockSize = 0, data }) => merkle.file.root(bytes(data), { format, blockSize }),
  blocks_root_of_digests: ({ format, length, digests }) => merkle.file.rootOfDigests(bytes(digests), length, { format }),
  merkle_root: ({ leaves, limit }) => merkle.root(bytes(leaves), limit === undefined ? {} : { limit: number(limit) }),
  merkle_proof: ({ index, leaves, limit }) => merkle.proof(bytes(leaves), index, limit === undefined ? {} : { limit }),
  merkle_verify: ({ index, limit, leaf, proof, root }) => merkle.verify(bytes(leaf), bytes(proof), { index, limit }, bytes(root)),
  log_proof: ({ index, leaves }) => merkle.log.proof(bytes(leaves), index),
  log_verify: ({ index, size, leaf, proof, root }) => merkle.log.verify(bytes(leaf), bytes(proof), { index, size }, bytes(root)),
  log_consistency: ({ size, leaves }) => merkle.log.consistencyProof(bytes(leaves), size),
  bitcoin_root: ({ ids }) => merkle.bitcoinRoot(bytes(ids)),
  curl_hash: ({ rounds, trytes }) => curl.hash(trytes, { rounds }),
  curl_hash_many: ({ rounds, messages }) => curl.hashMany(messages, { rounds }),
  bls_key_decode: ({ variant, bytes: own }) => new PublicKey(bytes(own), { variant: VARIANTS[variant] }),
  bls_signature_decode: ({ variant, bytes: own }) => new Signature(bytes(own), { variant: VARIANTS[variant] }),
  bls_public_key: ({ variant, secret }) => bls.scheme({ variant: VARIANTS[variant] }).publicKey(bytes(secret)),
  bls_sign: ({ secret, message }) => bls.sign(bytes(secret), bytes(message)),
  bls_verify: ({ key, message, signature }) => bls.verify(point(key), bytes(message), point(signature)),
  bls_aggregate: ({ signatures }) => bls.aggregate(signatures.map(point)),
  bls_aggregate_keys: ({ keys }) => bls.aggregateKeys(keys.map(point)),
  bls_aggregate_verify: ({ keys, messages, signature }) => bls.aggregateVerify(keys.map(point), messages.map(bytes), point(signature)),
  bls_fast_aggregate_verify: ({ keys, message, signature }) => bls.fastAggregateVerify(keys.map(point), bytes(message), point(signature)),
  bls_verify_batch: ({ keys, messages, signatures }) => bls.verifyBatch(keys.map(point), messages.map(bytes), signatures.map(point)),
  bls_verify_possession: ({ key, proof }) => bls.verifyPossession(point(key), point(proof)),
  bls_generate: ({ material, info }) => bls.generateKey(bytes(material), bytes(info)),
  bls_derive_master: ({ seed }) => bls.deriveMaster(bytes(seed)),
  bls_derive_path: ({ path, secret }) => bls.derivePath(bytes(secret), path),
  bls_split: ({ threshold, shares }) => bls.splitKey(one, { threshold, shares }),
  bls_recover_key: ({ indices }) => bls.recoverKey(indices.map((index) => ({ index, secret: one }))),
  bls_recover_signature: ({ indices, signatures }) =>
    bls.recoverSignature(indices.map((index, i) => ({ index, signature: point(signatures[i]) }))),
  drand_verify: ({ network, round, signature }) => bls.drandVerify(network, round, bytes(signature)),
  password_hash: ({ salt }) => pwhash.hash('p', { memory: 65536, timeCost: 1, parallelism: 1, salt: bytes(salt) }),
  password_verify: ({ stored, max_memory: maxMemory }) => pwhash.verify(stored, 'p', maxMemory === undefined ? {} : { maxMemory }),
  argon2: ({ memory, salt, out }) => pwhash.argon2('p', { memory, passes: 1, lanes: 1, salt: bytes(salt), length: out }),
  scrypt: ({ n, salt, out }) => pwhash.scrypt('p', { n, r: 1, p: 1, salt: bytes(salt), length: out }),
};

for (const row of calls) {
  const { call, status, row: index, ...args } = row;
  test(`${call} ${JSON.stringify(args)}: ${status}`, () => {
    assert.throws(() => FUNCTIONS[call](args), (error) => {
      assert.equal(error.code, status === 'POINTER' ? 'TYPE' : status, error.stack);
      assert.equal(error.index, index, error.message);
      return true;
    });
  });
}
