/** Node, or a browser: modules, Workers, threads. */

/** A module of Node (Deno and Bun have them too), or undefined in a browser. */
export function builtin(name) {
  return globalThis.process?.getBuiltinModule?.(name);
}

/** The main thread, as a Worker sees it. */
export function port() {
  const parent = builtin('node:worker_threads')?.parentPort;
  if (parent) {
    return { post: (message) => parent.postMessage(message), listen: (heard) => parent.on('message', heard) };
  }
  return {
    post: (message) => globalThis.postMessage(message),
    listen: (heard) => globalThis.addEventListener('message', (event) => heard(event.data)),
  };
}

/** A Worker, the same to its user wherever it runs. `died` is told once if it ends by itself. */
export function spawn({ heard, died }) {
  const threads = builtin('node:worker_threads');
  // In Deno a Worker of the web keeps the program running, and cannot be told not to.
  if (typeof globalThis.Worker === 'function' && !(globalThis.Deno && threads)) {
    // Bundlers look for this very expression.
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module', name: 'lanesmith' });
    worker.addEventListener('message', (event) => heard(event.data));
    const ended = (event) => {
      event.preventDefault?.();
      worker.terminate();
      died(new Error(event.message || 'it could not be started, or broke off'));
    };
    worker.addEventListener('error', ended);
    worker.addEventListener('messageerror', ended);
    return {
      post: (message) => worker.postMessage(message),
      end: () => worker.terminate(),
      busy: () => worker.ref?.(),
      idle: () => worker.unref?.(),
    };
  }
  if (!threads) throw new Error('there are no Workers here');
  // What the program was started with is not for a script of ours: `node --input-type=module -e` would refuse it.
  const worker = new threads.Worker(new URL('./worker.mjs', import.meta.url), { name: 'lanesmith', execArgv: [] });
  worker.on('message', heard);
  let reason = null;
  worker.on('error', (error) => {
    reason = error;
  });
  worker.on('exit', (code) => died(reason ?? new Error(`it ended with code ${code}`)));
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    busy: () => worker.ref(),
    idle: () => worker.unref(),
  };
}
