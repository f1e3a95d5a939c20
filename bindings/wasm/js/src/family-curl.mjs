/** Curl-P: what runs its module, and its files. In a function, so that importing does nothing; bundlers look for these very
 * expressions. */

import { provideFamily } from './loader.mjs';
import { CurlModule } from './wasm-curl.mjs';

export function provideCurl() {
  provideFamily('curl', (module) => new CurlModule(module), {
    simd128: () => new URL('./curl.simd128.wasm', import.meta.url),
    scalar: () => new URL('./curl.scalar.wasm', import.meta.url),
  });
}
