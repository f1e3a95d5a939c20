import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import * as reference from './curl-reference.mjs';
import { coded, dice, engine, lanesmith, load } from './helpers.mjs';

const { curl, pearlDiver } = lanesmith;
const transaction = dice(11).trytes(2673);

before(() => load('curl'));
after(() => pearlDiver.close());

/** A weight that nothing reaches in the time of a test. */
const NEVER = 60;

test('a found nonce weighs enough by an independent Curl-P', async () => {
  const found = await pearlDiver.search(transaction, 9, { threads: 2 });
  assert.equal(found.trytes, transaction.slice(0, 2646) + found.nonce);
  assert.equal(reference.hash(found.trytes), found.hash);
  assert.ok(reference.weight(found.hash) >= 9);
  assert.equal(found.weight, reference.weight(found.hash));
  assert.ok(found.attempts > 0 && found.seconds > 0);
});

test('the nonce does not depend on the number of threads, and `next` leads to the next one', async () => {
  const nonces = [];
  for (const threads of [1, 4]) {
    const first = await pearlDiver.search(transaction, 8, { threads });
    const second = await pearlDiver.search(transaction, 8, { threads, start: first.next });
    assert.notEqual(second.nonce, first.nonce);
    assert.ok(reference.weight(reference.hash(second.trytes)) >= 8);
    nonces.push([first.nonce, second.nonce]);
  }
  assert.deepEqual(nonces[0], nonces[1]);
});

test('aborting ends the promise within 100 ms, and the search can go on from there', async () => {
  const times = [];
  // The best of some: other programs may have the CPUs.
  for (let i = 0; i < 20 && !(Math.min(...times) < 100); i++) {
    const controller = new AbortController();
    let begun;
    const begins = new Promise((resolve) => { begun = resolve; });
    const onProgress = ({ next }) => next > 0 && begun();
    const search = pearlDiver.search(transaction, NEVER, { threads: 2, signal: controller.signal, onProgress });
    await Promise.race([begins, search]);
    const began = performance.now();
    controller.abort(new Error('enough'));
    let stopped;
    await assert.rejects(search, (error) => {
      stopped = error;
      return coded('ABORTED')(error);
    });
    times.push(performance.now() - began);
    assert.equal(stopped.name, 'AbortError');
    assert.equal(stopped.cause.message, 'enough');
    assert.ok(stopped.next > 0);
    assert.ok(stopped.attempts >= 64 * stopped.next && stopped.message.includes(`after ${stopped.attempts} attempts`), stopped.message);
  }
  assert.ok(Math.min(...times) < 100, `${times} ms`);

  const whole = await pearlDiver.search(transaction, 8, { threads: 1 });
  const limit = whole.next - 1;
  await assert.rejects(pearlDiver.search(transaction, 8, { end: limit }), coded('EXHAUSTED'));
  const resumed = await pearlDiver.search(transaction, 8, { start: limit });
  assert.equal(resumed.nonce, whole.nonce);
});

test('an abort before the search is one too', async () => {
  await assert.rejects(pearlDiver.search(transaction, 5, { signal: AbortSignal.abort(), start: 7 }), coded('ABORTED', null, { next: 7, attempts: 0 }));
});

test('an abort in the moment of the call is one too', async () => {
  const controller = new AbortController();
  const search = pearlDiver.search(transaction, NEVER, { signal: controller.signal });
  controller.abort();
  await assert.rejects(search, coded('ABORTED'));
});

test('progress counts upwards and knows the mean', async () => {
  const seen = [];
  const controller = new AbortController();
  const onProgress = (progress) => {
    seen.push(progress);
    // Workers may take longer to begin than five reports.
    if (seen.length >= 5 && progress.attempts > 0) controller.abort();
  };
  await assert.rejects(pearlDiver.search(transaction, NEVER, { threads: 2, signal: controller.signal, onProgress }), coded('ABORTED'));
  assert.equal(seen[0].meanAttempts, 3 ** NEVER);
  seen.slice(1).forEach((progress, i) => assert.ok(progress.attempts >= seen[i].attempts && progress.next >= seen[i].next));
  assert.ok(seen.at(-1).rate > 0);
});

test('what onProgress throws ends the search', async () => {
  const onProgress = () => {
    throw new RangeError('mine');
  };
  await assert.rejects(pearlDiver.search(transaction, NEVER, { onProgress }), { name: 'RangeError', message: 'mine' });
});

test('searches side by side do not disturb each other', async () => {
  const others = Array.from({ length: 4 }, (_, i) => dice(20 + i).trytes(2673));
  const found = await Promise.all(others.map((other) => pearlDiver.search(other, 6, { threads: 2 })));
  found.forEach(({ trytes, hash }, i) => {
    assert.equal(trytes.slice(0, 2646), others[i].slice(0, 2646));
    assert.equal(reference.hash(trytes), hash);
    assert.ok(reference.weight(hash) >= 6);
  });
});

test('TIP-12: the nonce reaches the score', async () => {
  const message = new TextEncoder().encode('Hello, World!');
  const found = await pearlDiver.searchTip12(message, 100);
  assert.equal(found.message.length, message.length + 8);
  assert.deepEqual(found.message.subarray(message.length), found.nonce);
  assert.ok(found.score >= 100 && 3 ** found.weight / found.message.length === found.score);
});

test('what callers do to their message while the search runs does not matter', async () => {
  // A part of a Buffer, whose slices are views of the same memory.
  const message = Buffer.from('Hello, World!').subarray(0, 5);
  const search = pearlDiver.searchTip12(message, 100);
  message.fill(0);
  const found = await search;
  assert.equal(Buffer.from(found.message.subarray(0, 5)).toString(), 'Hello');
});

test('a program that chooses another engine while a search runs gets the nonce all the same', async () => {
  const search = pearlDiver.search(transaction, 11, { threads: 2 });
  await new Promise(setImmediate);
  lanesmith.initSync({ engine: engine === 'scalar' ? 'simd128' : 'scalar', families: ['sha256'] });
  const found = await search;
  assert.ok(reference.weight(reference.hash(found.trytes)) >= 11);
  await load('curl');
});

test('wrong input rejects, and never throws', async () => {
  const { search } = pearlDiver;
  await assert.rejects(search(transaction.slice(1), 9), coded('LENGTH', /2672.*2673/));
  await assert.rejects(search('a' + transaction.slice(1), 9), coded('TRYTE', /tryte 0/));
  await assert.rejects(search('\u00e9' + transaction.slice(1), 9), coded('TRYTE'));
  await assert.rejects(search(42, 9), coded('TYPE', /trytes is a number/));
  for (const weight of [0, 244, 1.5, NaN]) await assert.rejects(search(transaction, weight), coded('RANGE', /minWeightMagnitude/));
  await assert.rejects(search(transaction, '9'), coded('TYPE'));
  await assert.rejects(search(transaction, 9, { threads: 0 }), coded('RANGE', /threads/));
  await assert.rejects(search(transaction, 9, { threads: 1e9 }), coded('RANGE', /threads/));
  await assert.rejects(search(transaction, 9, { start: -1 }), coded('RANGE', /start/));
  await assert.rejects(search(transaction, 9, { start: 2 ** 60 }), coded('RANGE', /start/));
  await assert.rejects(search(transaction, 9, { start: 9, end: 8 }), coded('RANGE', /end/));
  await assert.rejects(search(transaction, 9, { signal: 'x' }), coded('TYPE', /AbortSignal/));
  await assert.rejects(search(transaction, 9, { onProgress: 1 }), coded('TYPE', /function/));
  await assert.rejects(pearlDiver.searchTip12('text', 9), coded('TYPE'));
  await assert.rejects(pearlDiver.searchTip12(new Uint8Array(1), -1), coded('RANGE'));
  await assert.rejects(pearlDiver.searchTip12(new Uint8Array(1), 1e300), coded('RANGE'));
  assert.equal(curl.hash(transaction).length, 81);
});
