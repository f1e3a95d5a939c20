// Where cargo leaves what it builds: CARGO_TARGET_DIR and `build.target-dir` move it, and cargo knows.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The path of a file that cargo built; `target` is null for this machine. */
export function builtBy(root, profile, target, file) {
  const told = execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const folder = profile === 'dev' ? 'debug' : profile;
  return join(JSON.parse(told).target_directory, ...(target ? [target] : []), folder, file);
}
