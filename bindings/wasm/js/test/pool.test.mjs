/** Searches over Workers that are watched, killed, and silent: of WebAssembly alone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { spawn } from '../src/platform.mjs';
import { Pool } from '../src/pool.mjs';
import * as reference from './curl-reference.mjs';
import { dice, engine, moduleBytes } from './helpers.mjs';

const build = engine === 'native' ? 'simd128' : engine;
const setup = { family: 'curl', module: new WebAssembly.Module(moduleBytes('curl', build)), engine: build, choices: [] };
const trytes = dice(31).trytes(2673);
const job = (weight) => ({ kind: 'transaction', trytes: new TextEncoder().encode(trytes), weight });

/** A pool whose Workers tell what they were asked and what they answered. */
function watched({ kill = () => false } = {}) {
  const asked = [];
  const answered = [];
  let made = 0;
  const pool = new Pool((events) => {
    made += 1;
    const heard = (message) => {
      if (message.kind === 'range') answered.push(message);
      events.heard(message);
    };
    const worker = spawn({ ...events, heard });
    const post = (message) => {
      if (message.kind === 'range') asked.push(message);
      worker.post(message);
      // As an operating system does it: without a word to the pool.
      if (message.kind === 'range' && kill(asked.length)) worker.end();
    };
    return { ...worker, post };
  });
  return { pool, asked, answered, made: () => made };
}

/** That ranges touch one another and never overlap, up to an end: beyond a nonce that was found some are not waited for. */
function covers(ranges, from, to) {
  const sorted = [...ranges].sort((a, b) => a.from - b.from);
  let next = from;
  for (const range of sorted) {
    if (next > to) break;
    assert.equal(range.from, next, 'a gap, or a nonce twice');
    next = range.to;
  }
  assert.ok(next >= to);
}

test('four Workers try every nonce of a range, and none twice', async () => {
  const { pool, answered } = watched();
  const search = pool.search(setup, job(60), 100, 20_000, 4);
  assert.deepEqual(await search.done, { end: 'exhausted' });
  covers(answered, 100, 20_000);
  assert.equal(search.attempts(), 64 * 19_900);
  pool.close();
});

test('the nonce is the first one, and every nonce before it was tried', async () => {
  const [one, four] = [watched(), watched()];
  const expected = await one.pool.search(setup, job(9), 0, 1e9, 1).done;
  const search = four.pool.search(setup, job(9), 0, 1e9, 4);
  const found = await search.done;
  assert.deepEqual(found, expected);
  covers(four.answered, 0, found.batch);
  const nonce = new TextDecoder().decode(found.nonce);
  assert.ok(reference.weight(reference.hash(trytes.slice(0, 2646) + nonce)) >= 9);
  one.pool.close();
  four.pool.close();
});

test('Workers that are killed are replaced, and what they had is searched by others', async () => {
  // Every second range, however long the ranges are, which follows the speed of the machine: five Workers in all.
  let killed = 0;
  const { pool, answered, made } = watched({ kill: (n) => n % 2 === 0 && killed < 5 && (killed += 1) > 0 });
  // A range is at most four times as long as the one before it, so that this many batches are never fewer than ten.
  const search = pool.search(setup, job(60), 0, 40_000, 3);
  assert.deepEqual(await search.done, { end: 'exhausted' });
  covers(answered, 0, 40_000);
  assert.equal(search.attempts(), 64 * 40_000);
  assert.equal(made(), 3 + 5, 'Workers');
  pool.close();
});

test('a nonce that a killed Worker would have found is found all the same', async () => {
  const quiet = watched();
  const expected = await quiet.pool.search(setup, job(9), 0, 1e9, 1).done;
  quiet.pool.close();
  let killed = false;
  const holds = ({ from, to }) => from <= expected.batch && expected.batch < to;
  const { pool, asked } = watched({
    kill: () => {
      if (killed || !holds(asked.at(-1))) return false;
      killed = true;
      return true;
    },
  });
  assert.deepEqual(await pool.search(setup, job(9), 0, 1e9, 4).done, expected);
  assert.equal(killed, true);
  pool.close();
});

test('Workers that die as soon as they start end the search with an error', async () => {
  const pool = new Pool(({ died }) => {
    setTimeout(() => died(new Error('no memory')), 1);
    return { post() {}, end() {}, busy() {}, idle() {} };
  });
  await assert.rejects(pool.search(setup, job(9), 0, 1e9, 2).done, { code: 'WORKER', message: /no memory/ });
});

test('Workers that cannot be made end the search with an error', async () => {
  const pool = new Pool(() => {
    throw new Error('not allowed');
  });
  await assert.rejects(pool.search(setup, job(9), 0, 1e9, 2).done, { code: 'WORKER', message: /not allowed/ });
});

test('a search that begins where another was cancelled takes its Workers over, in whatever they are', async () => {
  const { pool, answered, made } = watched();
  for (let slice = 0; slice < 4; slice++) {
    const before = answered.length;
    const search = pool.search(setup, job(60), 0, 1e12, 3);
    while (answered.length < before + 6) await new Promise((resolve) => setTimeout(resolve, 5));
    search.cancel();
    assert.equal((await search.done).end, 'cancelled');
    assert.ok(search.attempts() > 0);
  }
  assert.equal((await pool.search(setup, job(5), 0, 1e9, 3).done).end, 'found');
  assert.equal(made(), 3, 'Workers');
  pool.close();
});

test('cancelling tells the first batch that was not tried', async () => {
  const { pool, answered } = watched();
  const search = pool.search(setup, job(60), 0, 1e12, 4);
  await new Promise((resolve) => setTimeout(resolve, 700));
  const before = [...answered];
  search.cancel();
  const { end, next } = await search.done;
  assert.equal(end, 'cancelled');
  covers(before.filter(({ to }) => to <= next), 0, next);
  // Workers that were in the middle of a range serve the next search.
  const again = await pool.search(setup, job(5), 0, 1e9, 4).done;
  assert.equal(again.end, 'found');
  pool.close();
});
