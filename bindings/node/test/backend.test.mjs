// The interface itself: answers against node:crypto and the published vectors, wrong calls, searches, passwords in threads, memory.

import assert from 'node:assert/strict';
import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const require = createRequire(import.meta.url);
const addon = require('../index.js');
const { sha256, merkle, hmac, curl, bls, pwhash } = addon;

const vectors = (path) => readFileSync(new URL(`../../../testkit/vectors/${path}`, import.meta.url), 'utf8');
const ascii = (text) => new Uint8Array(Buffer.from(text, 'latin1'));
const unhex = (text) => new Uint8Array(Buffer.from(text, 'hex'));
const hex = (bytes) => Buffer.from(bytes).toString('hex');
const none = new Uint8Array(0);
const one = (data) => new Uint8Array(createHash('sha256').update(data).digest());

/** A result of so many bytes. */
function made(length, call) {
  const out = new Uint8Array(length);
  call(out);
  return out;
}

/** That a call throws with a code. */
function refused(code, call, message = /./) {
  assert.throws(call, (error) => {
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });
}

/** Every usable engine of an operation, chosen in turn. */
function onEveryEngine(operation, work) {
  const usable = addon.engines().filter((row) => row.operation === operation && !row.reason);
  assert.ok(usable.length > 0, operation);
  for (const { name } of usable) {
    addon.use(operation, name);
    try {
      work(name);
    } finally {
      addon.use(operation, 'auto');
    }
  }
}

test('the module says what it is', () => {
  assert.equal(addon.kind, 'native');
  assert.equal(addon.engine, null);
  assert.equal(addon.version, require('../package.json').version);
});

test('SHA-256 gives the published digests on every engine', () => {
  const text = vectors('sha256/SHA256ShortMsg.rsp') + vectors('sha256/SHA256LongMsg.rsp');
  const cases = [...text.matchAll(/Len = (\d+)\s+Msg = (\w+)\s+MD = (\w+)/g)];
  assert.ok(cases.length > 80);
  onEveryEngine('sha256.stream', (engine) => {
    for (const [, bits, message, digest] of cases) {
      const data = unhex(message).subarray(0, Number(bits) / 8);
      assert.equal(hex(made(32, (out) => sha256.digest(data, out))), digest, engine);
    }
  });
});

test('many messages and nodes are as node:crypto has them, at random lengths, on every engine', () => {
  const messages = Array.from({ length: 2500 }, (_, i) => new Uint8Array(randomBytes(i % 300)));
  const flat = new Uint8Array(Buffer.concat(messages));
  const lengths = Uint32Array.from(messages, (message) => message.length);
  const expected = hex(Buffer.concat(messages.map(one)));
  onEveryEngine('sha256.many', (engine) => {
    assert.equal(hex(made(32 * messages.length, (out) => sha256.many(flat, lengths, out))), expected, engine);
  });
  for (const count of [1, 2, 3, 15, 16, 17, 100]) {
    const pairs = new Uint8Array(randomBytes(64 * count));
    const rows = Array.from({ length: count }, (_, i) => one(pairs.subarray(64 * i, 64 * i + 64)));
    onEveryEngine('sha256.nodes', (engine) => {
      assert.equal(hex(made(32 * count, (out) => sha256.nodes(pairs, out))), hex(Buffer.concat(rows)), engine);
    });
    assert.equal(hex(made(32 * count, (out) => sha256.manyFixed(pairs, 64, out))), hex(Buffer.concat(rows)));
  }
});

test('ten thousand random messages, in one piece and in parts, are as node:crypto has them', () => {
  const initial = unhex('6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd190000000000000000');
  for (let i = 0; i < 10_000; i++) {
    const data = new Uint8Array(randomBytes(i % 200));
    const expected = hex(one(data));
    assert.equal(hex(made(32, (out) => sha256.digest(data, out))), expected);
    const midstate = initial.slice();
    const whole = data.length - (data.length % 64);
    sha256.advance(midstate, data.subarray(0, whole));
    assert.equal(hex(made(32, (out) => sha256.finish(midstate, data.subarray(whole), out))), expected);
  }
});

test('HMAC, HKDF and PBKDF2 are as node:crypto has them', () => {
  for (let i = 0; i < 100; i++) {
    const [key, data, salt] = [randomBytes(i), randomBytes(3 * i), randomBytes(16)];
    const tag = createHmac('sha256', key).update(data).digest('hex');
    assert.equal(hex(made(32, (out) => hmac.hmacSha256(key, data, out))), tag);
    const expanded = Buffer.from(hkdfSync('sha256', key, salt, data.subarray(0, 99), 70)).toString('hex');
    assert.equal(hex(made(70, (out) => hmac.hkdfSha256(salt, key, data.subarray(0, 99), out))), expanded);
    const derived = pbkdf2Sync(key, salt, i + 1, 40, 'sha256').toString('hex');
    assert.equal(hex(made(40, (out) => hmac.pbkdf2Sha256(i + 1, key, salt, out))), derived);
  }
});

test('roots and proofs of trees are right by a plain tree', () => {
  const pair = (left, right) => one(Buffer.concat([left, right]));
  const plain = (level) => {
    for (; level.length > 1; ) level = level.flatMap((node, i) => (i % 2 ? [] : [pair(node, level[i + 1])]));
    return level[0];
  };
  const leaves = Array.from({ length: 11 }, () => new Uint8Array(randomBytes(32)));
  const flat = new Uint8Array(Buffer.concat(leaves));
  const root = plain([...leaves, ...Array.from({ length: 5 }, () => new Uint8Array(32))]);
  assert.equal(hex(made(32, (out) => merkle.merkleRoot(null, flat, out))), hex(root));
  for (let i = 0; i < 11; i++) {
    const index = 16n + BigInt(i);
    const branch = made(4 * 32, (out) => merkle.merkleNodeProof(null, index, flat, out));
    assert.deepEqual(merkle.merkleProof(null, i, flat), branch);
    assert.equal(merkle.merkleVerify(i, 11, leaves[i], branch, root), true);
    assert.equal(hex(made(32, (out) => merkle.merkleNodeRoot(index, leaves[i], branch, out))), hex(root));
    const other = i === 3 ? leaves[4] : leaves[3];
    assert.notEqual(hex(made(32, (out) => merkle.merkleNodeRoot(index, other, branch, out))), hex(root));
  }
  const head = made(32, (out) => merkle.logRoot(flat, out));
  const proof = merkle.logProof(7, flat);
  assert.equal(merkle.logVerify(7, 11, leaves[7], proof, head), true);
  assert.equal(merkle.logVerify(7, 11, leaves[6], proof, head), false);
  const older = made(32, (out) => merkle.logRoot(flat.subarray(0, 5 * 32), out));
  assert.equal(merkle.logVerifyConsistency(5, 11, merkle.logConsistency(5, flat), older, head), true);
  refused('TREE', () => merkle.merkleRoot(10n, flat, new Uint8Array(32)));
  refused('RANGE', () => merkle.merkleRoot(-1n, flat, new Uint8Array(32)));
  refused('RANGE', () => merkle.merkleRoot(1n << 64n, flat, new Uint8Array(32)));
  refused('TREE', () => merkle.logProof(11, flat));
});

test('Curl-P gives the published hashes on every engine, alone and together', () => {
  const rows = JSON.parse(vectors('curl/hash.json'));
  assert.ok(rows.length > 20);
  onEveryEngine('curl.hash', (engine) => {
    for (const { rounds, input, output } of rows) {
      const trytes = ascii(input);
      const found = Buffer.from(made(81, (out) => curl.curlHash(rounds, trytes, out))).toString();
      assert.equal(found, output.slice(0, 81), engine);
      const twice = new Uint8Array([...trytes, ...trytes]);
      const lengths = Uint32Array.of(trytes.length, trytes.length);
      const many = Buffer.from(made(162, (out) => curl.hashMany(twice, lengths, rounds, out))).toString();
      assert.equal(many, found + found, engine);
    }
  });
});

test('trits, trytes and bytes go there and back', () => {
  const bytes = new Uint8Array(randomBytes(50));
  const trytes = made(100, (out) => curl.curlB1t6Encode(bytes, out));
  assert.deepEqual(made(50, (out) => curl.curlB1t6Decode(trytes, out)), bytes);
  const trits = Uint8Array.from({ length: 243 }, (_, i) => [0, 1, 255][(i * i) % 3]);
  const packed = made(49, (out) => curl.curlT5b1Encode(trits, out));
  assert.deepEqual(made(243, (out) => curl.curlT5b1Decode(packed, out)), trits);
  const state = new Uint8Array(729);
  state.set(trits);
  curl.curlPermute(81, state);
  assert.deepEqual(state.subarray(0, 243), made(243, (out) => curl.curlHashTrits(81, trits, out)));
});

const transaction = ascii('LANESMITH9'.repeat(268).slice(0, 2673));

/** The trailing zero trits of the hash with that nonce. */
function weightWith(nonce) {
  const whole = transaction.slice();
  whole.set(nonce, 2646);
  const hash = Buffer.from(made(81, (out) => curl.curlHash(81, whole, out))).toString();
  return 3 * hash.match(/9*$/)[0].length;
}

test('a search on threads finds the nonce that a search in parts finds, however many they are', async () => {
  const job = { kind: 'transaction', trytes: transaction, weight: 9 };
  const parts = curl.openSearch(job);
  assert.equal(parts.weight, 9);
  let hit = null;
  for (let from = 0; hit === null; from += 270) hit = parts.run(from, from + 270);
  assert.ok(parts.attempts() >= 64 * hit.batch);
  parts.free();
  refused('INTERNAL', () => parts.run(0, 1));
  for (const threads of [1, 2, 4]) {
    const run = curl.startSearch(job, 0, Number.MAX_SAFE_INTEGER, threads);
    const { end, ...found } = await run.done;
    assert.equal(end, 'found');
    assert.deepEqual([found.batch, found.lane, hex(found.nonce)], [hit.batch, hit.lane, hex(hit.nonce)]);
    assert.ok(weightWith(found.nonce) >= 9 && run.attempts() >= 64 * (hit.batch - 27));
  }
});

/** Milliseconds from a cancel to the end of what it ends: the best of some, as other programs may have the CPUs. */
async function soonest(tried) {
  const times = [];
  for (let i = 0; i < 20 && !(Math.min(...times) < 100); i++) times.push(await tried());
  return Math.min(...times);
}

test('a search is cancelled within a tenth of a second and says where to go on', async () => {
  const job = { kind: 'transaction', trytes: transaction, weight: 200 };
  const time = await soonest(async () => {
    const run = curl.startSearch(job, 0, Number.MAX_SAFE_INTEGER, 1);
    // More than any engine tries at once.
    while (run.attempts() < 1 << 20) await new Promise((resolve) => setTimeout(resolve, 5));
    const cancelled = performance.now();
    run.cancel();
    const ended = await run.done;
    assert.equal(ended.end, 'cancelled');
    assert.ok(ended.next > 0 && run.attempts() > 0);
    return performance.now() - cancelled;
  });
  assert.ok(time < 100, `${time} ms`);
});

test('the loop of JavaScript turns while a search runs', async () => {
  const run = curl.startSearch({ kind: 'transaction', trytes: transaction, weight: 200 }, 0, Number.MAX_SAFE_INTEGER, 2);
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
  run.cancel();
  assert.equal((await run.done).end, 'cancelled');
});

test('a range without a nonce is exhausted, and tried as a whole', async () => {
  const job = { kind: 'transaction', trytes: transaction, weight: 100 };
  const run = curl.startSearch(job, 27, 270, 3);
  assert.deepEqual({ ...(await run.done) }.end, 'exhausted');
  assert.equal(run.attempts(), 64 * 243);
});

test('a nonce of TIP-12 is good enough', async () => {
  const message = ascii('Hello, World!');
  const run = curl.startSearch({ kind: 'tip12', message, score: 100 }, 0, Number.MAX_SAFE_INTEGER, 1);
  const found = await run.done;
  const whole = new Uint8Array([...message, ...found.nonce]);
  assert.ok(3 ** curl.tip12Zeros(whole) / whole.length >= 100);
});

test('more searches than libuv has threads run side by side and do not stop the file system', async () => {
  const job = { kind: 'transaction', trytes: transaction, weight: 200 };
  const runs = Array.from({ length: 6 }, () => curl.startSearch(job, 0, Number.MAX_SAFE_INTEGER, 1));
  const { readFile } = await import('node:fs/promises');
  // It would wait for ever for a thread of libuv.
  assert.ok((await readFile(new URL(import.meta.url))).length > 0);
  runs.forEach((run) => run.cancel());
  const ended = await Promise.all(runs.map((run) => run.done));
  assert.ok(ended.every(({ end }) => end === 'cancelled'));
});

test('the addon loads in a Worker, and a search there ends with it', async () => {
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { curl } = require(workerData.path);
    const trytes = Buffer.from('A'.repeat(2673));
    curl.startSearch({ kind: 'transaction', trytes, weight: 200 }, 0, 2 ** 52, 1);
    parentPort.postMessage('searching');`;
  const worker = new Worker(script, { eval: true, workerData: { path: require.resolve('../index.js') } });
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
  // A thread that searched on would take a whole CPU, again and again; what the end of a Worker takes ends.
  const taken = [];
  do {
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 300));
    taken.push(process.cpuUsage(before).user);
  } while (taken.at(-1) > 100_000 && taken.length < 20);
  assert.ok(taken.at(-1) <= 100_000, `${taken} us of CPU in 300 ms each`);
});

const ethereum = [0, 2, none];

test('signatures are those of the published vectors, and others are refused', () => {
  const secret = unhex('263dbd792f5b1be47ed85f8938c0f29586af0d3ac7b977f21c278fe1462040e3');
  const message = new Uint8Array(32);
  const key = made(48, (out) => bls.blsKeyBytes(bls.blsPublicKey(0, secret), out));
  const signature = made(96, (out) => bls.blsSignatureBytes(bls.blsSign(...ethereum, secret, message), out));
  assert.equal(
    hex(signature),
    'b6ed936746e01f8ecf281f020953fbf1f01debd5657c4a383940b020b26507f6076334f91e2366c96e9ab279fb515809' +
      '0352ea1c5b0c9274504f4f0e7053af24802e51e4568d164fe986834f41e55c8e850ce1f98458c0cfc9ab380b55285a55',
  );
  const [held, signed] = [bls.blsKeyDecode(0, key), bls.blsSignatureDecode(0, signature)];
  assert.equal(bls.blsVerify(...ethereum, held, message, signed), true);
  assert.equal(bls.blsVerify(...ethereum, held, ascii('other'), signed), false);
  assert.deepEqual([made(48, (out) => bls.blsKeyBytes(held, out)), made(96, (out) => bls.blsSignatureBytes(signed, out))], [key, signature]);
  refused('LENGTH', () => bls.blsSign(...ethereum, secret.subarray(1), message));
  refused('LENGTH', () => bls.blsKeyBytes(held, new Uint8Array(47)));
  refused('KEY', () => bls.blsKeyDecode(0, new Uint8Array(48)));
  refused('KEY', () => bls.blsPublicKey(0, new Uint8Array(32)));
  refused('SIGNATURE', () => bls.blsSignatureDecode(0, new Uint8Array(96)));
  assert.throws(() => bls.blsVerify(...ethereum, signed, message, signed));
  assert.throws(() => bls.blsVerify(...ethereum, {}, message, signed));

  // Three rows: right, another message, none.
  const verdicts = made(3, (out) => {
    const messages = new Uint8Array([...message, ...message.map(() => 1), ...message]);
    const rows = [[held, held, held], messages, Uint32Array.of(32, 32, 32), [signed, signed, null]];
    refused('MISMATCH@1', () => bls.blsVerifyBatch(...ethereum, ...rows, randomBytes(32), out));
  });
  assert.deepEqual([...verdicts], [1, 0, 0]);
  const sum = bls.blsAggregate(...ethereum, [signed, signed]);
  assert.equal(bls.blsFastAggregateVerify(...ethereum, [held, held], message, sum), true);
  assert.equal(bls.blsAggregateVerify(...ethereum, [held, held], new Uint8Array(64), Uint32Array.of(32, 32), sum), true);
  const proof = bls.blsProvePossession(...ethereum, secret);
  assert.equal(bls.blsVerifyPossession(...ethereum, held, proof), true);
  const short = [1, 0, ascii('a tag of one’s own')];
  const wide = bls.blsPublicKey(1, secret);
  const small = bls.blsSign(...short, secret, message);
  assert.equal(bls.blsVerify(...short, wide, message, small), true);
  assert.equal(bls.blsVerify(1, 0, none, wide, message, small), false);
  refused('KEY', () => bls.blsVerify(...short, held, message, small));
  refused('KEY@1', () => bls.blsAggregateKeys(...short, [wide, held]));
});

test('keys are derived as EIP-2333 has them', () => {
  const rows = JSON.parse(vectors('bls/eip2333/derive.json'));
  assert.ok(rows.length > 1);
  for (const row of rows) {
    const number = (bytes) => BigInt(`0x${hex(bytes)}`).toString();
    const master = made(32, (out) => bls.blsDeriveMaster(unhex(row.seed.slice(2)), out));
    assert.equal(number(master), String(row.master_SK));
    const child = made(32, (out) => bls.blsDerivePath(`m/${row.child_index}`, master, out));
    assert.equal(number(child), String(row.child_SK));
  }
  refused('KEY', () => bls.blsDeriveMaster(new Uint8Array(31), new Uint8Array(32)));
  refused('KEY', () => bls.blsDerivePath('m/x', new Uint8Array(32).fill(1), new Uint8Array(32)));
});

const cheap = ['argon2id', 1 << 16, 1, 1];
const rot13 = ['rot13', ...cheap.slice(1)];

test('passwords verify, here and in threads, and scrypt is that of node:crypto', async () => {
  const [password, salt] = [ascii('correct horse'), new Uint8Array(randomBytes(16))];
  const stored = pwhash.passwordHash(...cheap, password, salt, none, none);
  assert.match(stored, /^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  assert.equal(await pwhash.passwordHashAsync(...cheap, password, salt, none, none), stored);
  assert.equal(pwhash.passwordVerify(stored, 0, password, none, none), true);
  assert.equal(await pwhash.passwordVerifyAsync(stored, 0, password, none, none), true);
  assert.equal(await pwhash.passwordVerifyAsync(stored, 0, ascii('battery'), none, none), false);
  assert.equal(pwhash.passwordVerify(stored, 0, password, ascii('pepper'), none), false);
  assert.equal(pwhash.passwordIsCurrent(stored, ...cheap), true);
  assert.equal(pwhash.passwordIsCurrent(stored, 'argon2id', 1 << 16, 2, 1), false);
  refused('PASSWORD', () => pwhash.passwordVerify('$argon2id$', 0, password, none, none));
  refused('PASSWORD', () => pwhash.passwordVerify(stored, 1024, password, none, none));
  refused('PASSWORD', () => pwhash.passwordHash(...rot13, password, salt, none, none));
  await assert.rejects(pwhash.passwordHashAsync(...rot13, password, salt, none, none), { code: 'PASSWORD' });
  await assert.rejects(pwhash.passwordVerifyAsync('$y$', 0, password, none, none), { code: 'PASSWORD' });
  const key = made(64, (out) => pwhash.scrypt(1024, 8, 1, password, salt, out));
  assert.equal(hex(key), scryptSync(password, salt, 64, { N: 1024, r: 8, p: 1 }).toString('hex'));
  const fill = (length, byte) => new Uint8Array(length).fill(byte);
  const tag = made(32, (out) => pwhash.argon2(2, 32, 3, 4, fill(32, 1), fill(16, 2), fill(8, 3), fill(12, 4), out));
  assert.equal(hex(tag), '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
});

test('wrong calls throw with a code and change nothing', () => {
  const out = new Uint8Array(32);
  refused('LENGTH', () => sha256.digest(none, new Uint8Array(31)), /31 bytes/);
  refused('LENGTH', () => sha256.nodes(new Uint8Array(65), out), /multiple of 64/);
  refused('LENGTH', () => sha256.nodes(new Uint8Array(128), out));
  refused('LENGTH@0', () => sha256.many(new Uint8Array(5), Uint32Array.of(6), out));
  refused('LENGTH@1', () => sha256.many(new Uint8Array(5), Uint32Array.of(3, 3), new Uint8Array(64)));
  refused('LENGTH', () => sha256.many(new Uint8Array(5), Uint32Array.of(4), out));
  refused('LENGTH', () => sha256.manyFixed(new Uint8Array(5), 0, out));
  refused('RANGE', () => sha256.manyFixed(new Uint8Array(5), NaN, out));
  refused('RANGE', () => sha256.manyFixed(new Uint8Array(5), 1e300, out));
  refused('LENGTH', () => hmac.hkdfSha256(none, none, none, new Uint8Array(8161)));
  refused('RANGE', () => hmac.pbkdf2Sha256(0, none, none, out));
  refused('LENGTH', () => sha256.finish(new Uint8Array(39), none, out));
  const shared = new Uint8Array(96);
  refused('OVERLAP', () => sha256.nodes(shared.subarray(0, 64), shared.subarray(48, 80)), /overlaps/);
  refused('TRYTE', () => curl.curlHash(81, ascii('abc'), new Uint8Array(81)), /tryte 0/);
  refused('TRYTE@1', () => curl.hashMany(ascii('ABcd'), Uint32Array.of(2, 2), 81, new Uint8Array(162)));
  refused('RANGE', () => curl.curlHash(80, ascii('ABC'), new Uint8Array(81)));
  refused('LENGTH', () => curl.curlPermute(81, new Uint8Array(728)));
  const job = { kind: 'transaction', trytes: transaction, weight: 9 };
  refused('LENGTH', () => curl.startSearch({ ...job, trytes: transaction.subarray(1) }, 0, 1, 1));
  refused('RANGE', () => curl.startSearch({ ...job, weight: 0 }, 0, 1, 1));
  refused('RANGE', () => curl.startSearch(job, 2, 1, 1));
  refused('RANGE', () => curl.startSearch(job, 0, 1, 1e6));
  refused('RANGE', () => curl.startSearch(job, 0.5, 1, 1));
  refused('TYPE', () => curl.startSearch({ ...job, kind: 'other' }, 0, 1, 1));
  refused('ENGINE', () => addon.use('sha256.nodes', 'abacus'));
  refused('ENGINE', () => addon.use('no.such', 'scalar'));
  assert.deepEqual(out, new Uint8Array(32));
});

test('arguments of other types throw and do not crash', () => {
  const out = new Uint8Array(32);
  const others = [undefined, null, 7, 'text', {}, [], new Uint16Array(4), new DataView(new ArrayBuffer(4)), Symbol.iterator];
  for (const other of others) {
    assert.throws(() => sha256.digest(other, out));
    assert.throws(() => sha256.digest(none, other));
    assert.throws(() => sha256.many(none, other, out));
    if (typeof other !== 'number') assert.throws(() => sha256.manyFixed(none, other, out));
    assert.throws(() => curl.curlHash(81, other, out));
    if (other !== null && other !== undefined && other !== 7) assert.throws(() => merkle.merkleRoot(other, none, out));
  }
  const detached = new Uint8Array(64);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  refused('LENGTH', () => sha256.digest(none, detached));
  sha256.digest(detached, out);
  assert.equal(hex(out), hex(one('')));
});

test('memory does not grow over a million calls', () => {
  const [data, out] = [new Uint8Array(64), new Uint8Array(32)];
  const calls = (count) => {
    for (let i = 0; i < count; i++) sha256.digest(data, out);
    for (let i = 0; i < count / 100; i++) {
      try {
        sha256.digest(data, data);
      } catch {
        // Errors must not be kept either.
      }
    }
  };
  calls(200_000);
  // What is never given back grows each time; the heap of JavaScript takes more once, when it sees fit.
  const grown = [];
  do {
    const before = process.memoryUsage.rss();
    calls(1_000_000);
    grown.push(process.memoryUsage.rss() - before);
  } while (grown.at(-1) >= 24 << 20 && grown.length < 4);
  assert.ok(grown.at(-1) < 24 << 20, `${grown} bytes more`);
});
