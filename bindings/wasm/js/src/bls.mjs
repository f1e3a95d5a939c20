/** BLS12-381. */

import { bytes, exactly, flat, list, made, oneOf, options, string, textOrBytes, wrong } from './args.mjs';
import { family } from './loader.mjs';
import { random } from './random.mjs';

const VARIANTS = ['min_pk', 'min_sig'];
const MODES = ['basic', 'augmented', 'possession'];
const EMPTY = new Uint8Array(0);

function secretOf(value) {
  return exactly('secret', value, 32);
}

function scheme(given) {
  const { variant = 'min_pk', mode = 'possession', tag } = options(given, 'variant', 'mode', 'tag');
  oneOf('variant', variant, VARIANTS);
  oneOf('mode', mode, MODES);
  const own = tag === undefined ? EMPTY : new Uint8Array(textOrBytes('tag', tag));
  if (tag !== undefined && own.length === 0) throw wrong('LENGTH', 'tag is empty: a tag has at least one byte');
  const row = { variant: VARIANTS.indexOf(variant), mode: MODES.indexOf(mode), tag: own };
  const [keyLength, signatureLength] = variant === 'min_pk' ? [48, 96] : [96, 48];
  return {
    variant,
    mode,
    publicKey: (secret) => made(keyLength, (out) => family('bls').publicKey(row, secretOf(secret), out)),
    sign: (secret, message) =>
      made(signatureLength, (out) => family('bls').sign(row, secretOf(secret), bytes('message', message), out)),
    verify: (key, message, signature) =>
      family('bls').verify(row, bytes('key', key), bytes('message', message), bytes('signature', signature)),
    aggregate(signatures) {
      const all = flat('signatures', signatures);
      return made(signatureLength, (out) => family('bls').aggregate(row, all.flat, all.lengths, out));
    },
    aggregateKeys(keys) {
      const all = flat('keys', keys);
      return made(keyLength, (out) => family('bls').aggregateKeys(row, all.flat, all.lengths, out));
    },
    aggregateVerify(keys, messages, signature) {
      const [k, m] = [flat('keys', keys), flat('messages', messages)];
      return family('bls').aggregateVerify(row, k.flat, k.lengths, m.flat, m.lengths, bytes('signature', signature));
    },
    fastAggregateVerify(keys, message, signature) {
      const k = flat('keys', keys);
      return family('bls').fastAggregateVerify(row, k.flat, k.lengths, bytes('message', message), bytes('signature', signature));
    },
    provePossession: (secret) => made(signatureLength, (out) => family('bls').provePossession(row, secretOf(secret), out)),
    verifyPossession: (key, proof) => family('bls').verifyPossession(row, bytes('key', key), bytes('proof', proof)),
    verifyBatch(keys, messages, signatures) {
      const counts = [list('keys', keys), list('messages', messages), list('signatures', signatures)].map((all) => all.length);
      if (counts[0] !== counts[1] || counts[1] !== counts[2]) {
        throw wrong('LENGTH', `${counts[0]} keys, ${counts[1]} messages and ${counts[2]} signatures: there must be as many of each`);
      }
      const [k, m, s] = [flat('keys', keys), flat('messages', messages), flat('signatures', signatures)];
      const out = new Uint8Array(counts[0]);
      // Factors that whoever made the signatures cannot know.
      family('bls').verifyBatch(row, k.flat, k.lengths, m.flat, m.lengths, s.flat, s.lengths, random(32), out);
      return Array.from(out, (verdict) => verdict === 1);
    },
    checkKey: (key) => family('bls').checkKey(row, bytes('key', key)),
  };
}

/** A secret key that a function writes. */
const key = (fill) => made(32, fill);

export const bls = {
  ...scheme(),
  scheme,
  generateKey(material, info = EMPTY) {
    const own = material === undefined ? random(32) : bytes('material', material);
    const made = key((out) => family('bls').generate(own, bytes('info', info), out));
    if (material === undefined) own.fill(0);
    return made;
  },
  deriveMaster: (seed) => key((out) => family('bls').deriveMaster(bytes('seed', seed), out)),
  derivePath: (secret, path) => key((out) => family('bls').derivePath(secretOf(secret), string('path', path), out)),
};
