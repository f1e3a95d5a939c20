/** `lanesmith/sha256`: SHA-256, Merkle trees and HMAC alone, with less JavaScript; its `init()` loads `sha256` and `merkle`, and
 * `init({ families: ['sha256'] })` the first alone. What is loaded is shared with `lanesmith`, and so is `LanesmithError`. */

export {
  LanesmithError,
  Sha256,
  backend,
  engines,
  hkdfSha256,
  hmacSha256,
  hmacSha256Verify,
  init,
  initSync,
  merkle,
  pbkdf2Sha256,
  secureEqual,
  sha256,
  sha256Hex,
  sha256Into,
  sha256Many,
  sha256Nodes,
  sha256NodesInPlace,
  use,
} from './index.mjs';
export type {
  BackendInfo, ByteArray, Bytes, Engine, InitOptions, LanesmithErrorCode, Merkle, MerkleLog, Place, WasmSource, WasmSupplier,
} from './index.mjs';
