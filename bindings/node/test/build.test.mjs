// The scripts that build, as far as they can be tried without building.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { builtBy } from '../target.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('what cargo built is looked for where CARGO_TARGET_DIR sends it', () => {
  const before = process.env.CARGO_TARGET_DIR;
  try {
    process.env.CARGO_TARGET_DIR = '/elsewhere';
    assert.equal(builtBy(root, 'release', null, 'x.so'), '/elsewhere/release/x.so');
    assert.equal(builtBy(root, 'dev', 'some-target', 'x.so'), '/elsewhere/some-target/debug/x.so');
  } finally {
    if (before === undefined) delete process.env.CARGO_TARGET_DIR;
    else process.env.CARGO_TARGET_DIR = before;
  }
});
