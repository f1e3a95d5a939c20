/** Code that no program needs at its start: each script is loaded where it is first used. */

import { LanesmithError } from './errors.mjs';

async function loading(what, script) {
  try {
    return await script();
  } catch (cause) {
    throw new LanesmithError('LOAD', `the script of ${what} cannot be loaded: ${cause?.message ?? cause}`, { cause });
  }
}

let searches = null;

/** Searches, and calls in Workers. */
export async function searching() {
  return (searches ??= await loading('searches', () => import('./search.mjs')));
}

/** Ends Workers that nobody uses, if there ever were any. */
export function close() {
  searches?.pool.close();
}

/** Known answers. */
export function checking() {
  return loading('known answers', () => import('./check.mjs'));
}
