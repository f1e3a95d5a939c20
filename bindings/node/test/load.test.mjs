// What a service holds in memory where everybody logs in at once: a process of its own, since the whole process is looked at.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const addon = createRequire(import.meta.url).resolve('../index.js');

/** Runs a script with the family of passwords, and gives what it prints, read as JSON. */
function printed(script) {
  const head = `const { pwhash } = require(${JSON.stringify(addon)}); const text = (letters) => new Uint8Array(Buffer.from(letters)); const none = text('');`;
  // As many hashes as there are threads of libuv are under way at one time.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '64' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', head + script], { encoding: 'utf8', env });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const STORED = `const stored = pwhash.passwordHash('argon2id', 64 << 20, 1, 4, text('correct horse'), text('16 random bytes!'), none, none);`;

test('sixty-four verifications at once stay within the limit, and all are answered', { skip: !existsSync('/proc/self/status') }, () => {
  // 64 MiB each: all at once would take 4 GiB.
  const { answers, peak } = printed(`
    pwhash.passwordWorkers(4, 256 << 20, 0);
    ${STORED}
    const verify = (number) => pwhash.passwordVerifyAsync(stored, 0, text(number % 4 ? 'correct horse' : 'battery staple'), none, none);
    Promise.all(Array.from({ length: 64 }, (_, number) => verify(number))).then((answers) => {
      const [, peak] = require('node:fs').readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\\s*(\\d+) kB/);
      console.log(JSON.stringify({ answers, peak: Number(peak) / 1024 }));
    });`);
  assert.deepEqual(answers, Array.from({ length: 64 }, (_, number) => number % 4 !== 0));
  assert.ok(peak < 300, `${peak} MiB`);
});

test('a service that does not let wait is told that it is busy', () => {
  const answers = printed(`
    ${STORED}
    pwhash.passwordWorkers(1, 100 << 20, 1);
    const verify = () => pwhash.passwordVerifyAsync(stored, 0, text('correct horse'), none, none).catch(({ code, message }) => [code, message]);
    Promise.all(Array.from({ length: 32 }, verify)).then((answers) => console.log(JSON.stringify(answers)));`);
  assert.ok(answers.includes(true));
  const refused = answers.filter((answer) => answer !== true);
  assert.ok(refused.length > 0 && refused.every(([code, message]) => code === 'MEMORY' && /in use/.test(message)), JSON.stringify(refused));
});
