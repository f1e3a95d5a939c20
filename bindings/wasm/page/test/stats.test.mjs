import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bootstrap, median, random, spread } from '../src/race/stats.mjs';

test('the median of an odd and of an even number of samples, whatever their order', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([10, 9, 100]), 10, 'sorted as numbers, not as words');
  assert.ok(Number.isNaN(median([])));
});

test('the median leaves the samples as they were', () => {
  const samples = [3, 1, 2];
  median(samples);
  assert.deepEqual(samples, [3, 1, 2]);
});

test('one sample has an interval of no width', () => {
  assert.deepEqual(bootstrap([5], 100, random(1)), { median: 5, low: 5, high: 5 });
  assert.equal(spread({ median: 10, low: 9, high: 12 }), 0.15);
});

test('the interval covers the true median about 19 times in 20', () => {
  const rng = random(7);
  let covered = 0;
  for (let i = 0; i < 400; i++) {
    const samples = Array.from({ length: 25 }, () => 10 + rng.next() - 0.5);
    const e = bootstrap(samples, 400, rng);
    if (e.low <= 10 && 10 <= e.high) covered += 1;
  }
  assert.ok(covered >= 360 && covered <= 396, `${covered} of 400`);
});

test('the interval holds the median when nearly all samples are equal', () => {
  const e = bootstrap([1, 1, 1, 1, 9], 40, random(2));
  assert.ok(e.low <= e.median && e.median <= e.high && e.median === 1);
});

test('random numbers are spread evenly, and the same for the same seed', () => {
  const counts = new Array(10).fill(0);
  const rng = random(3);
  for (let i = 0; i < 10_000; i++) counts[rng.below(10)] += 1;
  // Nine degrees of freedom: 27.9 is passed once in a thousand times.
  const chi = counts.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
  assert.ok(chi < 27.9, `${counts}`);
  assert.equal(random(5).next(), random(5).next());
  assert.notEqual(random(0).next(), random(1).next());
});

test('every order of three comes up about as often', () => {
  const rng = random(11);
  const seen = new Map();
  for (let i = 0; i < 6000; i++) {
    const list = [0, 1, 2];
    rng.shuffle(list);
    seen.set(list.join(''), (seen.get(list.join('')) ?? 0) + 1);
  }
  assert.equal(seen.size, 6);
  for (const [order, count] of seen) assert.ok(count > 850 && count < 1150, `${order}: ${count}`);
});
