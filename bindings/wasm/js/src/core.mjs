/**
 * What scripts that are loaded later have from the one that entries share: what is loaded, errors. The last three are not wanted there, but say
 * what belongs into the shared script: see build.mjs.
 */

export { LanesmithError, coded, wrapped } from './errors.mjs';
export { choices, family, loaded } from './loader.mjs';
export { hex } from './hex.mjs';
export { provideSha256 } from './family-sha256.mjs';
export { merkle } from './merkle.mjs';
