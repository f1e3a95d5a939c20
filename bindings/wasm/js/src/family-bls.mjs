/** BLS12-381, which has no kernel for vectors and so one build: what runs its module, and its files. In a function, so that importing does nothing; bundlers look for these very
 * expressions. */

import { PointFunctions } from './functions.mjs';
import { provideFamily } from './loader.mjs';
import { BLS } from './tables.mjs';

export function provideBls() {
  provideFamily('bls', (module) => new PointFunctions(module, BLS), {
    simd128: () => new URL('./bls.scalar.wasm', import.meta.url),
    scalar: () => new URL('./bls.scalar.wasm', import.meta.url),
  });
}
