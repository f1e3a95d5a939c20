'use strict';
const { LanesmithError, backend, init, sha256Hex } = require('lanesmith/sha256');

init({ backend: 'wasm' }).then(async () => {
  const refused = await init({ families: ['curl'] }).then(() => false, (error) => error instanceof LanesmithError && error.code === 'LOAD');
  console.log(JSON.stringify({ families: backend().families, digest: sha256Hex(new Uint8Array(3)), refused }));
});
