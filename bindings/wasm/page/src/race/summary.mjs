// From rounds to entries, and from entries to what a caller gets: one line for each thing that people do, with the best that
// others have for it (crates/race/src/summary.rs).

import { times } from './figures.mjs';
import { ratios } from './sampler.mjs';
import { bootstrap } from './stats.mjs';

/** Resamples of a reported interval. */
const RESAMPLES = 1000;

/**
 * @typedef {'engine' | 'peer' | 'baseline'} Kind Ours, another library, or a plain reference.
 *
 * @typedef {object} About What is raced.
 * @property {string} op
 * @property {string} case
 * @property {string} group
 * @property {string} title
 * @property {string} unit
 * @property {import('./figures.mjs').Figure} figure
 *
 * @typedef {object} Raced One contender of a case, as it is reported.
 * @property {string} name
 * @property {Kind} kind
 * @property {boolean} [taken] Whether a caller who names no engine gets this one.
 *
 * @typedef {object} Entry One contender of one case; the names are those of the JSON that `lanesmith race --json` writes.
 * @property {string} op
 * @property {string} case
 * @property {string} contender
 * @property {Kind} kind
 * @property {string} unit
 * @property {number} median Nanoseconds per unit.
 * @property {number} low
 * @property {number} high
 * @property {Record<string, number>} ratio Time of each other contender over the time of this one.
 * @property {Record<string, [number, number]>} ratio_interval
 * @property {number} rounds
 * @property {string} baseline
 * @property {boolean} noisy Whether its ratio to the baseline is known to no better than 5 %.
 * @property {boolean} taken
 */

/**
 * What the rounds of a case say.
 * @param {About} about
 * @param {readonly Raced[]} contenders
 * @param {import('./sampler.mjs').Rounds} rounds
 * @param {import('./stats.mjs').Random} rng
 * @returns {Entry[]}
 */
export function entries(about, contenders, rounds, rng) {
  if ((rounds.ns[0]?.length ?? 0) === 0) return [];
  const baseline = contenders[0].name;
  return contenders.map((contender, at) => {
    const { median: centre, low, high } = bootstrap(rounds.ns[at], RESAMPLES, rng);
    /** @type {Record<string, number>} */
    const ratio = {};
    /** @type {Record<string, [number, number]>} */
    const interval = {};
    contenders.forEach((other, to) => {
      if (to === at) return;
      const e = bootstrap(ratios(rounds, at, to), RESAMPLES, rng);
      ratio[other.name] = e.median;
      interval[other.name] = [e.low, e.high];
    });
    const to = interval[baseline];
    return {
      op: about.op,
      case: about.case,
      contender: contender.name,
      kind: contender.kind,
      unit: about.unit,
      median: centre,
      low,
      high,
      ratio,
      ratio_interval: interval,
      rounds: rounds.ns[at].length,
      baseline,
      noisy: to !== undefined && isRough({ ratio: ratio[baseline], interval: to }),
      taken: contender.taken === true,
    };
  });
}

/**
 * @typedef {object} Beside How many times as fast, with the 95 % interval.
 * @property {number} ratio
 * @property {[number, number]} interval
 */

/** @returns {'faster' | 'equal' | 'slower'} */
export function standing(/** @type {Beside} */ { interval: [low, high] }) {
  if (low > 1) return 'faster';
  return high < 1 ? 'slower' : 'equal';
}

/** Whether a ratio is known to no better than 5 %. */
export const isRough = (/** @type {Beside} */ { ratio, interval: [low, high] }) => (high - low) / 2 / ratio > 0.05;

/** The ratio, after `=` where its interval holds 1 and `~` where it is known to no better than 5 %. */
export function tellRatio(/** @type {Beside} */ beside) {
  const mark = standing(beside) === 'equal' ? '= ' : isRough(beside) ? '~ ' : '';
  return `${mark}${times(beside.ratio)}`;
}

/**
 * @typedef {object} Line What a caller gets for one thing that people do.
 * @property {About} about
 * @property {Entry} ours
 * @property {(Beside & { entry: Entry }) | undefined} other The fastest of others.
 * @property {{ ratio: number, entry: Entry }[]} dots Everybody beside the best other: ours first.
 */

/** The fastest of some entries, by their ratios to each other: what the machine did meanwhile is in the times of both. */
const fastest = (/** @type {Entry[]} */ list) => list.reduce((a, b) => (a.ratio[b.contender] < 1 ? b : a));

/**
 * The line of a case; none where nothing of ours ran.
 * @param {About} about
 * @param {Entry[]} all
 * @returns {Line | undefined}
 */
export function line(about, all) {
  const engines = all.filter((e) => e.kind === 'engine');
  if (engines.length === 0) return undefined;
  const ours = engines.find((e) => e.taken) ?? fastest(engines);
  const others = all.filter((e) => e.kind !== 'engine');
  if (others.length === 0) return { about, ours, other: undefined, dots: [] };
  const entry = fastest(others);
  const beside = (/** @type {Entry} */ e) => (e === entry ? 1 : e.ratio[entry.contender]);
  return {
    about,
    ours,
    other: { entry, ratio: ours.ratio[entry.contender], interval: ours.ratio_interval[entry.contender] },
    dots: [ours, ...all.filter((e) => e !== ours)].map((e) => ({ ratio: beside(e), entry: e })),
  };
}

/**
 * Lines by what they belong to, in their order.
 * @param {Line[]} lines
 * @returns {[string, Line[]][]}
 */
export function groups(lines) {
  /** @type {Map<string, Line[]>} */
  const found = new Map();
  for (const one of lines) found.set(one.about.group, [...(found.get(one.about.group) ?? []), one]);
  return [...found];
}

