/** BLS12-381, which has no kernel for vectors and so one build: what runs its module, and its files. In a function, so that importing does nothing; bundlers look for these very
 * expressions. */

import { provideFamily } from './loader.mjs';
import { BlsModule } from './wasm-bls.mjs';

export function provideBls() {
  provideFamily('bls', (module) => new BlsModule(module), {
    simd128: () => new URL('./bls.scalar.wasm', import.meta.url),
    scalar: () => new URL('./bls.scalar.wasm', import.meta.url),
  });
}
