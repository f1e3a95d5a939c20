/** Memory: nothing grows over a million calls, nothing secret is left in it, a trap leaves a working instance behind. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { init as sourceInit } from '../src/families.mjs';
import { provideBls } from '../src/family-bls.mjs';
import { provideCurl } from '../src/family-curl.mjs';
import { providePwhash } from '../src/family-pwhash.mjs';
import { provideSha256 } from '../src/family-sha256.mjs';
import { WasmBackend } from '../src/instance.mjs';
import { loaded } from '../src/loader.mjs';
import { Sha256 as SourceSha256 } from '../src/sha256.mjs';
import { Sha256Module } from '../src/wasm-sha256.mjs';
import { dice, engine, hex, lanesmith, load, moduleBytes } from './helpers.mjs';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');
const build = engine === 'native' ? 'simd128' : engine;

provideSha256();
provideCurl();
provideBls();
providePwhash();

/** A backend whose modules the test can look into. */
function open(...families) {
  const backend = new WasmBackend(build);
  for (const family of families) backend.add(family, new WebAssembly.Module(moduleBytes(family, build)));
  return backend;
}

before(() => load('sha256', 'merkle', 'curl'));

test('a million calls take no more memory than the first thousand', () => {
  const { Sha256, curl, merkle, sha256, sha256Hex, sha256Into, sha256Many, sha256Nodes } = lanesmith;
  const data = dice(41).bytes(128);
  const out = new Uint8Array(32);
  const calls = [
    () => sha256(data),
    () => sha256Into(data, out),
    () => sha256Hex(data),
    () => sha256Nodes(data),
    () => sha256Many([data, data]),
    () => new Sha256().update(data).digestInto(out),
    () => merkle.root(data),
    () => curl.tritsToTrytes(curl.trytesToTrits('LANESMITH')),
    () => assert.throws(() => sha256(1)),
    () => sha256(data),
  ];
  const run = (count) => {
    for (let i = 0; i < count; i++) calls[i % calls.length]();
    for (let i = 0; i < count / 1000; i++) curl.hash('LANESMITH');
    gc();
    const { rss, arrayBuffers, external } = process.memoryUsage();
    return { rss, arrayBuffers, external };
  };
  run(20_000);
  const first = run(1000);
  const last = run(1_000_000);
  assert.ok(last.arrayBuffers - first.arrayBuffers < 1 << 20, JSON.stringify({ first, last }));
  assert.ok(last.external - first.external < 1 << 20, JSON.stringify({ first, last }));
  assert.ok(last.rss - first.rss < 48 << 20, JSON.stringify({ first, last }));
});

test('memory of WebAssembly stays as it is over a hundred thousand calls of every kind', () => {
  const { sha256, merkle, hmac, curl } = open('sha256', 'merkle', 'hmac', 'curl');
  const data = dice(42).bytes(1024);
  const [digest, digests, trytes] = [new Uint8Array(32), new Uint8Array(512), new Uint8Array(81).fill(57)];
  const run = (count) => {
    for (let i = 0; i < count; i++) {
      sha256.digest(data, digest);
      sha256.nodes(data, digests);
      sha256.manyFixed(data, 64, digests);
      merkle.merkleRoot(1n << 40n, data, digest);
      hmac.hmacSha256(data, data, digest);
      assert.throws(() => merkle.merkleRoot(1n, data, digest), { code: 'TREE' });
      if (i % 50 === 0) {
        curl.curlHash(81, trytes, new Uint8Array(81));
        const search = curl.openSearch({ kind: 'transaction', trytes: new Uint8Array(2673).fill(57), weight: 50 });
        search.run(0, 1);
        search.free();
      }
    }
    return [sha256, merkle, hmac, curl].map(({ instance }) => instance.wasm.memory.buffer.byteLength);
  };
  assert.deepEqual(run(100_000), run(1000));
});

test('an instance that had to grow is given up, and engines that were chosen stay', () => {
  const backend = open('hmac');
  const { instance } = backend.hmac;
  backend.use('sha256.pbkdf2', 'scalar');
  const memory = instance.wasm.memory;
  backend.hmac.hmacSha256(new Uint8Array(32), new Uint8Array(80 << 20), new Uint8Array(32));
  assert.notEqual(instance.wasm.memory, memory);
  assert.ok(instance.wasm.memory.buffer.byteLength < 16 << 20);
  assert.equal(backend.engines().find((row) => row.operation === 'sha256.pbkdf2' && row.chosen).name, 'scalar');
});

test('a module that is loaded later has the engines that were chosen before', () => {
  const backend = open('sha256');
  const one = build === 'simd128' ? 'simd128' : 'scalar';
  backend.use('sha256.nodes', one);
  backend.add('merkle', new WebAssembly.Module(moduleBytes('merkle', build)));
  const chosen = backend.merkle.instance.engines().filter((row) => row.chosen && row.operation !== 'sha256.stream');
  assert.deepEqual(chosen.map(({ operation, name }) => [operation, name]), [['sha256.nodes', one]]);
});

test('a trap is an error INTERNAL, and the next call works', () => {
  const backend = open('sha256');
  const { instance } = backend.sha256;
  const exports = instance.wasm;
  instance.wasm = { ...exports, memory: exports.memory, sha256_digest: () => { throw new WebAssembly.RuntimeError('unreachable'); } };
  const out = new Uint8Array(32);
  assert.throws(() => backend.sha256.digest(new Uint8Array(3), out), { code: 'INTERNAL', message: /sha256_digest broke off/ });
  backend.sha256.digest(new TextEncoder().encode('abc'), out);
  assert.equal(hex(out).slice(0, 8), 'ba7816bf');
});

test('a hasher whose update failed goes on from before it', async () => {
  await sourceInit({ modules: { sha256: moduleBytes('sha256', build) } });
  const backend = loaded().sha256;
  const message = dice(47).bytes(1000);
  for (const [before, added, calls] of [[0, 500, 0], [70, 500, 0], [70, 500, 1], [64, 64, 0]]) {
    const hasher = new SourceSha256().update(message.subarray(0, before));
    let left = calls;
    backend.advance = (...args) => {
      if (left-- === 0) throw new Error('no memory');
      return Sha256Module.prototype.advance.apply(backend, args);
    };
    assert.throws(() => hasher.update(message.subarray(before, before + added)), /no memory/);
    delete backend.advance;
    assert.equal(hasher.length, before);
    hasher.update(message.subarray(before));
    assert.equal(hasher.hex(), createHash('sha256').update(message).digest('hex'), `${before}, ${added}, ${calls}`);
  }
});

test('lengths that do not fit the room are refused by the module itself', () => {
  const { sha256, merkle, curl } = open('sha256', 'merkle', 'curl');
  for (const [instance, name, ...args] of [
    [sha256.instance, 'sha256_nodes', 2 ** 31],
    [sha256.instance, 'sha256_nodes', 2 ** 26],
    [sha256.instance, 'sha256_many', 2 ** 30, 2 ** 31],
    [sha256.instance, 'sha256_many', 4, 2 ** 31],
    [sha256.instance, 'sha256_many_fixed', 2 ** 31, 2 ** 31],
    [sha256.instance, 'sha256_many_fixed', 1, 0],
    [merkle.instance, 'merkle_root', 0, 0n, 2 ** 27],
    [merkle.instance, 'merkle_root', 0, 0n, 2 ** 32 - 32],
    [merkle.instance, 'merkle_proof', 1, 2n ** 62n, 1n, 64],
    [merkle.instance, 'merkle_node_proof', 1, 2n ** 62n, 2n ** 63n, 64, 64],
    [merkle.instance, 'merkle_node_root', 0n, 32, 0],
    [merkle.instance, 'log_leaf', 2 ** 31],
    [merkle.instance, 'log_verify', 2n ** 63n, 2n ** 64n - 1n, 32, 96, 32],
    [curl.instance, 'curl_hash', 81, 2 ** 31],
    [curl.instance, 'curl_t5b1_decode', 1, 2 ** 32 - 1],
    [curl.instance, 'pow_run', 99, 0, 1],
    [curl.instance, 'pow_run', -1, 0, 1],
  ]) {
    const { wasm: exports } = instance;
    try {
      instance.call(name, ...args);
    } catch (error) {
      assert.notEqual(error.cause?.name, 'RuntimeError', `${name}(${args}) trapped`);
    }
    assert.equal(instance.wasm, exports);
  }
});

/** Where bytes are in a memory. */
function find(instance, bytes) {
  return Buffer.from(instance.wasm.memory.buffer).indexOf(bytes);
}

test('the search of these tests finds what is left behind', () => {
  const { sha256 } = open('sha256');
  const data = dice(43).bytes(32);
  sha256.digest(data, new Uint8Array(32));
  assert.notEqual(find(sha256.instance, data), -1);
});

test('no secret key is left in memory, nor any half of one', () => {
  const { bls } = open('bls');
  const scheme = [0, 2, new Uint8Array(0)];
  const [secret, child] = [new Uint8Array(32), new Uint8Array(32)];
  const material = dice(44).bytes(40);
  bls.blsGenerate(material, new Uint8Array(0), secret);
  bls.blsPublicKey(0, secret);
  bls.blsSign(...scheme, secret, material.subarray(0, 3));
  bls.blsProvePossession(...scheme, secret);
  bls.blsDerivePath('m/12381/3600/0/0/0', secret, child);
  bls.blsDeriveMaster(material, new Uint8Array(32));
  bls.blsRecoverKey(Uint32Array.of(1), secret, new Uint8Array(32));
  for (const key of [secret, child, material]) {
    assert.equal(find(bls.instance, key.subarray(0, 16)), -1);
    assert.equal(find(bls.instance, key.subarray(16, 32)), -1);
    // Numbers of a key lie in memory the other way round.
    assert.equal(find(bls.instance, key.slice(0, 16).reverse()), -1);
    assert.equal(find(bls.instance, key.slice(16, 32).reverse()), -1);
  }
});

test('a secret is wiped too where the call made memory so large that the instance is given up', () => {
  const { bls, hmac } = open('bls', 'hmac');
  const key = dice(48).bytes(32);
  key[0] &= 0x3f;
  const message = new Uint8Array(6 << 20);
  for (const [{ instance }, call] of [
    [bls, () => bls.blsSign(0, 2, new Uint8Array(0), key, message)],
    [hmac, () => hmac.hmacSha256(key, message, new Uint8Array(32))],
    [hmac, () => hmac.pbkdf2Sha256(1, key, message, new Uint8Array(40))],
  ]) {
    // So that the test need not hash more than the usual bound.
    instance.large = 4 << 20;
    const { memory } = instance.wasm;
    call();
    assert.notEqual(instance.wasm.memory, memory, 'the instance was to be given up');
    assert.equal(Buffer.from(memory.buffer).indexOf(key.subarray(0, 16)), -1);
  }
});

test('a trap leaves nothing secret behind, wherever it broke off', () => {
  const { bls } = open('bls');
  const { instance } = bls;
  const { wasm: exports } = instance;
  const key = dice(49).bytes(32);
  instance.wasm = { ...exports, memory: exports.memory, bls_sign: () => { throw new WebAssembly.RuntimeError('unreachable'); } };
  const sign = () => bls.blsSign(0, 2, new Uint8Array(0), key, key);
  assert.throws(sign, { code: 'INTERNAL', message: /bls_sign broke off/ });
  assert.ok(Buffer.from(exports.memory.buffer).every((byte) => byte === 0));
});

test('no password, and no key of HMAC or HKDF, is left in memory', () => {
  const { hmac, pwhash } = open('hmac', 'pwhash');
  // A small one too: the instance of a large one is given up.
  const password = new TextEncoder().encode('correct horse battery staple');
  const [salt, none] = [dice(45).bytes(16), new Uint8Array(0)];
  for (const scheme of ['argon2id', 'scrypt', 'yescrypt']) {
    const stored = pwhash.passwordHash(scheme, 1 << 18, 0, 1, password, salt, none, none);
    assert.equal(pwhash.passwordVerify(stored, 0, password, none, none), true);
    assert.equal(find(pwhash.instance, password.subarray(0, 16)), -1, scheme);
  }
  const key = dice(46).bytes(64);
  hmac.hmacSha256(key, password, new Uint8Array(32));
  hmac.hkdfSha256(salt, key, password, new Uint8Array(99));
  hmac.pbkdf2Sha256(2, key, salt, new Uint8Array(40));
  for (const at of [0, 16, 32, 48]) assert.equal(find(hmac.instance, key.subarray(at, at + 16)), -1, `byte ${at}`);
});

test('points that a module keeps go with their numbers, and come again where the instance is another', () => {
  const { bls } = open('bls');
  const scheme = [0, 2, new Uint8Array(0)];
  const secret = new Uint8Array(32).fill(1);
  const [own, signed] = [new Uint8Array(48), new Uint8Array(96)];
  const [key, signature] = [bls.blsPublicKey(0, secret), bls.blsSign(...scheme, secret, secret)];
  bls.blsKeyBytes(key, own);
  bls.blsSignatureBytes(signature, signed);
  const again = [bls.blsKeyDecode(0, own), bls.blsSignatureDecode(0, signed)];
  assert.deepEqual(again.map(({ id }) => id), [2, 3]);
  again.forEach((point) => bls.release(point));
  assert.deepEqual([key.id, signature.id], [0, 1]);
  assert.equal(bls.blsVerify(...scheme, key, secret, signature), true);
  bls.instance.renew();
  assert.equal(bls.blsVerify(...scheme, key, secret, signature), true);
  bls.release(key);
  bls.release(key);
  assert.equal(bls.blsKeyDecode(0, own).id, 0, 'the number is free again');
  assert.throws(() => bls.instance.call('bls_verify', 0, 2, 0, 7, 0, 1), { code: 'INTERNAL' });
  assert.throws(() => bls.instance.call('bls_verify', 0, 2, 0, 1, 0, 1), { code: 'INTERNAL' });
  // Hundreds that come and go take no more memory than one.
  const before = bls.instance.wasm.memory.buffer.byteLength;
  for (let i = 0; i < 200; i++) bls.release(bls.blsSignatureDecode(0, signed));
  assert.equal(bls.instance.wasm.memory.buffer.byteLength, before);
});
