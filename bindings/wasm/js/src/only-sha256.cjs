/** `lanesmith/sha256` for `require`, where all of the package is one script: the same functions as in only-sha256.mjs. */

const all = require('./index.cjs');

/** What other families have stays there. */
const { Curl, PublicKey, Signature, bls, check, curl, pearlDiver, pwhash, ...own } = all;

/** Options with families of this entry. */
function alone(given) {
  // What is no object is for the loader to refuse.
  if (given === null || (given !== undefined && typeof given !== 'object')) return given;
  const { modules, families = modules ? Object.keys(modules) : ['sha256', 'merkle'] } = given ?? {};
  const foreign = Array.isArray(families) && families.find((name) => ['curl', 'bls', 'pwhash'].includes(name));
  if (foreign) throw new all.LanesmithError('LOAD', `${foreign} is not in this entry of the package: \`lanesmith\` itself has it`);
  return { ...given, families };
}

module.exports = {
  ...own,
  init: async (given) => all.init(alone(given)),
  initSync: (given) => all.initSync(alone(given)),
};
