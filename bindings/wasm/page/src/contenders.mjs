// What is raced: one case for each thing that people do, and who takes part in it. Everybody must give the expected answer,
// which comes from other code than ours, before anybody is timed.

import { hash, hashTrits, toTrits } from './reference/curl.mjs';
import { random } from './race/stats.mjs';

/**
 * @typedef {typeof import('lanesmith')} Lanesmith
 *
 * @typedef {object} Starter A contender with its answer.
 * @property {string} name
 * @property {import('./race/summary.mjs').Kind} kind
 * @property {boolean} [taken]
 * @property {() => unknown} run
 * @property {number} units
 * @property {boolean} [awaited]
 * @property {() => unknown} answer What a call gives: bytes, text or a truth, or a promise of it.
 *
 * @typedef {object} Case
 * @property {import('./race/summary.mjs').About} about
 * @property {() => unknown} expected The right answer, by code that is not ours.
 * @property {Starter[]} starters Ours first: the engine that is taken is the one that ratios are formed to.
 */

/** A transaction in trytes: text that compresses as little as a signature does. */
export function transaction(seed = 1) {
  const rng = random(seed);
  return Array.from({ length: 2673 }, () => '9ABCDEFGHIJKLMNOPQRSTUVWXYZ'[rng.below(27)]).join('');
}

const bytesOf = (/** @type {number} */ n, seed = 1) => {
  const rng = random(seed);
  return Uint8Array.from({ length: n }, () => rng.below(256));
};

/** Length of a search that is timed: in one thread some 20 ms. */
const SEARCH = { simd128: 640, scalar: 160 };

/** The tag of signatures of Ethereum. */
const TAG = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

/**
 * All cases.
 * @param {object} of
 * @param {[string, Lanesmith][]} of.ours Our builds by name; the first one is what `init` takes.
 * @param {import('./peers.mjs').Peers} of.peers
 * @param {SubtleCrypto | undefined} of.subtle
 * @returns {Promise<Case[]>}
 */
export async function cases({ ours, peers, subtle }) {
  const { noble, hashWasm, asSha256 } = peers;
  const hasher = await hashWasm.createSHA256();
  const byHashWasm = (/** @type {Uint8Array} */ data) => hasher.init().update(data).digest('binary');

  /** @returns {Starter[]} */
  const engines = (/** @type {(l: Lanesmith, name: string) => Omit<Starter, 'name' | 'kind' | 'taken' | 'answer'> & { answer?: () => unknown }} */ make) =>
    ours.map(([name, l], at) => {
      const made = make(l, name);
      return { name, kind: /** @type {const} */ ('engine'), taken: at === 0, answer: made.run, ...made };
    });
  /**
   * Of a family that has one build there is one contender, by the name of what runs.
   * @type {(family: 'bls' | 'pwhash', run: (l: Lanesmith) => unknown) => Starter[]}
   */
  const oneBuild = (family, run) => {
    const [[, l]] = ours;
    const name = l.backend()?.builds[family] ?? 'none';
    return [{ name, kind: 'engine', taken: true, units: 1, run: () => run(l), answer: () => run(l) }];
  };
  /** @returns {Starter} */
  const peer = (/** @type {string} */ name, /** @type {() => unknown} */ run, units = 1, /** @type {Partial<Starter>} */ more = {}) =>
    ({ name, kind: 'peer', run, units, answer: run, ...more });

  /** @type {Case[]} */
  const list = [];

  for (const [size, label, title] of /** @type {const} */ ([[64, '64B', 'a message of 64 bytes'], [1 << 20, '1MiB', 'a file of 1 MiB']])) {
    const data = bytesOf(size);
    const units = size;
    list.push({
      about: {
        op: 'sha256.stream', case: `size=${label}`, group: 'SHA-256', title, unit: 'byte',
        figure: size < 1024 ? { time: size, of: 'msg' } : { bytes: true },
      },
      expected: () => noble.sha256(data),
      starters: [
        ...engines((l) => ({ run: () => l.sha256(data), units })),
        peer('hash-wasm', () => byHashWasm(data), units),
        peer('as-sha256', () => asSha256.digest(data), units),
        peer('@noble/hashes', () => noble.sha256(data), units),
        ...(subtle ? [peer('crypto.subtle', () => subtle.digest('SHA-256', data), units, { awaited: true })] : []),
      ],
    });
  }

  {
    const pairs = bytesOf(1024 * 64);
    const out = new Uint8Array(1024 * 32);
    const each = (/** @type {(pair: Uint8Array) => Uint8Array} */ digest) => () => {
      for (let i = 0; i < 1024; i++) out.set(digest(pairs.subarray(64 * i, 64 * i + 64)), 32 * i);
      return out;
    };
    list.push({
      about: { op: 'sha256.nodes', case: 'n=1024', group: 'SHA-256', title: '1024 nodes of a tree', unit: 'node', figure: { time: 1, of: 'node' } },
      expected: () => each(noble.sha256)().slice(),
      starters: [
        ...engines((l) => ({ run: () => l.sha256Nodes(pairs, out), units: 1024 })),
        peer('hash-wasm', each(byHashWasm), 1024),
        peer('as-sha256', () => { asSha256.hashInto(pairs, out); return out; }, 1024),
        peer('@noble/hashes', each(noble.sha256), 1024),
      ],
    });
  }

  {
    const count = 16_384;
    const leaves = bytesOf(count * 32);
    const levels = [new Uint8Array(count * 16)];
    while (levels[levels.length - 1].length > 32) levels.push(new Uint8Array(levels[levels.length - 1].length / 2));
    const byLevels = (/** @type {(pairs: Uint8Array, out: Uint8Array) => void} */ level) => () => {
      levels.forEach((out, at) => level(at === 0 ? leaves : levels[at - 1], out));
      return levels[levels.length - 1];
    };
    const each = (/** @type {(pair: Uint8Array) => Uint8Array} */ digest) => byLevels((pairs, out) => {
      for (let i = 0; i < out.length / 32; i++) out.set(digest(pairs.subarray(64 * i, 64 * i + 64)), 32 * i);
    });
    list.push({
      about: {
        op: 'sha256.tree', case: `leaves=${count}`, group: 'SHA-256', title: `root of ${count} leaves`, unit: 'leaf', figure: { time: count, of: 'root' },
      },
      expected: () => each(noble.sha256)().slice(),
      starters: [
        ...engines((l) => ({ run: () => l.merkle.root(leaves), units: count })),
        peer('hash-wasm', each(byHashWasm), count),
        peer('as-sha256', byLevels((pairs, out) => asSha256.hashInto(pairs, out)), count),
        peer('@noble/hashes', each(noble.sha256), count),
      ],
    });
  }

  {
    const password = new TextEncoder().encode('a password of some length');
    const salt = bytesOf(16);
    const iterations = 1000;
    const key = subtle && (await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']));
    const options = { salt, iterations, length: 32 };
    list.push({
      about: {
        op: 'sha256.pbkdf2', case: `n=1,rounds=${iterations}`, group: 'SHA-256', title: 'a key by PBKDF2, 1000 rounds', unit: 'key',
        figure: { time: 1, of: 'key' },
      },
      expected: () => noble.pbkdf2(noble.sha256, password, salt, { c: iterations, dkLen: 32 }),
      starters: [
        ...engines((l) => ({ run: () => l.pbkdf2Sha256(password, options), units: 1 })),
        peer('hash-wasm', () => hashWasm.pbkdf2({ password, salt, iterations, hashLength: 32, hashFunction: hasherOf(hashWasm), outputType: 'binary' }), 1,
          { awaited: true }),
        peer('@noble/hashes', () => noble.pbkdf2(noble.sha256, password, salt, { c: iterations, dkLen: 32 })),
        ...(subtle && key ? [peer('crypto.subtle', () => subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256), 1, { awaited: true })] : []),
      ],
    });
  }

  {
    const trytes = transaction();
    const many = new TextEncoder().encode(trytes.repeat(256));
    const out = new Uint8Array(256 * 81);
    const baseline = (/** @type {() => unknown} */ run, /** @type {() => unknown} */ answer) =>
      ({ name: 'plain JavaScript', kind: /** @type {const} */ ('baseline'), run, units: 1, answer });
    const text = () => new TextDecoder().decode(out.subarray(255 * 81));
    list.push({
      about: { op: 'curl.hash', case: 'input=one', group: 'Curl-P-81', title: 'one transaction', unit: 'tx', figure: { time: 1, of: 'tx' } },
      expected: () => hash(trytes),
      starters: [...engines((l) => ({ run: () => l.curl.hash(trytes), units: 1 })), baseline(() => hash(trytes), () => hash(trytes))],
    }, {
      about: { op: 'curl.hash', case: 'n=256,input=trytes', group: 'Curl-P-81', title: '256 transactions at once', unit: 'tx', figure: { time: 1, of: 'tx' } },
      expected: () => hash(trytes),
      starters: [
        ...engines((l) => {
          const run = () => l.curl.hashManyBytes(many, 2673, { out });
          return { run, units: 256, answer: () => { out.fill(0); run(); return text(); } };
        }),
        baseline(() => hash(trytes), () => hash(trytes)),
      ],
    });
    const block = toTrits(trytes).slice(0, 243);
    list.push({
      about: { op: 'curl.pow', case: 'mwm=243', group: 'Curl-P-81', title: 'search for a nonce, one Worker', unit: 'attempt', figure: { rate: 'attempts' } },
      // A search that cannot succeed: the answer is that of a small one that does.
      expected: () => true,
      starters: [
        ...engines((l, name) => {
          const end = SEARCH[/** @type {'simd128' | 'scalar'} */ (name)];
          const run = async () => {
            try {
              await l.pearlDiver.search(trytes, 243, { threads: 1, start: 0, end });
            } catch (error) {
              if (/** @type {{ code?: string }} */ (error).code !== 'EXHAUSTED') throw error;
            }
          };
          const answer = async () => {
            const found = await l.pearlDiver.search(trytes, 6, { threads: 1 });
            return hash(found.trytes) === found.hash && hash(found.trytes).endsWith('99');
          };
          return { run, units: 64 * end, awaited: true, answer };
        }),
        // The least that an attempt takes without a trick: one transform.
        baseline(() => hashTrits(block), () => hashTrits(block).length === 243),
      ],
    });
  }

  {
    const { bls12_381: curve } = noble;
    const scheme = curve.longSignatures;
    const secret = bytesOf(32, 5);
    secret[0] = 1;
    const message = new TextEncoder().encode('a message to sign');
    const key = scheme.getPublicKey(secret).toBytes();
    const signature = scheme.sign(scheme.hash(message, TAG), secret).toBytes();
    list.push({
      about: { op: 'bls.sign', case: 'keys=g1', group: 'BLS12-381', title: 'sign a message', unit: 'signature', figure: { time: 1, of: 'signature' } },
      expected: () => signature,
      starters: [
        ...oneBuild('bls', (l) => l.bls.sign(secret, message)),
        peer('@noble/curves', () => scheme.sign(scheme.hash(message, TAG), secret).toBytes()),
      ],
    }, {
      about: { op: 'bls.verify', case: 'of=bytes', group: 'BLS12-381', title: 'verify a signature', unit: 'signature', figure: { time: 1, of: 'signature' } },
      expected: () => true,
      starters: [
        ...oneBuild('bls', (l) => l.bls.verify(key, message, signature)),
        peer('@noble/curves', () => scheme.verify(signature, scheme.hash(message, TAG), key)),
      ],
    });
  }

  {
    const password = 'correct horse battery staple';
    const salt = bytesOf(16, 3);
    const memory = 16 * 1024;
    const forNoble = { t: 1, m: memory, p: 1, dkLen: 32 };
    const forHashWasm = /** @type {const} */ ({ iterations: 1, memorySize: memory, parallelism: 1, hashLength: 32, outputType: 'binary' });
    list.push({
      about: { op: 'pwhash.argon2', case: 'size=16MiB', group: 'Passwords', title: 'Argon2id with 16 MiB', unit: 'hash', figure: { rate: 'hashes' } },
      expected: () => noble.argon2id(password, salt, forNoble),
      starters: [
        ...oneBuild('pwhash', (l) => l.pwhash.argon2(password, { salt, memory, passes: 1, lanes: 1, length: 32 })),
        peer('hash-wasm', () => hashWasm.argon2id({ password, salt, ...forHashWasm }), 1, { awaited: true }),
        peer('@noble/hashes', () => noble.argon2id(password, salt, forNoble)),
      ],
    }, {
      about: { op: 'pwhash.scrypt', case: 'size=16MiB', group: 'Passwords', title: 'scrypt with 16 MiB', unit: 'hash', figure: { rate: 'hashes' } },
      expected: () => noble.scrypt(password, salt, { N: 2 ** 14, r: 8, p: 1, dkLen: 32 }),
      starters: [
        ...oneBuild('pwhash', (l) => l.pwhash.scrypt(password, { salt, n: 2 ** 14, r: 8, p: 1, length: 32 })),
        peer('hash-wasm', () => hashWasm.scrypt({ password, salt, costFactor: 2 ** 14, blockSize: 8, parallelism: 1, hashLength: 32, outputType: 'binary' }), 1,
          { awaited: true }),
        peer('@noble/hashes', () => noble.scrypt(password, salt, { N: 2 ** 14, r: 8, p: 1, dkLen: 32 })),
      ],
    });
  }
  return list;
}

/** Whether two answers are the same: bytes, text or truths. */
export function same(/** @type {unknown} */ a, /** @type {unknown} */ b) {
  const bytes = (/** @type {unknown} */ x) =>
    x instanceof ArrayBuffer ? new Uint8Array(x) : ArrayBuffer.isView(x) ? new Uint8Array(x.buffer, x.byteOffset, x.byteLength) : undefined;
  const [left, right] = [bytes(a), bytes(b)];
  if (left && right) return left.length === right.length && left.every((byte, at) => byte === right[at]);
  return a === b;
}

/** `hash-wasm` wants a new hash function for each key. */
const hasherOf = (/** @type {import('./peers.mjs').Peers['hashWasm']} */ hashWasm) => hashWasm.createSHA256();
