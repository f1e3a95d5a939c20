import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, duration, quantity, tell } from '../src/race/figures.mjs';
import { random } from '../src/race/stats.mjs';
import { entries, groups, line, tellRatio } from '../src/race/summary.mjs';

const ABOUT = { op: 'demo.sum', case: 'size=1MiB', group: 'Sums', title: 'a file of 1 MiB', unit: 'byte', figure: { bytes: true } };
const CONTENDERS = [
  { name: 'simd128', kind: 'engine', taken: true },
  { name: 'scalar', kind: 'engine' },
  { name: 'rival', kind: 'peer' },
  { name: 'plain', kind: 'baseline' },
];
const rounds = (...medians) => ({
  ns: medians.map((m) => [m * 0.99, m, m * 1.01, m, m, m]),
  calls: medians.map(() => 1),
  seconds: medians.map(() => 1),
  settled: true,
  interrupted: false,
});

test('a line is what a caller gets beside the best of others', () => {
  const all = entries(ABOUT, CONTENDERS, rounds(2, 4, 3, 10), random(1));
  const one = line(ABOUT, all);
  assert.equal(one.ours.contender, 'simd128');
  assert.equal(one.other.entry.contender, 'rival');
  assert.ok(Math.abs(one.other.ratio - 1.5) < 0.03);
  assert.equal(tell(ABOUT.figure, one.ours.median), '500 MB/s');
  assert.deepEqual(one.dots.map((d) => d.entry.contender), ['simd128', 'scalar', 'rival', 'plain']);
  assert.equal(one.dots[2].ratio, 1, 'the best other stands at 1');
});

test('the best of others is the one with the best ratios, whatever the times of a busy machine say', () => {
  // Beside each other `plain` is the faster one; by its median time `rival` is.
  const busy = { ...rounds(1, 1, 1, 1), ns: [[1, 1, 9, 9], [2, 2, 18, 18], [2, 2, 30, 30], [3, 3, 16, 16].map((ns, i) => (i < 2 ? 1.9 : ns))] };
  busy.ns[2] = [2, 2, 2.1, 30];
  busy.ns[3] = [1.9, 1.9, 9, 29];
  const one = line(ABOUT, entries(ABOUT, CONTENDERS, busy, random(1)));
  const median = (list) => [...list].sort((a, b) => a - b).slice(1, 3).reduce((a, b) => a + b) / 2;
  assert.ok(median(busy.ns[2]) < median(busy.ns[3]));
  assert.equal(one.other.entry.contender, 'plain');
  for (const { ratio, entry } of one.dots) if (entry.kind !== 'engine') assert.ok(ratio <= 1, `${entry.contender} ${ratio}`);
});

test('ours is the engine that is taken, also where another one of ours is faster', () => {
  const all = entries(ABOUT, CONTENDERS, rounds(4, 2, 3, 10), random(1));
  assert.equal(line(ABOUT, all).ours.contender, 'simd128');
});

test('without another library there is no ratio, without ours no line', () => {
  const engines = CONTENDERS.slice(0, 2);
  assert.equal(line(ABOUT, entries(ABOUT, engines, rounds(2, 4), random(1))).other, undefined);
  assert.equal(line(ABOUT, entries(ABOUT, CONTENDERS.slice(2), rounds(2, 4), random(1))), undefined);
  assert.deepEqual(entries(ABOUT, CONTENDERS, { ...rounds(), ns: [[], [], [], []] }, random(1)), []);
});

test('ratios say how far they are known', () => {
  const say = (ratio, low, high) => tellRatio({ ratio, interval: [low, high] });
  assert.equal(say(1.01, 0.99, 1.02), '= 1.01x');
  assert.equal(say(1.3, 0.9, 1.6), '= 1.30x');
  assert.equal(say(19.4, 17, 20), '~ 19.4x');
  assert.equal(say(0.9, 0.89, 0.91), '0.90x');
});

test('lines stand by what they belong to, in their order', () => {
  const of = (group, title) => ({ about: { ...ABOUT, group, title } });
  const found = groups([of('A', '1'), of('B', '2'), of('A', '3')]);
  assert.deepEqual(found.map(([group, lines]) => [group, lines.map((l) => l.about.title)]), [['A', ['1', '3']], ['B', ['2']]]);
});

test('figures are as the command line writes them', () => {
  assert.equal(tell({ bytes: true }, 0.557), '1.80 GB/s');
  assert.equal(tell({ time: 65_536, of: 'root' }, 25), '1.64 ms/root');
  assert.equal(tell({ rate: 'hashes' }, 16e6), '62.5 hashes/s');
  assert.deepEqual([duration(0.1234), duration(12_345), duration(2.5e9)], ['0.123 ns', '12.3 µs', '2.50 s']);
  assert.equal(quantity(301_900), '302 k');
  assert.deepEqual([bytes(3), bytes(1536), bytes(5 * 2 ** 20), bytes(3 * 2 ** 30)], ['3 bytes', '1.50 KiB', '5.00 MiB', '3.00 GiB']);
});
