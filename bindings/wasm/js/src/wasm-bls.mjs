/** BLS12-381 in WebAssembly. */

import { Instance, encoder, words } from './instance.mjs';

export class BlsModule {
  constructor(module) {
    this.instance = new Instance(module);
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

  publicKey(scheme, secret, out) {
    const parts = [scheme.tag, secret];
    this.instance.secretly(() => this.instance.short('bls_public_key', parts, out, ...which(scheme)));
  }

  checkKey(scheme, key) {
    this.instance.put([key]);
    this.instance.call('bls_check_key', which(scheme)[0], key.length);
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
    const lengths = [key.length, signature.length, message.length];
    return this.is('bls_verify', [scheme.tag, key, signature, message], ...which(scheme), ...lengths);
  }

  aggregate(scheme, signatures, lengths, out) {
    const args = [which(scheme)[0], lengths.length, signatures.length];
    this.instance.short('bls_aggregate', [words(lengths), signatures], out, ...args);
  }

  aggregateKeys(scheme, keys, lengths, out) {
    const args = [which(scheme)[0], lengths.length, keys.length];
    this.instance.short('bls_aggregate_keys', [words(lengths), keys], out, ...args);
  }

  aggregateVerify(scheme, keys, keyLengths, messages, messageLengths, signature) {
    const parts = [scheme.tag, words(keyLengths), keys, words(messageLengths), messages, signature];
    const args = [keyLengths.length, keys.length, messageLengths.length, messages.length, signature.length];
    return this.is('bls_aggregate_verify', parts, ...which(scheme), ...args);
  }

  fastAggregateVerify(scheme, keys, keyLengths, message, signature) {
    const parts = [scheme.tag, words(keyLengths), keys, signature, message];
    const args = [keyLengths.length, keys.length, signature.length, message.length];
    return this.is('bls_fast_aggregate_verify', parts, ...which(scheme), ...args);
  }

  provePossession(scheme, secret, out) {
    const parts = [scheme.tag, secret];
    this.instance.secretly(() => this.instance.short('bls_prove', parts, out, ...which(scheme)));
  }

  verifyPossession(scheme, key, proof) {
    return this.is('bls_verify_proof', [scheme.tag, key, proof], ...which(scheme), key.length, proof.length);
  }

  verifyBatch(scheme, keys, keyLengths, messages, messageLengths, signatures, signatureLengths, seed, out) {
    const columns = [words(keyLengths), keys, words(messageLengths), messages, words(signatureLengths), signatures];
    const args = [out.length, keys.length, messages.length, signatures.length];
    this.instance.transform('bls_verify_batch', [scheme.tag, seed, ...columns], out, ...which(scheme), ...args);
  }
}

/** Variant and mode in one number, and the length of the tag. */
function which(scheme) {
  return [scheme.variant + 2 * scheme.mode, scheme.tag.length];
}
