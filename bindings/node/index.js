'use strict';

/** The addon of this platform as a backend of `lanesmith`: its flat functions grouped by family. */

const families = require('./families.js');
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

/** The functions of a family, which are written from one list for all faces. */
const functions = (family) => Object.fromEntries(families[family].map((name) => [name, addon[name]]));

const curl = {
  ...functions('curl'),
  hashMany: addon.curlHashMany,
  hashManyFixed: addon.curlHashManyFixed,
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
  digest: addon.sha256,
  advance: addon.sha256Advance,
  finish: addon.sha256Finish,
  many: addon.sha256Many,
  manyFixed: addon.sha256ManyFixed,
  nodes: addon.sha256Nodes,
  nodesInPlace: addon.sha256NodesInPlace,
};

const merkle = { nodes: addon.sha256Nodes, nodesInPlace: addon.sha256NodesInPlace, ...functions('merkle') };

const pwhash = {
  ...functions('pwhash'),
  // Wrong costs reject too.
  passwordHashAsync: async (...args) => settled(await addon.passwordHashAsync(...args)),
  passwordVerifyAsync: async (...args) => settled(await addon.passwordVerifyAsync(...args)),
};

module.exports = {
  kind: 'native',
  engine: null,
  version,
  engines: addon.engines,
  use: addon.use,
  sha256,
  merkle,
  hmac: functions('hmac'),
  curl,
  bls: functions('bls'),
  pwhash,
};
