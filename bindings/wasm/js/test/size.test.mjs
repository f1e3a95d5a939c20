/** What a visitor of a page loads, compressed: measured sizes and some room. docs/javascript.md says what is in the way of less. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const KB = 1000;
const MOST = {
  'sha256.simd128.wasm': 56 * KB,
  'sha256.scalar.wasm': 48 * KB,
  'curl.simd128.wasm': 53 * KB,
  'curl.scalar.wasm': 55 * KB,
  'bls.scalar.wasm': 103 * KB,
  'pwhash.scalar.wasm': 113 * KB,
  'index.mjs': 18 * KB,
  'sha256.mjs': 10 * KB,
  'worker.mjs': 6 * KB,
};

for (const [file, most] of Object.entries(MOST)) {
  test(`${file}: at most ${most / KB} KB compressed`, () => {
    const size = gzipSync(readFileSync(new URL(`../dist/${file}`, import.meta.url)), { level: 9 }).length;
    assert.ok(size <= most, `${size} bytes`);
  });
}

test('modules import nothing and name nothing of the machine that built them', () => {
  for (const file of Object.keys(MOST).filter((file) => file.endsWith('.wasm'))) {
    const bytes = readFileSync(new URL(`../dist/${file}`, import.meta.url));
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), [], file);
    for (const path of [process.env.HOME, process.cwd()]) {
      if (path && path.length > 1) assert.equal(bytes.indexOf(`${path}/`), -1, `${file} names ${path}`);
    }
  }
});
