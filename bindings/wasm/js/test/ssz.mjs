/** hash_tree_root of SSZ over the package's functions: what the typed vectors need. */

import { lanesmith } from './helpers.mjs';

const { merkle } = lanesmith;

function split(type) {
  const found = /^(\w+)\[(.*)\]$/.exec(type);
  if (!found) return [type];
  const inner = found[2];
  const comma = inner.lastIndexOf(',');
  return comma < 0 ? [found[1], inner] : [found[1], inner.slice(0, comma), Number(inner.slice(comma + 1))];
}

const BASIC = { boolean: 1, uint8: 1, uint16: 2, uint32: 4, uint64: 8, uint128: 16, uint256: 32 };

export function ssz(containers) {
  /** Bytes of a fixed size; null where it varies. */
  function size(type) {
    const [name, inner, count] = split(type);
    if (type in BASIC) return BASIC[type];
    if (name === 'ByteVector') return Number(inner);
    if (name === 'Bitvector') return Math.ceil(Number(inner) / 8);
    if (name === 'Vector') return size(inner) === null ? null : size(inner) * count;
    if (name in containers) return containers[name].reduce((sum, [, field]) => (sum === null || size(field) === null ? null : sum + size(field)), 0);
    return null;
  }

  /** The serialised parts of a container, or of a list whose elements vary. */
  function parts(types, bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const out = [];
    const offsets = [];
    let at = 0;
    for (const type of types) {
      const length = size(type);
      if (length === null) offsets.push([out.length, view.getUint32(at, true)]);
      out.push(length === null ? null : bytes.subarray(at, at + length));
      at += length ?? 4;
    }
    offsets.forEach(([place, from], i) => (out[place] = bytes.subarray(from, offsets[i + 1]?.[1] ?? bytes.length)));
    return out;
  }

  function packed(bytes) {
    const out = new Uint8Array(32 * Math.ceil(bytes.length / 32));
    out.set(bytes);
    return out;
  }

  function elements(inner, bytes) {
    const length = size(inner);
    if (length !== null) return Array.from({ length: bytes.length / length }, (_, i) => bytes.subarray(i * length, (i + 1) * length));
    if (bytes.length === 0) return [];
    const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) / 4;
    return parts(Array(count).fill(inner), bytes);
  }

  function root(type, bytes) {
    const [name, inner, count] = split(type);
    if (type in BASIC) return packed(bytes);
    const limit = (items, width) => Math.ceil((items * width) / 32);
    switch (name) {
      case 'ByteVector':
        return merkle.root(packed(bytes), { limit: limit(Number(inner), 1) });
      case 'ByteList':
        return merkle.mixInLength(merkle.root(packed(bytes), { limit: limit(Number(inner), 1) }), bytes.length);
      case 'Bitvector':
        return merkle.root(packed(bytes), { limit: Math.ceil(Number(inner) / 256) });
      case 'Bitlist': {
        const top = 31 - Math.clz32(bytes[bytes.length - 1]);
        const length = 8 * (bytes.length - 1) + top;
        const bits = bytes.slice(0, Math.ceil(length / 8));
        if (top > 0) bits[bits.length - 1] ^= 1 << top;
        return merkle.mixInLength(merkle.root(packed(bits), { limit: Math.ceil(Number(inner) / 256) }), length);
      }
      case 'Vector':
      case 'List': {
        const basic = BASIC[inner];
        const all = basic ? null : elements(inner, bytes);
        const chunks = basic ? packed(bytes) : all.map((element) => root(inner, element));
        const found = merkle.root(chunks, { limit: basic ? limit(count, basic) : count });
        return name === 'Vector' ? found : merkle.mixInLength(found, basic ? bytes.length / basic : all.length);
      }
      default: {
        const fields = containers[name].map(([, field]) => field);
        return merkle.root(parts(fields, bytes).map((part, i) => root(fields[i], part)));
      }
    }
  }
  return root;
}
