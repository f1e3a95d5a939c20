/** All families, for those who import the whole package. */

import { provideBls } from './family-bls.mjs';
import { provideCurl } from './family-curl.mjs';
import { providePwhash } from './family-pwhash.mjs';
import { provideSha256 } from './family-sha256.mjs';
import * as loader from './loader.mjs';

function provideAll() {
  provideSha256();
  provideCurl();
  provideBls();
  providePwhash();
}

export function init(given) {
  provideAll();
  return loader.init(given);
}

export function initSync(given) {
  provideAll();
  loader.initSync(given);
}
