// Every published vector under Node, on both builds.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { vectors } from './all-vectors.mjs';

const families = ['sha256', 'curl', 'bls', 'pwhash'];
const folder = new URL('../../../../testkit/vectors/', import.meta.url);
const read = (path) => readFile(new URL(path, folder), 'utf8');

for (const engine of ['simd128', 'scalar']) {
  test(`every published vector is right under Node on the build ${engine}`, { timeout: 120_000 }, async () => {
    // An instance of its own.
    const lanesmith = await import(`../dist/index.mjs?${engine}`);
    await lanesmith.init({ backend: 'wasm', engine, families });
    assert.equal(lanesmith.backend().engine, engine);
    const { compared, counts, failures } = await vectors(lanesmith, read);
    assert.deepEqual(failures, []);
    assert.ok(compared > 1500, `${compared}: ${JSON.stringify(counts)}`);
  });
}
