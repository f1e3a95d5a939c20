'use strict';

/** The addon of this platform as a backend of `lanesmith`: its flat functions grouped by family. */

const { PLATFORMS, here } = require('./platform.js');
const { version } = require('./package.json');

/** The addon: beside this file in a checkout, else from the package of the platform. */
function load() {
  const name = here();
  const tried = [];
  for (const path of [`./lanesmith.${name}.node`, `@lanesmith/node-${name}`]) {
    try {
      return require(path);
    } catch (error) {
      // A file that is there and cannot be loaded is worth more words than one that is not there.
      tried.push(error.code === 'MODULE_NOT_FOUND' ? `${path}: not installed` : `${path}: ${error.message}`);
    }
  }
  const known = Object.keys(PLATFORMS).includes(name) ? '' : ` (there is none for ${name})`;
  const error = new Error(`no addon of Lanesmith can be loaded${known}: ${tried.join('; ')}`);
  error.code = 'LOAD';
  throw error;
}

const addon = load();

if (addon.version() !== version) {
  const error = new Error(`the addon is of version ${addon.version()}, @lanesmith/node of ${version}: install both anew`);
  error.code = 'LOAD';
  throw error;
}

function failure({ code, message }) {
  return Object.assign(new Error(message), { code });
}

/** What a thread gave: the answer, or an error with its code. */
function settled(answer) {
  if (answer.code !== undefined) throw failure(answer);
  return answer.text ?? answer.verdict;
}

/** A job as flat arguments. */
function aim(job) {
  if (job.kind === 'tip12') return [true, job.message, job.score];
  if (job.kind === 'transaction') return [false, job.trytes, job.weight];
  throw failure({ code: 'TYPE', message: `no search is of kind ${job.kind}` });
}

const curl = {
  hash: addon.curlHash,
  hashMany: addon.curlHashMany,
  hashManyFixed: addon.curlHashManyFixed,
  hashTrits: addon.curlHashTrits,
  permute: addon.curlPermute,
  t5b1Encode: addon.curlT5B1Encode,
  t5b1Decode: addon.curlT5B1Decode,
  b1t6Encode: addon.curlB1T6Encode,
  b1t6Decode: addon.curlB1T6Decode,
  tip12Zeros: addon.tip12Zeros,

  openSearch(job) {
    let search = addon.PartialSearch.open(...aim(job));
    const open = () => {
      if (search === null) throw failure({ code: 'INTERNAL', message: 'the search was freed' });
      return search;
    };
    return {
      weight: search.weight(),
      run: (from, to) => open().run(from, to),
      attempts: () => open().attempts(),
      free: () => void (search = null),
    };
  },

  startSearch(job, start, end, threads) {
    const run = addon.SearchRun.open(...aim(job), start, end, threads);
    const done = run.begin().then((ended) => {
      // It holds `run` until here: what is collected is cancelled.
      run.attempts();
      if (ended.end === 'failed') throw failure(ended);
      return ended;
    });
    return { done, weight: run.weight(), attempts: () => run.attempts(), cancel: () => run.cancel() };
  },
};

const sha256 = {
  digest: addon.sha256Digest,
  advance: addon.sha256Advance,
  finish: addon.sha256Finish,
  many: addon.sha256Many,
  manyFixed: addon.sha256ManyFixed,
  nodes: addon.sha256Nodes,
  nodesInPlace: addon.sha256NodesInPlace,
};

const hmac = {
  hmac: addon.sha256Hmac,
  hkdf: addon.sha256Hkdf,
  pbkdf2: addon.sha256Pbkdf2,
};

const merkle = {
  nodes: addon.sha256Nodes,
  nodesInPlace: addon.sha256NodesInPlace,
  merkleRoot: addon.merkleRoot,
  merkleProve: addon.merkleProve,
  merkleRootOf: addon.merkleRootOf,
  logLeaf: addon.logLeaf,
  logRoot: addon.logRoot,
  logProve: addon.logProve,
  logConsistency: addon.logConsistency,
  logVerify: addon.logVerify,
  logVerifyConsistency: addon.logVerifyConsistency,
  bitcoinRoot: addon.bitcoinRoot,
  blocksDigests: (name, salt, sizes, ...rest) => addon.blocksDigests(new TextDecoder().decode(name), ...sizes, salt, ...rest),
  blocksRoot: (name, salt, sizes, ...rest) => addon.blocksRoot(new TextDecoder().decode(name), ...sizes, salt, ...rest),
};

/** A function whose first arguments are those of a scheme. */
const schemed = (call) => ({ variant, mode, tag }, ...rest) => call(variant, mode, tag, ...rest);

/** The same of a variant. */
const varied = (call) => ({ variant }, ...rest) => call(variant, ...rest);

const bls = {
  key: addon.blsKey,
  signature: addon.blsSignature,
  bytes: (point, out) => (point instanceof addon.BlsKey ? addon.blsKeyBytes : addon.blsSignatureBytes)(point, out),
  generate: addon.blsGenerate,
  deriveMaster: addon.blsDeriveMaster,
  derivePath: addon.blsDerivePath,
  publicKey: varied(addon.blsPublicKey),
  sign: schemed(addon.blsSign),
  verify: schemed(addon.blsVerify),
  aggregate: varied(addon.blsAggregate),
  aggregateKeys: ({ variant, mode }, ...rest) => addon.blsAggregateKeys(variant, mode, ...rest),
  aggregateVerify: schemed(addon.blsAggregateVerify),
  fastAggregateVerify: schemed(addon.blsFastAggregateVerify),
  provePossession: schemed(addon.blsProvePossession),
  verifyPossession: schemed(addon.blsVerifyPossession),
  verifyBatch: schemed(addon.blsVerifyBatch),
  split: ({ variant }, threshold, secret, seed, out, commitments) =>
    addon.blsSplit(variant, threshold, Math.floor(out.length / 32), secret, seed, out, commitments),
  shareVerify: varied(addon.blsShareVerify),
  shareKey: varied(addon.blsShareKey),
  recoverKey: addon.blsRecoverKey,
  recoverSignature: varied(addon.blsRecoverSignature),
  drandVerify: addon.drandVerify,
};

const costs = ({ scheme, memory, timeCost, parallelism }) => [scheme, memory, timeCost, parallelism];

const pwhash = {
  workers: addon.passwordWorkers,
  hash: (row, ...rest) => addon.passwordHash(...costs(row), ...rest),
  verify: addon.passwordVerify,
  needsRehash: (stored, row) => addon.passwordNeedsRehash(stored, ...costs(row)),
  argon2: addon.argon2Tag,
  scrypt: addon.scryptKey,
  // Wrong costs reject too.
  hashAsync: async (row, ...rest) => settled(await addon.passwordHashAsync(...costs(row), ...rest)),
  verifyAsync: async (...args) => settled(await addon.passwordVerifyAsync(...args)),
};

module.exports = {
  kind: 'native',
  engine: null,
  version,
  engines: addon.engines,
  use: addon.use,
  sha256,
  merkle,
  hmac,
  curl,
  bls,
  pwhash,
};
