import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import * as reference from './curl-reference.mjs';
import { coded, hex, lanesmith, load, unhex, vectors } from './helpers.mjs';

const { Curl, curl } = lanesmith;
const TRITS = { '-': -1, 0: 0, '+': 1 };
const trits = (text) => Int8Array.from(text, (trit) => TRITS[trit]);

before(() => load('curl'));

test('hash.json: one at a time and all at once', () => {
  const cases = vectors('curl/hash.json');
  for (const { input, output, rounds } of cases) {
    assert.equal(curl.hash(input, { rounds }), output.slice(0, 81));
    // Some squeeze more than one block.
    const sponge = new Curl(rounds).absorb(curl.trytesToTrits(input));
    assert.equal(curl.tritsToTrytes(sponge.squeeze(3 * output.length)), output);
  }
  for (const rounds of [27, 81]) {
    const some = cases.filter((one) => one.rounds === rounds);
    assert.deepEqual(curl.hashMany(some.map(({ input }) => input), { rounds }), some.map(({ output }) => output.slice(0, 81)));
  }
});

test('hash_trits.json', () => {
  for (const { input_trits, output_trits, rounds } of vectors('curl/hash_trits.json')) {
    assert.deepEqual(curl.hashTrits(trits(input_trits), { rounds }), trits(output_trits));
  }
});

test('permutation.json: transforms of whole states', () => {
  for (const { state_in, state_out, rounds } of vectors('curl/permutation.json')) {
    assert.deepEqual(curl.permute(trits(state_in), { rounds }), trits(state_out));
  }
});

test('transaction.json: hashes and weights, one at a time and all at once', () => {
  const cases = vectors('curl/transaction.json');
  for (const { trytes, hash, rounds, weight } of cases) {
    assert.equal(curl.hash(trytes, { rounds }), hash);
    if (weight !== undefined) assert.equal(curl.weight(hash), weight);
  }
  for (const rounds of [27, 81]) {
    const some = cases.filter((one) => one.rounds === rounds);
    assert.deepEqual(curl.hashMany(some.map(({ trytes }) => trytes), { rounds }), some.map(({ hash }) => hash));
  }
});

test('collision.json: two messages of one hash under 27 rounds', () => {
  for (const { inputs, output, outputs_curl_p_81, rounds } of vectors('curl/collision.json')) {
    for (const [i, input] of inputs.entries()) {
      assert.equal(curl.hash(input, { rounds }), output);
      if (outputs_curl_p_81) assert.equal(curl.hash(input), outputs_curl_p_81[i]);
    }
  }
});

test('tryte.json, t5b1.json, b1t6.json: encodings there and back', () => {
  for (const { tryte, trits } of vectors('curl/tryte.json')) {
    assert.deepEqual([...curl.trytesToTrits(tryte)], trits);
    assert.equal(curl.tritsToTrytes(Int8Array.from(trits)), tryte);
  }
  for (const { bytes_hex, trytes } of vectors('curl/t5b1.json')) {
    const all = curl.trytesToTrits(trytes);
    assert.equal(hex(curl.t5b1Encode(all)), bytes_hex);
    assert.deepEqual(curl.t5b1Decode(unhex(bytes_hex), all.length), all);
  }
  for (const { bytes_hex, trytes } of vectors('curl/b1t6.json')) {
    assert.equal(curl.b1t6Encode(unhex(bytes_hex)), trytes);
    assert.equal(hex(curl.b1t6Decode(trytes)), bytes_hex);
  }
});

test('t5b1_invalid.json, b1t6_invalid.json: refused', () => {
  for (const { bytes_hex } of vectors('curl/t5b1_invalid.json')) {
    const bytes = unhex(bytes_hex);
    assert.throws(() => curl.t5b1Decode(bytes, 5 * bytes.length), coded('TRYTE'));
  }
  for (const { trytes } of vectors('curl/b1t6_invalid.json')) {
    assert.throws(() => curl.b1t6Decode(trytes), (error) => ['TRYTE', 'LENGTH'].includes(error.code));
  }
});

test('pow_check.json and pow_iri_order.json: nonces of others weigh what they say', () => {
  for (const { trytes, hash, weight } of vectors('curl/pow_check.json')) {
    assert.equal(curl.hash(trytes), hash);
    assert.equal(curl.weight(hash), weight);
  }
  for (const { trytes_without_nonce, nonce, hash, weight } of vectors('curl/pow_iri_order.json')) {
    assert.equal(curl.hash(trytes_without_nonce.slice(0, 2646) + nonce), hash);
    assert.equal(curl.weight(hash), weight);
  }
});

test('pow_tip12.json: the blocks hash to what they say', () => {
  for (const { curl_input_trytes, hash, trailing_zeros } of vectors('curl/pow_tip12.json')) {
    assert.equal(curl.hash(curl_input_trytes), hash);
    assert.equal(curl.weight(hash), trailing_zeros);
  }
});

test('the reference of these tests agrees with the published hashes', () => {
  for (const { input, output, rounds } of vectors('curl/hash.json').slice(0, 40)) {
    if (output.length === 81) assert.equal(reference.hash(input, rounds), output);
  }
});
