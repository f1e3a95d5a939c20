/** BLS12-381 in WebAssembly. */

import { Functions } from './functions.mjs';
import { BLS } from './table-bls.mjs';

/** Keys and signatures stay in the module under numbers, and keep their bytes for an instance that is made anew. */
export class BlsModule extends Functions {
  constructor(module) {
    super(module, BLS);
    // Points that nobody has any more are let go of, unless their instance is gone too.
    this.lost = new FinalizationRegistry(({ wasm, id }) => wasm === this.instance.wasm && wasm.bls_release(id));
  }

  blsKeyDecode(variant, bytes) {
    return this.decoded({ key: true, variant, bytes: bytes.slice() });
  }

  blsSignatureDecode(variant, bytes) {
    return this.decoded({ key: false, variant, bytes: bytes.slice() });
  }

  decoded(point) {
    this.id(point);
    return point;
  }

  /** A point that the module has made. */
  kept(key, id) {
    const { instance } = this;
    const length = instance.call(key ? 'bls_key_bytes' : 'bls_signature_bytes', id);
    instance.look();
    const point = { key, variant: Number(key === (length === 96)), bytes: instance.head.slice(0, length) };
    return this.hold(point, id);
  }

  hold(point, id) {
    const { wasm } = this.instance;
    this.lost.unregister(point);
    Object.assign(point, { wasm, id });
    this.lost.register(point, { wasm, id }, point);
    return point;
  }

  /** The number of a point; what is in the room is lost. */
  id(point) {
    const { instance } = this;
    if (point.wasm !== instance.wasm) {
      instance.put([point.bytes]);
      this.hold(point, instance.call(point.key ? 'bls_key_decode' : 'bls_signature_decode', point.variant, point.bytes.length));
    }
    return point.id;
  }

  release(point) {
    this.lost.unregister(point);
    if (point.wasm === this.instance.wasm) this.instance.call('bls_release', point.id);
    point.wasm = null;
  }
}
