// The search for a nonce, with a button that ends it.

import { transaction } from './contenders.mjs';
import { byId, politely } from './dom.mjs';
import { duration, quantity, significant } from './race/figures.mjs';
import { h, toNode } from './race/tree.mjs';
import { weight } from './reference/curl.mjs';
import { describe } from './trouble.mjs';

/** Trytes of a transaction. */
const LENGTH = 2673;

/** Wires the form of the search. */
export function setUpNonce(/** @type {typeof import('lanesmith')} */ lanesmith) {
  const find = /** @type {HTMLButtonElement} */ (byId('find'));
  const cancel = /** @type {HTMLButtonElement} */ (byId('cancel'));
  const trytes = /** @type {HTMLTextAreaElement} */ (byId('trytes'));
  const zeros = /** @type {HTMLInputElement} */ (byId('weight'));
  const threads = /** @type {HTMLInputElement} */ (byId('threads'));
  const result = byId('nonce-result');
  const status = politely(byId('nonce-status'));
  /** @type {AbortController | undefined} */
  let controller;

  const text = () => trytes.value.replace(/\s/g, '');
  const hint = () => {
    const wrong = /[^9A-Z]/.exec(text());
    byId('trytes-hint').textContent = wrong
      ? `Character ${wrong.index + 1} is ${wrong[0]}: trytes are 9 and A to Z.`
      : text().length === LENGTH ? 'A whole transaction; its last 27 trytes will be replaced.' : `${text().length} of ${LENGTH} trytes.`;
  };

  const show = (/** @type {[string, string][]} */ rows) => result.replaceChildren(
    ...rows.flatMap(([name, value]) => [toNode(h('dt', {}, name)), toNode(h('dd', {}, /^[9A-Z]{27,}$/.test(value) ? h('code', {}, value) : value))]));

  const search = async (/** @type {AbortSignal} */ signal) => {
    const began = performance.now();
    try {
      const found = await lanesmith.pearlDiver.search(text(), Number(zeros.value), {
        signal,
        threads: Number(threads.value),
        onProgress: ({ attempts, rate, meanAttempts }) =>
          status.progress(`${quantity(attempts)} attempts, ${quantity(rate)} a second; ${quantity(meanAttempts)} are needed in the mean`),
      });
      // By code that the library has no part in.
      const checked = weight(found.trytes);
      const right = checked === found.weight && checked >= Number(zeros.value);
      show([
        ['Nonce', found.nonce],
        ['Hash', found.hash],
        ['Attempts', `${found.attempts} in ${significant(found.seconds)} s: ${quantity(found.attempts / found.seconds)} a second`],
        ['Checked', right ? `by plain JavaScript: the hash ends in ${checked} zero trits` : `WRONG: plain JavaScript counts ${checked} zero trits`],
        ['Transaction', found.trytes],
      ]);
      status.say(right ? `Found a nonce after ${quantity(found.attempts)} attempts.` : 'The nonce is wrong: please report this.');
    } catch (error) {
      if (/** @type {{ code?: string }} */ (error).code === 'ABORTED') {
        status.say(`Cancelled after ${duration((performance.now() - began) * 1e6)}.`);
      } else status.say(describe(error));
    }
  };

  byId('nonce-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    if (controller) return;
    controller = new AbortController();
    cancel.disabled = false;
    if (document.activeElement === find) cancel.focus();
    find.disabled = true;
    result.replaceChildren();
    status.say('Searching.');
    await search(controller.signal);
    controller = undefined;
    find.disabled = false;
    if (document.activeElement === cancel) find.focus();
    cancel.disabled = true;
  });
  cancel.addEventListener('click', () => controller?.abort());
  trytes.addEventListener('input', hint);

  trytes.value = transaction();
  hint();
  threads.value = String(Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
  find.disabled = false;
}
