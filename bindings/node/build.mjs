// Builds the addon and lays out the packages: node build.mjs [--profile dev|release] [--platform NAME]... [--built]
// (--built takes what cargo has built, from where CARGO_TARGET_DIR or cargo's configuration put it.)
//
// For this platform it leaves lanesmith.<platform>.node beside index.js, where a checkout finds it. Under
// target/native/npm/<platform> it makes the package that @lanesmith/node lists among its optionalDependencies; other platforms
// are named on machines that have their linker.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { builtBy } from './target.mjs';

const own = dirname(fileURLToPath(import.meta.url));
const root = join(own, '../..');
const { PLATFORMS, here } = createRequire(import.meta.url)('./platform.js');
const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: 'release' },
    platform: { type: 'string', multiple: true, default: [here()] },
    built: { type: 'boolean', default: false },
  },
});

const pack = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));

for (const name of values.platform) {
  const { os, cpu, libc, target, library } = PLATFORMS[name] ?? {};
  if (!target) throw new Error(`no platform ${name}: there are ${Object.keys(PLATFORMS).join(', ')}`);
  const cross = name === here() ? [] : ['--target', target];
  if (!values.built) {
    const flags = os === 'darwin' ? { CARGO_ENCODED_RUSTFLAGS: '-Clink-arg=-undefined\x1f-Clink-arg=dynamic_lookup' } : {};
    const args = ['build', '--package', 'lanesmith-node', '--profile', values.profile, ...cross];
    execFileSync('cargo', args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...flags } });
  }
  const built = builtBy(root, values.profile, cross.length ? target : null, library);
  const file = `lanesmith.${name}.node`;
  const out = join(root, 'target/native/npm', name);
  mkdirSync(out, { recursive: true });
  copyFileSync(built, join(out, file));
  if (os === 'linux' && name === here()) execFileSync('strip', ['--strip-unneeded', join(out, file)]);
  if (name === here()) copyFileSync(join(out, file), join(own, file));
  for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join(own, licence), join(out, licence));
  const text = `# ${pack.name}-${name}\n\nThe addon of [lanesmith](https://www.npmjs.com/package/lanesmith) for ${name}. Install \`lanesmith\`.\n`;
  writeFileSync(join(out, 'README.md'), text);
  const description = `${pack.description}: ${name}`;
  const about = { name: `${pack.name}-${name}`, version: pack.version, description, license: pack.license, os: [os], cpu: [cpu] };
  if (libc) about.libc = [libc];
  writeFileSync(join(out, 'package.json'), `${JSON.stringify({ ...about, main: file, files: [file], engines: pack.engines }, null, 2)}\n`);
  console.log(join(out, file));
}
