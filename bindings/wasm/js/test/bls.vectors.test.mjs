import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { coded, hex, lanesmith, load, unhex, vectors } from './helpers.mjs';

const { bls } = lanesmith;
const ethereum = (name) => vectors(`bls/eth_bls12_381_tests/${name}.json`);

before(() => load('bls'));

/** The verdict, where malformed keys and signatures are no. */
function accepted(verify) {
  try {
    return verify();
  } catch (error) {
    assert.equal(error instanceof lanesmith.LanesmithError, true, error.stack);
    assert.notEqual(error.code, 'INTERNAL');
    return false;
  }
}

test('Ethereum: sign', () => {
  for (const { input, output } of ethereum('sign')) {
    const secret = unhex(input.privkey);
    if (output === null) assert.throws(() => bls.sign(secret, unhex(input.message)), coded('KEY'));
    else assert.equal('0x' + hex(bls.sign(secret, unhex(input.message))), output);
  }
});

test('Ethereum: verify', () => {
  for (const { input, output, name } of ethereum('verify')) {
    const [key, message, signature] = [input.pubkey, input.message, input.signature].map(unhex);
    assert.equal(accepted(() => bls.verify(key, message, signature)), output, name);
    assert.deepEqual(bls.verifyBatch([key], [message], [signature]), [output], name);
  }
});

test('Ethereum: aggregate', () => {
  for (const { input, output } of ethereum('aggregate')) {
    if (output === null) assert.throws(() => bls.aggregate(input.map(unhex)), coded('LENGTH'));
    else assert.equal('0x' + hex(bls.aggregate(input.map(unhex))), output);
  }
});

test('Ethereum: aggregate_verify, fast_aggregate_verify', () => {
  for (const { input, output, name } of ethereum('aggregate_verify')) {
    const [keys, messages] = [input.pubkeys.map(unhex), input.messages.map(unhex)];
    assert.equal(accepted(() => bls.aggregateVerify(keys, messages, unhex(input.signature))), output, name);
  }
  for (const { input, output, name } of ethereum('fast_aggregate_verify')) {
    const keys = input.pubkeys.map(unhex);
    assert.equal(accepted(() => bls.fastAggregateVerify(keys, unhex(input.message), unhex(input.signature))), output, name);
  }
});

test('Ethereum: batch_verify', () => {
  for (const { input, output, name } of ethereum('batch_verify')) {
    const rows = [input.pubkeys, input.messages, input.signatures].map((all) => all.map(unhex));
    assert.equal(bls.verifyBatch(...rows).every(Boolean), output, name);
  }
});

test('Ethereum: deserialization', () => {
  const keyOk = (bytes) => accepted(() => (bls.checkKey(bytes), true));
  for (const { input, output, name } of ethereum('deserialization_G1')) {
    // The point at infinity is a point and no key.
    const isKey = output && !/infinity/.test(name);
    assert.equal(keyOk(unhex(input.pubkey)), isKey, name);
  }
  for (const { input, output, name } of ethereum('deserialization_G2')) {
    assert.equal(accepted(() => bls.aggregate([unhex(input.signature)]).length === 96), output, name);
  }
});

test('keygen, and EIP-2333', () => {
  for (const { ikm, key_info, draft, sk } of vectors('bls/keygen/keygen.json')) {
    // The last draft is the one that is bound.
    const info = unhex(key_info);
    if (draft === 'v4') assert.equal(hex(bls.generateKey(unhex(ikm), info)), sk);
  }
  const bytes = (decimal) => BigInt(decimal).toString(16).padStart(64, '0');
  for (const { seed, master_SK, child_index, child_SK } of vectors('bls/eip2333/derive.json')) {
    const master = bls.deriveMaster(unhex(seed));
    assert.equal(hex(master), bytes(master_SK));
    assert.equal(hex(bls.derivePath(master, `m/${child_index}`)), bytes(child_SK));
  }
});

test('drand: small signatures and small keys, other tags', () => {
  let seen = 0;
  for (const { sig_group, dst, public_key, message, signature, valid } of vectors('bls/drand/rounds.json')) {
    const scheme = bls.scheme({ variant: sig_group === 'G1' ? 'min_sig' : 'min_pk', mode: 'basic', tag: dst });
    assert.equal(accepted(() => scheme.verify(unhex(public_key), unhex(message), unhex(signature))), valid);
    seen += 1;
  }
  assert.equal(seen, 36);
});

test('real deposits of Ethereum, in one batch with one forged row', () => {
  const deposits = vectors('bls/eth_real/deposits.json');
  const rows = ['pubkey', 'signing_root', 'signature'].map((field) => deposits.map((one) => unhex(one[field])));
  assert.deepEqual(bls.verifyBatch(...rows), deposits.map(() => true));
  rows[2][7] = rows[2][8];
  assert.deepEqual(bls.verifyBatch(...rows), deposits.map((_, i) => i !== 7));
});

test('real sync aggregates: 512 keys and one message', () => {
  for (const one of vectors('bls/eth_real/sync_aggregates.json')) {
    const keys = one.sync_committee_pubkeys.map(unhex);
    assert.equal(hex(bls.aggregateKeys(keys)), one.sync_committee_aggregate_pubkey);
  }
});

test('what is signed verifies, in every variant and mode', () => {
  const message = new TextEncoder().encode('message');
  for (const variant of ['min_pk', 'min_sig']) {
    for (const mode of ['basic', 'augmented', 'possession']) {
      const scheme = bls.scheme({ variant, mode });
      const secret = bls.generateKey();
      const key = scheme.publicKey(secret);
      const signature = scheme.sign(secret, message);
      assert.equal(scheme.verify(key, message, signature), true);
      assert.equal(scheme.verify(key, message.subarray(1), signature), false);
      assert.deepEqual(scheme.verifyBatch([key, key], [message, message.subarray(1)], [signature, signature]), [true, false]);
      if (mode === 'possession') assert.equal(scheme.verifyPossession(key, scheme.provePossession(secret)), true);
    }
  }
});

test('a scheme keeps its tag, whatever becomes of the bytes', () => {
  const tag = Buffer.from('OWN-TAG');
  const [scheme, same] = [bls.scheme({ tag }), bls.scheme({ tag: 'OWN-TAG' })];
  tag.fill(0);
  const secret = bls.generateKey(new Uint8Array(32).fill(7));
  assert.deepEqual(scheme.sign(secret, new Uint8Array(3)), same.sign(secret, new Uint8Array(3)));
});
