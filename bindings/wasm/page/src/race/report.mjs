// What a race found, as elements: the summary, everything on one logarithmic axis, and a table for each case. Every number
// stands as text; the picture repeats them (crates/race/src/html).

import { duration, tell, times } from './figures.mjs';
import { groups, isRough, standing, tellRatio } from './summary.mjs';
import { h } from './tree.mjs';

/** Ticks of the logarithmic axis. */
const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/**
 * A logarithmic axis between two ticks that holds all of the values and 1.
 * @param {readonly number[]} values
 */
export function axis(values) {
  const positive = values.filter((v) => v > 0);
  const least = Math.min(1, ...positive);
  const most = Math.max(1, ...positive);
  const low = TICKS.filter((t) => t < least).at(-1) ?? TICKS[0];
  const high = TICKS.find((t) => t > most) ?? TICKS[TICKS.length - 1];
  const between = TICKS.filter((t) => t >= low && t <= high);
  return {
    low,
    high,
    ticks: between,
    /** Ticks that have a label, where the axis is short: no more than seven, 1 among them. */
    labelled: between.filter((t) => between.length <= 7 || /^0?\.?0*1/.test(String(t))),
    /** Whether a value lies beyond the axis. */
    outside: (/** @type {number} */ value) => value < low || value > high,
    /** The place of a value in percent; what lies outside stands at the end. */
    percent(/** @type {number} */ value) {
      const part = Math.log(value / low) / Math.log(high / low);
      return `${(2 + 96 * Math.min(1, Math.max(0, part))).toFixed(2)}%`;
    },
  };
}

/** @typedef {import('./summary.mjs').Line} Line */

/** The engine of a line as people read it. */
const engine = (/** @type {Line} */ line) => line.ours.contender;

/**
 * What a caller gets, a line for each thing that people do.
 * @param {readonly Line[]} lines
 */
export function summary(lines) {
  const heads = [['What'], ['You get'], ['Engine', 'wide left'], ['Best other', 'wide left'], ['Faster']];
  const beside = lines.flatMap((line) => line.other ?? []);
  const faster = beside.filter((other) => standing(other) === 'faster').length;
  return h('table', { class: 'summary' },
    h('caption', {}, 'What a caller gets who names no engine, beside the best of others in this browser, on one thread: = may be as fast, '
      + '~ is known to no better than 5 %. ',
      h('strong', {}, `Faster than the best of others in ${faster} of ${beside.length}.`)),
    h('thead', {}, h('tr', {}, heads.map(([name, kind]) => h('th', { scope: 'col', class: kind }, name)))),
    groups([...lines]).map(([group, of]) => h('tbody', {},
      h('tr', { class: 'group' }, h('th', { colspan: 5, scope: 'colgroup' }, group)),
      of.map((line) => h('tr', {},
        h('th', { scope: 'row' },
          line.about.title, ' ', h('span', { class: 'key wide' }, `${line.about.op} ${line.about.case}`),
          // Where there is no room for a column.
          line.other && h('span', { class: 'key narrow' }, `beside ${line.other.entry.contender}`)),
        h('td', {}, tell(line.about.figure, line.ours.median)),
        h('td', { class: 'wide left' }, engine(line)),
        h('td', { class: 'wide left' }, line.other?.entry.contender ?? '-'),
        h('td', { class: line.other ? standing(line.other) : 'equal' }, line.other ? tellRatio(line.other) : '-'))))));
}

/** Everything on one logarithmic axis: ours filled, others hollow, the best of these at 1. */
export function plot(/** @type {readonly Line[]} */ lines) {
  const drawn = lines.filter((line) => line.other);
  if (drawn.length === 0) return undefined;
  const scale = axis(drawn.flatMap((line) => line.dots.map((dot) => dot.ratio)));
  const ruler = () => h('div', { class: 'dots', 'aria-hidden': 'true' }, h('span'),
    h('svg', { class: 'scale' }, scale.labelled.map((tick) =>
      h('text', { x: scale.percent(tick), y: 14, 'text-anchor': 'middle' }, `${tick}x`))));
  return h('figure', { class: 'overview' },
    h('figcaption', {}, 'Everything at once'),
    h('p', { class: 'about' }, 'How many times as fast as the best other: filled dots are ours (the larger one is the engine taken), hollow '
      + 'ones are others, the upright line is 1x. Each step of the axis multiplies; a thin line is the 95 % interval. '
      + 'A number with an arrow lies beyond the axis.'),
    ruler(),
    groups(drawn).flatMap(([group, of]) => [
      h('p', { class: 'group' }, group),
      ...of.map((line) => h('div', { class: 'dots' }, h('span', {}, line.about.title), row(line, scale))),
    ]),
    ruler());
}

/**
 * @param {Line} line
 * @param {ReturnType<typeof axis>} scale
 */
function row(line, scale) {
  const other = /** @type {NonNullable<Line['other']>} */ (line.other);
  const [ours, ...others] = line.dots;
  // What lies beyond the axis is no dot at its end, but an arrow and its number.
  const beyond = (/** @type {Line['dots'][0]} */ { ratio, entry }, /** @type {string} */ kind) =>
    h('text', { class: `${kind} beyond`, x: ratio > 1 ? '100%' : '0%', y: 15, 'text-anchor': ratio > 1 ? 'end' : 'start' },
      ratio > 1 ? `${times(ratio)} \u25b6` : `\u25c0 ${times(ratio)}`,
      h('title', {}, `${entry.contender}, ${times(ratio)}: beyond the axis`));
  const dot = (/** @type {Line['dots'][0]} */ one, /** @type {string} */ kind, /** @type {number} */ r) =>
    (scale.outside(one.ratio) ? beyond(one, kind)
      : h('circle', { class: kind, cx: scale.percent(one.ratio), cy: 11, r }, h('title', {}, `${one.entry.contender}, ${times(one.ratio)}`)));
  const spoken = line.dots.map(({ ratio, entry }) => `${entry.contender} ${times(ratio)}`).join(', ');
  return h('svg', { role: 'img', 'aria-label': spoken },
    scale.ticks.map((tick) => h('line', {
      class: tick === 1 ? 'one' : 'tick', x1: scale.percent(tick), x2: scale.percent(tick), y1: 0, y2: 22,
    })),
    h('line', { class: 'interval', x1: scale.percent(other.interval[0]), x2: scale.percent(other.interval[1]), y1: 11, y2: 11 }),
    others.map((one) => (one.entry.kind === 'engine' ? dot(one, 'ours', 3.5) : dot(one, 'other', 4))),
    dot(ours, 'ours taken', 5.5));
}

/**
 * Everybody in one case, fastest first, beside the first contender.
 * @param {import('./summary.mjs').About} about
 * @param {readonly import('./summary.mjs').Entry[]} entries
 */
export function table(about, entries) {
  const sorted = [...entries].sort((a, b) => a.median - b.median);
  const taken = entries.find((e) => e.taken) ?? sorted[0];
  return h('details', {},
    h('summary', {}, `${about.group}: ${about.title} `, h('span', { class: 'key' }, `${entries.length} contenders`)),
    h('table', { class: 'case' },
      h('caption', {}, `Time of each over the time of ${taken.contender}, in the same round; ${entries[0].rounds} rounds; ! is known to no better than 5 %.`),
      h('thead', {}, h('tr', {}, [['Contender'], [`Time/${about.unit}`], ['Times as long'], ['95 %', 'wide']].map(([name, kind]) =>
        h('th', { scope: 'col', class: kind }, name)))),
      h('tbody', {}, sorted.map((e) => {
        const interval = taken.ratio_interval[e.contender];
        return h('tr', { class: e === taken ? 'auto' : undefined },
          h('th', { scope: 'row' }, e.contender, ' ', h('span', { class: 'kind' }, e.kind)),
          h('td', {}, duration(e.median)),
          h('td', {}, interval ? `${times(taken.ratio[e.contender])}${isRough({ ratio: taken.ratio[e.contender], interval }) ? ' !' : ''}` : '1'),
          h('td', { class: 'wide' }, interval ? `${interval[0].toFixed(3)}–${interval[1].toFixed(3)}` : ''));
      }))));
}
