/** The examples of the README, and of the types (what editors show), run as they stand. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { lanesmith } from './helpers.mjs';

const read = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');
const blocks = [...read('../README.md').matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
const shown = [...read('../src/index.d.mts').matchAll(/ \* ```js\n([\s\S]*?) \* ```/g)].map(([, code]) => code.replace(/^ \* ?/gm, ''));
const dist = (file) => `'${new URL(`../dist/${file}.mjs`, import.meta.url).href}'`;

/** Runs a block as a module, and gives what its last statements left in `names`. */
async function run(code, names) {
  const linked = code.replaceAll("'lanesmith/sha256'", dist('sha256')).replaceAll("'lanesmith'", dist('index'));
  return (await import(`data:text/javascript,${encodeURIComponent(`${linked}\nexport const results = { ${names} };`)}`)).results;
}

test('there are four examples', () => assert.equal(blocks.length, 4));

test('the first: digests, trees, Curl', async () => {
  const { root, proof, shown } = await run(
    `${blocks[0].replace("sha256Hex(new", "const shown = sha256Hex(new").replace('merkle.verify', 'export const right = merkle.verify')}`,
    'root, proof, shown',
  );
  assert.equal(shown.slice(0, 8), 'ba7816bf');
  assert.equal(lanesmith.merkle.verify(new Uint8Array(32), proof, { index: 3, limit: 1024 }, root), true);
});

test('the second: SHA-256 alone, streamed', async () => {
  const { digest } = await run(blocks[1], 'digest');
  assert.equal(digest, lanesmith.sha256Hex(new TextEncoder().encode('abc')));
});

test('the third: signatures and passwords', async () => {
  const { key, stored } = await run(blocks[2], 'key, stored');
  assert.equal(key.length, 48);
  assert.match(stored, /^\$argon2id\$v=19\$/);
});

test('the fourth: a nonce, of less weight than there', async () => {
  const before = `import { pearlDiver } from 'lanesmith';\nconst trytes = 'A'.repeat(2673);\n`;
  const { found } = await run(before + blocks[3].replace(', 14,', ', 6,'), 'found');
  assert.ok(lanesmith.curl.weight(found.hash) >= 6);
  lanesmith.pearlDiver.close();
});

test('the examples of the types', async () => {
  const results = [];
  for (const code of shown) {
    const names = [...code.matchAll(/^const (\w+) = /gm)].map(([, name]) => name);
    results.push(await run(code, names.join(', ')));
  }
  lanesmith.pearlDiver.close();
  const all = (name) => results.filter((found) => name in found).map((found) => found[name]);
  assert.deepEqual(all('right'), [true, true, true, true]);
  assert.deepEqual(all('digest').map((digest) => digest.slice(0, 8)), ['ba7816bf', 'ba7816bf']);
  assert.deepEqual(all('second')[0], lanesmith.sha256(new TextEncoder().encode('two')));
  assert.equal(all('hashes')[0][0], lanesmith.curl.hash('LANESMITH'));
  assert.deepEqual(all('top')[0], lanesmith.merkle.zeroHash(3));
  assert.equal(results.length, 11);
});
