import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockFor, isCoarse, ratios, resolution, sample } from '../src/race/sampler.mjs';
import { bootstrap, random } from '../src/race/stats.mjs';
import { standing } from '../src/race/summary.mjs';

/** A machine with a clock of its own, whose speed wanders by a third and which is interrupted now and then. */
function machine(seed, step = 0) {
  const rng = random(seed);
  let now = 0;
  const clock = { now: () => (step ? Math.floor(now / step) * step : now) };
  /** Work of so many milliseconds on a machine at its best. */
  const work = (ms) => () => {
    const drift = 1 + 0.3 * Math.abs(Math.sin(now / 3000));
    const jitter = 1 + 0.04 * rng.next();
    now += ms * drift * jitter + (rng.next() < 1e-4 ? 3 : 0);
  };
  return { clock, work };
}

const PLAN = { budget: 60_000, block: 50, minRounds: 8, maxRounds: 40, precision: 0.01 };

async function race(costs, { seed = 1, step = 0, plan = PLAN, ...rest } = {}) {
  const { clock, work } = machine(seed, step);
  const contenders = costs.map((ms) => ({ run: work(ms), units: 1 }));
  return sample(contenders, plan, { rng: random(seed + 100), clock, step, ...rest });
}

const beside = (rounds, a, b) => {
  const e = bootstrap(ratios(rounds, a, b), 1000, random(9));
  return { ratio: e.median, interval: [e.low, e.high] };
};

test('a planted difference of 20 % is found, and how large it is', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const rounds = await race([0.06, 0.05], { seed });
    const found = beside(rounds, 1, 0);
    assert.equal(standing(found), 'faster', `seed ${seed}: ${JSON.stringify(found)}`);
    assert.ok(Math.abs(found.ratio - 1.2) < 0.03, `seed ${seed}: ${found.ratio}`);
    assert.equal(standing(beside(rounds, 0, 1)), 'slower');
  }
});

test('a contender beside itself is not called different more often than one time in ten', async () => {
  let different = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const rounds = await race([0.05, 0.05], { seed, plan: { ...PLAN, minRounds: 12, precision: 0 , maxRounds: 12 } });
    if (standing(beside(rounds, 1, 0)) !== 'equal') different += 1;
  }
  assert.ok(different <= 6, `${different} of 60`);
});

test('a difference of 20 % is found with a clock of 1 ms too', async () => {
  const step = 1;
  const rounds = await race([0.06, 0.05], { step, plan: { ...PLAN, block: blockFor(step) } });
  const found = beside(rounds, 1, 0);
  assert.ok(Math.abs(found.ratio - 1.2) < 0.03 && standing(found) === 'faster', JSON.stringify(found));
});

test('a time is given for a unit of work, not for a call', async () => {
  const { clock, work } = machine(4);
  const contenders = [{ run: work(0.05), units: 1 }, { run: work(0.05), units: 10 }];
  const rounds = await sample(contenders, PLAN, { rng: random(1), clock });
  assert.ok(Math.abs(beside(rounds, 1, 0).ratio - 10) < 0.2);
});

test('each contender has a block in each round, and every second round is the mirror of the one before', async () => {
  const order = [];
  const { clock, work } = machine(2);
  const contenders = [0.05, 0.05, 0.05].map((ms, at) => {
    const run = work(ms);
    return { units: 1, run: () => { if (order.at(-1) !== at) order.push(at); run(); } };
  });
  // The last of a round is the first of the mirrored one: it is pushed once.
  await sample(contenders, { ...PLAN, minRounds: 2, maxRounds: 2 }, { rng: random(1), clock });
  assert.equal(order.length, 5);
  assert.deepEqual(order.slice(0, 2), order.slice(3).reverse());
});

test('blocks are as long as they are said to be', async () => {
  const rounds = await race([0.06, 0.05], { plan: { ...PLAN, minRounds: 4, maxRounds: 4 } });
  for (const seconds of rounds.seconds) assert.ok(seconds >= 4 * 0.05 && seconds < 4 * 0.06, `${seconds}`);
});

test('a call longer than a block is one block', async () => {
  const rounds = await race([200, 180], { plan: { ...PLAN, minRounds: 6, maxRounds: 6 } });
  assert.deepEqual(rounds.calls, [6, 6]);
});

test('a promise is awaited, and what it takes is counted', async () => {
  const { clock, work } = machine(5);
  const slow = work(0.1);
  const contenders = [
    { run: work(0.05), units: 1 },
    { units: 1, awaited: true, run: async () => { await undefined; slow(); } },
  ];
  const rounds = await sample(contenders, PLAN, { rng: random(1), clock });
  assert.ok(Math.abs(beside(rounds, 0, 1).ratio - 2) < 0.06);
});

test('a stop ends the race within one block, and half a round is not kept', async () => {
  let asked = 0;
  const rounds = await race([0.05, 0.05, 0.05], { stop: () => ++asked > 7 });
  assert.equal(rounds.interrupted, true);
  assert.deepEqual(rounds.ns.map((list) => list.length), [2, 2, 2]);
});

test('rounds end when ratios are known, when the budget is spent, or at the most', async () => {
  const known = await race([0.05, 0.05], { plan: { ...PLAN, precision: 0.5 } });
  assert.deepEqual([known.settled, known.ns[0].length], [true, 8]);
  const spent = await race([0.05, 0.05], { plan: { ...PLAN, precision: 0, budget: 1300 } });
  assert.ok(!spent.settled && spent.ns[0].length < 20, `${spent.ns[0].length}`);
  const most = await race([0.05, 0.05], { plan: { ...PLAN, precision: 0 } });
  assert.equal(most.ns[0].length, 40);
});

test('nobody is a race too', async () => {
  assert.deepEqual((await race([])).ns, []);
});

test('the step of a clock is seen, and blocks are 200 of them or 50 ms', () => {
  let now = 0;
  const clock = { now: () => { now += 0.013; return Math.floor(now / 0.5) * 0.5; } };
  assert.ok(Math.abs(resolution(clock) - 0.5) < 1e-9);
  assert.equal(blockFor(0.005), 50);
  assert.equal(blockFor(1), 200);
  assert.equal(blockFor(100), 400);
  assert.deepEqual([isCoarse(0.1), isCoarse(1), isCoarse(16.7)], [false, false, true]);
});
