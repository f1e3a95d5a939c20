/** Known answers, computed on every engine. The published vectors are in the tests; these find a broken machine or build. */

import { bls, curl, engines, merkle, pbkdf2Sha256, pwhash, sha256Hex, sha256Many, sha256Nodes } from './index.mjs';
import { choices, loaded } from './loader.mjs';
import { hex } from './hex.mjs';

const utf8 = (text) => new TextEncoder().encode(text);
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const counting = (length) => Uint8Array.from({ length }, (_, i) => i & 0xff);

/** The digest of digests that are compared one by one with those of single messages. */
function consistent(name, many, one) {
  return [`${name} is that of its parts`, () => String(many().every((digest, i) => digest === one(i))), 'true'];
}

function parts(bytes, width) {
  return Array.from({ length: bytes.length / width }, (_, i) => hex(bytes.subarray(i * width, (i + 1) * width)));
}

const pairs = counting(64 * 67);
const messages = Array.from({ length: 67 }, (_, i) => counting(3 * i));
const trytes = Array.from({ length: 70 }, (_, i) => 'LANESMITH9'.repeat(20).slice(i));

/** Cases of each family: what, how, and the answer. Engines of SHA-256 are behind three of them. */
const CASES = {
  sha256: [
    ['abc', () => sha256Hex(utf8('abc')), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['a thousand a', () => sha256Hex(utf8('a'.repeat(1000))), '41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3'],
    consistent('a row of messages', () => parts(sha256Many(messages), 32), (i) => sha256Hex(messages[i])),
    consistent('a row of nodes', () => parts(sha256Nodes(pairs), 32), (i) => sha256Hex(pairs.subarray(64 * i, 64 * i + 64))),
  ],
  merkle: [
    ['zeros of height 3', () => hex(merkle.root(new Uint8Array(256))), 'c78009fdf07fc56a11f122370658a353aaa542ed63e44c4bc15ff4cd105ab33c'],
  ],
  hmac: [
    ['PBKDF2', () => hex(pbkdf2Sha256('passwd', { salt: utf8('salt'), iterations: 1, length: 64 })), '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783'],
  ],
  curl: [
    ['a hash', () => curl.hash('DW9CCXYXELKVWZBC9SRAXXZF9GZB9CPEOGCNZUHJOKVZVOMITPCVQVPN9HSVX9YGUOGXGVNAEYXWMNXYX'), 'FDKAZRWMHEL9GQY9RQVGKHCZSXVJJMFHVAJMMGWGDUZQC9WVMNISPKY9VZBHNHODWXHDTWGOHODLIRYJG'],
    consistent('a row of messages', () => curl.hashMany(trytes), (i) => curl.hash(trytes[i])),
    ['a nonce', nonce, 'true'],
  ],
  bls: [
    ['a signature', signature, 'true'],
  ],
  pwhash: [
    ['Argon2d of RFC 9106', () => argon2('d'), '512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb'],
    ['Argon2i of RFC 9106', () => argon2('i'), 'c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8'],
    ['Argon2id of RFC 9106', () => argon2('id'), '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659'],
    ['scrypt of RFC 7914', () => hex(pwhash.scrypt('', { salt: new Uint8Array(0), n: 16, r: 1, p: 1, length: 64 })), '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906'],
    ['a yescrypt string', () => String(pwhash.verify(pwhash.hash('p', { scheme: 'yescrypt', memory: 1 << 18, salt: counting(16) }), 'p')), 'true'],
  ],
};

function argon2(variant) {
  const fill = (length, byte) => new Uint8Array(length).fill(byte);
  const more = { secret: fill(8, 3), data: fill(12, 4) };
  return hex(pwhash.argon2(fill(32, 1), { variant, salt: fill(16, 2), memory: 32, passes: 3, lanes: 4, ...more }));
}

function nonce() {
  const transaction = 'LANESMITH9'.repeat(268).slice(0, 2673);
  const search = loaded().curl.openSearch({ kind: 'transaction', trytes: utf8(transaction), weight: 5 });
  const found = search.run(0, 1e6);
  search.free();
  const nonce = new TextDecoder().decode(found.nonce);
  return String(curl.weight(curl.hash(transaction.slice(0, 2646) + nonce)) >= 5);
}

function signature() {
  const secret = unhex('263dbd792f5b1be47ed85f8938c0f29586af0d3ac7b977f21c278fe1462040e3');
  const message = new Uint8Array(32);
  const found = bls.sign(secret, message);
  const expected =
    'b6ed936746e01f8ecf281f020953fbf1f01debd5657c4a383940b020b26507f6076334f91e2366c96e9ab279fb5158090352ea1c5b0c9274504f4f0e7053af24802e51e4568d164fe986834f41e55c8e850ce1f98458c0cfc9ab380b55285a55';
  const key = bls.publicKey(secret);
  const other = found.slice();
  other.set(bls.sign(secret, counting(32)));
  const verdicts = bls.verifyBatch([key, key], [message, message], [found, other]);
  const right = bls.verify(key, message, found) && !bls.verify(key, message, other) && verdicts.join() === 'true,false';
  return String(right && hex(found) === expected);
}

export function check() {
  const failures = [];
  let checked = 0;
  const backend = loaded();
  for (const { operation, name, usable } of engines()) {
    if (!usable) continue;
    const [prefix] = operation.split('.');
    const families = prefix === 'sha256' ? ['sha256', 'merkle', 'hmac'] : [prefix in CASES ? prefix : 'pwhash'];
    const cases = families.flatMap((family) => (backend[family] ? CASES[family] : []));
    backend.use(operation, name);
    for (const [what, compute, expected] of cases) {
      checked += 1;
      let found;
      try {
        found = compute();
      } catch (error) {
        found = String(error);
      }
      if (found !== expected) failures.push(`${operation} on ${name}: ${what} is ${found}, not ${expected}`);
    }
    backend.use(operation, 'auto');
  }
  // What the caller had chosen.
  for (const [operation, engine] of choices) backend.use(operation, engine);
  return { ok: failures.length === 0, checked, failures };
}
