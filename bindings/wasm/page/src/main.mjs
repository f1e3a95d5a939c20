// The page: loads the engines, says what they are, and wires the three things to do.

import { setUpFile } from './file.mjs';
import { setUpNonce } from './nonce.mjs';
import { setUpRace } from './race-page.mjs';
import { h, toNode } from './race/tree.mjs';
import { resolution, systemClock } from './race/sampler.mjs';
import { duration } from './race/figures.mjs';
import { describe } from './trouble.mjs';
import { byId } from './dom.mjs';

/** The browser as it calls itself. */
export function browser() {
  /** @type {{ brands?: { brand: string, version: string }[], platform?: string } | undefined} */
  const data = /** @type {any} */ (navigator).userAgentData;
  // One of the brands is made up, so that programs do not rely on the list.
  const brands = data?.brands?.filter(({ brand }) => !/not.?a.?brand/i.test(brand.replace(/[^a-z]/gi, ' ')));
  const brand = brands?.find(({ brand }) => brand !== 'Chromium') ?? brands?.[0];
  return brand ? `${brand.brand} ${brand.version}, ${data?.platform}` : navigator.userAgent;
}

/** @param {typeof import('lanesmith')} lanesmith */
async function tellEngines(lanesmith) {
  const { engine } = /** @type {import('lanesmith').BackendInfo} */ (lanesmith.backend());
  const report = await lanesmith.check();
  const why = engine === 'simd128' ? 'this browser has 128-bit SIMD' : 'this browser has no 128-bit SIMD';
  byId('engine').replaceChildren(toNode(h('span', {},
    'Engine taken: ', h('strong', {}, engine ?? 'none'), ` (${why}). Self-test: `,
    h('strong', { class: report.ok ? 'faster' : 'slower' }, report.ok ? `${report.checked} answers right` : `WRONG: ${report.failures.join('; ')}`),
    '.')));
  const facts = [
    ['Browser', browser()],
    ['Engine taken', `${engine}: ${why}`],
    ['Self-test', report.ok ? `${report.checked} known answers, all right` : report.failures.join('; ')],
    ['Threads', `${navigator.hardwareConcurrency}`],
    ['Step of the clock', duration(resolution(systemClock) * 1e6)],
    ['crypto.subtle', globalThis.crypto?.subtle ? 'there' : 'missing: browsers give it to pages from https and from localhost only'],
  ];
  byId('facts').replaceChildren(...facts.flatMap(([name, value]) => [toNode(h('dt', {}, name)), toNode(h('dd', {}, value))]));
  const rows = lanesmith.engines();
  byId('engines').append(toNode(h('table', {},
    h('thead', {}, h('tr', {}, ['Operation', 'Engine', 'At a time'].map((name) => h('th', { scope: 'col' }, name)), h('th', { scope: 'col', class: 'left' }, 'Here'))),
    h('tbody', {}, rows.map((row) => h('tr', { class: row.chosen ? 'auto' : undefined },
      h('th', { scope: 'row' }, row.operation),
      h('td', {}, row.name),
      h('td', {}, String(row.lanes)),
      h('td', { class: 'left' }, row.usable ? (row.chosen ? 'taken' : 'usable') : (row.reason ?? 'not usable'))))))));
  return report.ok;
}

try {
  const lanesmith = await import('./lanesmith/index.mjs');
  await lanesmith.init({ backend: 'wasm', families: ['sha256', 'merkle', 'curl'] });
  await tellEngines(lanesmith);
  setUpRace(browser());
  setUpFile();
  setUpNonce(lanesmith);
  document.documentElement.dataset.state = 'ready';
} catch (error) {
  byId('engine').hidden = true;
  const trouble = byId('trouble');
  trouble.textContent = `The engines cannot be loaded: ${describe(error)}`;
  trouble.hidden = false;
  document.documentElement.dataset.state = 'failed';
}
