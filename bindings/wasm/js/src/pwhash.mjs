/** Password hashes. */

import { allocate, bytes, mistaken, oneOf, options, string, textOrBytes, whole } from './args.mjs';
import { wrapped } from './errors.mjs';
import { searching } from './later.mjs';
import { family } from './loader.mjs';
import { random } from './random.mjs';

const SCHEMES = ['argon2id', 'argon2i', 'argon2d', 'scrypt', 'yescrypt'];
const ARGON2 = ['salt', 'variant', 'memory', 'passes', 'lanes', 'length', 'secret', 'data'];
const VARIANTS = ['d', 'i', 'id'];
/** Of stored strings: programs give one object to all functions. */
const POLICY = ['scheme', 'memory', 'timeCost', 'parallelism', 'secret', 'data', 'salt', 'maxMemory'];
const EMPTY = new Uint8Array(0);
const U32 = 2 ** 32 - 1;

function cost(name, value, most) {
  return value === undefined ? 0 : whole(name, value, 1, most);
}

function costsOf({ scheme = 'argon2id', memory, timeCost, parallelism }) {
  return [
    oneOf('scheme', scheme, SCHEMES),
    cost('memory', memory, Number.MAX_SAFE_INTEGER),
    cost('timeCost', timeCost, U32),
    cost('parallelism', parallelism, U32),
  ];
}

function optional(name, value) {
  return value === undefined ? EMPTY : bytes(name, value);
}

function hashArguments(password, given) {
  const asked = options(given, ...POLICY);
  const salt = asked.salt === undefined ? random(16) : bytes('salt', asked.salt);
  const context = [optional('secret', asked.secret), optional('data', asked.data)];
  return [...costsOf(asked), textOrBytes('password', password), salt, ...context];
}

function verifyArguments(stored, password, given) {
  const { secret, data, maxMemory } = options(given, ...POLICY);
  const context = [optional('secret', secret), optional('data', data)];
  const most = cost('maxMemory', maxMemory, Number.MAX_SAFE_INTEGER);
  return [string('stored', stored), most, textOrBytes('password', password), ...context];
}

/** In a thread of the addon, or in a Worker. */
async function elsewhere(method, args) {
  const own = family('pwhash')[`${method}Async`];
  if (own) {
    try {
      return await own(...args);
    } catch (error) {
      throw wrapped(error);
    }
  }
  // Copies: callers may wipe their own before the Worker's script is there.
  const copies = args.map((arg) => (arg instanceof Uint8Array ? new Uint8Array(arg) : arg));
  try {
    const { call } = await searching();
    // What is posted is copied once more, at once.
    return call('pwhash', method, copies);
  } finally {
    for (const copy of copies) if (copy instanceof Uint8Array) copy.fill(0);
  }
}

export const pwhash = {
  workers(given) {
    const { threads = 1, memory = 0, wait = true } = options(given, 'threads', 'memory', 'wait');
    if (typeof wait !== 'boolean') throw mistaken('wait', wait, 'true or false');
    const numbers = [whole('threads', threads, 0, 1024), whole('memory', memory, 0, Number.MAX_SAFE_INTEGER), Number(!wait)];
    family('pwhash').passwordWorkers?.(...numbers);
  },
  hash: (password, given) => family('pwhash').passwordHash(...hashArguments(password, given)),
  verify: (stored, password, given) => family('pwhash').passwordVerify(...verifyArguments(stored, password, given)),
  hashAsync: async (password, given) => elsewhere('passwordHash', hashArguments(password, given)),
  verifyAsync: async (stored, password, given) => elsewhere('passwordVerify', verifyArguments(stored, password, given)),
  needsRehash: (stored, given) => !family('pwhash').passwordIsCurrent(string('stored', stored), ...costsOf(options(given, ...POLICY))),
  argon2(password, given) {
    const { salt, variant = 'id', memory = 65536, passes = 3, lanes = 4, length = 32, secret, data } = options(given, ...ARGON2);
    const number = VARIANTS.indexOf(oneOf('variant', variant, VARIANTS));
    const out = allocate(whole('length', length, 4, 2 ** 31), 'length');
    const costs = [whole('memory', memory, 1, U32), whole('passes', passes, 1, U32), whole('lanes', lanes, 1, U32)];
    const context = [optional('secret', secret), optional('data', data)];
    family('pwhash').argon2(number, ...costs, textOrBytes('password', password), bytes('salt', salt), ...context, out);
    return out;
  },
  scrypt(password, given) {
    const { salt, n, r, p, length = 32 } = options(given, 'salt', 'n', 'r', 'p', 'length');
    const out = allocate(whole('length', length, 1, 2 ** 31), 'length');
    const costs = [whole('n', n, 2, 2 ** 40), whole('r', r, 1, U32), whole('p', p, 1, U32)];
    family('pwhash').scrypt(...costs, textOrBytes('password', password), bytes('salt', salt), out);
    return out;
  },
};
