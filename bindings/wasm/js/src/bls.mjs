/** BLS12-381. */

import { bytes, exactly, flat, list, made, mistaken, oneOf, options, rows, split, string, textOrBytes, whole, whole64, wrong } from './args.mjs';
import { LanesmithError } from './errors.mjs';
import { family } from './loader.mjs';
import { random } from './random.mjs';

const VARIANTS = ['min_pk', 'min_sig'];
const MODES = ['basic', 'augmented', 'possession'];
const EMPTY = new Uint8Array(0);
const U32 = 2 ** 32 - 1;

/** Rows of a batch that are held at a time: the library works on so many. */
const ROWS = 256;

/** Bytes of a compressed key or signature. */
const width = (what, variant) => ((what === 'key') === (variant === 0) ? 48 : 96);

/** What decodes points, and what gives their bytes. */
const DECODE = { key: 'blsKeyDecode', signature: 'blsSignatureDecode' };
const ENCODE = { key: 'blsKeyBytes', signature: 'blsSignatureBytes' };

/** The bytes of a point. */
const encoded = (backend, what, variant, point) => made(width(what, variant), (out) => backend[ENCODE[what]](point, out));

/** What was decoded once, by the object that stands for it. */
const HELD = /* @__PURE__ */ new WeakMap();

/** Decodes an object's bytes. */
function open(point, what, value, given) {
  const { variant = 'min_pk' } = options(given, 'variant');
  const number = VARIANTS.indexOf(oneOf('variant', variant, VARIANTS));
  const backend = family('bls');
  const held = backend[DECODE[what]](number, bytes(what, value));
  HELD.set(point, { what, variant: number, bytes: encoded(backend, what, number, held), backend, held });
}

export class PublicKey {
  constructor(value, given) {
    open(this, 'key', value, given);
  }

  get variant() {
    return VARIANTS[HELD.get(this).variant];
  }

  toBytes() {
    return HELD.get(this).bytes.slice();
  }

  toUncompressed() {
    const { variant } = HELD.get(this);
    return using(variant, (backend, hold) => {
      const point = hold('key', this);
      return made(2 * width('key', variant), (out) => backend.blsKeyUncompressed(point, out));
    });
  }
}

export class Signature {
  constructor(value, given) {
    open(this, 'signature', value, given);
  }

  get variant() {
    return VARIANTS[HELD.get(this).variant];
  }

  toBytes() {
    return HELD.get(this).bytes.slice();
  }
}

/** Runs a call with points of keys and signatures, whether they were decoded before or come as bytes, which are decoded for this call. */
function using(variant, work) {
  const backend = family('bls');
  const own = [];
  const hold = (what) => (name, value, row) => {
    const kept = HELD.get(value);
    if (kept === undefined) {
      const view = bytes(name, value, row);
      try {
        own.push(backend[DECODE[what]](variant, view));
      } catch (error) {
        throw row === undefined ? error : new LanesmithError(error.code, error.message, { index: row, cause: error });
      }
      return own[own.length - 1];
    }
    if (kept.what !== what) throw mistaken(name, value, `a ${what}`, row);
    if (kept.backend !== backend) Object.assign(kept, { backend, held: backend[DECODE[what]](kept.variant, kept.bytes) });
    return kept.held;
  };
  try {
    return work(backend, hold('key'), hold('signature'));
  } finally {
    // The addon's are collected.
    if (backend.release) for (const point of own) backend.release(point);
  }
}

function secretOf(value, name = 'secret', row) {
  return exactly(name, value, 32, row);
}

/** Each of a list, which may change meanwhile. */
function each(name, values, hold) {
  return Array.from({ length: list(name, values).length }, (_, row) => hold(`${name}[${row}]`, values[row], row));
}

/** The numbers of parts of a whole. */
function indicesOf(name, parts) {
  return Uint32Array.from(list(name, parts), (part, row) => whole(`${name}[${row}].index`, part?.index, 1, U32));
}

function scheme(given) {
  const { variant = 'min_pk', mode = 'possession', tag } = options(given, 'variant', 'mode', 'tag');
  oneOf('variant', variant, VARIANTS);
  oneOf('mode', mode, MODES);
  const own = tag === undefined ? EMPTY : new Uint8Array(textOrBytes('tag', tag));
  if (tag !== undefined && own.length === 0) throw wrong('LENGTH', 'tag is empty: a tag has at least one byte');
  const number = VARIANTS.indexOf(variant);
  const row = [number, MODES.indexOf(mode), own];
  /** The bytes of a point that a function makes. */
  const [key, signature] = ['key', 'signature'].map((what) => (make) => {
    const backend = family('bls');
    const point = make(backend);
    try {
      return encoded(backend, what, number, point);
    } finally {
      backend.release?.(point);
    }
  });
  const use = (work) => using(number, work);
  const committed = (commitments) => rows('commitments', commitments, width('key', number));
  return {
    variant,
    mode,
    publicKey: (secret) => key((backend) => backend.blsPublicKey(number, secretOf(secret))),
    sign: (secret, message) => signature((backend) => backend.blsSign(...row, secretOf(secret), bytes('message', message))),
    verify: (given, message, signed) =>
      use((backend, key, signature) => backend.blsVerify(...row, key('key', given), bytes('message', message), signature('signature', signed))),
    aggregate: (signatures) =>
      use((backend, _, hold) => {
        const all = each('signatures', signatures, hold);
        return signature(() => backend.blsAggregate(...row, all));
      }),
    aggregateKeys: (keys) =>
      use((backend, hold) => {
        const all = each('keys', keys, hold);
        return key(() => backend.blsAggregateKeys(...row, all));
      }),
    aggregateVerify: (keys, messages, signed) =>
      use((backend, key, signature) => {
        const [all, m] = [each('keys', keys, key), flat('messages', messages)];
        return backend.blsAggregateVerify(...row, all, m.flat, m.lengths, signature('signature', signed));
      }),
    fastAggregateVerify: (keys, message, signed) =>
      use((backend, key, signature) => {
        const all = each('keys', keys, key);
        return backend.blsFastAggregateVerify(...row, all, bytes('message', message), signature('signature', signed));
      }),
    provePossession: (secret) => signature((backend) => backend.blsProvePossession(...row, secretOf(secret))),
    verifyPossession: (given, proof) =>
      use((backend, key, signature) => backend.blsVerifyPossession(...row, key('key', given), signature('proof', proof))),
    verifyBatch(keys, messages, signatures) {
      const counts = [list('keys', keys), list('messages', messages), list('signatures', signatures)].map((all) => all.length);
      if (counts[0] !== counts[1] || counts[1] !== counts[2]) {
        throw wrong('LENGTH', `${counts[0]} keys, ${counts[1]} messages and ${counts[2]} signatures: there must be as many of each`);
      }
      const m = flat('messages', messages);
      const out = new Uint8Array(counts[0]);
      // What is none makes its row wrong.
      const perhaps = (hold, name, values, at) => {
        try {
          return hold(`${name}[${at}]`, values[at], at);
        } catch (error) {
          if (error.code === 'KEY' || error.code === 'SIGNATURE') return null;
          throw error;
        }
      };
      for (let from = 0, read = 0; from < out.length; from += ROWS) {
        const to = Math.min(from + ROWS, out.length);
        const lengths = m.lengths.subarray(from, to);
        const total = lengths.reduce((sum, length) => sum + length, 0);
        use((backend, key, signature) => {
          const points = [[key, 'keys', keys], [signature, 'signatures', signatures]].map(([hold, name, values]) =>
            Array.from({ length: to - from }, (_, i) => perhaps(hold, name, values, from + i)),
          );
          // Factors that whoever made the signatures cannot know.
          const rest = [points[0], m.flat.subarray(read, read + total), lengths, points[1], random(32), out.subarray(from, to)];
          answered(() => backend.blsVerifyBatch(...row, ...rest));
        });
        read += total;
      }
      return Array.from(out, (verdict) => verdict === 1);
    },
    checkKey: (given) => use((_, key) => void key('key', given)),
    splitKey(secret, given) {
      const { threshold, shares } = options(given, 'threshold', 'shares');
      whole('shares', shares, 1, 2 ** 16 - 1);
      whole('threshold', threshold, 1, shares);
      const [dealt, commitments] = [new Uint8Array(32 * shares), new Uint8Array(width('key', number) * threshold)];
      const seed = random(32);
      family('bls').blsSplit(number, threshold, shares, secretOf(secret), seed, dealt, commitments);
      seed.fill(0);
      const all = split(dealt, 32).map((secret, i) => ({ index: i + 1, secret }));
      dealt.fill(0);
      return { shares: all, commitments: split(commitments, width('key', number)) };
    },
    verifyShare: (share, commitments) =>
      family('bls').blsShareVerify(number, whole('share.index', share?.index, 1, U32), secretOf(share.secret, 'share.secret'), committed(commitments)),
    shareKey: (index, commitments) =>
      key((backend) => backend.blsShareKey(number, whole('index', index, 1, U32), committed(commitments))),
    recoverSignature: (parts) =>
      use((backend, _, hold) => {
        const indices = indicesOf('parts', parts);
        const all = Array.from(indices, (_, i) => hold(`parts[${i}].signature`, parts[i].signature, i));
        return signature(() => backend.blsRecoverSignature(number, indices, all));
      }),
  };
}

/** Whether: an answer that comes as an error says that something is another. */
function answered(work) {
  try {
    work();
    return true;
  } catch (error) {
    if (error.code === 'MISMATCH') return false;
    throw error;
  }
}

/** A secret key that a function writes. */
const key = (fill) => made(32, fill);

/** The scheme of Ethereum, made at its first use: what runs when it is imported cannot be left out by bundlers. */
let own = null;
const ethereum = () => (own ??= scheme());

export const bls = {
  variant: 'min_pk',
  mode: 'possession',
  publicKey: (...given) => ethereum().publicKey(...given),
  sign: (...given) => ethereum().sign(...given),
  verify: (...given) => ethereum().verify(...given),
  aggregate: (...given) => ethereum().aggregate(...given),
  aggregateKeys: (...given) => ethereum().aggregateKeys(...given),
  aggregateVerify: (...given) => ethereum().aggregateVerify(...given),
  fastAggregateVerify: (...given) => ethereum().fastAggregateVerify(...given),
  provePossession: (...given) => ethereum().provePossession(...given),
  verifyPossession: (...given) => ethereum().verifyPossession(...given),
  verifyBatch: (...given) => ethereum().verifyBatch(...given),
  checkKey: (...given) => ethereum().checkKey(...given),
  splitKey: (...given) => ethereum().splitKey(...given),
  verifyShare: (...given) => ethereum().verifyShare(...given),
  shareKey: (...given) => ethereum().shareKey(...given),
  recoverSignature: (...given) => ethereum().recoverSignature(...given),
  scheme,
  generateKey(material, info = EMPTY) {
    const own = material === undefined ? random(32) : bytes('material', material);
    const made = key((out) => family('bls').blsGenerate(own, bytes('info', info), out));
    if (material === undefined) own.fill(0);
    return made;
  },
  deriveMaster: (seed) => key((out) => family('bls').blsDeriveMaster(bytes('seed', seed), out)),
  derivePath: (secret, path) => key((out) => family('bls').blsDerivePath(string('path', path), secretOf(secret), out)),
  recoverKey(shares) {
    const indices = indicesOf('shares', shares);
    const flat = made(32 * indices.length, (out) => {
      for (let i = 0; i < indices.length; i++) out.set(secretOf(shares[i].secret, `shares[${i}].secret`, i), 32 * i);
    });
    try {
      return key((out) => family('bls').blsRecoverKey(indices, flat, out));
    } finally {
      flat.fill(0);
    }
  },
  drandVerify(network, round, signature, given) {
    const { key: own = EMPTY, previous = EMPTY } = options(given, 'key', 'previous');
    const parts = [bytes('key', own), whole64('round', round), bytes('previous', previous), bytes('signature', signature)];
    const out = new Uint8Array(32);
    return answered(() => family('bls').drandVerify(string('network', network), ...parts, out)) ? out : null;
  },
};
