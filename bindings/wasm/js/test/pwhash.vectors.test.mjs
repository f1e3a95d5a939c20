import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { coded, engine, hex, lanesmith, lines, load, unhex, vectors } from './helpers.mjs';

const { pwhash } = lanesmith;

before(() => load('pwhash'));

/** Memory that a case of these tests may take: larger ones are for the native suite. */
const MOST = 32 << 20;

test('argon2.json: RFC 9106, the reference implementation, every variant', () => {
  const all = vectors('memhard/argon2.json');
  const cases = Object.values(all).filter(Array.isArray).flat().filter((one) => one.tag && one.version === 19);
  let seen = 0;
  for (const { type, m_kib, t, p, password, salt, secret = '', ad = '', tag } of cases) {
    if (m_kib * 1024 > MOST) continue;
    const variant = type.replace('argon2', '') || 'id';
    const more = { memory: m_kib, passes: t, lanes: p, length: tag.length / 2, secret: unhex(secret), data: unhex(ad) };
    assert.equal(hex(pwhash.argon2(unhex(password), { salt: unhex(salt), variant, ...more })), tag);
    seen += 1;
  }
  assert.ok(seen >= 6, `${seen} cases`);
});

test('scrypt.json and scrypt_generated.jsonl', () => {
  const cases = [
    ...vectors('memhard/scrypt.json').rfc7914.map((one) => ({ ...one, out: one.dk })),
    ...lines('memhard/scrypt_generated.jsonl'),
  ];
  let seen = 0;
  for (const { N, r, p, password, salt, out } of cases) {
    if (128 * N * r > MOST) continue;
    assert.equal(hex(pwhash.scrypt(unhex(password), { salt: unhex(salt), n: N, r, p, length: out.length / 2 })), out);
    seen += 1;
  }
  assert.ok(seen > 30, `${seen} cases`);
});

test('strings that crypt(3) of Debian and libxcrypt made are verified', () => {
  let seen = 0;
  for (const { password, crypt } of [...lines('memhard/crypt_debian12_generated.jsonl'), ...lines('memhard/crypt_libxcrypt_published.jsonl')]) {
    // Schemes that the package verifies, with costs of a test.
    if (!crypt || !/^\$y\$j[6-8]/.test(crypt)) continue;
    assert.equal(pwhash.verify(crypt, unhex(password)), true, crypt);
    assert.equal(pwhash.verify(crypt, Buffer.from('another')), false);
    seen += 1;
    if (seen === 40) break;
  }
  assert.ok(seen >= 20, `${seen} cases`);
});

test('what is hashed verifies, here and in a Worker', async () => {
  for (const scheme of ['argon2id', 'argon2i', 'argon2d', 'scrypt', 'yescrypt']) {
    const costs = { scheme, memory: 1 << 18 };
    const stored = pwhash.hash('correct horse', costs);
    assert.equal(pwhash.verify(stored, 'correct horse'), true);
    assert.equal(pwhash.verify(stored, 'battery staple'), false);
    assert.equal(pwhash.needsRehash(stored, costs), false);
    assert.equal(pwhash.needsRehash(stored, { scheme, memory: 1 << 20 }), true);
    const other = await pwhash.hashAsync('correct horse', costs);
    assert.notEqual(other, stored);
    assert.equal(await pwhash.verifyAsync(other, 'correct horse'), true);
    assert.equal(await pwhash.verifyAsync(other, 'battery staple'), false);
  }
});

test('memory that threads share is as it was after a hash in a Worker', async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(16)).fill(7);
  const stored = await pwhash.hashAsync(shared, { memory: 1 << 16, timeCost: 1, parallelism: 1, salt: shared, data: shared });
  assert.equal(await pwhash.verifyAsync(stored, shared, { data: shared }), true);
  assert.equal(pwhash.verify(stored, new Uint8Array(16).fill(7), { data: new Uint8Array(16).fill(7) }), true);
  assert.ok(shared.every((byte) => byte === 7));
});

test('a password that is wiped after the call is hashed as it was', async () => {
  const costs = { memory: 1 << 16, timeCost: 1, parallelism: 1 };
  const password = Buffer.from('correct horse');
  const hashing = pwhash.hashAsync(password, costs);
  password.fill(0);
  const stored = await hashing;
  assert.equal(pwhash.verify(stored, 'correct horse'), true);
  const again = Buffer.from('correct horse');
  const verifying = pwhash.verifyAsync(stored, again);
  again.fill(0);
  assert.equal(await verifying, true);
});

test('secret and data go into the hash', () => {
  const secret = new Uint8Array(16).fill(1);
  const stored = pwhash.hash('p', { memory: 1 << 16, timeCost: 1, parallelism: 1, secret });
  assert.equal(pwhash.verify(stored, 'p', { secret }), true);
  assert.equal(pwhash.verify(stored, 'p'), false);
});

test('malformed strings, and those that ask for too much, are refused before anything is computed', () => {
  assert.throws(() => pwhash.verify('$argon2id$nothing', 'p'), coded('PASSWORD'));
  assert.throws(() => pwhash.verify('', 'p'), coded('PASSWORD'));
  const greedy = '$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  assert.throws(() => pwhash.verify(greedy, 'p'), coded('PASSWORD', /limit/));
  assert.throws(() => pwhash.verify(greedy, 'p', { maxMemory: 1 << 20 }), coded('PASSWORD', /limit/));
  // More than 32 bits can count.
  if (engine !== 'native') assert.throws(() => pwhash.hash('p', { memory: 2 ** 33 }), (error) => ['MEMORY', 'PASSWORD'].includes(error.code));
  const cats = '$twocats$v=2015$h=blake2s,s=24,m=24,x=2,l=8,p=1,b=16384,u=64,o=0,r=0$c2FsdHNhbHQ$b4ZGt5CsUPbjxEXAw5P5q4AuaBQXq4Mdg6ZtTp+Cq7Y';
  if (engine !== 'native') assert.throws(() => pwhash.verify(cats, 'p', { maxMemory: 2 ** 40 }), coded('MEMORY'));
  assert.equal(pwhash.verify(pwhash.hash('p', { memory: 1 << 16 }), 'p'), true);
});

test('threads and a limit on the memory of all hashes change no answer', async () => {
  const costs = { memory: 1 << 18, timeCost: 1, parallelism: 4, salt: new Uint8Array(16) };
  const stored = pwhash.hash('correct horse', costs);
  try {
    pwhash.workers({ threads: 4, memory: 3 << 18 });
    assert.equal(pwhash.hash('correct horse', costs), stored);
    const all = await Promise.all(Array.from({ length: 32 }, (_, i) => pwhash.verifyAsync(stored, i % 2 ? 'correct horse' : 'battery staple')));
    assert.deepEqual(all, Array.from({ length: 32 }, (_, i) => i % 2 === 1));
    pwhash.workers({ threads: 1, memory: 1 << 16 });
    if (engine === 'native') assert.throws(() => pwhash.verify(stored, 'correct horse'), coded('MEMORY'));
    else assert.equal(pwhash.verify(stored, 'correct horse'), true);
  } finally {
    pwhash.workers();
  }
  assert.throws(() => pwhash.workers({ threads: 1025 }), coded('RANGE'));
  assert.throws(() => pwhash.workers({ thread: 2 }), coded('RANGE', /'threads'/));
  assert.throws(() => pwhash.workers({ wait: 0 }), coded('TYPE'));
});
