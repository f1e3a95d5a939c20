/** Password hashes, which have no kernel for vectors and so one build: what runs its module, and its files. In a function, so that importing does nothing; bundlers look for these very
 * expressions. */

import { Functions } from './functions.mjs';
import { provideFamily } from './loader.mjs';
import { PWHASH } from './table-pwhash.mjs';

export function providePwhash() {
  // Hashes take much memory for a short time.
  provideFamily('pwhash', (module) => new Functions(module, PWHASH, 8 << 20), {
    simd128: () => new URL('./pwhash.scalar.wasm', import.meta.url),
    scalar: () => new URL('./pwhash.scalar.wasm', import.meta.url),
  });
}
