/** SHA-256, its trees and what is made of it with keys: what runs their modules, and the files. In a function, so that importing does
 * nothing; bundlers look for these very expressions. */

import { Functions } from './functions.mjs';
import { provideFamily } from './loader.mjs';
import { HMAC } from './table-hmac.mjs';
import { MerkleModule } from './wasm-merkle.mjs';
import { Sha256Module } from './wasm-sha256.mjs';

export function provideSha256() {
  provideFamily('sha256', (module) => new Sha256Module(module), {
    simd128: () => new URL('./sha256.simd128.wasm', import.meta.url),
    scalar: () => new URL('./sha256.scalar.wasm', import.meta.url),
  });
  provideFamily('merkle', (module) => new MerkleModule(module), {
    simd128: () => new URL('./merkle.simd128.wasm', import.meta.url),
    scalar: () => new URL('./merkle.scalar.wasm', import.meta.url),
  });
  provideFamily('hmac', (module) => new Functions(module, HMAC), {
    simd128: () => new URL('./hmac.simd128.wasm', import.meta.url),
    scalar: () => new URL('./hmac.scalar.wasm', import.meta.url),
  });
}
