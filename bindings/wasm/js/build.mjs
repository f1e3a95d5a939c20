// Builds the package into dist/: the WebAssembly modules by cargo (and wasm-opt, where tools/ has it), the scripts by esbuild.
//
//   node build.mjs            everything
//   node build.mjs --js       scripts and types only
//   node build.mjs --no-opt   without wasm-opt
//   node build.mjs bls.scalar some modules, and scripts

import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../..');
const dist = join(here, 'dist');
const tools = createRequire(join(here, 'tools/package.json'));

const FAMILIES = ['sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash'];
const TARGET = 'wasm32-unknown-unknown';
const ENGINES = { simd128: '-Ctarget-feature=+simd128', scalar: '' };

/** Families without a kernel for vectors: one build does for both, which package.json gives the other name too. */
const ONE_BUILD = ['bls', 'pwhash'];

/** What the command line names. */
const SOME = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const wanted = (family, engine) =>
  (SOME.length === 0 || SOME.includes(`${family}.${engine}`)) && (engine === 'scalar' || !ONE_BUILD.includes(family));

/** What rustc takes for granted on this target: wasm-opt must be told, or it writes what no engine reads. */
const FEATURES = ['bulk-memory', 'multivalue', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'sign-ext'];

function wasmOpt() {
  try {
    return join(dirname(tools.resolve('binaryen/package.json')), 'bin/wasm-opt');
  } catch {
    return null;
  }
}

const run = promisify(execFile);

/** Ends with a sentence for whoever builds, and without a stack. */
function stop(sentence) {
  console.error(`build.mjs: ${sentence}`);
  process.exit(1);
}

/** That everything is there, before minutes are spent. */
function prepared(withModules) {
  try {
    tools.resolve('esbuild');
  } catch {
    stop('no esbuild: npm ci --ignore-scripts --prefix bindings/wasm/js/tools');
  }
  if (!withModules) return;
  try {
    const libraries = execFileSync('rustc', ['--print', 'target-libdir', '--target', TARGET], { cwd: root, encoding: 'utf8' }).trim();
    if (existsSync(libraries)) return;
  } catch {
    stop('no Rust: https://rustup.rs has it');
  }
  stop(`Rust has no library for WebAssembly: rustup target add ${TARGET}`);
}

/** Builds one module: cargo, wasm-opt, a look at what came out. */
async function module(family, engine, flags, opt) {
  // A folder for each: cargo gives all of them the same file name, and takes another's for its own.
  const target = join(root, 'target/npm', `${family}.${engine}`);
  const args = ['build', '-q', '-p', 'lanesmith-wasm', '--profile', 'wasm', '--target', TARGET];
  const { stderr } = await run('cargo', [...args, '--no-default-features', '--features', family], {
    cwd: root,
    env: { ...process.env, CARGO_TARGET_DIR: target, CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') },
  }).catch(({ message, stderr }) => stop(`${family}.${engine} cannot be built\n${stderr || message}`));
  if (stderr) console.error(stderr);
  const built = join(target, TARGET, 'wasm/lanesmith_wasm.wasm');
  const out = join(dist, `${family}.${engine}.wasm`);
  if (opt === null) {
    copyFileSync(built, out);
  } else {
    const features = [...FEATURES, ...(engine === 'simd128' ? ['simd'] : [])].map((name) => `--enable-${name}`);
    await run(process.execPath, [opt, '-O3', '--strip-debug', '--strip-producers', '--strip-target-features', ...features, built, '-o', out]);
  }
  const bytes = readFileSync(out);
  if (!WebAssembly.validate(bytes)) throw new Error(`${out} is no module that this engine takes`);
  console.log(`${family}.${engine}.wasm ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
}

async function modules(optimise) {
  const opt = optimise ? wasmOpt() : null;
  if (optimise && opt === null) console.log('no wasm-opt (npm ci --prefix tools): modules stay 7 to 13 % larger');
  // No path of this machine in the texts of panics.
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const sysroot = execFileSync('rustc', ['--print', 'sysroot'], { cwd: root, encoding: 'utf8' }).trim();
  const remap = [[root, 'lanesmith'], [cargoHome, 'cargo'], [sysroot, 'rust']].map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
  const jobs = Object.entries(ENGINES).flatMap(([engine, flag]) =>
    FAMILIES.filter((family) => wanted(family, engine)).map((family) => () => module(family, engine, flag ? [...remap, flag] : remap, opt)),
  );
  // Two at a time: the end of each, where all of it is optimised together, is one thread's work.
  const worker = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  };
  await Promise.all([worker(), worker()]);
}

const VERSION = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).version;

async function scripts() {
  const { build } = tools('esbuild');
  const common = {
    absWorkingDir: here,
    bundle: true,
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    // What is read is src/.
    minify: true,
    // An error that nobody catches shows the line that it comes from: not all of the script. Maps lead to the sources, which they hold.
    lineLimit: 800,
    sourcemap: true,
    define: { LANESMITH_VERSION: JSON.stringify(VERSION) },
    logLevel: 'warning',
  };
  // What an earlier build had and this one has not.
  for (const file of readdirSync(dist).filter((file) => !file.endsWith('.wasm'))) rmSync(join(dist, file));
  const esm = (name, plugins = []) =>
    build({ ...common, format: 'esm', entryPoints: [`src/${name}.mjs`], outfile: `dist/${name}.mjs`, plugins });
  const elsewhere = (name, filter, path) => ({ name, setup: (build) => build.onResolve({ filter }, () => ({ path, external: true })) });
  // Entries share one script, and with it what is loaded; code that few need is a script of its own, which finds what is shared by core.mjs.
  const names = [...readFileSync(join(here, 'src/core.mjs'), 'utf8').matchAll(/from '\.\/([\w-]+)\.mjs'/g)].map(([, name]) => name);
  const core = elsewhere('core', new RegExp(`^\\./(${names.join('|')})\\.mjs$`), './core.mjs');
  const index = elsewhere('index', /^\.\/index\.mjs$/, './index.mjs');
  const later = ['search', 'check'].map((name) => elsewhere(name, new RegExp(`^\\./${name}\\.mjs$`), `./${name}.mjs`));
  await build({
    ...common, format: 'esm', outdir: 'dist', outExtension: { '.js': '.mjs' }, splitting: true, chunkNames: 'shared-[hash]', plugins: later,
    entryPoints: [['index', 'index'], ['sha256', 'only-sha256'], ['core', 'core']].map(([out, name]) => ({ in: `src/${name}.mjs`, out })),
  });
  await esm('search', [core]);
  await esm('check', [core, index]);
  await esm('pearl-diver-react-native', [core, index]);
  await esm('worker');
  await build({ ...common, sourcemap: false, platform: 'node', format: 'esm', entryPoints: ['src/inline.mjs'], outfile: 'dist/inline.mjs' });

  // Where there are but names of the shared script there is nothing to lead to.
  for (const file of ['sha256.mjs', 'core.mjs']) {
    writeFileSync(join(dist, file), readFileSync(join(dist, file), 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
    rmSync(join(dist, `${file}.map`));
  }

  // For `require`, by engines that cannot require what is above, there is one script, without a map: it would be half of all the maps. The
  // other entries are made of it.
  const cjs = (out, source, options) =>
    build({ ...common, sourcemap: false, format: 'cjs', platform: 'node', entryPoints: [`src/${source}`], outfile: `dist/${out}.cjs`, ...options });
  await cjs('index', 'index.mjs', {
    define: { ...common.define, 'import.meta.url': 'lanesmith_url' },
    banner: { js: `const lanesmith_url = require('node:url').pathToFileURL(__filename).href;` },
  });
  const over = { plugins: [elsewhere('index', /^\.\/index\.[mc]js$/, './index.cjs')] };
  await cjs('sha256', 'only-sha256.cjs', over);
  await cjs('pearl-diver-react-native', 'pearl-diver-react-native.mjs', over);
  types();
  for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join(root, licence), join(here, licence));
}

/** Types are written down once, for `require`; those for `import` are the same ones. */
function types() {
  for (const name of ['index', 'sha256', 'pearl-diver-react-native']) {
    writeFileSync(join(dist, `${name}.d.cts`), readFileSync(join(here, `src/${name}.d.mts`), 'utf8').replaceAll(".mjs'", ".cjs'"));
    writeFileSync(join(dist, `${name}.d.mts`), `export * from './${name}.cjs';\n`);
  }
  copyFileSync(join(here, 'src/worker.d.mts'), join(dist, 'worker.d.mts'));
}

prepared(!process.argv.includes('--js'));
// Nothing of an earlier build is packed.
if (!process.argv.includes('--js') && SOME.length === 0) rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
if (!process.argv.includes('--js')) await modules(!process.argv.includes('--no-opt'));
if (existsSync(join(here, 'src/index.mjs'))) await scripts();
