// Packs `lanesmith` and tries the tarball as users do: node run.mjs. Needs dist/ (node build.mjs), the tools of this folder
// (npm ci --ignore-scripts) and, for the browser, those of ../../page and Chromium.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { serve } from '../../page/serve.mjs';
import { hash, weight } from '../../page/src/reference/curl.mjs';
import { launch } from '../../page/test/browser.mjs';
import { TRANSACTION } from './exercise.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../../..');
const package_ = process.env.LANESMITH_PACKAGE ?? resolve(here, '..');
const work = join(root, 'target/npm/test-package');

/** Bytes that the tarball may have, and a script, gzipped. (The sizes of modules are kept by ../test.) */
const BUDGET = {
  tarball: 662_000,
  script: 21_500,
};

const run = (program, args, options = {}) => execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000, ...options });
const tool = (name, args, options) => run(process.execPath, [join(here, 'node_modules', name), ...args], options);

let tarball, unpacked;

before(() => {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', work], { cwd: package_ }));
  tarball = join(work, packed.filename);
  unpacked = join(work, 'unpacked');
  mkdirSync(unpacked);
  run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
});

describe('the tarball', () => {
  const files = (folder = unpacked) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());

  test('is within its budget, and so is each script', () => {
    const size = statSync(tarball).size;
    console.log(`${tarball}: ${size} bytes`);
    assert.ok(size <= BUDGET.tarball, `${size} bytes`);
    for (const name of readdirSync(join(unpacked, 'dist')).filter((name) => /\.[mc]js$/.test(name))) {
      const zipped = gzipSync(readFileSync(join(unpacked, 'dist', name)), { level: 9 }).length;
      assert.ok(zipped <= BUDGET.script, `${name} has ${zipped} bytes, more than ${BUDGET.script}`);
    }
  });

  test('holds what users need and nothing else', () => {
    const names = files().map((path) => path.slice(unpacked.length + 1)).sort();
    for (const name of ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'package.json']) assert.ok(names.includes(name), name);
    const strange = names.filter((name) => !/^(LICENSE-\w+|README\.md|package\.json|(?:sha256|pearl-diver-react-native)\/package\.json|dist\/[\w.-]+\.(mjs|cjs|[mc]js\.map|d\.mts|d\.cts|wasm))$/.test(name));
    assert.deepEqual(strange, []);
    const { scripts = {} } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
    assert.deepEqual(Object.keys(scripts).filter((name) => /install|prepare/.test(name)), [], 'nothing runs when it is installed');
  });

  test('names no path of this machine', () => {
    for (const path of files()) {
      const bytes = readFileSync(path);
      for (const secret of [root, homedir()].filter((one) => one.length > 1)) assert.ok(!bytes.includes(`${secret}/`), `${path} names ${secret}`);
    }
  });

  test('modules of WebAssembly are valid and import nothing, and the two builds of a family differ', () => {
    for (const name of readdirSync(join(unpacked, 'dist')).filter((name) => name.endsWith('.wasm'))) {
      const module = new WebAssembly.Module(readFileSync(join(unpacked, 'dist', name)));
      assert.deepEqual(WebAssembly.Module.imports(module), [], name);
    }
    for (const family of ['sha256', 'curl']) {
      const read = (engine) => readFileSync(join(unpacked, 'dist', `${family}.${engine}.wasm`));
      assert.notDeepEqual(read('simd128'), read('scalar'), family);
    }
  });

  test('publint has nothing to say', () => {
    const said = tool('publint/src/cli.js', ['run', tarball, '--strict'], { cwd: work });
    assert.match(said, /All good!/);
  });

  test('types are right however it is imported (attw)', () => {
    // The entry of Workers is a module only, and modules of WebAssembly have no types.
    tool('@arethetypeswrong/cli/dist/index.js', [tarball, '--exclude-entrypoints', './worker', './bls.simd128.wasm', './pwhash.simd128.wasm', './*.wasm'], { cwd: work });
  });
});

/** A clean project with nothing but the tarball in it. */
function project(name, dependencies = {}) {
  const folder = join(work, name);
  cpSync(join(here, 'projects', name), folder, { recursive: true });
  cpSync(join(here, 'exercise.mjs'), join(folder, 'exercise.mjs'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true, dependencies }));
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--prefer-offline', tarball], { cwd: folder });
  assert.ok(existsSync(join(folder, 'node_modules/lanesmith/package.json')));
  return folder;
}

/** That a project got the right answers. */
function right(result) {
  assert.equal(result.error, undefined);
  const { found, ...rest } = result;
  assert.deepEqual(rest, {
    early: 'true NOT_INITIALISED',
    backend: 'wasm',
    engine: 'simd128',
    check: true,
    digest: createHash('sha256').update('abc').digest('hex'),
    stream: createHash('sha256').update('abc').digest('hex'),
    root: createHash('sha256').update(Buffer.alloc(64)).digest('hex'),
    curl: hash('A'.repeat(81)),
    signature: true,
    password: true,
  });
  assert.equal(found.trytes, TRANSACTION.slice(0, -27) + found.nonce);
  assert.equal(hash(found.trytes), found.hash);
  assert.ok(weight(found.trytes) >= 6);
}

describe('installed into a clean project', () => {
  for (const [name, main, how] of [['esm', 'main.mjs', 'as ES modules'], ['commonjs', 'main.cjs', 'by require']]) {
    test(`it runs ${how}`, () => {
      const cwd = project(name);
      const { attachToTangle, ...result } = JSON.parse(run(process.execPath, [main], { cwd }));
      right(result);
      assert.equal(attachToTangle, 'function');
      // The entry of one family has that one alone.
      const digest = createHash('sha256').update(Buffer.alloc(3)).digest('hex');
      const alone = JSON.parse(run(process.execPath, [main.replace('main', 'alone')], { cwd }));
      assert.deepEqual(alone, { families: ['sha256', 'merkle'], digest, refused: true });
    });
  }

  test('lanesmith-inline puts modules into JavaScript, for programs without files of them', () => {
    const cwd = project('inline');
    run(join(cwd, 'node_modules/.bin/lanesmith-inline'), ['sha256', '--out', 'modules.mjs'], { cwd });
    const found = JSON.parse(run(process.execPath, ['main.mjs'], { cwd }));
    assert.deepEqual(found, { families: ['sha256'], digest: createHash('sha256').update('abc').digest('hex') });
  });

  test('it runs in a thread of Node', () => {
    right(JSON.parse(run(process.execPath, ['main.mjs'], { cwd: project('worker') })));
  });

  // Their files may be read and nothing else, as Deno has it; what is not installed (another platform) is left out.
  const vectors = join(root, 'testkit/vectors');
  const [os, cpu] = [process.platform, process.arch];
  for (const [name, file, args] of [
    ['Deno', `@deno/${os}-${cpu}${os === 'linux' ? '-glibc' : ''}/deno`, ['run', '--cached-only', '--no-prompt', '--node-modules-dir=manual', `--allow-read=.,${vectors}`]],
    ['Bun', `@oven/bun-${os}-${cpu === 'arm64' ? 'aarch64' : cpu}/bin/bun`, []],
  ]) {
    const program = join(here, 'node_modules', file);
    test(`it runs in ${name}: every vector, a search that is aborted, and the end by itself`, { skip: !existsSync(program) && `no ${file}` }, () => {
      const folder = project('runtime');
      cpSync(join(here, '../../page/test/vectors.mjs'), join(folder, 'vectors.mjs'));
      const env = { ...process.env, DENO_DIR: join(work, 'deno'), DENO_NO_UPDATE_CHECK: '1', BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' };
      const { attachToTangle, compared, failures, stopped, again, ...result } = JSON.parse(run(program, [...args, 'main.mjs', vectors], { cwd: folder, env }));
      right(result);
      assert.equal(attachToTangle, 'function');
      assert.deepEqual(failures, []);
      assert.ok(compared > 2500, `${compared} vectors`);
      assert.deepEqual(stopped, { code: 'ABORTED', on: true });
      assert.ok(weight(again) >= 5);
    });
  }

  test('strict TypeScript compiles, wrong use does not, and what is compiled runs', () => {
    const folder = project('typescript');
    // As if they were installed here.
    cpSync(join(here, 'node_modules/@types'), join(folder, 'node_modules/@types'), { recursive: true });
    cpSync(join(here, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'), { recursive: true });
    for (const config of ['tsconfig.json', 'tsconfig.bundler.json']) {
      try {
        tool('typescript/bin/tsc', ['-p', config], { cwd: folder });
      } catch (error) {
        assert.fail(`${config}: ${error.stdout}${error.stderr}`);
      }
    }
    const result = JSON.parse(run(process.execPath, ['out/main.mjs'], { cwd: folder }));
    assert.deepEqual(result, { right: true, code: 'TRYTE', trytes: 81, hasher: 64, engines: true, found: true, attached: 0 });
  });

  describe('a Vite build', () => {
    let server, chromium, folder;
    before(async () => {
      folder = project('vite');
      tool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { cwd: folder });
      server = await serve(join(folder, 'dist'));
      chromium = await launch();
    }, { timeout: 300_000 });
    after(async () => {
      await chromium?.close();
      await server?.close();
    });

    test('runs in the page and in a Worker of the program, under the policy', { timeout: 200_000 }, async () => {
      const page = await chromium.browser.newPage();
      const complaints = [];
      page.on('console', (m) => m.type() === 'error' && !/data:,/.test(m.text()) && complaints.push(m.text()));
      page.on('pageerror', (e) => complaints.push(String(e)));
      await page.goto(server.url);
      for (const id of ['page', 'worker']) {
        await page.waitForFunction((id) => document.getElementById(id).textContent !== '', { timeout: 90_000 }, id);
        right(JSON.parse(await page.$eval(`#${id}`, (element) => element.textContent)));
      }
      assert.deepEqual(complaints, []);
    });

    test('loads only the modules of the engine that is taken', () => {
      const loaded = server.requests.filter((path) => path.endsWith('.wasm'));
      assert.ok(loaded.length >= 4, `${loaded}`);
      // Of BLS and passwords there is one build.
      assert.deepEqual(loaded.filter((path) => /scalar/.test(path) && !/\/(bls|pwhash)\./.test(path)), []);
    });
  });
});
