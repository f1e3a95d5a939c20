/** Wrong input: a clear error with a code, and everything works afterwards. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { coded, engine, hex, lanesmith, load, moduleBytes } from './helpers.mjs';

const {
  Curl, Sha256, bls, curl, hkdfSha256, hmacSha256, hmacSha256Verify, merkle, pbkdf2Sha256, pwhash, secureEqual, sha256, sha256Hex,
  sha256Into, sha256Many, sha256Nodes, sha256NodesInPlace,
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

test('a detached DataView, and memory that shrank from under a view', () => {
  const view = new DataView(new ArrayBuffer(64));
  structuredClone(view.buffer, { transfer: [view.buffer] });
  assert.throws(() => sha256(view), coded('DETACHED', /data/));
  for (const Class of [Uint8Array, DataView, Float64Array]) {
    const buffer = new ArrayBuffer(64, { maxByteLength: 128 });
    const outside = new Class(buffer, 32, 2);
    const tracking = new Class(buffer, 32);
    buffer.resize(16);
    for (const [what, gone] of [['fixed', outside], ['tracking', tracking]]) {
      assert.throws(() => sha256(gone), coded('DETACHED', /data/), `${Class.name}, ${what}`);
      assert.throws(() => new Sha256().update(gone), coded('DETACHED'), `${Class.name}, ${what}`);
      assert.throws(() => merkle.root(gone), coded('DETACHED'), `${Class.name}, ${what}`);
      assert.throws(() => sha256Many([bytes(1), gone]), coded('DETACHED', /messages\[1\]/, { index: 1 }));
    }
  }
  const growing = new ArrayBuffer(2, { maxByteLength: 8 });
  const view2 = new Uint8Array(growing);
  growing.resize(4);
  assert.equal(sha256Hex(view2), sha256Hex(bytes(4)));
});

test('a class of the caller with methods and a constructor of its own is its bytes', () => {
  class Key extends Uint8Array {
    constructor(text) {
      super(Buffer.from(String(text).padEnd(200, '#')));
    }
    subarray() {
      return Uint8Array.of(1);
    }
  }
  const key = new Key('key');
  const expected = sha256Hex(Uint8Array.from(key));
  assert.equal(new Sha256().update(Uint8Array.of()).update(key).hex(), expected);
  const out = new Key('');
  assert.equal(sha256Into(key, out), out);
  assert.equal(hex(Uint8Array.from(out).subarray(0, 32)), expected);
  class Trits extends Int8Array {
    static get [Symbol.species]() {
      return Array;
    }
  }
  assert.deepEqual(new Curl().absorb(new Trits(500).fill(1)).squeeze(), new Curl().absorb(new Int8Array(500).fill(1)).squeeze());
});

test('arrays of another realm are arrays', () => {
  const [foreign, out, trits] = runInNewContext('[Uint8Array.of(1, 2), new Uint8Array(40), new Int8Array(3)]');
  const expected = sha256Hex(Uint8Array.of(1, 2));
  assert.equal(sha256Hex(foreign), expected);
  assert.equal(sha256Hex(foreign.buffer), expected);
  assert.equal(sha256Into(foreign, out), out);
  assert.equal(hex(out.subarray(0, 32)), expected);
  assert.deepEqual(curl.hashTrits(trits), curl.hashTrits(new Int8Array(3)));
  assert.deepEqual(curl.hashMany(runInNewContext('["A", "BC"]')), curl.hashMany(['A', 'BC']));
});

test('what only says that it is bytes', () => {
  assert.throws(() => sha256({ [Symbol.toStringTag]: 'ArrayBuffer', byteLength: 3 }), coded('TYPE', /data/));
  assert.throws(() => sha256({ __proto__: Uint8Array.prototype }), coded('TYPE', /data/));
  assert.throws(() => sha256({ constructor: { name: Symbol('x') } }), coded('TYPE', /data is an object/));
  assert.throws(() => sha256(new Proxy(bytes(3), {})), coded('TYPE', /data/));
  assert.throws(() => curl.t5b1Encode({ length: -5 }), coded('TYPE', /trits/));
});

test('lists that change while they are read', () => {
  const first = bytes(8);
  const list = [first, null];
  Object.defineProperty(list, 1, { get: () => (structuredClone(first.buffer, { transfer: [first.buffer] }), bytes(3)) });
  assert.throws(() => sha256Many(list), coded('DETACHED', /messages\[0\]/, { index: 0 }));
  let reads = 0;
  const words = [''];
  Object.defineProperty(words, 0, { get: () => (reads++ === 0 ? 'ABC' : 5) });
  assert.deepEqual(curl.hashMany(words), [curl.hash('ABC')]);
  // Lengths for so many rows fit into some memories.
  assert.throws(() => sha256Many(Object.assign([], { length: 2 ** 32 - 1 })), (error) => ['MEMORY', 'TYPE'].includes(error.code));
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
  assert.throws(() => secureEqual(bytes(1), 1), coded('TYPE', /right/));
  assert.deepEqual([[3, 3], [3, 4], [0, 0], [0, 1]].map(([one, other]) => secureEqual(bytes(one), bytes(other))), [true, false, true, false]);
  assert.equal(secureEqual(bytes(3), Uint8Array.of(0, 0, 128)), false);
  assert.throws(() => hkdfSha256(bytes(1), { length: 8161 }), coded('LENGTH', /8160/));
  assert.throws(() => hkdfSha256(bytes(1)), coded('TYPE', /length/));
  assert.throws(() => pbkdf2Sha256('p', { salt: bytes(1), iterations: 0, length: 1 }), coded('RANGE', /iterations/));
  assert.throws(() => bls.publicKey(bytes(31)), coded('LENGTH', /secret has 31/));
  assert.throws(() => curl.permute(new Int8Array(728)), coded('LENGTH', /728/));
  assert.throws(() => curl.hashManyBytes(bytes(10), 3), coded('LENGTH'));
});

test('results never land on what is read, but for a digest and for nodes that begin where their pairs do', () => {
  const memory = bytes(256);
  assert.throws(() => sha256Nodes(memory.subarray(0, 128), memory.subarray(96, 160)), coded('OVERLAP', /overlaps/));
  assert.throws(() => sha256Nodes(memory.subarray(0, 128), memory.subarray(32, 96)), coded('OVERLAP', /overlaps/));
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
  // What was asked for, whole: not the part that was refused.
  assert.throws(() => pwhash.argon2('p', { salt: bytes(8), memory: 2 ** 32 - 1, lanes: 1 }), coded('MEMORY', /takes 4398046\d{6} bytes/));
  assert.throws(() => pwhash.hash('p', { memory: 2 ** 41, parallelism: 1 }), coded('MEMORY', /takes 2199023255552 bytes/));
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
  assert.throws(() => merkle.proof(leaves, { generalizedIndex: 0 }), coded('TREE'));
  assert.throws(() => merkle.proof(leaves, { generalizedIndex: 2n ** 63n }), coded('TREE'));
  assert.throws(() => merkle.proof(leaves, null), coded('TYPE'));
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
  for (const length of [0, 7]) {
    assert.throws(() => pwhash.argon2('p', { salt: bytes(length), memory: 64 }), coded('PASSWORD', new RegExp(`salt has ${length} bytes.*8 bytes or more`)));
  }
});

test('options that do not exist are refused: a misspelt limit is no limit', async () => {
  const stored = pwhash.hash('p', { memory: 1 << 16, parallelism: 1 });
  const calls = {
    limt: (given) => merkle.root(bytes(64), given),
    round: (given) => curl.hash('A', given),
    outt: (given) => curl.hashManyBytes(bytes(3), 3, given),
    memoryCost: (given) => pwhash.hash('p', given),
    maxMem: (given) => pwhash.verify(stored, 'p', given),
    hashLength: (given) => pwhash.argon2('p', { salt: bytes(8), ...given }),
    N: (given) => pwhash.scrypt('p', { salt: bytes(8), n: 2, r: 1, p: 1, ...given }),
    len: (given) => hkdfSha256(bytes(1), { length: 1, ...given }),
    rounds: (given) => pbkdf2Sha256('p', { salt: bytes(1), iterations: 1, length: 1, ...given }),
    dst: (given) => bls.scheme(given),
  };
  for (const [name, call] of Object.entries(calls)) {
    assert.throws(() => call({ [name]: 8 }), coded('RANGE', new RegExp(`an option is "${name}": it must be one of '`)), name);
  }
  await assert.rejects(lanesmith.pearlDiver.search('9'.repeat(2673), 4, { thread: 1 }), coded('RANGE', /"thread".*'threads'/));
  await assert.rejects(lanesmith.init({ famlies: ['bls'] }), coded('RANGE', /"famlies".*'families'/));
  // One object serves for all functions of stored passwords.
  const policy = { memory: 1 << 16, parallelism: 1, secret: bytes(3), maxMemory: 1 << 20 };
  assert.equal(pwhash.verify(pwhash.hash('p', policy), 'p', policy), true);
  assert.equal(pwhash.needsRehash(stored, policy), false);
});

test('classes have their names in minified scripts, and subclasses work', () => {
  assert.deepEqual([Sha256.name, Curl.name, lanesmith.LanesmithError.name], ['Sha256', 'Curl', 'LanesmithError']);
  class Own extends Sha256 {
    twice = true;
  }
  const own = new Own().update(bytes(3));
  assert.ok(own instanceof Own && own instanceof Sha256 && own.twice);
  assert.equal(own.clone().hex(), sha256Hex(bytes(3)));
});

test('a level of nodes in the place of their pairs', () => {
  const pairs = Uint8Array.from({ length: 64 * 5000 }, (_, i) => (i * i) & 0xff);
  const expected = hex(sha256Nodes(pairs));
  const [one, other] = [pairs.slice(), Buffer.from(pairs)];
  const nodes = sha256NodesInPlace(one);
  assert.equal(hex(nodes), expected);
  assert.equal(nodes.buffer, one.buffer);
  // As hashInto of @chainsafe/as-sha256 is called.
  const half = other.subarray(0, other.length / 2);
  assert.equal(sha256Nodes(other, half), half);
  assert.equal(hex(half), expected);
  assert.equal(sha256NodesInPlace(bytes(0)).length, 0);
  assert.throws(() => sha256NodesInPlace(bytes(96)), coded('LENGTH', /nodes has 96 bytes.*64/));
  assert.throws(() => sha256NodesInPlace(new Uint16Array(32)), coded('TYPE', /Uint8Array/));
  assert.throws(() => sha256NodesInPlace(bytes(64).buffer), coded('TYPE'));
});

test('operations and engines that are none', () => {
  assert.throws(() => lanesmith.use('no.such', 'scalar'), coded('ENGINE', /no\.such/));
  assert.throws(() => lanesmith.use('sha256.nodes', 'abacus'), coded('ENGINE', /abacus/));
  assert.throws(() => lanesmith.use('*', 'abacus'), coded('ENGINE', /abacus/));
  assert.throws(() => lanesmith.use('sha256.nodes', 4), coded('TYPE'));
  const elsewhere = engine === 'native' ? 'simd128' : 'avx2';
  assert.throws(() => lanesmith.use('sha256.nodes', elsewhere), coded('ENGINE'));
});

test('modules that are none of ours', { skip: engine === 'native' }, async () => {
  const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  const importing = Uint8Array.of(...empty, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0);
  const other = engine === 'scalar' ? 'simd128' : 'scalar';
  const before = lanesmith.backend();
  for (const module of [empty, importing]) {
    const options = { engine: other, families: ['sha256'], modules: { sha256: module } };
    await assert.rejects(lanesmith.init(options), coded('LOAD', /the module sha256 cannot be loaded/));
    assert.throws(() => lanesmith.initSync(options), coded('LOAD', /sha256/));
  }
  assert.deepEqual(lanesmith.backend(), before);
  await lanesmith.init({ engine: other, families: ['sha256'], modules: { sha256: moduleBytes('curl', other) } });
  assert.throws(() => sha256(bytes(1)), coded('LOAD', /the module has no sha256_/));
  assert.throws(() => sha256Nodes(bytes(64)), coded('LOAD', /the module has no sha256_/));
  await load('sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash');
  assert.equal(sha256Hex(bytes(0)).slice(0, 8), 'e3b0c442');
});

test('options of init', async () => {
  await assert.rejects(lanesmith.init({ families: ['sha1'] }), coded('RANGE', /'sha256', 'merkle', 'hmac', 'curl'/));
  await assert.rejects(lanesmith.init({ families: 'sha256' }), coded('TYPE', /families is a string/));
  await assert.rejects(lanesmith.init({ engine: 'avx2' }), coded('RANGE'));
  await assert.rejects(lanesmith.init({ backend: 'gpu' }), coded('RANGE'));
  await assert.rejects(lanesmith.init(4), coded('TYPE'));
  assert.equal(sha256Hex(bytes(0)).slice(0, 8), 'e3b0c442');
});
