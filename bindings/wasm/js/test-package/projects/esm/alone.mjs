import { LanesmithError, backend, init, sha256Hex } from 'lanesmith/sha256';

await init({ backend: 'wasm' });
const refused = await init({ families: ['curl'] }).then(() => false, (error) => error instanceof LanesmithError && error.code === 'LOAD');
console.log(JSON.stringify({ families: backend().families, digest: sha256Hex(new Uint8Array(3)), refused }));
