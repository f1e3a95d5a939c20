/** BLS12-381 in WebAssembly. */

import { Instance, encoder, words } from './instance.mjs';

/** The number of a row without a key or a signature. */
const NONE = 0xffffffff;

export class BlsModule {
  constructor(module) {
    this.instance = new Instance(module);
    // Points that nobody has any more are let go of, unless their instance is gone too.
    this.lost = new FinalizationRegistry(({ exports, id }) => exports === this.instance.exports && exports.bls_release(id));
  }

  key(variant, bytes) {
    return this.decoded('bls_key', variant, bytes);
  }

  signature(variant, bytes) {
    return this.decoded('bls_signature', variant, bytes);
  }

  /** A point that stays in the module under a number. It keeps its bytes, for an instance that is made anew. */
  decoded(name, variant, bytes) {
    const point = { name, variant, bytes: bytes.slice(), exports: null, id: NONE };
    this.id(point);
    return point;
  }

  /** The number of a point; what is in the room is lost. */
  id(point) {
    const { exports } = this.instance;
    if (point.exports !== exports) {
      this.instance.put([point.bytes]);
      point.id = this.instance.call(point.name, point.variant, point.bytes.length);
      point.exports = exports;
      this.lost.unregister(point);
      this.lost.register(point, { exports, id: point.id }, point);
    }
    return point.id;
  }

  ids(points) {
    return words(Uint32Array.from(points, (point) => (point === null ? NONE : this.id(point))));
  }

  release(point) {
    this.lost.unregister(point);
    if (point.exports === this.instance.exports) this.instance.call('bls_release', point.id);
    point.exports = null;
  }

  bytes(point, out) {
    this.instance.short('bls_bytes', [], out, this.id(point));
  }

  generate(material, info, out) {
    const args = [material.length, info.length];
    this.instance.secretly(() => this.instance.short('bls_generate', [material, info], out, ...args));
  }

  deriveMaster(seed, out) {
    this.instance.secretly(() => this.instance.short('bls_derive_master', [seed], out, seed.length));
  }

  derivePath(secret, path, out) {
    const text = encoder.encode(path);
    this.instance.secretly(() => this.instance.short('bls_derive_path', [secret, text], out, text.length));
  }

  publicKey({ variant }, secret, out) {
    this.instance.secretly(() => this.instance.short('bls_public_key', [secret], out, variant));
  }

  sign(scheme, secret, message, out) {
    const parts = [scheme.tag, secret, message];
    this.instance.secretly(() => this.instance.short('bls_sign', parts, out, ...which(scheme), message.length));
  }

  /** Whether; parts are what the function reads. */
  is(name, parts, ...args) {
    this.instance.put(parts);
    const verdict = this.instance.call(name, ...args) === 1;
    this.instance.settle();
    return verdict;
  }

  verify(scheme, key, message, signature) {
    const points = [this.id(key), this.id(signature)];
    return this.is('bls_verify', [scheme.tag, message], ...which(scheme), ...points, message.length);
  }

  aggregate(scheme, signatures, out) {
    this.instance.short('bls_aggregate', [this.ids(signatures)], out, which(scheme)[0], signatures.length);
  }

  aggregateKeys(scheme, keys, out) {
    this.instance.short('bls_aggregate_keys', [this.ids(keys)], out, which(scheme)[0], keys.length);
  }

  aggregateVerify(scheme, keys, messages, lengths, signature) {
    const [ids, signed] = [this.ids(keys), this.id(signature)];
    const parts = [scheme.tag, ids, words(lengths), messages];
    return this.is('bls_aggregate_verify', parts, ...which(scheme), keys.length, lengths.length, messages.length, signed);
  }

  fastAggregateVerify(scheme, keys, message, signature) {
    const [ids, signed] = [this.ids(keys), this.id(signature)];
    const parts = [scheme.tag, ids, message];
    return this.is('bls_fast_aggregate_verify', parts, ...which(scheme), keys.length, signed, message.length);
  }

  provePossession(scheme, secret, out) {
    const parts = [scheme.tag, secret];
    this.instance.secretly(() => this.instance.short('bls_prove', parts, out, ...which(scheme)));
  }

  verifyPossession(scheme, key, proof) {
    const points = [this.id(key), this.id(proof)];
    return this.is('bls_verify_proof', [scheme.tag], ...which(scheme), ...points);
  }

  verifyBatch(scheme, keys, messages, lengths, signatures, seed, out) {
    const rows = [this.ids(keys), this.ids(signatures), words(lengths), messages];
    this.instance.transform('bls_verify_batch', [scheme.tag, seed, ...rows], out, ...which(scheme), out.length, messages.length);
  }

  split({ variant }, threshold, secret, seed, out, commitments) {
    const { instance } = this;
    instance.secretly(() => {
      const at = instance.put([secret, seed], out.length + commitments.length);
      instance.call('bls_split', variant, threshold, out.length / 32, commitments.length);
      instance.take(at, out);
      instance.take(at + out.length, commitments);
    });
  }

  shareVerify({ variant }, index, secret, commitments) {
    return this.instance.secretly(() => this.is('bls_share_verify', [secret, commitments], variant, index, commitments.length));
  }

  shareKey({ variant }, index, commitments, out) {
    this.instance.short('bls_share_key', [commitments], out, variant, index, commitments.length);
  }

  recoverKey(indices, shares, out) {
    this.instance.secretly(() => this.instance.short('bls_recover_key', [words(indices), shares], out, indices.length));
  }

  recoverSignature({ variant }, indices, signatures, out) {
    const ids = this.ids(signatures);
    this.instance.short('bls_recover_signature', [words(indices), ids], out, variant, indices.length);
  }

  drandVerify(network, key, round, previous, signature, out) {
    const name = encoder.encode(network);
    const args = [name.length, key.length, round, previous.length, signature.length];
    this.instance.put([name, key, previous, signature]);
    const right = this.instance.call('drand_verify', ...args) === 1;
    if (right) this.instance.takeHead(out);
    this.instance.settle();
    return right;
  }
}

/** Variant and mode in one number, and the length of the tag. */
function which(scheme) {
  return [scheme.variant + 2 * scheme.mode, scheme.tag.length];
}
