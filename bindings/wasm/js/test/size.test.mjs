/** What a visitor of a page loads, compressed: measured sizes and some room. docs/javascript.md says what is in the way of less. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KB = 1000;
const dist = new URL('../dist/', import.meta.url);
const read = (file) => readFileSync(new URL(file, dist));
const BUNDLE = { bundle: true, minify: true, format: 'esm', target: 'es2022', write: false, logLevel: 'warning' };
const zipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

const MODULES = {
  'sha256.simd128.wasm': 25 * KB,
  'sha256.scalar.wasm': 21.5 * KB,
  'merkle.simd128.wasm': 44 * KB,
  'merkle.scalar.wasm': 41 * KB,
  'hmac.simd128.wasm': 23 * KB,
  'hmac.scalar.wasm': 18 * KB,
  'curl.simd128.wasm': 53 * KB,
  'curl.scalar.wasm': 55 * KB,
  'bls.scalar.wasm': 138.5 * KB,
  'pwhash.scalar.wasm': 116 * KB,
};

/** Scripts with all that they import before they run. What is loaded later is not counted. */
const SCRIPTS = {
  'index.mjs': 18 * KB,
  'sha256.mjs': 10.7 * KB,
  'worker.mjs': 6 * KB,
};

function within(most, size) {
  console.log(`${size} bytes`);
  assert.ok(size <= most, `${size} bytes, more than ${most}`);
}

for (const [file, most] of Object.entries(MODULES)) {
  test(`${file}: at most ${most / KB} KB compressed`, () => within(most, zipped(read(file))));
}

/** A script and all that it imports. (A dynamic import has a bracket in this place.) */
function closure(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, next] of read(file).toString().matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+)["']/g)) closure(next, found);
  return found;
}

for (const [file, most] of Object.entries(SCRIPTS)) {
  test(`${file} and what it imports: at most ${most / KB} KB compressed`, () => {
    within(most, [...closure(file)].reduce((sum, one) => sum + zipped(read(one)), 0));
  });
}

/** Bundled programs of `init` and `sha256Hex`, which pay for nothing else: a statement that runs when it is imported would stay in all. */
const BUNDLES = {
  'index.mjs': 8 * KB,
  'sha256.mjs': 6.4 * KB,
};

for (const [file, most] of Object.entries(BUNDLES)) {
  test(`a bundled program of two functions of ${file}: at most ${most / KB} KB compressed`, async (t) => {
    const esbuild = bundler(t);
    if (!esbuild) return;
    const contents = `import { init, sha256Hex } from './${file}'; await init(); console.log(sha256Hex(new Uint8Array(3)));`;
    const { outputFiles } = await esbuild.build({ ...BUNDLE, stdin: { contents, resolveDir: fileURLToPath(dist) } });
    within(most, zipped(outputFiles[0].contents));
  });
}

/** What bundles, if it is installed. */
function bundler(t) {
  try {
    return createRequire(new URL('../tools/package.json', import.meta.url))('esbuild');
  } catch {
    t.skip('no esbuild (npm ci --prefix tools)');
    return undefined;
  }
}

test('searches and known answers are scripts that nobody loads at the start', () => {
  const first = closure('index.mjs');
  for (const file of ['search.mjs', 'check.mjs']) {
    assert.ok(!first.has(file), `${file} is loaded at the start`);
    console.log(`${file}: ${zipped(read(file))} bytes`);
  }
});

test('what finds, compiles, instantiates and calls modules: at most 4 KB compressed', async (t) => {
  const esbuild = bundler(t);
  if (!esbuild) return;
  const { outputFiles } = await esbuild.build({
    ...BUNDLE,
    stdin: { contents: "export { init, initSync } from './loader.mjs'; export { Instance } from './instance.mjs';", resolveDir: fileURLToPath(new URL('../src', import.meta.url)) },
  });
  within(4 * KB, zipped(outputFiles[0].contents));
});

test('modules import nothing and name nothing of the machine that built them', () => {
  for (const file of Object.keys(MODULES)) {
    const bytes = read(file);
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), [], file);
    for (const path of [process.env.HOME, process.cwd()]) {
      if (path && path.length > 1) assert.equal(bytes.indexOf(`${path}/`), -1, `${file} names ${path}`);
    }
  }
});
