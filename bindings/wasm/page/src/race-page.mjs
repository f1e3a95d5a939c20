// The race as the page shows it.

import { byId, politely } from './dom.mjs';
import { duration, significant } from './race/figures.mjs';
import { plot, summary, table } from './race/report.mjs';
import { isCoarse } from './race/sampler.mjs';
import { line } from './race/summary.mjs';
import { h, toNode } from './race/tree.mjs';

/** @typedef {import('./race/summary.mjs').About} About */
/** @typedef {import('./race/summary.mjs').Entry} Entry */

/** A figure as `lanesmith race --json` writes it. */
function written(/** @type {import('./race/figures.mjs').Figure} */ figure) {
  if ('bytes' in figure) return 'bytes';
  return 'time' in figure ? { time: { units: figure.time, of: figure.of } } : { rate: { of: figure.rate } };
}

/** Wires the form of the race. */
export function setUpRace(/** @type {string} */ browser) {
  const start = /** @type {HTMLButtonElement} */ (byId('start'));
  const stop = /** @type {HTMLButtonElement} */ (byId('stop'));
  const download = byId('download');
  const progress = /** @type {HTMLProgressElement} */ (byId('race-progress'));
  const status = politely(byId('race-status'));
  const results = byId('race-results');
  const warnings = byId('race-warnings');
  /** @type {Worker | undefined} */
  let worker;
  /** @type {{ about: About, entries: Entry[] }[]} */
  let found = [];
  /** @type {Record<string, unknown>} */
  let record = {};

  const warn = (/** @type {string} */ text) => warnings.append(toNode(h('p', { class: 'warning' }, text)));

  const draw = () => {
    const lines = found.flatMap(({ about, entries }) => line(about, entries) ?? []);
    const picture = plot(lines);
    const open = new Set([...results.querySelectorAll('details')].flatMap((d, at) => (d.open ? [at] : [])));
    const tables = found.map(({ about, entries }) => toNode(table(about, entries)));
    tables.forEach((node, at) => { /** @type {HTMLDetailsElement} */ (node).open = open.has(at); });
    results.replaceChildren(toNode(summary(lines)), ...(picture ? [toNode(picture)] : []), toNode(h('h3', {}, 'Everybody')), ...tables);
  };

  const end = (/** @type {string} */ text) => {
    worker?.terminate();
    worker = undefined;
    start.disabled = false;
    // A button that is disabled while it has the focus would lose it.
    if (document.activeElement === stop) start.focus();
    stop.disabled = true;
    progress.hidden = true;
    download.hidden = found.length === 0;
    status.say(text);
    byId('race-form').dataset.state = 'ended';
  };

  const hear = (/** @type {import('./race-worker.mjs').Message} */ message, /** @type {{ cases: number, title: string, date: string }} */ state) => {
    switch (message.kind) {
      case 'engines':
        status.say(`Checking every contender; ours is ${message.taken}.`);
        break;
      case 'prepared':
        state.cases = message.cases;
        break;
      case 'case':
        state.title = message.title;
        progress.value = message.at / state.cases;
        status.say(`${message.at + 1} of ${state.cases}: ${message.title}`);
        break;
      case 'round':
        progress.value = (message.at + message.part) / state.cases;
        status.progress(`${message.at + 1} of ${state.cases}: ${state.title}, round ${message.rounds}`);
        break;
      case 'result':
        found.push(message);
        draw();
        break;
      case 'disqualified':
        warn(`${message.contender} is out of ${message.op} ${message.case}: ${message.reason}.`);
        break;
      case 'done': {
        if (isCoarse(message.step)) warn(`The clock of this browser moves in steps of ${duration(message.step * 1e6)}: differences of a few percent cannot be seen.`);
        // The names are those of `lanesmith race --json`.
        record = {
          cpu: browser,
          features: [],
          lanesmith: '',
          date: state.date,
          time: 'wall',
          partial: message.interrupted,
          results: found.flatMap(({ entries }) => entries),
          cases: found.map(({ about }) => ({ ...about, figure: written(about.figure), summed_up: true })),
        };
        const rough = found.flatMap(({ entries }) => entries).filter((e) => e.noisy).length;
        end(`${message.interrupted ? 'Stopped' : 'Done'} after ${significant(message.seconds)} s: ${found.length} of ${state.cases} cases, blocks of `
          + `${message.block} ms${rough ? `, ${rough} ratios known to no better than 5 %` : ''}.`);
        break;
      }
      case 'failed':
        end(`The race failed: ${message.message}`);
        break;
    }
  };

  byId('race-form').addEventListener('submit', (event) => {
    event.preventDefault();
    if (worker) return;
    found = [];
    results.replaceChildren();
    warnings.replaceChildren();
    byId('race-form').dataset.state = 'racing';
    stop.disabled = false;
    if (document.activeElement === start) stop.focus();
    start.disabled = true;
    download.hidden = true;
    progress.value = 0;
    progress.hidden = false;
    status.say('Loading the contenders.');
    worker = new Worker(new URL('./race-worker.mjs', import.meta.url), { type: 'module' });
    const state = { cases: 1, title: '', date: new Date().toISOString() };
    worker.addEventListener('message', ({ data }) => hear(data, state));
    worker.addEventListener('error', (event) => {
      end(`The race failed: ${event.message || 'its script, or one that it needs, cannot be loaded. Is there a connection?'}`);
    });
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    worker.postMessage({ kind: 'start', length: /** @type {HTMLSelectElement} */ (byId('length')).value, seed });
  });

  stop.addEventListener('click', () => {
    worker?.postMessage({ kind: 'stop' });
    status.say('Stopping after this block.');
  });

  document.addEventListener('visibilitychange', () => {
    if (worker && document.hidden) warn('This page was hidden during the race: browsers slow hidden pages down.');
  });

  download.addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' }));
    link.download = 'lanesmith-race.json';
    link.click();
    URL.revokeObjectURL(link.href);
  });

  start.disabled = false;
}
