// Bulk calls of the addon against the same work in a loop inside Rust, interleaved in one process. Needs an addon with the
// feature `bench`: cargo build --release -p lanesmith-node --features bench && node bindings/node/build.mjs --built

import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';

const require = createRequire(import.meta.url);
const { sha256, merkle, curl, bls } = require('../index.js');
const { here } = require('../platform.js');
const { benchInRust } = require(`../lanesmith.${here()}.node`);
if (!benchInRust) throw new Error('the addon was built without the feature `bench`');

const filled = (length) => Uint8Array.from({ length }, (_, i) => (i * 7) & 255);
const trytes = (length) => Uint8Array.from({ length }, (_, i) => 65 + ((i * 11) % 26));
const out = (length) => new Uint8Array(length);

const ethereum = [0, 2, new Uint8Array(0)];
const [secret, message, key, signature] = [filled(32).fill(1), filled(32), out(48), out(96)];
bls.blsKeyBytes(bls.blsPublicKey(0, secret), key);
bls.blsSignatureBytes(bls.blsSign(...ethereum, secret, message), signature);
const partial = curl.openSearch({ kind: 'transaction', trytes: trytes(2673), weight: 200 });

/** What, its memory, the call: rounds of a sample are chosen so that it takes some ten milliseconds. */
const CASES = [
  ['digest', 'SHA-256 of 64 B (not bulk)', filled(64), 0, out(32), 50_000, (input, to) => sha256.digest(input, to)],
  ['digest', 'SHA-256 of 64 KiB', filled(1 << 16), 0, out(32), 200, (input, to) => sha256.digest(input, to)],
  ['digest', 'SHA-256 of 1 MiB', filled(1 << 20), 0, out(32), 16, (input, to) => sha256.digest(input, to)],
  ['nodes', '1024 nodes', filled(1 << 16), 0, out(1 << 15), 300, (input, to) => sha256.nodes(input, to)],
  ['nodes', '16 384 nodes', filled(1 << 20), 0, out(1 << 19), 20, (input, to) => sha256.nodes(input, to)],
  ['many', '1000 messages of 200 B', filled(200_000), 200, out(32_000), 60, (input, to) => sha256.manyFixed(input, 200, to)],
  ['root', 'root of 16 384 leaves', filled(1 << 19), 0, out(32), 20, (input, to) => merkle.merkleRoot(null, input, to)],
  ['curl', '256 Curl-P-81 of 2673 trytes', trytes(256 * 2673), 2673, out(256 * 81), 8, (input, to) => curl.hashManyFixed(input, 2673, 81, to)],
  ['search', '172 800 attempts for a nonce', trytes(2673), 2700, out(0), 2, () => partial.run(0, 2700)],
  [
    'verify', 'one BLS verification', new Uint8Array([...key, ...signature, ...message]), 0, out(0), 20,
    () => bls.blsVerify(...ethereum, bls.blsKeyDecode(0, key), message, bls.blsSignatureDecode(0, signature)),
  ],
];

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

console.log('| work | Rust | addon | addon / Rust |\n| --- | --- | --- | --- |');
for (const [what, name, input, width, to, rounds, call] of CASES) {
  const arms = {
    rust: () => benchInRust(what, input, width, rounds, to) / rounds,
    addon: () => {
      const began = performance.now();
      for (let i = 0; i < rounds; i++) call(input, to);
      return ((performance.now() - began) * 1e6) / rounds;
    },
  };
  const times = { rust: [], addon: [] };
  const ratios = [];
  for (let round = 0; round < 41; round++) {
    // Each arm is the first one in turn.
    const order = round % 2 ? ['rust', 'addon'] : ['addon', 'rust'];
    const sample = {};
    for (const arm of order) sample[arm] = arms[arm]();
    if (round === 0) continue;
    for (const arm of order) times[arm].push(sample[arm]);
    ratios.push(sample.addon / sample.rust);
  }
  const shown = (ns) => (ns < 1e4 ? `${ns.toFixed(0)} ns` : `${(ns / 1e3).toFixed(1)} us`);
  console.log(`| ${name} | ${shown(median(times.rust))} | ${shown(median(times.addon))} | ${median(ratios).toFixed(3)} |`);
}
