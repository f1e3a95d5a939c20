/** What runs in a Worker: parts of searches and single calls, on modules that the main thread has compiled. */

import { port } from './platform.mjs';
import { LanesmithError, wrapped } from './errors.mjs';
import { Functions } from './functions.mjs';
import { WasmBackend, provide } from './instance.mjs';
import { PWHASH } from './table-pwhash.mjs';
import { CurlModule } from './wasm-curl.mjs';

provide('curl', (module) => new CurlModule(module));
provide('pwhash', (module) => new Functions(module, PWHASH, 8 << 20));

const { post, listen } = port();
const modules = new Map();
let backend = null;
let search = null;

/** The backend of a module, which is kept from one message to the next. */
function load({ family, module, engine, choices }) {
  if (backend?.engine !== engine || modules.get(family) !== module) {
    backend = backend?.engine === engine ? backend : new WasmBackend(engine);
    backend.add(family, module);
    modules.set(family, module);
  }
  for (const [operation, name] of choices) {
    try {
      backend.use(operation, name);
    } catch {
      // A choice about a family that is not here.
    }
  }
  return backend;
}

const handlers = {
  /** Ends what was searched before. */
  open({ setup, job }) {
    search?.free();
    search = null;
    search = load(setup).curl.openSearch(job);
    return { weight: search.weight };
  },
  range({ from, to }) {
    if (search === null) throw new LanesmithError('INTERNAL', 'no search is open');
    const [before, began] = [search.attempts(), performance.now()];
    const hit = search.run(from, to);
    return { from, to, hit, attempts: search.attempts() - before, ms: performance.now() - began };
  },
  call({ setup, family, method, args }) {
    try {
      return { value: load(setup)[family][method](...args) };
    } finally {
      for (const arg of args) if (arg instanceof Uint8Array) arg.fill(0);
    }
  },
};

listen((message) => {
  try {
    post({ id: message.id, kind: message.kind, ...handlers[message.kind](message) });
  } catch (cause) {
    const error = wrapped(cause);
    post({ id: message.id, kind: 'error', code: error.code, index: error.index, message: error.message });
  }
});
