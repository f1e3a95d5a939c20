/** The shape of `@iota/pearl-diver-react-native`. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { PearlDiver, attachToTangle } from '../dist/pearl-diver-react-native.mjs';
import * as reference from './curl-reference.mjs';
import { coded, dice, lanesmith, load } from './helpers.mjs';

const { trytes } = dice(51);
const [trunk, branch] = [trytes(81), trytes(81)];
const transactions = [trytes(2673), trytes(2673), trytes(2673)];

before(() => load('curl'));
after(() => lanesmith.pearlDiver.close());

const field = (transaction, at, length) => transaction.slice(at, at + length);

function value(text) {
  return reference.trits(text).reduceRight((sum, trit) => 3 * sum + trit, 0);
}

test('each transaction approves the one before it, the branch stays, the result is reversed', async () => {
  const began = Date.now();
  const attached = await attachToTangle(trunk, branch, 5, transactions);
  assert.equal(attached.length, 3);
  let expected = trunk;
  for (const [i, transaction] of [...attached].reverse().entries()) {
    assert.equal(field(transaction, 0, 2430), transactions[i].slice(0, 2430));
    assert.equal(field(transaction, 2430, 81), expected);
    assert.equal(field(transaction, 2511, 81), branch);
    assert.equal(field(transaction, 2592, 27), transactions[i].slice(2592, 2619));
    const attachedAt = value(field(transaction, 2619, 9));
    assert.ok(attachedAt >= began && attachedAt <= Date.now());
    assert.equal(field(transaction, 2628, 9), '9'.repeat(9));
    assert.equal(value(field(transaction, 2637, 9)), (3 ** 27 - 1) / 2);
    expected = reference.hash(transaction);
    assert.ok(reference.weight(expected) >= 5);
  }
});

test('no transactions: a promise of none', async () => {
  const attached = attachToTangle(trunk, branch, 5, []);
  assert.ok(attached instanceof Promise);
  assert.deepEqual(await attached, []);
});

test('doPOW gives a nonce', async () => {
  const nonce = await PearlDiver.doPOW(transactions[0], 5);
  assert.ok(reference.weight(reference.hash(transactions[0].slice(0, 2646) + nonce)) >= 5);
});

test('cancel and signals end it', async () => {
  const running = attachToTangle(trunk, branch, 60, transactions);
  setTimeout(() => PearlDiver.cancel(), 200);
  await assert.rejects(running, coded('ABORTED'));
  const controller = new AbortController();
  const other = attachToTangle(trunk, branch, 60, transactions, { signal: controller.signal });
  setTimeout(() => controller.abort(), 200);
  await assert.rejects(other, coded('ABORTED'));
});

test('wrong input rejects', async () => {
  await assert.rejects(attachToTangle('A', branch, 5, transactions), coded('LENGTH', /trunkTransaction/));
  await assert.rejects(attachToTangle(trunk, branch.toLowerCase(), 5, transactions), coded('TRYTE', /branchTransaction/));
  await assert.rejects(attachToTangle(trunk, 5, 5, transactions), coded('TYPE'));
  await assert.rejects(attachToTangle(trunk, branch, 0, transactions), coded('RANGE'));
  await assert.rejects(attachToTangle(trunk, branch, 5, transactions[0]), coded('TYPE'));
  await assert.rejects(attachToTangle(trunk, branch, 5, [transactions[0], 'A']), coded('LENGTH', /trytes\[1\]/, { index: 1 }));
  await assert.rejects(PearlDiver.doPOW('A', 5), coded('LENGTH'));
  await assert.rejects(attachToTangle(trunk, branch, 5, null), coded('TYPE', /trytes is null/));
  await assert.rejects(attachToTangle(trunk, branch, 5, [transactions[0], 5]), coded('TYPE', /trytes\[1\]/, { index: 1 }));
  await assert.rejects(attachToTangle(trunk, branch, '5', []), coded('TYPE', /minWeightMagnitude/));
  await assert.rejects(attachToTangle(trunk, branch, 5, transactions, null), coded('TYPE', /options/));
  await assert.rejects(attachToTangle(trunk, branch, 5, transactions, { signal: {} }), coded('TYPE', /signal/));
  // Before the first nonce is searched, which would take longer than anybody waits.
  await assert.rejects(attachToTangle(trunk, branch, 243, [transactions[0], transactions[1].toLowerCase()]), coded('TRYTE', /trytes\[1\]: tryte \d+/, { index: 1 }));
});

test('cancel ends it from the moment of the call on', async () => {
  const running = attachToTangle(trunk, branch, 60, transactions);
  const other = PearlDiver.doPOW(transactions[0], 60);
  PearlDiver.cancel();
  await assert.rejects(running, coded('ABORTED'));
  await assert.rejects(other, coded('ABORTED'));
});
