// Medians and their bootstrap intervals: crates/race/src/stats.rs in JavaScript.

/**
 * A small generator of random numbers with a seed, so that a race can be repeated (xorshift32).
 * @param {number} seed
 */
export function random(seed) {
  // The state must not be zero.
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  // Small seeds begin alike.
  for (let i = 0; i < 16; i++) next();
  return {
    /** A number from 0 to 1, 1 not included. */
    next,
    /** A whole number below `n`. */
    below: (/** @type {number} */ n) => Math.floor(next() * n),
    /** Puts a list into a random order, in place. */
    shuffle(/** @type {unknown[]} */ list) {
      for (let i = list.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1));
        [list[i], list[j]] = [list[j], list[i]];
      }
    },
  };
}

/** @typedef {ReturnType<typeof random>} Random */

/** The middle of a sorted list. */
function middle(sorted) {
  const n = sorted.length;
  if (n === 0) return NaN;
  return n % 2 === 1 ? sorted[(n - 1) / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/**
 * The median; not a number where there is none. The samples stay in their order.
 * @param {readonly number[]} samples
 */
export function median(samples) {
  return middle(Float64Array.from(samples).sort());
}

/**
 * @typedef {object} Estimate A median with its 95 % interval.
 * @property {number} median
 * @property {number} low
 * @property {number} high
 */

/**
 * The median of the samples and the percentile bootstrap interval of it (Efron 1979) that covers 95 %.
 * @param {readonly number[]} samples
 * @param {number} resamples
 * @param {Random} rng
 * @returns {Estimate}
 */
export function bootstrap(samples, resamples, rng) {
  const n = samples.length;
  const centre = median(samples);
  if (n < 2) return { median: centre, low: centre, high: centre };
  const count = Math.max(resamples, 40);
  const medians = new Float64Array(count);
  const scratch = new Float64Array(n);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < n; j++) scratch[j] = samples[rng.below(n)];
    medians[i] = middle(scratch.sort());
  }
  medians.sort();
  const at = (/** @type {number} */ q) => medians[Math.round((count - 1) * q)];
  // A coarse resampling may miss the median itself when many samples are equal.
  return { median: centre, low: Math.min(at(0.025), centre), high: Math.max(at(0.975), centre) };
}

/**
 * Half the width of the interval relative to the median.
 * @param {Estimate} estimate
 */
export const spread = (estimate) => (estimate.high - estimate.low) / 2 / estimate.median;
