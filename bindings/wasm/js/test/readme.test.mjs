/** The examples of the README run as they stand. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { lanesmith } from './helpers.mjs';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...README.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
const dist = new URL('../dist/index.mjs', import.meta.url).href;

/** Runs a block as a module, and gives what its last statements left in `names`. */
async function run(code, names) {
  const text = `${code.replaceAll("'lanesmith'", `'${dist}'`)}\nexport const results = { ${names} };`;
  return (await import(`data:text/javascript,${encodeURIComponent(text)}`)).results;
}

test('there are three examples', () => assert.equal(blocks.length, 3));

test('the first: digests, trees, Curl', async () => {
  const { root, proof, shown } = await run(
    `${blocks[0].replace("sha256Hex(new", "const shown = sha256Hex(new").replace('merkle.verify', 'export const right = merkle.verify')}`,
    'root, proof, shown',
  );
  assert.equal(shown.slice(0, 8), 'ba7816bf');
  assert.equal(lanesmith.merkle.verify(new Uint8Array(32), proof, { index: 3, limit: 1024 }, root), true);
});

test('the second: signatures and passwords', async () => {
  const { key, stored } = await run(blocks[1], 'key, stored');
  assert.equal(key.length, 48);
  assert.match(stored, /^\$argon2id\$v=19\$/);
});

test('the third: a nonce, of less weight than there', async () => {
  const before = `import { pearlDiver } from 'lanesmith';\nconst trytes = 'A'.repeat(2673);\n`;
  const { found } = await run(before + blocks[2].replace(', 14,', ', 6,'), 'found');
  assert.ok(lanesmith.curl.weight(found.hash) >= 6);
  lanesmith.pearlDiver.close();
});
