/** Engines, choosing them, the self-test; loading in every way. */

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';

import { coded, engine, lanesmith, load, moduleBytes } from './helpers.mjs';

const { backend, check, engines, init, initSync, sha256Hex, use } = lanesmith;
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const abc = new TextEncoder().encode('abc');

after(() => lanesmith.pearlDiver.close());

test('what is loaded says which build it is', async () => {
  await load('sha256');
  assert.deepEqual(backend().backend, engine === 'native' ? 'native' : 'wasm');
  assert.equal(backend().engine, engine === 'native' ? null : engine);
  const names = new Set(engines().map(({ name }) => name));
  // Modules with SIMD have no engine beside it that is never faster.
  assert.equal(names.has('scalar'), engine !== 'simd128');
  assert.equal(names.has('simd128'), engine === 'simd128');
});

test('every engine is described, and one that is chosen is used', async () => {
  await load('sha256', 'curl');
  for (const { operation, name, lanes, summary, usable, reason } of engines()) {
    assert.match(operation, /^[a-z0-9]+\.[a-z0-9]+$/);
    assert.ok(name && summary && lanes >= 1);
    assert.equal(usable, reason === null);
  }
  const one = engine === 'simd128' ? 'simd128' : 'scalar';
  use('sha256.*', one);
  assert.ok(engines().filter(({ operation }) => operation.startsWith('sha256.')).every(({ name, chosen }) => chosen === (name === one)));
  assert.equal(sha256Hex(abc), ABC);
  use('*', 'auto');
  assert.equal(sha256Hex(abc), ABC);
});

test('the self-test passes on every engine, and leaves choices as they were', async () => {
  await load('sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash');
  const one = engine === 'simd128' ? 'simd128' : 'scalar';
  use('sha256.nodes', one);
  const { ok, checked, failures } = await check();
  assert.deepEqual(failures, []);
  assert.equal(ok, true);
  // Those of a family on each engine of each of its operations; of BLS a module lists one.
  assert.ok(checked >= 50, `${checked} answers`);
  const chosen = engines().find(({ operation, chosen }) => operation === 'sha256.nodes' && chosen);
  assert.equal(chosen.name, one);
  use('*', 'auto');
});

test('another engine replaces what is loaded; the same one stays', async () => {
  await init({ backend: 'wasm', engine: 'simd128', families: ['sha256'] });
  await init({ backend: 'wasm', engine: 'scalar', families: ['sha256', 'curl'] });
  assert.deepEqual(backend(), { backend: 'wasm', engine: 'scalar', families: ['sha256', 'curl'], builds: { sha256: 'scalar', curl: 'scalar' } });
  await init({ families: ['bls'] });
  assert.deepEqual(backend().families, ['sha256', 'curl', 'bls']);
  assert.equal(backend().engine, 'scalar');
  await init({ engine: 'simd128', families: ['sha256'] });
  assert.deepEqual(backend(), { backend: 'wasm', engine: 'simd128', families: ['sha256'], builds: { sha256: 'simd128' } });
  assert.throws(() => lanesmith.curl.hash('A'), coded('NOT_INITIALISED'));
});

test('of families without a kernel for vectors it says that theirs is the plain build', async () => {
  await init({ backend: 'wasm', engine: 'simd128', families: ['sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash'] });
  const simd = { sha256: 'simd128', merkle: 'simd128', hmac: 'simd128', curl: 'simd128' };
  assert.deepEqual(backend().builds, { ...simd, bls: 'scalar', pwhash: 'scalar' });
  // As the engines do.
  for (const { operation, name } of engines().filter(({ operation }) => /^(bls|pwhash)/.test(operation))) assert.notEqual(name, 'simd128', operation);
});

test('synchronous loading, and concurrent calls', async () => {
  initSync({ backend: 'wasm', engine: 'scalar', families: ['sha256'] });
  assert.equal(sha256Hex(abc), ABC);
  await Promise.all([init({ families: ['curl'] }), init({ families: ['sha256', 'curl'] }), init({ families: ['curl'] })]);
  assert.equal(lanesmith.curl.hash('A').length, 81);
});

test('modules that the program brings: bytes, a module, a promise, a response, an address', async () => {
  const bytes = moduleBytes('sha256', 'scalar');
  const address = new URL('../dist/sha256.scalar.wasm', import.meta.url);
  const response = () => new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
  for (const source of [bytes, new WebAssembly.Module(bytes), Promise.resolve(bytes), response(), new Response(bytes), address]) {
    await init({ backend: 'wasm', engine: 'simd128', families: ['sha256'] });
    await init({ backend: 'wasm', engine: 'scalar', families: ['sha256'], modules: { sha256: source } });
    assert.equal(sha256Hex(abc), ABC);
  }
});

test('what is no module cannot be loaded, and what was loaded stays', async () => {
  await init({ backend: 'wasm', engine: 'scalar', families: ['sha256'] });
  const bad = (source) => init({ engine: 'simd128', families: ['sha256'], modules: { sha256: source } });
  await assert.rejects(bad(Uint8Array.of(1, 2, 3)), coded('LOAD', /sha256/));
  await assert.rejects(bad(new Response('', { status: 404 })), coded('LOAD', /404/));
  await assert.rejects(bad(new URL('file:///nowhere.wasm')), coded('LOAD', /nowhere/));
  await assert.rejects(bad(7), coded('TYPE', /modules\.sha256 is a number/));
  assert.equal(backend().engine, 'scalar');
  assert.equal(sha256Hex(abc), ABC);
});

test('a policy that forbids compiling is named', async () => {
  const { compile } = WebAssembly;
  WebAssembly.compile = async () => {
    throw new WebAssembly.CompileError("Refused to compile: 'unsafe-eval' is not allowed by the Content Security Policy");
  };
  try {
    await assert.rejects(init({ backend: 'wasm', engine: 'simd128', families: ['sha256'] }), coded('LOAD', /'wasm-unsafe-eval'/));
  } finally {
    WebAssembly.compile = compile;
  }
});

test('the same package by require', async () => {
  const required = createRequire(import.meta.url)('../dist/index.cjs');
  required.initSync({ backend: 'wasm', engine: 'scalar' });
  assert.equal(required.sha256Hex(abc), ABC);
  const found = await required.pearlDiver.search('9'.repeat(2672) + 'A', 4, { threads: 1 });
  assert.ok(required.curl.weight(found.hash) >= 4);
  required.pearlDiver.close();
});
