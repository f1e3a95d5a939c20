// The other libraries, as `build.mjs` copied them from node_modules.

import * as asSha256 from './vendor/@chainsafe/as-sha256/lib/index.js';
import { bls12_381 } from './vendor/@noble/curves/bls12-381.js';
import { argon2id } from './vendor/@noble/hashes/argon2.js';
import { pbkdf2 } from './vendor/@noble/hashes/pbkdf2.js';
import { scrypt } from './vendor/@noble/hashes/scrypt.js';
import { sha256 } from './vendor/@noble/hashes/sha2.js';
import * as hashWasm from './vendor/hash-wasm/dist/index.esm.min.js';

export const peers = { asSha256, hashWasm, noble: { argon2id, bls12_381, pbkdf2, scrypt, sha256 } };

/** @typedef {typeof peers} Peers */
