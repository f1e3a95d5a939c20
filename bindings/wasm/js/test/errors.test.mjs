/** Wrong input: a clear error with a code, and everything works afterwards. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { coded, engine, hex, lanesmith, load } from './helpers.mjs';

const {
  Curl, Sha256, bls, curl, hkdfSha256, hmacSha256, hmacSha256Verify, merkle, pbkdf2Sha256, pwhash, sha256, sha256Hex,
  sha256Into, sha256Many, sha256Nodes,
} = lanesmith;
const bytes = (length) => new Uint8Array(length);

function detached() {
  const view = bytes(64);
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

test('before init: what to call', async () => {
  assert.equal(lanesmith.backend(), null);
  assert.throws(() => sha256(bytes(1)), coded('NOT_INITIALISED', /await init\(\)/));
  assert.throws(() => bls.publicKey(bytes(32)), coded('NOT_INITIALISED', /families: \['bls'\]/));
  assert.throws(() => lanesmith.engines(), coded('NOT_INITIALISED'));
  await load('sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash');
});

test('no bytes: a number, text, nothing, an array', () => {
  assert.throws(() => sha256(42), coded('TYPE', /data is a number, where bytes are wanted/));
  assert.throws(() => sha256('abc'), coded('TYPE', /data is a string.*TextEncoder/));
  assert.throws(() => sha256(null), coded('TYPE', /data is null/));
  assert.throws(() => sha256(), coded('TYPE', /data is undefined/));
  assert.throws(() => sha256([1, 2]), coded('TYPE', /data is an array/));
  assert.throws(() => sha256({ length: 3 }), coded('TYPE', /data is an object \(Object\)/));
  assert.throws(() => new Sha256().update('x'), coded('TYPE'));
  assert.throws(() => hmacSha256('key', bytes(1)), coded('TYPE', /key/));
  assert.throws(() => curl.hash(bytes(3)), coded('TYPE', /trytes is an object \(Uint8Array\), where a string is wanted/));
  assert.throws(() => curl.hashTrits(bytes(3)), coded('TYPE', /Int8Array/));
  assert.throws(() => pwhash.hash(1), coded('TYPE', /password/));
});

test('views and buffers of every kind are bytes', () => {
  const expected = sha256Hex(Uint8Array.of(1, 0, 2, 0));
  assert.equal(sha256Hex(Uint16Array.of(1, 2)), expected);
  assert.equal(sha256Hex(Uint16Array.of(1, 2).buffer), expected);
  assert.equal(sha256Hex(new DataView(Uint16Array.of(9, 1, 2).buffer, 2)), expected);
  const shared = new Uint8Array(new SharedArrayBuffer(4));
  shared.set([1, 0, 2, 0]);
  assert.equal(sha256Hex(shared), expected);
  assert.equal(sha256Hex(shared.buffer), expected);
  assert.equal(sha256Hex(Buffer.from([1, 0, 2, 0])), expected);
});

test('detached buffers', () => {
  const gone = detached();
  assert.throws(() => sha256(gone), coded('DETACHED', /data/));
  assert.throws(() => sha256(gone.buffer), coded('DETACHED'));
  assert.throws(() => sha256Many([bytes(1), gone]), coded('DETACHED', /messages\[1\]/, { index: 1 }));
  assert.throws(() => sha256Into(bytes(1), gone), coded('DETACHED', /out/));
  assert.throws(() => merkle.root(gone), coded('DETACHED'));
  assert.throws(() => pwhash.verify('$y$', gone), coded('DETACHED'));
  assert.equal(sha256Hex(bytes(0)).slice(0, 8), 'e3b0c442');
});

test('lengths', () => {
  assert.throws(() => sha256Into(bytes(1), bytes(31)), coded('LENGTH', /out has room for 31 bytes, where 32/));
  assert.throws(() => sha256Into(bytes(1), [1]), coded('TYPE', /out is an array/));
  assert.throws(() => sha256Nodes(bytes(65)), coded('LENGTH', /65.*64/));
  assert.throws(() => sha256Nodes(bytes(128), bytes(63)), coded('LENGTH', /63.*64/));
  assert.throws(() => sha256Many(bytes(65), 64), coded('LENGTH', /multiple of 64/));
  assert.throws(() => sha256Many(bytes(64)), coded('TYPE', /width is undefined/));
  assert.throws(() => sha256Many(bytes(64), 0), coded('RANGE', /width is 0/));
  assert.throws(() => hmacSha256Verify(bytes(1), bytes(1), bytes(31)), coded('LENGTH', /tag/));
  assert.throws(() => hkdfSha256(bytes(1), { length: 8161 }), coded('RANGE', /8160/));
  assert.throws(() => hkdfSha256(bytes(1)), coded('TYPE', /length/));
  assert.throws(() => pbkdf2Sha256('p', { salt: bytes(1), iterations: 0, length: 1 }), coded('RANGE', /iterations/));
  assert.throws(() => bls.publicKey(bytes(31)), coded('LENGTH', /secret has 31/));
  assert.throws(() => curl.permute(new Int8Array(728)), coded('LENGTH', /728/));
  assert.throws(() => curl.hashManyBytes(bytes(10), 3), coded('LENGTH'));
});

test('results never land on what is read, but for a digest', () => {
  const memory = bytes(256);
  assert.throws(() => sha256Nodes(memory.subarray(0, 128), memory.subarray(96, 160)), coded('RANGE', /overlaps/));
  sha256Nodes(memory.subarray(0, 128), memory.subarray(128, 192));
  const message = bytes(40).fill(5);
  const expected = sha256Hex(message);
  assert.equal(hex(sha256Into(message, message).subarray(0, 32)), expected);
});

test('trytes and trits', () => {
  assert.throws(() => curl.hash('abc'), coded('TRYTE', /tryte 0/));
  assert.throws(() => curl.hash('ABC+'), coded('TRYTE', /tryte 3 is '\+'/));
  assert.throws(() => curl.hash('AB\u00e9'), coded('TRYTE', /tryte 2 is "\u00e9"/));
  assert.throws(() => curl.hash('AB\u{1f600}'), coded('TRYTE', /tryte 2/));
  assert.throws(() => curl.hashMany(['ABC', 'AB\u00e9']), coded('TRYTE', /messages\[1\]/, { index: 1 }));
  assert.throws(() => curl.hashMany(['ABC', 'abc']), coded('TRYTE', null, { index: 1 }));
  assert.throws(() => curl.hashMany(['A', 'ABC', 'x9']), coded('TRYTE', null, { index: 2 }));
  assert.throws(() => curl.hashMany(['ABC', 4]), coded('TYPE', /messages\[1\] is a number/, { index: 1 }));
  assert.throws(() => curl.hashMany('ABC'), coded('TYPE', /messages is a string, where an array/));
  // Rows behind what crosses at a time keep their number.
  const many = Array(1000).fill('9'.repeat(2673));
  many[950] = 'a'.repeat(2673);
  assert.throws(() => curl.hashMany(many), coded('TRYTE', /950/, { index: 950 }));
  assert.throws(() => curl.hashTrits(Int8Array.of(0, 2)), coded('TRYTE', /trit 1 is 2/));
  assert.throws(() => new Curl().absorb(Int8Array.of(-2)), coded('TRYTE', /trit 0 is -2/));
  assert.throws(() => curl.tritsToTrytes(Int8Array.of(1)), coded('LENGTH', /multiple of 3/));
  assert.throws(() => curl.trytesToTrits('a'), coded('TRYTE'));
  assert.throws(() => curl.b1t6Decode('ABC'), coded('LENGTH', /even/));
  assert.throws(() => curl.hash('ABC', { rounds: 80 }), coded('RANGE', /rounds is 80: it must be one of 27, 81/));
  assert.throws(() => curl.hash('ABC', 81), coded('TYPE', /options are a number/));
  assert.throws(() => curl.t5b1Decode(bytes(2), 4), coded('LENGTH'));
});

test('empty input is input', () => {
  assert.equal(hex(sha256Many([])), '');
  assert.equal(hex(sha256Many(bytes(0), 5)), '');
  assert.equal(hex(sha256Nodes(bytes(0))), '');
  assert.equal(hex(sha256Many([bytes(0)])).slice(0, 8), 'e3b0c442');
  assert.deepEqual(curl.hashMany([]), []);
  assert.deepEqual(curl.hashMany(['', '']), [curl.hash(''), curl.hash('')]);
  assert.equal(curl.hash(''), '9'.repeat(81));
  assert.equal(hex(merkle.root([])), '00'.repeat(32));
  assert.deepEqual(bls.verifyBatch([], [], []), []);
});

test('counts beyond all memory', () => {
  assert.throws(() => pbkdf2Sha256('p', { salt: bytes(1), iterations: 1, length: 2 ** 40 }), coded('RANGE', /length/));
  assert.throws(() => curl.t5b1Decode(bytes(1), 2 ** 52), coded('RANGE'));
  assert.throws(() => merkle.root(bytes(64), { limit: 1 }), coded('TREE', /2/));
  assert.throws(() => merkle.root(bytes(64), { limit: 2n ** 63n }), coded('TREE', /2\^62/));
  assert.throws(() => merkle.root(bytes(64), { limit: -1 }), coded('RANGE', /limit/));
  assert.throws(() => merkle.root(bytes(64), { limit: 2 ** 60 }), coded('RANGE', /limit/));
  assert.equal(merkle.proof(bytes(64), 1, { limit: 2n ** 62n }).length, 62);
  assert.throws(() => pwhash.argon2('p', { salt: bytes(8), memory: 2 ** 32 - 1, lanes: 1 }), coded('MEMORY'));
  assert.throws(() => pwhash.scrypt('p', { salt: bytes(8), n: 2 ** 40, r: 8, p: 1 }), (error) => ['MEMORY', 'PASSWORD'].includes(error.code));
  assert.throws(() => pwhash.scrypt('p', { salt: bytes(8), n: 3, r: 8, p: 1 }), coded('PASSWORD'));
});

test('places in trees are the caller\u2019s to say', () => {
  const leaves = [bytes(32), bytes(32).fill(1), bytes(32).fill(2)];
  const root = merkle.root(leaves);
  const proof = merkle.proof(leaves, 2);
  assert.throws(() => merkle.verify(leaves[2], proof, undefined, root), coded('TYPE', /place/));
  assert.throws(() => merkle.verify(leaves[2], proof, { index: 2 }, root), coded('TYPE', /place/));
  assert.throws(() => merkle.verify(leaves[2], proof, { index: 4, limit: 4 }, root), coded('TREE', /no such leaf/));
  assert.throws(() => merkle.verify(leaves[2], proof, { index: 2, limit: 8 }, root), coded('TREE'));
  assert.throws(() => merkle.verify(leaves[2], proof, { generalizedIndex: 0 }, root), coded('TREE'));
  assert.throws(() => merkle.proof(leaves, 3), coded('TREE', /3 leaves/));
  assert.throws(() => merkle.root([bytes(31)]), coded('LENGTH', /leaves\[0\] has 31/, { index: 0 }));
  assert.throws(() => merkle.zeroHash(65), coded('RANGE'));
  assert.throws(() => merkle.mixInLength(root, -1), coded('RANGE'));
  assert.throws(() => merkle.bitcoinRoot([]), coded('LENGTH', /at least one/));
  assert.throws(() => merkle.log.proof([], 0), coded('TREE'));
  assert.throws(() => merkle.log.consistencyProof(leaves, 4), coded('TREE'));
});

test('keys and signatures that are none', () => {
  const secret = bls.generateKey(bytes(32).fill(7));
  const [key, message] = [bls.publicKey(secret), bytes(3)];
  const signature = bls.sign(secret, message);
  assert.throws(() => bls.sign(bytes(32), message), coded('KEY'));
  assert.throws(() => bls.sign(bytes(32).fill(255), message), coded('KEY'));
  assert.throws(() => bls.verify(bytes(48), message, signature), coded('KEY'));
  assert.throws(() => bls.verify(bytes(47), message, signature), coded('KEY', /47/));
  assert.throws(() => bls.verify(key, message, bytes(96)), coded('SIGNATURE'));
  assert.throws(() => bls.aggregate([signature, bytes(96)]), coded('SIGNATURE', null, { index: 1 }));
  assert.throws(() => bls.aggregate([]), coded('LENGTH'));
  assert.throws(() => bls.verifyBatch([key], [], []), coded('LENGTH', /1 keys, 0 messages/));
  assert.throws(() => bls.generateKey(bytes(31)), coded('KEY', /31/));
  assert.throws(() => bls.derivePath(secret, 'm/x'), coded('KEY'));
  assert.throws(() => bls.scheme({ variant: 'minpk' }), coded('RANGE', /'min_pk', 'min_sig'/));
  assert.throws(() => bls.scheme({ tag: '' }), coded('LENGTH', /tag/));
  assert.deepEqual(bls.verifyBatch([key, bytes(48)], [message, message], [signature, signature]), [true, false]);
});

test('costs and schemes that are none', () => {
  assert.throws(() => pwhash.hash('p', { scheme: 'md5' }), coded('RANGE', /argon2id/));
  assert.throws(() => pwhash.hash('p', { memory: 1 }), coded('PASSWORD'));
  assert.throws(() => pwhash.hash('p', { timeCost: 0 }), coded('RANGE', /timeCost/));
  assert.throws(() => pwhash.hash('p', { memory: 1 << 16, salt: bytes(1) }), coded('PASSWORD', /salt/));
  assert.throws(() => pwhash.argon2('p', { salt: bytes(8), length: 3 }), coded('RANGE', /length/));
});

test('operations and engines that are none', () => {
  assert.throws(() => lanesmith.use('no.such', 'scalar'), coded('ENGINE', /no\.such/));
  assert.throws(() => lanesmith.use('sha256.nodes', 'abacus'), coded('ENGINE', /abacus/));
  assert.throws(() => lanesmith.use('*', 'abacus'), coded('ENGINE', /abacus/));
  assert.throws(() => lanesmith.use('sha256.nodes', 4), coded('TYPE'));
  const elsewhere = engine === 'native' ? 'simd128' : 'avx2';
  assert.throws(() => lanesmith.use('sha256.nodes', elsewhere), coded('ENGINE'));
});

test('options of init', async () => {
  await assert.rejects(lanesmith.init({ families: ['sha1'] }), coded('RANGE', /'sha256', 'merkle', 'hmac', 'curl'/));
  await assert.rejects(lanesmith.init({ families: 'sha256' }), coded('TYPE', /families is a string/));
  await assert.rejects(lanesmith.init({ engine: 'avx2' }), coded('RANGE'));
  await assert.rejects(lanesmith.init({ backend: 'gpu' }), coded('RANGE'));
  await assert.rejects(lanesmith.init(4), coded('TYPE'));
  assert.equal(sha256Hex(bytes(0)).slice(0, 8), 'e3b0c442');
});
