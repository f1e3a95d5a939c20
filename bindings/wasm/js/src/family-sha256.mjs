/** SHA-256: what runs its module, and its files. In a function, so that importing does nothing; bundlers look for these very
 * expressions. */

import { provideFamily } from './loader.mjs';
import { Sha256Module } from './wasm-sha256.mjs';

export function provideSha256() {
  provideFamily('sha256', Sha256Module, {
    simd128: () => new URL('./sha256.simd128.wasm', import.meta.url),
    scalar: () => new URL('./sha256.scalar.wasm', import.meta.url),
  });
}
