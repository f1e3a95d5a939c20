import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hash, toTrits, toTrytes, weight } from '../src/reference/curl.mjs';

const vectors = (name) => JSON.parse(readFileSync(new URL(`../../../../testkit/vectors/curl/${name}.json`, import.meta.url), 'utf8'));

test('the reference gives the published hashes', () => {
  const published = [...vectors('hash'), ...vectors('transaction')].filter((v) => v.rounds === 81 && (v.output ?? v.hash)?.length === 81 && (v.input ?? v.trytes).length % 81 === 0);
  assert.ok(published.length > 20, `${published.length}`);
  for (const v of published) assert.equal(hash(v.input ?? v.trytes), v.output ?? v.hash, v.id);
});

test('the reference counts the weight of published transactions as the network did', () => {
  for (const v of vectors('pow_check').filter((v) => v.trytes?.length === 2673)) {
    if (v.valid_at_mwm !== undefined) assert.ok(weight(v.trytes) >= v.valid_at_mwm, v.id);
    if (v.invalid_at_mwm !== undefined) assert.ok(weight(v.trytes) < v.invalid_at_mwm, v.id);
  }
});

test('trytes become trits and back', () => {
  const all = '9ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  assert.equal(toTrytes(toTrits(all)), all);
  assert.deepEqual([...toTrits('9AMNZ')], [0, 0, 0, 1, 0, 0, 1, 1, 1, -1, -1, -1, -1, 0, 0]);
  assert.throws(() => toTrits('99a'), /character 2 is "a"/);
});
