// A file that is dropped or chosen, hashed in a Worker.

import { byId, politely } from './dom.mjs';
import { bytes, significant } from './race/figures.mjs';

/** Wires the section of files. */
export function setUpFile() {
  const chosen = /** @type {HTMLInputElement} */ (byId('chosen'));
  const drop = byId('drop');
  const cancel = byId('file-cancel');
  const progress = /** @type {HTMLProgressElement} */ (byId('file-progress'));
  const output = /** @type {HTMLOutputElement} */ (byId('digest'));
  const wanted = /** @type {HTMLInputElement} */ (byId('wanted'));
  const verdict = byId('wanted-verdict');
  const status = politely(byId('file-status'));
  /** @type {Worker | undefined} */
  let worker;

  const compare = () => {
    // As sha256sum writes it: the digest, spaces, a name.
    const text = wanted.value.trim().split(/\s/)[0].toLowerCase();
    const digest = output.textContent ?? '';
    verdict.className = '';
    if (text === '' || digest === '') verdict.textContent = '';
    else if (!/^[0-9a-f]{64}$/.test(text)) verdict.textContent = 'A SHA-256 digest has 64 hexadecimal digits; this is none.';
    else {
      verdict.textContent = text === digest ? 'The digests are equal.' : 'The digests differ: this is another file.';
      verdict.className = text === digest ? 'faster' : 'slower';
    }
  };

  const end = (/** @type {string} */ text) => {
    worker?.terminate();
    worker = undefined;
    if (document.activeElement === cancel) chosen.focus();
    cancel.hidden = true;
    progress.hidden = true;
    status.say(text);
    compare();
  };

  const hash = (/** @type {File} */ file) => {
    worker?.terminate();
    output.textContent = '';
    compare();
    cancel.hidden = false;
    progress.value = 0;
    progress.hidden = false;
    status.say(`Reading ${file.name}, ${bytes(file.size)}.`);
    const own = new Worker(new URL('./file-worker.mjs', import.meta.url), { type: 'module' });
    worker = own;
    own.addEventListener('message', ({ data }) => {
      // What a Worker of an earlier file said just before it was ended is not about this one.
      if (worker !== own) return;
      const message = /** @type {import('./file-worker.mjs').Message} */ (data);
      if (message.kind === 'part') {
        progress.value = message.done / file.size;
        status.progress(`${file.name}: ${bytes(message.done)} of ${bytes(file.size)}`);
      } else if (message.kind === 'digest') {
        output.textContent = message.hex;
        const rate = file.size > 0 && message.hashing > 0 ? `, hashed at ${significant(file.size / 1e6 / message.hashing)} MB/s` : '';
        end(`${file.name}, ${bytes(file.size)}: done in ${significant(message.seconds)} s${rate}.`);
      } else {
        end(`${file.name} cannot be hashed: ${message.message}`);
      }
    });
    own.addEventListener('error', (event) => {
      if (worker === own) end(event.message || 'The Worker could not be loaded.');
    });
    own.postMessage({ file });
  };

  // Otherwise the same file, chosen once more after Cancel, would be no change.
  chosen.addEventListener('click', () => { chosen.value = ''; });
  chosen.addEventListener('change', () => {
    const file = chosen.files?.[0];
    if (file) hash(file);
  });
  cancel.addEventListener('click', () => end('Cancelled.'));
  wanted.addEventListener('input', compare);

  // A file that misses the field must not replace the page.
  for (const kind of ['dragover', 'drop']) document.addEventListener(kind, (event) => event.preventDefault());
  drop.addEventListener('dragenter', () => drop.classList.add('over'));
  drop.addEventListener('dragover', () => drop.classList.add('over'));
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    drop.classList.remove('over');
    const [file, ...more] = event.dataTransfer?.files ?? [];
    if (!file) status.say('What was dropped is no file.');
    else if (more.length > 0) status.say(`One file at a time: ${more.length + 1} were dropped.`);
    else hash(file);
  });

  chosen.disabled = false;
}
