/** Password hashes, which have no kernel for vectors and so one build: what runs its module, and its files. In a function, so that importing does nothing; bundlers look for these very
 * expressions. */

import { provideFamily } from './loader.mjs';
import { PwHashModule } from './wasm-pwhash.mjs';

export function providePwhash() {
  provideFamily('pwhash', PwHashModule, {
    simd128: () => new URL('./pwhash.scalar.wasm', import.meta.url),
    scalar: () => new URL('./pwhash.scalar.wasm', import.meta.url),
  });
}
