/**
 * Workers, and searches over them.
 *
 * A search has one fixed order of batches of 64 nonces. The main thread hands out ranges of it, each to one Worker; what a
 * Worker that died had in hand goes to another. So every nonce before the one that is found was tried, and none twice.
 */

import { coded, LanesmithError } from './errors.mjs';

/** What a range should take, in milliseconds: aborting waits for no more, and messages cost nothing beside it. */
const TARGET = 30;

/** Ranges begin and end at multiples of this, except where the caller's do: a whole number of sweeps on every engine. */
const STEP = 216;

/** A Worker that has been silent for so long is given up. */
const SILENCE = 30_000;

/** How often that is looked for. */
const WATCH = 2_000;

export class Pool {
  /** `spawn` makes a Worker out of `{ heard, died }`: see platform.mjs. */
  constructor(spawn) {
    this.spawn = spawn;
    this.idle = [];
    this.ids = 0;
  }

  /** A Worker that nobody uses, one that still has a range in hand which nobody wants, or a new one. */
  take() {
    const worker = this.idle.pop() ?? this.make();
    clearTimeout(worker.late);
    worker.port.busy();
    return worker;
  }

  make() {
    const worker = { heard: () => {}, died: () => {}, dead: false };
    worker.port = this.spawn({
      heard: (message) => worker.heard(message),
      died: (reason) => this.lost(worker, reason),
    });
    return worker;
  }

  lost(worker, reason) {
    if (worker.dead) return;
    worker.dead = true;
    this.idle = this.idle.filter((other) => other !== worker);
    worker.died(reason);
  }

  /** Gives a Worker back that has nothing to do. */
  give(worker) {
    if (worker.dead) return;
    worker.heard = () => {};
    worker.died = () => {};
    worker.port.idle();
    this.idle.push(worker);
  }

  /**
   * Gives a Worker back in the middle of a range that nobody wants any more. Whoever searches next takes it over: to start another takes
   * longer than the rest of the range, and a search in short slices would do nothing else. If nobody does, and it does not end soon, it
   * is ended.
   */
  release(worker, id) {
    worker.port.idle();
    worker.late = setTimeout(() => {
      this.idle = this.idle.filter((other) => other !== worker);
      this.end(worker);
    }, 10 * TARGET);
    worker.late.unref?.();
    worker.died = () => clearTimeout(worker.late);
    worker.heard = (answer) => {
      if (answer.id === id) clearTimeout(worker.late);
    };
    // Those that have nothing to do are taken first.
    this.idle.unshift(worker);
  }

  /** Ends a Worker that may have something to do. */
  end(worker) {
    clearTimeout(worker.late);
    worker.dead = true;
    worker.heard = () => {};
    worker.port.end();
  }

  /** Ends all that nobody uses. */
  close() {
    for (const worker of this.idle.splice(0)) this.end(worker);
  }

  /** One call in a Worker. */
  call(message) {
    return new Promise((resolve, reject) => {
      const id = ++this.ids;
      let worker;
      try {
        worker = this.take();
      } catch (cause) {
        reject(new LanesmithError('WORKER', `a Worker cannot be started: ${cause.message}`, { cause }));
        return;
      }
      worker.died = (cause) => reject(new LanesmithError('WORKER', `the Worker ended before its answer: ${cause.message}`, { cause }));
      worker.heard = (answer) => {
        if (answer.id !== id) return;
        this.give(worker);
        if (answer.kind === 'error') reject(coded(answer.code, answer.message));
        else resolve(answer.value);
      };
      worker.port.post({ ...message, id });
    });
  }

  /** A search: `{ done, attempts(), next(), cancel() }`. `done` resolves as that of `SearchRun` in backend.d.mts. */
  search(setup, job, start, end, threads) {
    return new Search(this, setup, job, start, end, threads);
  }
}

class Search {
  constructor(pool, setup, job, start, end, threads) {
    this.pool = pool;
    this.opening = { kind: 'open', setup, job };
    this.id = ++pool.ids;
    /** The next batch that nobody has had. */
    this.fresh = start;
    this.end = end;
    /** Ranges that came back from Workers that died. */
    this.again = [];
    /** Workers of this search, each with the range that it has: `null` before the first. */
    this.workers = new Map();
    this.tried = 0;
    this.best = null;
    this.size = STEP;
    this.deaths = 0;
    this.allowed = 4 + 2 * threads;
    this.weight = null;
    this.over = false;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.watch = setInterval(() => this.look(), WATCH);
    for (let i = 0; i < threads && !this.over; i++) this.enlist();
  }

  attempts() {
    return this.tried;
  }

  /** Everything before this batch has been tried. */
  next() {
    let next = this.fresh;
    for (const { from } of this.again) next = Math.min(next, from);
    for (const { range } of this.workers.values()) if (range) next = Math.min(next, range.from);
    return next;
  }

  cancel() {
    const next = this.next();
    this.settle(() => this.resolve({ end: 'cancelled', next }));
  }

  /** A Worker more. */
  enlist() {
    let worker;
    try {
      worker = this.pool.take();
    } catch (cause) {
      this.fail(new LanesmithError('WORKER', `a Worker cannot be started: ${cause.message}`, { cause }));
      return;
    }
    const state = { range: null, since: Date.now() };
    this.workers.set(worker, state);
    worker.heard = (answer) => {
      if (answer.id === this.id) this.heard(worker, state, answer);
    };
    worker.died = (cause) => this.died(worker, state, cause);
    worker.port.post({ ...this.opening, id: this.id });
  }

  heard(worker, state, answer) {
    if (answer.kind === 'error') {
      this.fail(coded(answer.code, answer.message));
      return;
    }
    if (answer.kind === 'open') {
      this.weight = answer.weight;
    } else {
      this.tried += answer.attempts;
      this.deaths = 0;
      state.range = null;
      if (answer.hit && !(this.best && this.best.batch <= answer.hit.batch)) this.best = answer.hit;
      const batches = answer.to - answer.from;
      const wanted = (batches * TARGET) / Math.max(answer.ms, 0.1);
      this.size = STEP * Math.max(1, Math.round(Math.min(wanted, 4 * this.size) / STEP));
    }
    this.hand(worker, state);
  }

  /** The next range for a Worker: nothing behind a nonce that was found. */
  range() {
    const most = this.best ? this.best.batch : Infinity;
    this.again.sort((a, b) => a.from - b.from);
    if (this.again.length > 0 && this.again[0].from <= most) return this.again.shift();
    if (this.fresh >= this.end || this.fresh > most) return null;
    const from = this.fresh;
    const to = Math.min(this.end, from - (from % STEP) + this.size);
    this.fresh = to;
    return { from, to };
  }

  hand(worker, state) {
    const range = this.range();
    if (range !== null) {
      state.range = range;
      state.since = Date.now();
      worker.port.post({ kind: 'range', id: this.id, ...range });
      return;
    }
    this.workers.delete(worker);
    this.pool.give(worker);
    this.finish();
  }

  /** Ends the search if nothing that matters is left. */
  finish() {
    const most = this.best ? this.best.batch : Infinity;
    const open = [...this.workers.values()].some(({ range }) => range && range.from <= most);
    const waiting = this.again.some(({ from }) => from <= most);
    if (this.best && !open && !waiting) {
      const { best } = this;
      this.settle(() => this.resolve({ end: 'found', ...best }));
    } else if (!this.best && this.workers.size === 0 && !waiting) {
      this.settle(() => this.resolve({ end: 'exhausted' }));
    }
  }

  died(worker, state, cause) {
    this.workers.delete(worker);
    if (state.range) this.again.push(state.range);
    this.deaths += 1;
    if (this.deaths > this.allowed) {
      this.fail(new LanesmithError('WORKER', `Workers end as soon as they are started: ${cause.message}`, { cause }));
    } else {
      this.enlist();
    }
  }

  /** Gives up Workers that have been silent for too long: a browser does not say when it ends one. */
  look() {
    for (const [worker, state] of [...this.workers]) {
      if (Date.now() - state.since < SILENCE) continue;
      this.pool.end(worker);
      this.died(worker, state, new Error(`it was silent for ${SILENCE / 1000} seconds`));
    }
  }

  fail(error) {
    this.settle(() => this.reject(error));
  }

  settle(tell) {
    if (this.over) return;
    this.over = true;
    clearInterval(this.watch);
    tell();
    for (const [worker, { range }] of this.workers) {
      if (range === null) this.pool.give(worker);
      else this.pool.release(worker, this.id);
    }
    this.workers.clear();
  }
}
