/** HMAC, HKDF and PBKDF2 over SHA-256 in WebAssembly. */

import { Instance } from './instance.mjs';

export class HmacModule {
  constructor(module) {
    this.instance = new Instance(module);
  }

  hmac(key, data, out) {
    const parts = [key, data];
    this.instance.secretly(() => this.instance.short('sha256_hmac', parts, out, key.length, data.length));
  }

  hkdf(salt, material, info, out) {
    const lengths = [salt.length, material.length, info.length, out.length];
    this.instance.secretly(() => this.instance.transform('sha256_hkdf', [salt, material, info], out, ...lengths));
  }

  pbkdf2(password, salt, iterations, out) {
    const args = [password.length, salt.length, iterations, out.length];
    this.instance.secretly(() => this.instance.transform('sha256_pbkdf2', [password, salt], out, ...args));
  }
}
