// The JavaScript of the package with the addon for Node in the place of the native module.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { PearlDiverError, over, weightOf } from '../src/core.js';

const { curl, version } = createRequire(import.meta.url)('../../node/index.js');
const ascii = (text) => new Uint8Array(Buffer.from(text, 'latin1'));
const text = (bytes) => Buffer.from(bytes).toString('latin1');

/** The native module as its specification has it, over the addon. */
function module() {
  const runs = new Map();
  const calls = [];
  const blank = { code: '', message: '', nonce: '', weight: 0, attempts: 0, next: 0 };
  return {
    calls,
    async search(id, trytes, weight, threads, start, end) {
      calls.push({ trytes, weight, threads });
      const run = curl.startSearch({ kind: 'transaction', trytes: ascii(trytes), weight }, start, end, threads);
      runs.set(id, run);
      const done = await run.done;
      runs.delete(id);
      const attempts = run.attempts();
      if (done.end === 'found') return { ...blank, nonce: text(done.nonce), weight: done.weight, attempts, next: done.batch + 1 };
      const code = done.end.toUpperCase();
      return { ...blank, code, message: done.end, attempts, next: done.next ?? 0 };
    },
    attempts: (id) => runs.get(id)?.attempts() ?? 0,
    cancel: (id) => runs.forEach((run, own) => (id === -1 || id === own) && run.cancel()),
    curlHash(trytes) {
      const hash = new Uint8Array(81);
      curl.curlHash(81, ascii(trytes), hash);
      return text(hash);
    },
    version: () => version,
  };
}

const transaction = 'LANESMITH9'.repeat(268).slice(0, 2673);
const hash = (letter) => letter.repeat(81);

/** Trailing zero trits of a hash, from its trits. */
function plainWeight(trytes) {
  const trits = [...trytes].flatMap((tryte) => {
    let value = ((('9ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(tryte) + 13) % 27) - 13);
    return [0, 1, 2].map(() => {
      const trit = [0, 1, -1][((value % 3) + 3) % 3];
      value = (value - trit) / 3;
      return trit;
    });
  });
  return trits.length - 1 - trits.findLastIndex((trit) => trit !== 0);
}

test('a nonce is found and checked, with progress and where to go on', async () => {
  const { search } = over(module());
  const seen = [];
  const found = await search(transaction, 11, { threads: 2, onProgress: (progress) => seen.push(progress) });
  assert.equal(found.trytes, transaction.slice(0, 2646) + found.nonce);
  assert.ok(found.weight >= 11 && plainWeight(found.hash) === found.weight);
  assert.equal(text(ascii(found.hash)), found.hash);
  assert.ok(found.attempts > 0 && found.seconds >= 0);
  for (const { attempts, meanAttempts } of seen) assert.ok(attempts >= 0 && meanAttempts === 3 ** 11);
  const next = await search(transaction, 8, { start: found.next });
  assert.notEqual(next.nonce, found.nonce);
});

test('weights of hashes are those of their trits', () => {
  for (const last of '9ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    for (const zeros of [0, 1, 5]) {
      const trytes = 'ABC' + last + '9'.repeat(zeros);
      assert.equal(weightOf(trytes), plainWeight(trytes), trytes);
    }
  }
  assert.equal(weightOf(hash('9')), 243);
});

test('transactions are attached in a chain with one branch, the last of them first', async () => {
  const native = module();
  const { attachToTangle } = over(native);
  const before = Date.now();
  const done = await attachToTangle(hash('T'), hash('B'), 5, [transaction, transaction.replace('L', 'M'), transaction]);
  assert.equal(done.length, 3);
  let trunk = hash('T');
  for (const trytes of [...done].reverse()) {
    assert.equal(trytes.slice(2430, 2511), trunk);
    assert.equal(trytes.slice(2511, 2592), hash('B'));
    // Timestamps: now, the lower bound, the upper bound, as balanced digits to base 27, the least first.
    const number = (part) => [...part].reduceRight((sum, tryte) => 27 * sum + ('9ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(tryte) + 13) % 27 - 13, 0);
    const [now, lower, upper] = [0, 9, 18].map((at) => number(trytes.slice(2619 + at, 2628 + at)));
    assert.ok(now >= before && now <= Date.now());
    assert.deepEqual([lower, upper], [0, 3812798742493]);
    trunk = native.curlHash(trytes);
    assert.ok(weightOf(trunk) >= 5);
  }
  assert.equal(done[2].slice(0, 2430), transaction.slice(0, 2430));
});

test('an empty list gives a promise of an empty list', async () => {
  const native = module();
  const promise = over(native).attachToTangle(hash('T'), hash('B'), 14, []);
  assert.ok(promise instanceof Promise);
  assert.deepEqual(await promise, []);
  assert.equal(native.calls.length, 0);
});

test('doPOW gives the nonce alone', async () => {
  const nonce = await over(module()).PearlDiver.doPOW(transaction, 6);
  assert.match(nonce, /^[9A-Z]{27}$/);
});

test('cancel ends every search within a tenth of a second, and says where to go on', async () => {
  const { PearlDiver, attachToTangle, search } = over(module());
  const times = [];
  // The best of some: other programs may have the CPUs.
  for (let i = 0; i < 20 && !(Math.min(...times) < 100); i++) {
    const all = [PearlDiver.doPOW(transaction, 200), search(transaction, 200), attachToTangle(hash('T'), hash('B'), 200, [transaction])];
    const ended = Promise.allSettled(all);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const cancelled = performance.now();
    PearlDiver.cancel();
    for (const { status, reason } of await ended) {
      assert.equal(status, 'rejected');
      assert.equal(reason.code, 'ABORTED');
      assert.equal(reason.name, 'AbortError');
      assert.ok(reason.next >= 0 && reason.attempts >= 64 * reason.next);
    }
    times.push(performance.now() - cancelled);
  }
  assert.ok(Math.min(...times) < 100, `${times} ms`);
});

test('a signal aborts its search and no other', async () => {
  const { PearlDiver, search } = over(module());
  const [one, other] = [new AbortController(), new AbortController()];
  const first = search(transaction, 200, { signal: one.signal, threads: 1 });
  const second = search(transaction, 200, { signal: other.signal, threads: 1 });
  let running = true;
  second.catch(() => (running = false));
  setTimeout(() => one.abort(new Error('enough')), 30);
  await assert.rejects(first, (error) => error.code === 'ABORTED' && error.cause.message === 'enough');
  assert.equal(running, true);
  PearlDiver.cancel();
  await assert.rejects(second, { code: 'ABORTED' });
  await assert.rejects(search(transaction, 200, { signal: one.signal }), { code: 'ABORTED' });
});

test('options that do not exist are refused', async () => {
  const { attachToTangle, search } = over(module());
  await assert.rejects(search(transaction, 5, { thread: 4 }), { code: 'RANGE', message: /"thread".*threads/ });
  await assert.rejects(attachToTangle(hash('T'), hash('B'), 5, [transaction], { onprogress() {} }), { code: 'RANGE', message: /onProgress/ });
});

test('an error of onProgress ends the search and comes out', async () => {
  const { search } = over(module());
  const progress = () => {
    throw new RangeError('of the app');
  };
  await assert.rejects(search(transaction, 200, { onProgress: progress }), /of the app/);
});

test('a range without a nonce is exhausted', async () => {
  const { search } = over(module());
  await assert.rejects(search(transaction, 200, { start: 27, end: 54 }), { code: 'EXHAUSTED' });
  await assert.rejects(search(transaction, 1, { start: 27, end: 27 }), { code: 'EXHAUSTED' });
});

test('what is written to the list while it is worked on is not for that call', async () => {
  const { attachToTangle } = over(module());
  const list = [transaction, transaction];
  const running = attachToTangle(hash('T'), hash('B'), 5, list);
  list[1] = 'A';
  list.push(7);
  assert.equal((await running).length, 2);
});

test('a native module that lies is found out', async () => {
  const native = { ...module(), search: async () => ({ code: '', message: '', nonce: '9'.repeat(27), weight: 14, attempts: 1, next: 1 }) };
  await assert.rejects(over(native).search(transaction, 14), { code: 'INTERNAL' });
  const failing = { ...module(), search: async () => ({ code: 'INTERNAL', message: 'a panic', nonce: '', weight: 0, attempts: 0, next: 0 }) };
  await assert.rejects(over(failing).search(transaction, 14), { code: 'INTERNAL', message: 'a panic' });
});

test('wrong input rejects with a code, before anything is searched', async () => {
  const native = module();
  const { attachToTangle, curlHash, search } = over(native);
  const cases = [
    ['TYPE', () => search(7, 14)],
    ['TYPE', () => search(null, 14)],
    ['LENGTH', () => search('A', 14)],
    ['TRYTE', () => search(transaction.replace('L', 'l'), 14)],
    ['TYPE', () => search(transaction, '14')],
    ['RANGE', () => search(transaction, 0)],
    ['RANGE', () => search(transaction, 244)],
    ['RANGE', () => search(transaction, 1.5)],
    ['RANGE', () => search(transaction, NaN)],
    ['RANGE', () => search(transaction, 14, { threads: 1000 })],
    ['RANGE', () => search(transaction, 14, { start: -1 })],
    ['RANGE', () => search(transaction, 14, { start: 5, end: 4 })],
    ['TYPE', () => search(transaction, 14, { signal: {} })],
    ['TYPE', () => search(transaction, 14, { onProgress: 1 })],
    ['LENGTH', () => attachToTangle('T', hash('B'), 14, [])],
    ['TRYTE', () => attachToTangle(hash('t'), hash('B'), 14, [])],
    ['TYPE', () => attachToTangle(hash('T'), hash('B'), 14, transaction)],
    ['LENGTH', () => attachToTangle(hash('T'), hash('B'), 14, [transaction, 'A'])],
    ['TYPE', () => attachToTangle(hash('T'), hash('B'), 14, new Array(2))],
    ['TYPE', () => attachToTangle(hash('T'), hash('B'), 14, null)],
    ['TYPE', () => attachToTangle(hash('T'), hash('B'), 14, [], 4)],
    ['TYPE', () => search(transaction, 14, 'fast')],
  ];
  for (const [code, call] of cases) {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof PearlDiverError);
      assert.equal(error.code, code, error.message);
      return true;
    });
  }
  await assert.rejects(attachToTangle(hash('T'), hash('B'), 14, [transaction, 'A']), { index: 1 });
  assert.throws(() => curlHash('a'), { code: 'TRYTE' });
  assert.equal(native.calls.length, 0);
});
