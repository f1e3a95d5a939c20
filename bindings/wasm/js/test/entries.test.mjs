/** What a program has before it has loaded anything, entries beside each other, and modules inside JavaScript: each in a process of its own. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'lanesmith-entries-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const dist = (file) => new URL(`../dist/${file}`, import.meta.url);
const address = (file) => JSON.stringify(dist(file).href);
const path = (file) => JSON.stringify(fileURLToPath(dist(file)));
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

/** What a program prints, as JSON. */
function run(code, type = 'module') {
  const args = [`--input-type=${type}`, '-e', code];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
}

test('a search that comes first of all loads its module by itself', () => {
  const { weight, families } = run(`
    const { backend, curl, pearlDiver } = await import(${address('index.mjs')});
    const { hash } = await pearlDiver.search('LANESMITH9'.repeat(268).slice(0, 2673), 4, { threads: 1 });
    console.log(JSON.stringify({ weight: curl.weight(hash), families: backend().families.includes('curl') }));
  `);
  assert.ok(weight >= 4);
  assert.equal(families, true);
});

test('importing loads no module, starts nothing, and leaves the program free to end', () => {
  assert.deepEqual(run(`
    const { backend, pearlDiver } = await import(${address('index.mjs')});
    pearlDiver.close();
    console.log(JSON.stringify([backend(), process.getActiveResourcesInfo().filter((name) => /Worker|Message/.test(name))]));
  `), [null, []]);
});

test('lanesmith/sha256 and lanesmith share what is loaded, and LanesmithError', () => {
  assert.deepEqual(run(`
    const alone = await import(${address('sha256.mjs')});
    const all = await import(${address('index.mjs')});
    await alone.init({ backend: 'wasm' });
    const digest = all.sha256Hex(new TextEncoder().encode('abc'));
    await all.init({ families: ['curl'] });
    let error;
    try { all.curl.hash('abc'); } catch (caught) { error = caught; }
    const foreign = await alone.init({ families: ['curl'] }).then(() => 'loaded', ({ code }) => code);
    console.log(JSON.stringify([digest, alone.backend().families, error instanceof alone.LanesmithError, foreign]));
  `), [ABC, ['sha256', 'merkle', 'curl'], true, 'LOAD']);
});

test('by require as well', () => {
  assert.deepEqual(run(`
    const alone = require(${path('sha256.cjs')});
    const all = require(${path('index.cjs')});
    alone.initSync({ backend: 'wasm' });
    const curl = require('node:fs').readFileSync(${path('curl.scalar.wasm')});
    const errors = [4, { families: ['curl'] }, { modules: { curl } }, { families: 'sha256' }, { families: ['md5'] }].map((given) => {
      try { return alone.initSync(given); } catch (error) { return error instanceof all.LanesmithError && error.code; }
    });
    console.log(JSON.stringify([all.sha256Hex(new TextEncoder().encode('abc')), alone.backend().families, errors]));
  `, 'commonjs'), [ABC, ['sha256', 'merkle'], ['TYPE', 'LOAD', 'LOAD', 'TYPE', 'RANGE']]);
});

test('import and require are one library, where an engine can require modules', (t) => {
  if (!process.features.require_module) return t.skip('this Node cannot');
  const code = `
    const required = require('lanesmith');
    required.initSync({ backend: 'wasm' });
    import('lanesmith').then(async (imported) => {
      const alone = await import('lanesmith/sha256');
      let error;
      try { imported.sha256(1); } catch (caught) { error = caught; }
      console.log(JSON.stringify([alone.sha256Hex(new TextEncoder().encode('abc')), error instanceof required.LanesmithError]));
    });
  `;
  // The package finds itself by its name: as its users do, by what package.json says.
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const said = execFileSync(process.execPath, ['--input-type=commonjs', '-e', code], { cwd, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(said), [ABC, true]);
});

test('a program in one script, without the files of modules, is told of lanesmith-inline', (t) => {
  let esbuild;
  try {
    esbuild = createRequire(new URL('../tools/package.json', import.meta.url))('esbuild');
  } catch {
    return t.skip('no esbuild (npm ci --prefix tools)');
  }
  for (const format of ['cjs', 'esm']) {
    const outfile = join(folder, `one.${format === 'cjs' ? 'cjs' : 'mjs'}`);
    const contents = `import { init } from ${path('index.mjs')};
      init({ backend: 'wasm' }).catch(({ code, message }) => console.log(JSON.stringify([code, message])));`;
    esbuild.buildSync({ stdin: { contents, resolveDir: folder }, bundle: true, platform: 'node', format, outfile, logLevel: 'silent' });
    const [code, message] = JSON.parse(execFileSync(process.execPath, [outfile], { encoding: 'utf8' }));
    assert.equal(code, 'LOAD', format);
    assert.match(message, /lanesmith-inline/, format);
  }
});

test('a stack leads to the sources, by their maps', () => {
  const code = `import(${address('index.mjs')}).then(({ sha256 }) => { try { sha256(1); } catch ({ stack }) { console.log(JSON.stringify(stack)); } })`;
  const args = ['--enable-source-maps', '--input-type=module', '-e', code];
  assert.match(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })), /src\/sha256\.mjs:\d+/);
});

test('each entry has the same names by import and by require', () => {
  for (const entry of ['index', 'sha256', 'pearl-diver-react-native']) {
    const imported = run(`console.log(JSON.stringify(Object.keys(await import(${address(`${entry}.mjs`)}))))`);
    const required = run(`console.log(JSON.stringify(Object.keys(require(${path(`${entry}.cjs`)}))))`, 'commonjs');
    assert.deepEqual(required.sort(), imported.sort(), entry);
  }
});

const inline = (...args) => execFileSync(process.execPath, [fileURLToPath(dist('inline.mjs')), ...args], { encoding: 'utf8', stdio: 'pipe' });

test('lanesmith-inline writes modules as JavaScript, which init takes', () => {
  const file = join(folder, 'modules.mjs');
  inline('curl', 'sha256', '--out', file);
  const modules = JSON.stringify(pathToFileURL(file).href);
  assert.deepEqual(run(`
    const { backend, curl, init, sha256Hex } = await import(${address('index.mjs')});
    const modules = await import(${modules});
    const missing = await init({ modules, engine: 'scalar' }).then(() => 'loaded', ({ code, message }) => [code, /simd128 only/.test(message)]);
    await init({ modules });
    console.log(JSON.stringify([backend(), sha256Hex(new TextEncoder().encode('abc')), curl.hash('A').length, missing]));
  `), [{ backend: 'wasm', engine: 'simd128', families: ['sha256', 'curl'], builds: { sha256: 'simd128', curl: 'simd128' } }, ABC, 81, ['LOAD', true]]);
});

test('lanesmith-inline: both builds, a family of one build, to standard output', () => {
  const text = inline('bls', 'pwhash', '--engines', 'scalar,simd128');
  const file = join(folder, 'both.mjs');
  writeFileSync(file, text);
  const { bls, pwhash } = run(`
    const { init, bls, pwhash } = await import(${address('index.mjs')});
    const modules = await import(${JSON.stringify(pathToFileURL(file).href)});
    await init({ modules, engine: 'scalar', families: ['bls', 'pwhash'] });
    console.log(JSON.stringify({ bls: bls.generateKey().length, pwhash: pwhash.hash('p', { memory: 1 << 18 }).slice(0, 9) }));
  `);
  assert.deepEqual({ bls, pwhash }, { bls: 32, pwhash: '$argon2id' });
  assert.match(text, /^ {2}simd128: '[A-Za-z0-9+/=]+',$/m);
});

test('lanesmith-inline as TypeScript has types, and says what it does not know', () => {
  const file = join(folder, 'modules.ts');
  inline('sha256', '--out', file);
  assert.match(readFileSync(file, 'utf8'), /export const sha256 = \(engine: string\) => inflated\(/);
  assert.throws(() => inline('md5'), ({ status, stderr }) => status === 2 && /md5.*sha256, merkle, hmac, curl, bls, pwhash/.test(stderr));
  assert.throws(() => inline('--engines', 'avx2'), ({ status, stderr }) => status === 2 && /avx2.*simd128, scalar/.test(stderr));
  assert.match(inline('--help'), /^usage: lanesmith-inline/);
});
