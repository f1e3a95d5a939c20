// Small helps with the document.

/**
 * The element with an identifier, which is in index.html.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return /** @type {T} */ (found);
}

/** Says something, but no more than twice a second: a screen reader reads every change. */
export function politely(/** @type {HTMLElement} */ element) {
  let last = -Infinity;
  return {
    /** May be passed over. */
    progress(/** @type {string} */ text) {
      const now = performance.now();
      if (now - last < 500) return;
      last = now;
      element.textContent = text;
    },
    /** Is said in every case. */
    say(/** @type {string} */ text) {
      last = performance.now();
      element.textContent = text;
    },
  };
}
