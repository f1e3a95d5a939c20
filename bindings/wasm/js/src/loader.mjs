/** Which backend there is: choosing, finding, compiling. */

import { LanesmithError, wrapped } from './errors.mjs';
import { list, mistaken, oneOf, options, string } from './args.mjs';
import { builtin } from './platform.mjs';
import { WasmBackend, provide } from './instance.mjs';

export const FAMILIES = ['sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash'];
const DEFAULT = ['sha256', 'merkle', 'curl'];

/** Where the modules of families lie that this program has. */
const FILES = {};

/** Takes a family in: what runs its module, and the files of its builds. */
export function provideFamily(name, make, files) {
  provide(name, make);
  FILES[name] = files;
}

/** A module of one function whose result is a vector. */
const PROBE = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

let current = null;

/** What is loaded, or an error that says how to load it. */
export function family(name) {
  const found = current?.[name];
  if (found) return found;
  const call = DEFAULT.includes(name) ? 'await init()' : `await init({ families: ['${name}'] })`;
  throw new LanesmithError('NOT_INITIALISED', `${name} is not loaded: call \`${call}\` first (under Node, initSync works too)`);
}

/** The backend, or null. */
export function loaded() {
  return current;
}

/** Choices made by `use`, in order: what brings them back after a check. */
export const choices = new Map();

function chosenEngine(asked) {
  if (typeof WebAssembly !== 'object') throw new LanesmithError('LOAD', 'this engine has no WebAssembly');
  const simd = WebAssembly.validate(PROBE);
  if (asked === 'simd128' && !simd) throw new LanesmithError('ENGINE', 'simd128: this engine of WebAssembly has no SIMD');
  return asked === 'auto' ? (simd ? 'simd128' : 'scalar') : asked;
}

/** What is thrown where a module cannot be had; `own` says that it is a file of ours. */
function unloadable(name, cause, own) {
  const words = String(cause?.message ?? cause);
  const refused = /unsafe-eval|content.security.policy|CSP|disallowed by embedder/i.test(words);
  const why = refused ? "the page's content security policy refuses WebAssembly: script-src needs 'wasm-unsafe-eval'" : words;
  // Bundlers that make one script of everything leave files behind, or the address of the script.
  const hint = own && !refused ? `; if a bundler left it behind: npx lanesmith-inline` : '';
  return new LanesmithError('LOAD', `the module ${name} cannot be loaded: ${why}${hint}`, { cause });
}

/** The path of a file that can be read at once; nothing for what has to be fetched, or is there. */
function path(source) {
  return source instanceof URL && source.protocol === 'file:' ? builtin('node:url')?.fileURLToPath(source) : undefined;
}

const areBytes = (source) => ArrayBuffer.isView(source) || source instanceof ArrayBuffer;

async function fetched(source) {
  const response = source instanceof URL || typeof source === 'string' ? await fetch(source) : source;
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  const type = response.headers.get('content-type');
  // What servers of apps and of bundlers answer for a file that they do not have.
  if (/^text\/html\b/.test(type)) throw new Error(`${response.url} is a page of HTML: the server has no such file`);
  if (/^application\/wasm\b/.test(type)) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Where a module comes from: what the program says, or a file of ours. A function is asked for the build that is wanted. */
function sourceOf(name, engine, given) {
  return typeof given === 'function' ? given(engine) : (given ?? FILES[name][engine]());
}

async function compiled(name, engine, given) {
  try {
    let source = await sourceOf(name, engine, await given);
    const file = path(source);
    if (file) source = await builtin('node:fs').promises.readFile(file);
    else if (source instanceof URL || typeof source === 'string' || typeof source?.arrayBuffer === 'function') source = await fetched(source);
    if (source instanceof WebAssembly.Module) return source;
    if (areBytes(source)) return await WebAssembly.compile(source);
    throw mistaken(`modules.${name}`, source, 'a WebAssembly.Module, bytes, a URL or a Response');
  } catch (cause) {
    throw cause instanceof LanesmithError ? cause : unloadable(name, cause, given === undefined);
  }
}

function compiledSync(name, engine, given) {
  try {
    let source = sourceOf(name, engine, given);
    const file = path(source);
    if (file) source = builtin('node:fs').readFileSync(file);
    if (source instanceof WebAssembly.Module) return source;
    if (areBytes(source)) return new WebAssembly.Module(source);
    throw new LanesmithError('LOAD', `the module ${name} cannot be read synchronously here: use \`await init()\``);
  } catch (cause) {
    throw cause instanceof LanesmithError ? cause : unloadable(name, cause, given === undefined);
  }
}

/** An object of the addon with errors of ours. */
function translated(part) {
  const guarded = (value) => (...args) => {
    try {
      return value.apply(part, args);
    } catch (error) {
      throw wrapped(error);
    }
  };
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, typeof value === 'function' ? guarded(value) : value]));
}

function native(needed) {
  const createRequire = builtin('node:module')?.createRequire;
  try {
    if (!createRequire) throw new Error('it is for Node');
    const addon = createRequire(import.meta.url)('@lanesmith/node');
    if (addon.kind !== 'native') throw new Error('it is no backend');
    const own = typeof LANESMITH_VERSION === 'string' ? LANESMITH_VERSION : addon.version;
    if (addon.version !== own) throw new Error(`its version is ${addon.version}, that of lanesmith ${own}`);
    const backend = translated({ kind: addon.kind, engine: null, engines: addon.engines, use: addon.use });
    for (const name of FAMILIES) backend[name] = addon[name] ? translated(addon[name]) : null;
    return backend;
  } catch (cause) {
    if (!needed) return null;
    throw new LanesmithError('LOAD', `the addon @lanesmith/node cannot be loaded: ${cause.message}`, { cause });
  }
}

/** What a call of `init` asks for, checked: families of `usual` if it names none, out of those that the entry has. */
function plan(given, usual = DEFAULT, entry = FAMILIES) {
  const asked = options(given, 'backend', 'engine', 'families', 'modules');
  const modules = options(asked.modules, ...FAMILIES);
  // Who brings modules means those.
  const unnamed = asked.modules === undefined ? usual : Object.keys(modules);
  const names = asked.families === undefined ? unnamed : list('families', asked.families);
  names.forEach((name) => oneOf('families', name, FAMILIES));
  const foreign = names.find((name) => !entry.includes(name));
  if (foreign !== undefined) throw new LanesmithError('LOAD', `${foreign} is not in this entry of the package: \`lanesmith\` itself has it`);
  const engine = oneOf('engine', asked.engine ?? 'auto', ['auto', 'simd128', 'scalar']);
  let kindOf = oneOf('backend', asked.backend ?? 'auto', ['auto', 'native', 'wasm']);
  // Who asks for a build of WebAssembly means WebAssembly.
  if (kindOf === 'auto' && (engine !== 'auto' || asked.modules)) kindOf = 'wasm';
  if (kindOf === 'auto' && current !== null && asked.backend === undefined) kindOf = current.kind;
  return { names, modules, kind: kindOf, engine, engineNamed: asked.engine !== undefined };
}

/** The backend that a plan is for, if it is the present one or the addon; else an empty one of WebAssembly. */
function start(asked) {
  if (asked.kind !== 'wasm') {
    if (current?.kind === 'native') return current;
    const addon = native(asked.kind === 'native');
    if (addon !== null) return addon;
  }
  const engine = asked.engineNamed || current?.kind !== 'wasm' ? chosenEngine(asked.engine) : current.engine;
  return current?.kind === 'wasm' && current.engine === engine ? current : new WasmBackend(engine);
}

function finish(backend) {
  if (backend !== current) choices.clear();
  current = backend;
}

let queue = Promise.resolve();

export function init(given, usual, entry) {
  const next = queue.then(async () => {
    const asked = plan(given, usual, entry);
    const backend = start(asked);
    if (backend.kind === 'wasm') {
      const missing = asked.names.filter((name) => !backend[name]);
      const modules = await Promise.all(missing.map((name) => compiled(name, backend.engine, asked.modules[name])));
      // One that was loaded meanwhile by `initSync` stays.
      missing.forEach((name, i) => backend[name] ?? backend.add(name, modules[i]));
    }
    finish(backend);
  });
  queue = next.catch(() => {});
  return next;
}

export function initSync(given, usual, entry) {
  const asked = plan(given, usual, entry);
  const backend = start(asked);
  if (backend.kind === 'wasm') {
    for (const name of asked.names) {
      if (!backend[name]) backend.add(name, compiledSync(name, backend.engine, asked.modules[name]));
    }
  }
  finish(backend);
}

export function backend() {
  if (current === null) return null;
  const families = FAMILIES.filter((name) => current[name]);
  // As the modules themselves tell it: of some there is one build, and programs may bring others.
  const buildOf = ({ instance }) => instance.engines().find(({ name }) => name === 'simd128')?.name ?? 'scalar';
  const builds = {};
  if (current.kind === 'wasm') for (const name of families) builds[name] = buildOf(current[name]);
  return { backend: current.kind, engine: current.engine, families, builds };
}

function ready() {
  if (current === null) throw new LanesmithError('NOT_INITIALISED', 'nothing is loaded: call `await init()` first');
  return current;
}

export function engines() {
  return ready().engines().map(({ reason, ...row }) => ({ ...row, usable: !reason, reason: reason || null }));
}

export function use(operation, engine) {
  ready().use(string('operation', operation), string('engine', engine));
  choices.delete(operation);
  choices.set(operation, engine);
}
