import { checking } from './later.mjs';

export { LanesmithError } from './errors.mjs';
export { backend, engines, use } from './loader.mjs';
export { init, initSync } from './families.mjs';
export * from './sha256.mjs';
export { merkle } from './merkle.mjs';
export { Curl, curl } from './curl.mjs';
export { pearlDiver } from './pearl-diver.mjs';
export { PublicKey, Signature, bls } from './bls.mjs';
export { pwhash } from './pwhash.mjs';

export async function check() {
  return (await checking()).check();
}
