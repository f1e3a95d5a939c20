/** `lanesmith/sha256`: SHA-256 and Merkle trees alone, in half the JavaScript. A copy of its own: its `init()`, which loads `sha256`, loads it
 * for this entry and not for `lanesmith`, and its errors are of its own `LanesmithError`. */

export {
  LanesmithError, Sha256, backend, engines, hkdfSha256, hmacSha256, hmacSha256Verify, init, initSync, merkle, pbkdf2Sha256, sha256,
  sha256Hex, sha256Into, sha256Many, sha256Nodes, use,
} from './index.mjs';
export type { Bytes, InitOptions, LanesmithErrorCode } from './index.mjs';
