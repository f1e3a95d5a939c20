import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axis, plot, summary, table } from '../src/race/report.mjs';
import { random } from '../src/race/stats.mjs';
import { entries, line } from '../src/race/summary.mjs';
import { all, h, textOf } from '../src/race/tree.mjs';

const about = (title, group = 'Sums') => ({ op: 'demo.sum', case: 'n=1', group, title, unit: 'msg', figure: { time: 1, of: 'msg' } });
const CONTENDERS = [
  { name: 'simd128', kind: 'engine', taken: true },
  { name: 'scalar', kind: 'engine' },
  { name: '<rival> & co', kind: 'peer' },
];
const found = (title, medians, group) => {
  const rounds = { ns: medians.map((m) => [m, m, m, m]), calls: [], seconds: [], settled: true, interrupted: false };
  return entries(about(title, group), CONTENDERS, rounds, random(1));
};
const of = (title, medians, group) => line(about(title, group), found(title, medians, group));

test('the axis holds every value and one', () => {
  const scale = axis([3, 0.3, 19]);
  assert.deepEqual([scale.low, scale.high], [0.2, 20]);
  assert.deepEqual([scale.percent(0.2), scale.percent(20)], ['2.00%', '98.00%']);
  assert.equal(scale.percent(500), '98.00%', 'what lies outside stands at the end');
  assert.ok(scale.ticks.includes(1) && scale.labelled.includes(1));
});

test('equal steps on the axis are equal factors', () => {
  const scale = axis([0.11, 90]);
  const at = (v) => parseFloat(scale.percent(v));
  assert.ok(Math.abs((at(1) - at(0.1)) - (at(100) - at(10))) < 0.02);
});

test('a long axis has a label at powers of ten only', () => {
  assert.deepEqual(axis([0.02, 400]).labelled, [0.01, 0.1, 1, 10, 100]);
});

test('the summary has a line for each thing and a heading for each group', () => {
  const lines = [of('one', [2, 4, 6], 'A'), of('two', [6, 8, 3], 'A'), of('three', [2, 4, 2], 'B')];
  const shown = summary(lines);
  const rows = all(shown, 'tr').map(textOf);
  assert.equal(rows.length, 1 + 2 + 3);
  assert.match(rows[2], /one.*2\.00 ns\/msg.*simd128.*<rival> & co.*3\.00x/);
  assert.deepEqual(all(shown, 'td').map((td) => td.attributes.class).filter((c) => /faster|slower|equal/.test(c)), ['faster', 'slower', 'equal']);
});

test('every line with another library has its dots, and they are spoken', () => {
  const drawn = plot([of('one', [2, 4, 6])]);
  assert.deepEqual(all(drawn, 'circle').map((c) => c.attributes.class), ['ours', 'other', 'ours taken']);
  const [picture] = all(drawn, 'svg').filter((svg) => svg.attributes.role === 'img');
  assert.equal(picture.attributes['aria-label'], 'simd128 3.00x, scalar 1.50x, <rival> & co 1.00x');
});

test('what lies beyond the axis is a number with an arrow, and no dot at the end', () => {
  const drawn = plot([of('one', [1, 4, 1834.7]), of('two', [1, 300, 1])]);
  assert.deepEqual(all(drawn, 'circle').map((c) => c.attributes.class), ['ours', 'other', 'other', 'ours taken']);
  const arrows = all(drawn, 'text').filter((text) => /beyond/.test(text.attributes.class));
  assert.deepEqual(arrows.map(({ attributes }) => [attributes.class, attributes['text-anchor']]), [['ours taken beyond', 'end'], ['ours beyond', 'start']]);
  assert.match(textOf(arrows[0]), /^1834\.7x \u25b6simd128/);
  assert.match(textOf(arrows[1]), /^\u25c0 0\.00x/);
});

test('the summary says in how many ours is faster', () => {
  const caption = textOf(all(summary([of('one', [2, 4, 6]), of('two', [6, 8, 3]), of('three', [2, 4, 2])]), 'caption')[0]);
  assert.match(caption, /Faster than the best of others in 1 of 3\.$/);
});

test('where nobody else took part there is no picture', () => {
  const rounds = { ns: [[1, 1]], calls: [], seconds: [], settled: true, interrupted: false };
  const alone = entries(about('one'), CONTENDERS.slice(0, 1), rounds, random(1));
  assert.equal(plot([line(about('one'), alone)]), undefined);
  assert.match(textOf(summary([line(about('one'), alone)])), /-$/);
});

test('the table of a case has everybody, fastest first, beside the engine taken', () => {
  const rows = all(table(about('one'), found('one', [4, 2, 6])), 'tr').slice(1);
  assert.deepEqual(rows.map((row) => textOf(row.children[2])), ['0.50x', '1', '1.50x']);
  assert.equal(rows[1].attributes.class, 'auto');
});

test('what is false or missing is left out of an element', () => {
  const one = h('p', { class: undefined, id: 'x', hidden: false }, 'a', false, undefined, ['b']);
  assert.deepEqual(one, { tag: 'p', attributes: { id: 'x' }, children: ['a', 'b'] });
});
