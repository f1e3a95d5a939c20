/** Password hashes in WebAssembly. */

import { Instance, encoder } from './instance.mjs';

export class PwHashModule {
  constructor(module) {
    // Hashes take much memory for a short time.
    this.instance = new Instance(module, 8 << 20);
  }

  costs(costs) {
    const scheme = encoder.encode(costs.scheme);
    return [scheme, [scheme.length, costs.memory, costs.timeCost, costs.parallelism]];
  }

  hash(costs, password, salt, secret, data) {
    const [scheme, numbers] = this.costs(costs);
    const lengths = [password.length, salt.length, secret.length, data.length];
    return this.instance.secretly(() => {
      this.instance.put([scheme, password, salt, secret, data]);
      this.instance.call('pwhash_hash', ...numbers, ...lengths);
      return this.instance.text();
    });
  }

  verify(stored, password, secret, data, maxMemory) {
    const text = encoder.encode(stored);
    const lengths = [text.length, password.length, secret.length, data.length];
    return this.instance.secretly(() => {
      this.instance.put([text, password, secret, data]);
      return this.instance.call('pwhash_verify', ...lengths, maxMemory) === 1;
    });
  }

  needsRehash(stored, costs) {
    const [scheme, numbers] = this.costs(costs);
    const text = encoder.encode(stored);
    this.instance.put([scheme, text]);
    return this.instance.call('pwhash_needs_rehash', ...numbers, text.length) === 1;
  }

  argon2(variant, memory, passes, lanes, password, salt, secret, data, out) {
    const parts = [password, salt, secret, data];
    const args = [variant, memory, passes, lanes, ...parts.map((part) => part.length), out.length];
    this.instance.secretly(() => {
      const at = this.instance.put(parts, out.length);
      this.instance.call('pwhash_argon2', ...args);
      this.instance.take(at, out);
    });
  }

  scrypt(password, salt, n, r, p, out) {
    this.instance.secretly(() => {
      const at = this.instance.put([password, salt], out.length);
      this.instance.call('pwhash_scrypt', n, r, p, password.length, salt.length, out.length);
      this.instance.take(at, out);
    });
  }
}
