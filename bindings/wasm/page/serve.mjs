// A plain file server with the content security policy that the page is made for: node serve.mjs [FOLDER] [PORT]
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the page needs. */
export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Serves a folder on a free port of this machine.
 * @param {string} folder
 * @param {{ policy?: string, port?: number, also?: Record<string, string> }} [options] Other folders, by the path where they stand.
 */
export async function serve(folder, { policy = POLICY, port = 0, also = {} } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    requests.push(path);
    const [at, where] = Object.entries(also).find(([at]) => path.startsWith(at)) ?? ['/', folder];
    const root = resolve(where);
    const file = join(root, normalize(`/${path.slice(at.length)}${path.endsWith('/') ? 'index.html' : ''}`));
    let size;
    try {
      const stat = statSync(file);
      size = stat.isFile() && file.startsWith(root) ? stat.size : undefined;
    } catch {
      size = undefined;
    }
    if (size === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not here\n');
      return;
    }
    const headers = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-length': size, 'x-content-type-options': 'nosniff' };
    response.writeHead(200, policy ? { ...headers, 'content-security-policy': policy } : headers);
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    requests,
    close: () => new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    }),
  };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '../../../target/npm/page');
  const { url } = await serve(folder, { port: Number(process.argv[3] ?? 8080) });
  console.log(url);
}
