// The interleaved sampler, as crates/race/src/sampler.rs has it: blocks of all contenders in random order, round after
// round, every second round in the mirrored order of the one before, until the ratios are known well enough. A ratio is
// formed within each round, so that what the machine does meanwhile happens to both sides of it.
//
// What differs in a browser: the clock is coarse (100 µs where a page is not isolated, and it may be a whole millisecond),
// so that a block lasts at least 50 ms and at least 200 steps of the clock; there is no time of the CPU, only of the wall.

import { bootstrap, spread } from './stats.mjs';

/** Shortest block in milliseconds, warming up left out. */
export const SHORTEST = 50;

/** Fewest steps of the clock in a block: one step is then half a percent. */
const STEPS = 200;

/** Longest block: where the clock is as coarse as that, differences of a percent cannot be seen, and the page says so. */
const LONGEST = 400;

/**
 * @typedef {object} Clock
 * @property {() => number} now Milliseconds since some moment.
 */

/**
 * @typedef {object} Contender
 * @property {() => unknown} run One call.
 * @property {number} units Units of work in one call.
 * @property {boolean} [awaited] Whether a call gives a promise that has to be awaited.
 */

/**
 * @typedef {object} Plan
 * @property {number} budget Milliseconds for all rounds.
 * @property {number} block Milliseconds counted in a block.
 * @property {number} minRounds Fewest rounds, whatever the budget; there is always an even number of them.
 * @property {number} maxRounds Most rounds.
 * @property {number} precision Half-width of the interval of a ratio, relative to it, at which it is known well enough.
 */

/**
 * @typedef {object} Rounds The same number of rounds for every contender.
 * @property {number[][]} ns Nanoseconds per unit, by contender, then by round.
 * @property {number[]} calls Calls counted, by contender.
 * @property {number[]} seconds Seconds that they took, by contender.
 * @property {boolean} settled Whether every ratio to the first contender is known to the precision of the plan.
 * @property {boolean} interrupted Whether the user stopped it.
 */

/** The clock of the page or the program. */
export const systemClock = { now: () => performance.now() };

/**
 * The smallest step of a clock in milliseconds, as far as it can be seen in a few of them.
 * @param {Clock} clock
 */
export function resolution(clock) {
  let least = Infinity;
  for (let i = 0; i < 12; i++) {
    const begin = clock.now();
    let now = begin;
    // A clock that stands still would hold us here.
    for (let tries = 0; now === begin && tries < 50_000_000; tries++) now = clock.now();
    if (now > begin) least = Math.min(least, now - begin);
  }
  return Number.isFinite(least) ? least : LONGEST;
}

/**
 * How long a block must be for a clock of that resolution.
 * @param {number} step
 */
export const blockFor = (step) => Math.min(LONGEST, Math.max(SHORTEST, Math.ceil(step * STEPS)));

/** Whether a clock is too coarse for differences of half a percent. */
export const isCoarse = (/** @type {number} */ step) => step * STEPS > LONGEST;

/** Runs one contender, block by block. */
class Runner {
  /** @type {number} */
  #callsPerReading = 0;
  #contender;
  #clock;
  /** What a call gave last: it must be wanted by somebody. */
  last;

  /**
   * @param {Contender} contender
   * @param {Clock} clock
   */
  constructor(contender, clock) {
    this.#contender = contender;
    this.#clock = clock;
  }

  /** Runs for a while by the clock. */
  async #runFor(/** @type {number} */ least) {
    const { run, awaited } = this.#contender;
    const clock = this.#clock;
    const stretch = this.#callsPerReading;
    let [calls, spent] = [0, 0];
    const begin = clock.now();
    do {
      if (awaited) for (let i = 0; i < stretch; i++) this.last = await run();
      else for (let i = 0; i < stretch; i++) this.last = run();
      calls += stretch;
      spent = clock.now() - begin;
    } while (spent < least);
    return { calls, spent };
  }

  /** Finds how many calls fit between two readings of the clock, once. */
  async #calibrate(/** @type {number} */ stretch) {
    this.#callsPerReading = 1;
    for (;;) {
      const { spent } = await this.#runFor(0);
      if (spent >= stretch / 2 || this.#callsPerReading > 2 ** 30) return;
      const factor = spent > 0 ? Math.min(stretch / spent, 64) : 8;
      this.#callsPerReading *= Math.max(2, Math.floor(factor));
    }
  }

  /** One block: the beginning is not counted. A single call that is longer than a whole block warms itself up. */
  async block(/** @type {number} */ counted, /** @type {number} */ step) {
    if (this.#callsPerReading === 0) await this.#calibrate(Math.max(0.5, 4 * step));
    const warmUp = Math.min(10, counted * 0.15);
    let measured = await this.#runFor(0);
    if (measured.calls > 1 || measured.spent < counted + warmUp) {
      if (measured.spent < warmUp) await this.#runFor(warmUp - measured.spent);
      measured = await this.#runFor(counted);
    }
    const { calls, spent } = measured;
    return { ns: (spent * 1e6) / (calls * this.#contender.units), calls, spent };
  }
}

/**
 * Samples all contenders; ratios to the first of them decide when they are known well enough.
 * @param {readonly Contender[]} contenders
 * @param {Plan} plan
 * @param {object} surroundings
 * @param {import('./stats.mjs').Random} surroundings.rng
 * @param {Clock} [surroundings.clock]
 * @param {number} [surroundings.step] Resolution of the clock in milliseconds.
 * @param {() => boolean} [surroundings.stop] Whether to end: asked before each block.
 * @param {() => Promise<unknown>} [surroundings.pause] Lets others run between blocks: a message that says stop.
 * @param {(rounds: number) => void} [surroundings.progress] Called after each round.
 * @returns {Promise<Rounds>}
 */
export async function sample(contenders, plan, surroundings) {
  const { rng, clock = systemClock, step = 0, stop = () => false, pause, progress } = surroundings;
  const runners = contenders.map((contender) => new Runner(contender, clock));
  /** @type {Rounds} */
  const rounds = {
    ns: contenders.map(() => []),
    calls: contenders.map(() => 0),
    seconds: contenders.map(() => 0),
    settled: false,
    interrupted: false,
  };
  const order = contenders.map((_, at) => at);
  const begin = clock.now();
  for (let count = 0; contenders.length > 0 && count < plan.maxRounds; ) {
    if (count % 2 === 0) rng.shuffle(order);
    else order.reverse();
    /** @type {{ ns: number, calls: number, spent: number }[]} */
    const round = [];
    for (const at of order) {
      await pause?.();
      if (stop()) {
        // Half a round has no ratios.
        rounds.interrupted = true;
        return rounds;
      }
      round[at] = await runners[at].block(plan.block, step);
    }
    round.forEach((block, at) => {
      rounds.ns[at].push(block.ns);
      rounds.calls[at] += block.calls;
      rounds.seconds[at] += block.spent / 1000;
    });
    count += 1;
    progress?.(count);
    if (count >= plan.minRounds && count % 2 === 0) {
      rounds.settled = contenders.every((_, at) => at === 0 || spread(bootstrap(ratios(rounds, at, 0), 200, rng)) < plan.precision);
      const spent = clock.now() - begin;
      if (rounds.settled || spent + (spent / count) * 2 > plan.budget) break;
    }
  }
  return rounds;
}

/**
 * In every round, the time of `other` over the time of `ours`: above 1 where `ours` is faster.
 * @param {Rounds} rounds
 * @param {number} ours
 * @param {number} other
 */
export const ratios = (rounds, ours, other) => rounds.ns[ours].map((ns, round) => rounds.ns[other][round] / ns);
