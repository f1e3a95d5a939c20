import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { coded, hex, lanesmith, load, unhex, vectors } from './helpers.mjs';

const { PublicKey, Signature, bls } = lanesmith;
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

test('keys and signatures that were decoded once do what their bytes do', () => {
  const message = new Uint8Array(9);
  for (const variant of ['min_pk', 'min_sig']) {
    const scheme = bls.scheme({ variant });
    const secrets = [1, 2, 3].map((byte) => bls.generateKey(new Uint8Array(32).fill(byte)));
    const [keys, signatures] = [secrets.map((secret) => scheme.publicKey(secret)), secrets.map((secret) => scheme.sign(secret, message))];
    const held = keys.map((bytes) => new PublicKey(bytes, { variant }));
    const signed = signatures.map((bytes) => new Signature(bytes, { variant }));
    assert.deepEqual([held[1].toBytes(), held[1].variant, signed[1].toBytes(), signed[1].variant], [keys[1], variant, signatures[1], variant]);
    assert.deepEqual(new PublicKey(held[1].toUncompressed(), { variant }).toBytes(), keys[1]);
    assert.equal(held[1].toUncompressed().length, 2 * keys[1].length);
    assert.deepEqual(scheme.aggregateKeys(held), scheme.aggregateKeys(keys));
    const sum = scheme.aggregate(signed);
    assert.deepEqual(sum, scheme.aggregate(signatures));
    // Some decoded, some not.
    const mixed = [held[0], keys[1], held[2]];
    assert.equal(scheme.fastAggregateVerify(mixed, message, new Signature(sum, { variant })), true);
    assert.equal(scheme.fastAggregateVerify(held.slice(1), message, sum), false);
    assert.equal(scheme.aggregateVerify(mixed, [message, message, message], sum), true);
    assert.equal(scheme.verify(held[0], message, signed[0]), true);
    assert.deepEqual(scheme.verifyBatch(mixed, [message, message, message], [signed[0], signatures[2], signed[2]]), [true, false, true]);
    assert.equal(scheme.verifyPossession(held[0], scheme.provePossession(secrets[0])), true);
    const other = new PublicKey(bls.scheme({ variant: variant === 'min_pk' ? 'min_sig' : 'min_pk' }).publicKey(secrets[0]), {
      variant: variant === 'min_pk' ? 'min_sig' : 'min_pk',
    });
    assert.throws(() => scheme.aggregateKeys([held[0], other]), coded('KEY', /other variant/, { index: 1 }));
    assert.throws(() => scheme.verify(signed[0], message, signed[0]), coded('TYPE', /key/));
    assert.throws(() => scheme.verify(held[0], message, held[0]), coded('TYPE', /signature/));
    assert.throws(() => scheme.aggregateKeys([keys[0], keys[1].slice(1)]), coded('KEY', null, { index: 1 }));
  }
  assert.throws(() => new PublicKey(new Uint8Array(48)), coded('KEY'));
  assert.throws(() => new PublicKey('abc'), coded('TYPE'));
  assert.throws(() => new Signature(new Uint8Array(96)), coded('SIGNATURE'));
  assert.throws(() => new Signature(new Uint8Array(96), { variant: 'minpk' }), coded('RANGE'));
});

test('a batch of more rows than are held at a time, with wrong and malformed ones on both sides of the edges', () => {
  const [secret, message] = [bls.generateKey(new Uint8Array(32).fill(5)), new Uint8Array(3)];
  const [key, signature] = [new PublicKey(bls.publicKey(secret)), new Signature(bls.sign(secret, message))];
  const count = 515;
  const bad = [0, 255, 256, 511, 512, 514];
  const keys = Array.from({ length: count }, (_, i) => (i === 256 ? new Uint8Array(48) : key));
  const messages = Array.from({ length: count }, (_, i) => (i !== 256 && bad.includes(i) ? new Uint8Array(i % 5 + 4) : message));
  assert.deepEqual(bls.verifyBatch(keys, messages, new Array(count).fill(signature)), messages.map((_, i) => !bad.includes(i)));
});

test('decoded keys outlive the backend that decoded them', async () => {
  const [secret, message] = [bls.generateKey(new Uint8Array(32).fill(6)), new Uint8Array(3)];
  const [key, signature] = [new PublicKey(bls.publicKey(secret)), bls.sign(secret, message)];
  await lanesmith.init({ backend: 'wasm', families: ['bls'] });
  assert.equal(bls.verify(key, message, signature), true);
  await load('bls');
  assert.equal(bls.verify(key, message, signature), true);
});

test('shares: any threshold of them recover key and signature, fewer do not, and commitments tell the right ones', () => {
  const message = new Uint8Array(7);
  for (const variant of ['min_pk', 'min_sig']) {
    const scheme = bls.scheme({ variant });
    const secret = bls.generateKey();
    const { shares, commitments } = scheme.splitKey(secret, { threshold: 2, shares: 4 });
    assert.deepEqual(commitments[0], scheme.publicKey(secret));
    for (const [a, b] of [[0, 1], [3, 1], [2, 3]]) {
      assert.deepEqual(bls.recoverKey([shares[a], shares[b]]), secret);
      const parts = [a, b].map((at) => ({ index: shares[at].index, signature: scheme.sign(shares[at].secret, message) }));
      assert.deepEqual(scheme.recoverSignature(parts), scheme.sign(secret, message));
    }
    assert.notDeepEqual(bls.recoverKey(shares.slice(0, 1)), secret);
    assert.equal(scheme.verifyShare(shares[2], commitments), true);
    assert.equal(scheme.verifyShare({ ...shares[2], index: 1 }, commitments), false);
    assert.deepEqual(scheme.shareKey(3, commitments), scheme.publicKey(shares[2].secret));
    assert.throws(() => bls.recoverKey([shares[0], shares[0]]), coded('RANGE'));
    assert.throws(() => bls.recoverKey([shares[0], { index: 0, secret }]), coded('RANGE', /shares\[1\].index/));
    assert.throws(() => scheme.splitKey(secret, { threshold: 5, shares: 4 }), coded('RANGE'));
  }
});

test('rounds of drand give their randomness, and others null', () => {
  const signature = unhex('b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b');
  assert.equal(hex(bls.drandVerify('quicknet', 1, signature)).slice(0, 8), '1466a6cd');
  assert.equal(bls.drandVerify('quicknet', 2n, signature), null);
  assert.throws(() => bls.drandVerify('default', 1, signature), coded('SIGNATURE', /48/));
  assert.throws(() => bls.drandVerify('nowhere', 1, signature), coded('RANGE', /quicknet/));
  assert.throws(() => bls.drandVerify('quicknet', 1, signature.slice(1)), coded('SIGNATURE'));
});
