#!/usr/bin/env node
/**
 * `lanesmith-inline`: writes modules of WebAssembly as JavaScript, for programs that have no place for files of `.wasm`.
 * A file of one's own families and builds is smaller than one of all of them in the package would be.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const FAMILIES = ['sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash'];
const ENGINES = ['simd128', 'scalar'];
/** Those of which there is one build for both. */
const ONE_BUILD = ['bls', 'pwhash'];

const HELP = `usage: lanesmith-inline [FAMILY ...] [--engines simd128,scalar] [--out FILE]

Writes modules of lanesmith as JavaScript (as TypeScript if FILE ends in .ts), gzipped and in base64.
FAMILY: ${FAMILIES.join(', ')}; sha256, merkle and curl if none is named. Engines: simd128 alone unless named.

  import * as modules from './FILE';
  await init({ modules });
`;

/** A module, compressed. */
function packed(family, engine) {
  const file = `${family}.${ONE_BUILD.includes(family) ? 'scalar' : engine}.wasm`;
  return gzipSync(readFileSync(new URL(`./${file}`, import.meta.url)), { level: 9 }).toString('base64');
}

function script(families, engines, typed) {
  const [text, texts, engine] = typed ? [': string', ': Record<string, string>', ': string'] : ['', '', ''];
  const lines = families.map((family) => {
    const builds = engines.map((name) => `  ${name}: '${packed(family, name)}',\n`).join('');
    return `export const ${family} = (engine${engine}) => inflated('${family}', engine, {\n${builds}});\n`;
  });
  return `// Modules of lanesmith ${LANESMITH_VERSION} (${families.join(', ')}; ${engines.join(', ')}), written by lanesmith-inline. Not for editing.

async function inflated(family${text}, engine${text}, builds${texts}) {
  const packed = builds[engine];
  if (packed === undefined) throw new Error(\`\${family} is here for ${engines.join(' and ')} only: write the file anew by lanesmith-inline --engines ${ENGINES.join(',')}\`);
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

${lines.join('\n')}`;
}

/** Families or engines as they are named, each one known. */
function known(what, names, all) {
  const strange = names.find((name) => !all.includes(name));
  if (strange !== undefined) throw new Error(`${what} ${JSON.stringify(strange)}: it must be one of ${all.join(', ')}`);
  return all.filter((name) => names.includes(name));
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { engines: { type: 'string', default: 'simd128' }, out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(HELP);
  } else {
    const families = known('family', positionals.length > 0 ? positionals : ['sha256', 'merkle', 'curl'], FAMILIES);
    const engines = known('engine', values.engines.split(','), ENGINES);
    const text = script(families, engines, /\.[mc]?ts$/.test(values.out ?? ''));
    if (values.out === undefined) process.stdout.write(text);
    else writeFileSync(values.out, text);
  }
} catch (error) {
  console.error(`lanesmith-inline: ${error.message}`);
  process.exitCode = 2;
}
