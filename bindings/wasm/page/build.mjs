// Puts the page together: node build.mjs [--lanesmith DIST] [--out FOLDER]
// Nothing is compiled or bundled: our files, the package `lanesmith`, and the other libraries from node_modules.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));

/** Files of other libraries: the whole package is not needed. */
const VENDOR = {
  '@chainsafe/as-sha256': ['lib'],
  '@noble/hashes': ['.'],
  '@noble/curves': ['.', 'abstract'],
  'hash-wasm': ['dist/index.esm.min.js'],
};

/**
 * Puts the page together.
 * @param {object} [options]
 * @param {string} [options.lanesmith] The folder `dist` of the package.
 * @param {string} [options.out]
 */
export function build({ lanesmith = join(here, '../js/dist'), out = join(here, '../../../target/npm/page') } = {}) {
  if (!existsSync(join(lanesmith, 'index.mjs'))) throw new Error(`${lanesmith} has no index.mjs: build the package lanesmith first`);
  rmSync(out, { recursive: true, force: true });
  cpSync(join(here, 'src'), out, { recursive: true });
  cpSync(lanesmith, join(out, 'lanesmith'), { recursive: true });
  // The race has a second instance, with the plain build; what is loaded belongs to the scripts of a folder.
  cpSync(lanesmith, join(out, 'lanesmith-plain'), { recursive: true, filter: (file) => !file.endsWith('.simd128.wasm') });
  for (const [name, parts] of Object.entries(VENDOR)) vendor(name, parts, out);
  return out;
}

function vendor(name, parts, out) {
  const from = join(here, 'node_modules', name);
  if (!existsSync(from)) throw new Error(`${name} is not installed: npm ci --ignore-scripts`);
  const to = join(out, 'vendor', name);
  for (const part of ['package.json', 'LICENSE', ...parts.flatMap((part) => scripts(from, part))]) {
    if (!existsSync(join(from, part))) continue;
    mkdirSync(dirname(join(to, part)), { recursive: true });
    if (part.endsWith('.js')) writeFileSync(join(to, part), relinked(readFileSync(join(from, part), 'utf8'), join(to, part), out));
    else cpSync(join(from, part), join(to, part));
  }
}

/** The scripts that a part of a package is, by their paths in it. */
function scripts(from, part) {
  if (part.endsWith('.js')) return [part];
  return readdirSync(join(from, part)).filter((name) => name.endsWith('.js')).map((name) => join(part, name));
}

/** A browser knows no bare names: packages that name each other do it by path. Maps of sources are not there. */
function relinked(text, file, out) {
  const linked = text.replace(/(from\s+['"])((?:@noble|@chainsafe)\/[^'"]+)(['"])/g, (_, before, name, after) => {
    const path = relative(dirname(file), join(out, 'vendor', name)).replaceAll('\\', '/');
    return `${before}${path.startsWith('.') ? path : `./${path}`}${after}`;
  });
  return linked.replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { lanesmith: { type: 'string' }, out: { type: 'string' } } });
  console.log(build(values));
}
