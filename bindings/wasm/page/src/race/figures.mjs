// Figures as people write them: crates/race/src/figures.rs in JavaScript.

/**
 * @typedef {{ bytes: true } | { time: number, of: string } | { rate: string }} Figure How people say a speed: bytes per second,
 * the time of something that is made of so many units, or how many there are in a second.
 */

/** Three significant digits. */
export function significant(/** @type {number} */ x) {
  if (!Number.isFinite(x)) return '-';
  if (x >= 100) return x.toFixed(0);
  if (x >= 10) return x.toFixed(1);
  return x >= 1 ? x.toFixed(2) : x.toFixed(3);
}

/** Nanoseconds as people write them. */
export function duration(/** @type {number} */ ns) {
  if (ns < 1e3) return `${significant(ns)} ns`;
  if (ns < 1e6) return `${significant(ns / 1e3)} µs`;
  return ns < 1e9 ? `${significant(ns / 1e6)} ms` : `${significant(ns / 1e9)} s`;
}

/** A number with an SI prefix. */
export function quantity(/** @type {number} */ x) {
  if (x < 1e3) return significant(x);
  if (x < 1e6) return `${significant(x / 1e3)} k`;
  return x < 1e9 ? `${significant(x / 1e6)} M` : `${significant(x / 1e9)} G`;
}

/** A ratio. */
export const times = (/** @type {number} */ x) => (x < 10 ? `${x.toFixed(2)}x` : `${x.toFixed(1)}x`);

/** Bytes as people write them. */
export function bytes(/** @type {number} */ n) {
  if (n < 1024) return `${n} bytes`;
  if (n < 2 ** 20) return `${significant(n / 1024)} KiB`;
  return n < 2 ** 30 ? `${significant(n / 2 ** 20)} MiB` : `${significant(n / 2 ** 30)} GiB`;
}

/**
 * The speed at so many nanoseconds per unit.
 * @param {Figure} figure
 * @param {number} ns
 */
export function tell(figure, ns) {
  if ('bytes' in figure) return ns < 1 ? `${significant(1 / ns)} GB/s` : `${significant(1000 / ns)} MB/s`;
  if ('time' in figure) return `${duration(ns * figure.time)}/${figure.of}`;
  return `${quantity(1e9 / ns)} ${figure.rate}/s`;
}
