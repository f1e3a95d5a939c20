// The race, in a Worker: the page stays alive beside it.

import { cases, same } from './contenders.mjs';
import { blockFor, resolution, sample, systemClock } from './race/sampler.mjs';
import { random } from './race/stats.mjs';
import { entries } from './race/summary.mjs';
import { describe } from './trouble.mjs';

/** How long a case is raced, by the length that the visitor chose. */
const LENGTHS = {
  quick: { budget: 2_000, minRounds: 6, maxRounds: 12, precision: 0.02 },
  normal: { budget: 5_000, minRounds: 10, maxRounds: 40, precision: 0.01 },
  long: { budget: 25_000, minRounds: 20, maxRounds: 200, precision: 0.003 },
};

/** @typedef {keyof typeof LENGTHS} Length */

/**
 * @typedef {{ kind: 'engines', taken: string }
 *   | { kind: 'prepared', cases: number, contenders: number }
 *   | { kind: 'case', at: number, title: string }
 *   | { kind: 'round', at: number, rounds: number, part: number }
 *   | { kind: 'result', about: import('./race/summary.mjs').About, entries: import('./race/summary.mjs').Entry[] }
 *   | { kind: 'disqualified', op: string, case: string, contender: string, reason: string }
 *   | { kind: 'done', interrupted: boolean, seconds: number, step: number, block: number }
 *   | { kind: 'failed', message: string }} Message What the race tells the page.
 */

let stopped = false;

const say = (/** @type {Message} */ message) => postMessage(message);

/** Lets a message that says stop come in. A timer would be held back after a few turns, a port is not. */
const channel = new MessageChannel();
const pause = () => new Promise((resolve) => {
  channel.port1.onmessage = resolve;
  channel.port2.postMessage(null);
});

/** Our builds: what `init` takes first, and beside it the plain one, in an instance of the library of its own. */
async function builds() {
  const families = /** @type {const} */ (['sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash']);
  const auto = await import('./lanesmith/index.mjs');
  await auto.init({ backend: 'wasm', families });
  const taken = auto.backend()?.engine ?? 'scalar';
  say({ kind: 'engines', taken });
  /** @type {[string, typeof auto][]} */
  const ours = [[taken, auto]];
  if (taken !== 'scalar') {
    // Another folder is another instance.
    const plain = /** @type {typeof auto} */ (await import('./lanesmith-plain/index.mjs'));
    // BLS and passwords have one build, which is raced once.
    await plain.init({ backend: 'wasm', engine: 'scalar', families: families.slice(0, 4) });
    if (auto.backend()?.engine !== taken || plain.backend()?.engine !== 'scalar') throw new Error('the two builds share one instance');
    ours.push(['scalar', plain]);
  }
  return ours;
}

/** Who gives the right answer. The others are named. */
async function qualified(/** @type {import('./contenders.mjs').Case} */ one) {
  const expected = await one.expected();
  const right = [];
  for (const starter of one.starters) {
    let reason;
    try {
      const answer = await starter.answer();
      if (!same(answer, expected)) reason = 'its answer is wrong';
    } catch (error) {
      reason = describe(error);
    }
    if (reason === undefined) right.push(starter);
    else say({ kind: 'disqualified', op: one.about.op, case: one.about.case, contender: starter.name, reason });
  }
  return right;
}

async function race(/** @type {Length} */ length, /** @type {number} */ seed) {
  const began = performance.now();
  const step = resolution(systemClock);
  const ours = await builds();
  const { peers } = await import('./peers.mjs');
  const list = await cases({ ours, peers, subtle: globalThis.crypto?.subtle });
  say({ kind: 'prepared', cases: list.length, contenders: list.reduce((sum, one) => sum + one.starters.length, 0) });
  const rng = random(seed);
  const block = blockFor(step);
  for (const [at, one] of list.entries()) {
    if (stopped) break;
    say({ kind: 'case', at, title: `${one.about.group}: ${one.about.title}` });
    const starters = await qualified(one);
    if (starters.length === 0) continue;
    const { budget, minRounds, maxRounds, precision } = LENGTHS[length];
    const begin = performance.now();
    const rounds = await sample(starters, { budget, block, minRounds, maxRounds, precision }, {
      rng,
      step,
      pause,
      stop: () => stopped,
      progress: (count) => {
        const part = Math.max(count / maxRounds, Math.min((performance.now() - begin) / budget, count / minRounds));
        say({ kind: 'round', at, rounds: count, part: Math.min(1, part) });
      },
    });
    const found = entries(one.about, starters, rounds, rng);
    if (found.length > 0) say({ kind: 'result', about: one.about, entries: found });
  }
  for (const [, lanesmith] of ours) lanesmith.pearlDiver.close();
  say({ kind: 'done', interrupted: stopped, seconds: (performance.now() - began) / 1000, step, block });
}

addEventListener('message', ({ data }) => {
  if (data.kind === 'stop') stopped = true;
  else race(data.length, data.seed).catch((error) => say({ kind: 'failed', message: describe(error) }));
});
