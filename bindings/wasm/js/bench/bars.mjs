// The bars that this package must clear, which docs/javascript.md explains: it against what others use, in one process of Node, interleaved.
//
//   node bars.mjs                   prints the table; fails where a bar is missed
//   node bars.mjs --write           writes it into docs/javascript.md as well
//   node bars.mjs --seconds 5       longest time for each case
//   node bars.mjs --native FILE     the addon, if it is not where bindings/node puts it
//
// Other libraries are installed into target/npm/peers, each into a folder of its own: one that cannot be had takes no other with it.
// Everybody has to give the same bytes before anybody is timed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { duration, times } from '../../page/src/race/figures.mjs';
import { ratios, sample } from '../../page/src/race/sampler.mjs';
import { bootstrap, median, random } from '../../page/src/race/stats.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../../..');
const { values: options } = parseArgs({
  options: { write: { type: 'boolean' }, seconds: { type: 'string', default: '4' }, native: { type: 'string' }, dist: { type: 'string' } },
});

const PEERS = {
  '@noble/hashes': '2.4.0',
  'hash-wasm': '4.13.0',
  '@chainsafe/as-sha256': '1.2.5',
  '@iota/curl': '1.0.0-beta.cda45022',
  '@iota/crypto.js': '1.8.6',
};

/** The folder of another library, which is installed if it is not there. */
function folderOf(name) {
  const folder = join(root, 'target/npm/peers', name.replace(/[^\w]/g, '-'));
  if (!existsSync(join(folder, 'node_modules', name, 'package.json'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `${name}@${PEERS[name]}`], { cwd: folder, stdio: 'inherit' });
  }
  return folder;
}
const required = (name, path = name) => createRequire(join(folderOf(name), 'x.js'))(path);
const imported = (name, path = name) => import(pathToFileURL(createRequire(join(folderOf(name), 'x.js')).resolve(path)).href);

const { sha256: noble } = await imported('@noble/hashes', '@noble/hashes/sha2.js');
const asSha256 = await imported('@chainsafe/as-sha256', join(folderOf('@chainsafe/as-sha256'), 'node_modules/@chainsafe/as-sha256/lib/index.js'));
const hashWasm = required('hash-wasm');
const { default: IotaCurl } = required('@iota/curl');
const { Curl: CryptoCurl } = required('@iota/crypto.js');

// Each copy of the package has a build of its own.
const dist = options.dist ? resolve(options.dist) : join(here, '../dist');
const copy = join(root, 'target/npm/second');
rmSync(copy, { recursive: true, force: true });
cpSync(dist, copy, { recursive: true });
const index = pathToFileURL(join(dist, 'index.mjs')).href;
const simd = await import(index);
const plain = await import(pathToFileURL(join(copy, 'index.mjs')).href);
const families = ['sha256', 'merkle', 'hmac', 'curl'];
await simd.init({ backend: 'wasm', engine: 'simd128', families });
await plain.init({ backend: 'wasm', engine: 'scalar', families });
assert.deepEqual([simd.backend().engine, plain.backend().engine], ['simd128', 'scalar']);

/** The addon, whose functions are those of the interface of backends; none where it is not built. */
function addon() {
  const file = options.native ? resolve(options.native) : join(root, 'bindings/node/index.js');
  if (!existsSync(file)) return undefined;
  return createRequire(file)(file);
}
const native = addon();

const rng = random(crypto.randomBytes(4).readUInt32LE());
const hex = (bytes) => Buffer.from(bytes.buffer ?? bytes, bytes.byteOffset, bytes.byteLength).toString('hex');

/** Races some contenders, the first one ours, after a look at their answers. */
async function race(contenders, units, unit) {
  const answers = [];
  for (const { run, answer = run } of contenders) answers.push(await answer());
  const said = answers.map((answer) => (typeof answer === 'string' ? answer : hex(answer)));
  contenders.forEach(({ name }, at) => assert.equal(said[at], said[0], `${name} has another answer than ${contenders[0].name}`));
  const list = contenders.map((one) => ({ run: one.run, units: one.units ?? units, awaited: one.awaited }));
  const plan = { budget: Number(options.seconds) * 1000, block: 50, minRounds: 8, maxRounds: 40, precision: 0.01 };
  const rounds = await sample(list, plan, { rng });
  const beside = (name) => {
    const at = contenders.findIndex((one) => one.name === name);
    const { median: ratio, low, high } = bootstrap(ratios(rounds, 0, at), 2000, rng);
    return { ratio, low, high, ours: median(rounds.ns[0]), theirs: median(rounds.ns[at]), unit };
  };
  return beside;
}

const rows = [];
/** A bar: how many times as fast ours must be. */
const bar = (what, found, least) => {
  rows.push({ what, ...found, least, met: found.ratio >= least });
  const { ratio, low, high } = found;
  console.log(`${found.ratio >= least ? 'ok    ' : 'MISSED'} ${what}: ${times(ratio)} (${low.toFixed(2)} to ${high.toFixed(2)}), bar ${least}`);
};
/** What has no bar, and should be known. */
const told = (what, found) => bar(what, found, 0);

const bytes = (n) => new Uint8Array(crypto.randomBytes(n));
const createHash = (data) => crypto.createHash('sha256').update(data).digest();
const hasher = await hashWasm.createSHA256();
const byHashWasm = (data) => hasher.init().update(data).digest('binary');

{
  const pairs = bytes(1024 * 64);
  const out = new Uint8Array(1024 * 32);
  const each = (digest) => () => {
    for (let i = 0; i < 1024; i++) out.set(digest(pairs.subarray(64 * i, 64 * i + 64)), 32 * i);
    return out;
  };
  const into = (level) => () => { level(pairs, out); return out; };
  const beside = await race([
    { name: 'simd', run: into((p, o) => simd.sha256Nodes(p, o)), answer: into((p, o) => simd.sha256Nodes(p, o.fill(0))) },
    { name: 'plain', run: into((p, o) => plain.sha256Nodes(p, o)), answer: into((p, o) => plain.sha256Nodes(p, o.fill(0))) },
    { name: 'noble', run: each(noble) },
    { name: 'as-sha256', run: into((p, o) => asSha256.hashInto(p, o)) },
    { name: 'createHash', run: each(createHash) },
  ].map((one) => ({ ...one, answer: () => (one.answer ?? one.run)().slice() })), 1024, 'node');
  bar('1024 nodes: simd128 / @noble/hashes', beside('noble'), 10);
  bar('1024 nodes: simd128 / as-sha256 hashInto', beside('as-sha256'), 3);
  bar('1024 nodes: simd128 / our plain build', beside('plain'), 2);
  told('1024 nodes: simd128 / createHash', beside('createHash'));
}

{
  const leaves = bytes(16_384 * 32);
  const levels = [];
  for (let n = 8192; n >= 1; n /= 2) levels.push(new Uint8Array(n * 32));
  const byLevels = () => {
    levels.forEach((out, at) => asSha256.hashInto(at === 0 ? leaves : levels[at - 1], out));
    return levels.at(-1).slice();
  };
  const beside = await race([{ name: 'simd', run: () => simd.merkle.root(leaves) }, { name: 'as-sha256', run: byLevels }], 16_384, 'leaf');
  bar('tree of 16 384 leaves: simd128 / as-sha256 by levels', beside('as-sha256'), 3);
}

for (const [size, name] of [[64, '64 bytes'], [1024, '1 KiB'], [1 << 20, '1 MiB']]) {
  const data = bytes(size);
  const beside = await race([
    { name: 'simd', run: () => simd.sha256(data) },
    { name: 'noble', run: () => noble(data) },
    { name: 'hash-wasm', run: () => byHashWasm(data) },
    { name: 'crypto.hash', run: () => crypto.hash('sha256', data, 'buffer') },
    { name: 'hex', run: () => crypto.hash('sha256', data, 'hex') },
  ], 1, 'msg');
  const add = size === 64 ? bar : told;
  add(`one message of ${name}: simd128 / @noble/hashes`, beside('noble'), 2.5);
  add(`one message of ${name}: simd128 / hash-wasm`, beside('hash-wasm'), 1.15);
  told(`one message of ${name}: simd128 / crypto.hash, bytes`, beside('crypto.hash'));
  told(`one message of ${name}: simd128 / crypto.hash, hexadecimal`, beside('hex'));
}

const trytes = Array.from(bytes(2673), (byte) => '9ABCDEFGHIJKLMNOPQRSTUVWXYZ'[byte % 27]).join('');
{
  const trits = simd.curl.trytesToTrits(trytes);
  const squeezed = new Int8Array(243);
  const iota = new IotaCurl(81);
  const byIota = () => {
    iota.initialize();
    iota.absorb(trits, 0, trits.length);
    iota.squeeze(squeezed, 0, 243);
    return squeezed;
  };
  const byCrypto = () => {
    const curl = new CryptoCurl(81);
    curl.absorb(trits, 0, trits.length);
    curl.squeeze(squeezed, 0, 243);
    return squeezed;
  };
  const text = (run) => () => simd.curl.tritsToTrytes(run());
  const beside = await race([
    { name: 'simd', run: () => simd.curl.hash(trytes) },
    { name: 'plain', run: () => plain.curl.hash(trytes) },
    { name: '@iota/curl', run: byIota, answer: text(byIota) },
    { name: '@iota/crypto.js', run: byCrypto, answer: text(byCrypto) },
  ], 1, 'tx');
  const best = ['@iota/curl', '@iota/crypto.js'].reduce((a, b) => (beside(a).theirs < beside(b).theirs ? a : b));
  bar(`Curl-P-81, one transaction from trytes: simd128 / ${best} from trits`, beside(best), 30);
  told('Curl-P-81, one transaction: simd128 / our plain build', beside('plain'));
}

{
  const many = new TextEncoder().encode(Array.from({ length: 256 }, (_, at) => trytes.slice(at) + trytes.slice(0, at)).join(''));
  const out = new Uint8Array(256 * 81);
  const by = (lanesmith) => () => lanesmith.curl.hashManyBytes(many, 2673, { out });
  const answer = (run) => () => { out.fill(0); return run().slice(); };
  const beside = await race([
    { name: 'simd', run: by(simd), answer: answer(by(simd)) },
    { name: 'plain', run: by(plain), answer: answer(by(plain)) },
  ], 256, 'tx');
  bar('Curl-P-81, batch of 256: simd128 / our plain build', beside('plain'), 4);
}

{
  // A range in which there is no nonce: as many attempts each time, and none of them the last.
  const exhaust = (lanesmith, threads, end) => async () => {
    try {
      await lanesmith.pearlDiver.search(trytes, 243, { threads, start: 0, end });
    } catch (error) {
      if (error.code !== 'EXHAUSTED') throw error;
    }
  };
  const answer = (lanesmith, threads) => async () => (await lanesmith.pearlDiver.search(trytes, 7, { threads })).nonce;
  const searcher = (name, lanesmith, threads, end) =>
    ({ name, run: exhaust(lanesmith, threads, end), answer: answer(lanesmith, threads), awaited: true, units: 64 * end });
  // Long enough that there is something to divide: a Worker is given parts of some 30 ms.
  const teams = await race([searcher('two', simd, 2, 20_000), searcher('one', simd, 1, 20_000)], 1, 'attempt');
  bar('nonce search, attempts a second: two Workers / one', teams('one'), 1.6);
  const builds = await race([searcher('simd', simd, 1, 4000), searcher('plain', plain, 1, 1000)], 1, 'attempt');
  bar('nonce search, one Worker: simd128 / our plain build', builds('plain'), 2.8);
}

{
  const found = [];
  for (let i = 0; i < 15; i++) {
    const controller = new AbortController();
    let moving;
    const begun = new Promise((done) => { moving = done; });
    const search = simd.pearlDiver.search(trytes, 243, { threads: 2, signal: controller.signal, onProgress: () => moving() });
    const ended = search.then(() => assert.fail('found what cannot be'), (error) => error);
    await begun;
    const begin = performance.now();
    controller.abort();
    assert.equal((await ended).code, 'ABORTED');
    found.push(performance.now() - begin);
  }
  const worst = Math.max(...found);
  rows.push({ what: 'abort of two busy Workers, the slowest of 15', text: `${worst.toFixed(1)} ms (median ${median(found).toFixed(1)} ms)`, bar: 'at most 100 ms', met: worst <= 100 });
  console.log(`${worst <= 100 ? 'ok    ' : 'MISSED'} abort of two busy Workers: ${worst.toFixed(1)} ms at most, bar 100 ms`);
}

{
  // The Workers themselves, as the package ends those that do not come back: in the middle of a range of minutes.
  const folder = new URL('.', index);
  const module = new WebAssembly.Module(readFileSync(new URL('curl.simd128.wasm', folder)));
  const setup = { family: 'curl', module, engine: 'simd128', choices: [] };
  const job = { kind: 'transaction', trytes: new TextEncoder().encode(trytes), weight: 243 };
  const busy = () => new Promise((done, fail) => {
    const worker = new Worker(new URL('worker.mjs', folder));
    worker.once('error', fail);
    worker.once('message', () => {
      worker.postMessage({ kind: 'range', id: 1, from: 0, to: 1e9 });
      setTimeout(() => done(worker), 100);
    });
    worker.postMessage({ kind: 'open', id: 1, setup, job });
  });
  const found = [];
  for (let i = 0; i < 15; i++) {
    const workers = await Promise.all([busy(), busy()]);
    const begin = performance.now();
    await Promise.all(workers.map((worker) => worker.terminate()));
    found.push(performance.now() - begin);
  }
  const worst = Math.max(...found);
  rows.push({ what: 'terminate of two busy Workers, the slowest of 15', text: `${worst.toFixed(1)} ms (median ${median(found).toFixed(1)} ms)`, bar: 'at most 100 ms', met: worst <= 100 });
  console.log(`${worst <= 100 ? 'ok    ' : 'MISSED'} terminate of two busy Workers: ${worst.toFixed(1)} ms at most, bar 100 ms`);
}

if (native) {
  const pairs = bytes(16_384 * 64);
  const out = new Uint8Array(16_384 * 32);
  const into = (level) => ({ run: () => { level(pairs, out); return out; }, answer: () => { out.fill(0); level(pairs, out); return out.slice(); } });
  const nodes = await race([
    { name: 'addon', ...into((p, o) => native.sha256.nodes(p, o)) },
    { name: 'simd', ...into((p, o) => simd.sha256Nodes(p, o)) },
  ], 16_384, 'node');
  bar('16 384 nodes: addon / simd128 (x86 with SHA-NI)', nodes('simd'), 4);
  const data = bytes(1 << 20);
  const digest = new Uint8Array(32);
  const one = await race([
    { name: 'addon', run: () => { native.sha256.digest(data, digest); return digest; } },
    { name: 'crypto.hash', run: () => crypto.hash('sha256', data, 'buffer') },
  ], 1, 'msg');
  bar('one message of 1 MiB: addon / crypto.hash', one('crypto.hash'), 0.9);
} else console.log('the addon is not built: its bars are left out');

for (const lanesmith of [simd, plain]) lanesmith.pearlDiver.close();

const cells = rows.map((row) => row.text !== undefined
  ? [row.what, row.text, '', '', '', row.bar, row.met ? 'yes' : '**no**']
  : [row.what, `${duration(row.ours)}/${row.unit}`, `${duration(row.theirs)}/${row.unit}`, times(row.ratio), `${row.low.toFixed(2)} to ${row.high.toFixed(2)}`, row.least ? `${row.least}x` : '-', row.least ? (row.met ? 'yes' : '**no**') : '']);
const table = ['| what | ours | theirs | times as fast | 95 % | bar | met |', '| --- | ---: | ---: | ---: | --- | ---: | --- |', ...cells.map((row) => `| ${row.join(' | ')} |`)].join('\n');
const heading = `${cpus()[0].model.trim()}, Node ${process.versions.node} (V8 ${process.versions.v8}), ${new Date().toISOString().slice(0, 10)}; `
  + `${Object.entries(PEERS).map(([name, version]) => `${name} ${version}`).join(', ')}:`;
console.log(`\n${heading}\n\n${table}`);

if (options.write) {
  const file = join(root, 'docs/javascript.md');
  const text = readFileSync(file, 'utf8');
  const [begin, end] = ['<!-- bars:begin -->', '<!-- bars:end -->'];
  assert.ok(text.includes(begin) && text.includes(end), `${file} has no ${begin} and ${end}`);
  writeFileSync(file, `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${heading}\n\n${table}\n\n${text.slice(text.indexOf(end))}`);
}
const missed = rows.filter((row) => !row.met);
if (missed.length > 0) {
  console.error(`${missed.length} bars missed: ${missed.map((row) => row.what).join('; ')}`);
  process.exitCode = 1;
}
