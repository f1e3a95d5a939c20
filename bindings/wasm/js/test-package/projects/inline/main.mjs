import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as modules from './modules.mjs';

// Nothing but scripts is left of the package.
const dist = new URL('./node_modules/lanesmith/dist/', import.meta.url);
for (const engine of ['simd128', 'scalar']) rmSync(fileURLToPath(new URL(`sha256.${engine}.wasm`, dist)));

const { backend, init, sha256Hex } = await import('lanesmith/sha256');
await init({ modules });
console.log(JSON.stringify({ families: backend().families, digest: sha256Hex(new TextEncoder().encode('abc')) }));
