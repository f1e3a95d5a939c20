/** `lanesmith/sha256`: SHA-256, Merkle trees and HMAC alone, for programs that load no more than they use. What is loaded is shared with `lanesmith`. */

import { provideSha256 } from './family-sha256.mjs';
import * as loader from './loader.mjs';

export { LanesmithError } from './errors.mjs';
export { backend, engines, use } from './loader.mjs';
export * from './sha256.mjs';
export { merkle } from './merkle.mjs';

const FAMILIES = ['sha256', 'merkle', 'hmac'];
const DEFAULT = ['sha256', 'merkle'];

export function init(given) {
  provideSha256();
  return loader.init(given, DEFAULT, FAMILIES);
}

export function initSync(given) {
  provideSha256();
  loader.initSync(given, DEFAULT, FAMILIES);
}
