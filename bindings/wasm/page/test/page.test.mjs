// The page in Chromium, served under the policy that it is made for. Screenshots go to out/.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from '../build.mjs';
import { serve } from '../serve.mjs';
import { hash, weight } from '../src/reference/curl.mjs';
import { launch, open } from './browser.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const pictures = join(here, '../../../../out');
/** Cases of the race. */
const CASES = 12;

let site, server, chromium, files;

before(async () => {
  site = build({ lanesmith: process.env.LANESMITH_DIST });
  server = await serve(site, {
    also: { '/vectors/': join(here, '../../../../testkit/vectors'), '/test/': here },
  });
  chromium = await launch();
  files = mkdtempSync(join(tmpdir(), 'lanesmith-files-'));
  mkdirSync(pictures, { recursive: true });
}, { timeout: 60_000 });

after(async () => {
  await chromium?.close();
  await server?.close();
  if (files) rmSync(files, { recursive: true, force: true });
});

const text = (page, id) => page.$eval(`#${id}`, (element) => element.textContent.trim());
const waitFor = (page, id, pattern, timeout = 60_000) => page.waitForFunction(
  (id, source) => new RegExp(source).test(document.getElementById(id).textContent), { timeout, polling: 20 }, id, pattern.source);

test('the page loads under the policy without a complaint, and says browser, engine and checks', async () => {
  const { page, complaints } = await open(chromium.browser, server.url);
  assert.match(await text(page, 'engine'), /^Engine taken: simd128 \(this browser has 128-bit SIMD\)\. Self-test: \d+ answers right\.$/);
  const facts = await text(page, 'facts');
  assert.match(facts, /Chrom(e|ium) \d+/);
  assert.match(facts, /\d+ known answers, all right/);
  assert.ok((await page.$$('#engines tbody tr')).length > 3, 'engines of the operations');
  assert.equal(await page.evaluate(() => crossOriginIsolated), false, 'no headers but the policy are needed');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('nothing in the page is inline, and nothing comes from elsewhere', () => {
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i);
  assert.doesNotMatch(html, /https?:|\/\//);
  for (const name of readdirSync(site).filter((name) => /\.(mjs|css)$/.test(name))) {
    assert.doesNotMatch(readFileSync(join(site, name), 'utf8'), /innerHTML|https?:\/\/|eval\(/, name);
  }
});

test('a browser without SIMD gets the plain build and is told so', async () => {
  const page = await chromium.browser.newPage();
  await page.evaluateOnNewDocument(() => { WebAssembly.validate = () => false; });
  await page.goto(server.url);
  await waitFor(page, 'engine', /Engine taken/);
  assert.match(await text(page, 'engine'), /^Engine taken: scalar \(this browser has no 128-bit SIMD\)\. Self-test: \d+ answers right/);
  await page.close();
});

for (const engine of ['simd128', 'scalar']) {
  test(`every published vector is right in Chromium on the build ${engine}`, { timeout: 300_000 }, async () => {
    const { page, complaints } = await open(chromium.browser, server.url);
    const { taken, compared, failures } = await page.evaluate(async (engine) => {
      const lanesmith = await import('/lanesmith/index.mjs');
      await lanesmith.init({ backend: 'wasm', engine, families: ['sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash'] });
      const { vectors } = await import('/test/vectors.mjs');
      const found = await vectors(lanesmith, async (path) => (await fetch(`/vectors/${path}`)).text());
      return { taken: lanesmith.backend().engine, ...found };
    }, engine);
    assert.deepEqual(failures, []);
    assert.equal(taken, engine);
    assert.ok(compared > 1500, `${compared}`);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

describe('where it cannot run', () => {
  test('a policy that refuses to compile is named with the directive to add', async (t) => {
    const strict = await serve(site, { policy: "default-src 'self'" });
    t.after(() => strict.close());
    const { page } = await open(chromium.browser, strict.url);
    assert.equal(await page.$eval('#trouble', (element) => element.hidden), false);
    assert.match(await text(page, 'trouble'), /content security policy .* script-src needs 'wasm-unsafe-eval'/);
    assert.equal(await page.$eval('#start', (button) => button.disabled), true);
    await page.close();
  });

  test('a file that is missing is named', async () => {
    const page = await chromium.browser.newPage();
    await page.setRequestInterception(true);
    page.on('request', (request) => (/\.wasm$/.test(request.url()) ? request.respond({ status: 404, body: 'not here' }) : request.continue()));
    await page.goto(server.url);
    await waitFor(page, 'trouble', /./);
    assert.match(await text(page, 'trouble'), /\.wasm/);
    await page.close();
  });

  test('any file server will do: here that of Python, which knows nothing of us', async () => {
    // On a free port, which it tells.
    const python = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', site], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const port = await new Promise((resolve, reject) => {
        let said = '';
        python.stdout.on('data', (data) => {
          said += data;
          const found = /port (\d+)/.exec(said);
          if (found) resolve(found[1]);
        });
        python.once('error', reject).once('exit', () => reject(new Error(`python3: ${said}`)));
      });
      const url = `http://127.0.0.1:${port}/`;
      const { page, complaints } = await open(chromium.browser, url);
      assert.match(await text(page, 'engine'), /answers right/);
      assert.deepEqual(complaints, []);
      await page.close();
    } finally {
      python.kill();
    }
  });
});

describe('a file', () => {
  let page, complaints;
  before(async () => { ({ page, complaints } = await open(chromium.browser, server.url)); });
  after(async () => {
    assert.deepEqual(complaints, []);
    await page.close();
  });
  const put = (name, bytes) => {
    writeFileSync(join(files, name), bytes);
    return createHash('sha256').update(bytes).digest('hex');
  };
  const choose = async (name) => (await page.$('#chosen')).uploadFile(join(files, name));

  for (const [name, size] of [['empty', 0], ['small.txt', 3], ['a-part', 4 << 20], ['a-part-and-a-byte', (4 << 20) + 1], ['large.bin', 40_000_003]]) {
    test(`chosen, of ${size} bytes: its digest is that of node:crypto`, async () => {
      const bytes = Buffer.alloc(size);
      for (let i = 0; i < size; i += 1009) bytes[i] = i;
      const digest = put(name, bytes);
      await choose(name);
      await waitFor(page, 'file-status', new RegExp(`^${name}, .*done in`));
      assert.equal(await text(page, 'digest'), digest);
    });
  }

  test('dropped: it is hashed too', async () => {
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['abc'], 'dropped.txt'));
      document.getElementById('drop').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await waitFor(page, 'file-status', /^dropped\.txt, 3 bytes: done/);
    assert.equal(await text(page, 'digest'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test('two at once are refused, and text is no file', async () => {
    const drop = (names) => page.evaluate((names) => {
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File(['abc'], name));
      if (names.length === 0) data.setData('text/plain', 'abc');
      document.getElementById('drop').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, names);
    await drop(['a', 'b']);
    assert.match(await text(page, 'file-status'), /One file at a time: 2/);
    await drop([]);
    assert.match(await text(page, 'file-status'), /no file/);
  });

  test('a digest to compare with is said to be equal, another one, or none', async () => {
    const digest = put('compared', Buffer.from('compared'));
    await choose('compared');
    await waitFor(page, 'file-status', /^compared, .*done/);
    for (const [wanted, verdict] of [[`${digest.toUpperCase()}  compared`, /equal/], [`0${digest.slice(1)}`, /differ/], ['abc', /64 hexadecimal digits/]]) {
      await page.$eval('#wanted', (input) => { input.value = ''; });
      await page.type('#wanted', wanted);
      assert.match(await text(page, 'wanted-verdict'), verdict, wanted);
    }
  });

  test('dropped while another one is read: it takes the place of that one', async () => {
    await page.evaluate(() => {
      const drop = (file) => {
        const data = new DataTransfer();
        data.items.add(file);
        document.getElementById('drop').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      };
      const progress = document.getElementById('file-progress');
      const observer = new MutationObserver(() => {
        if (!(progress.value > 0.02 && progress.value < 1)) return;
        observer.disconnect();
        drop(new File(['abc'], 'second.txt'));
      });
      observer.observe(progress, { attributes: true });
      drop(new File(Array(20).fill(new Uint8Array(10_000_000)), 'first.bin'));
    });
    await waitFor(page, 'file-status', /^second\.txt, 3 bytes: done/);
    await new Promise((done) => setTimeout(done, 300));
    assert.equal(await text(page, 'digest'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    assert.match(await text(page, 'file-status'), /^second\.txt/);
  });

  test('progress is shown while it is read, and a cancelled file gives no digest', async () => {
    writeFileSync(join(files, 'cancelled'), Buffer.alloc(400_000_000));
    // In the page itself: however long this process waits for a CPU, the button is pressed before the file is through.
    await page.evaluate(() => {
      const progress = document.getElementById('file-progress');
      window.pressed = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!(progress.value > 0.02 && progress.value < 1)) return;
          observer.disconnect();
          document.getElementById('file-cancel').click();
          resolve();
        });
        observer.observe(progress, { attributes: true });
      });
    });
    await choose('cancelled');
    await page.evaluate(() => window.pressed);
    assert.equal(await text(page, 'file-status'), 'Cancelled.');
    await new Promise((done) => setTimeout(done, 300));
    assert.equal(await text(page, 'digest'), '');
    assert.equal(await page.$eval('#file-progress', (bar) => bar.hidden), true);
    rmSync(join(files, 'cancelled'));
  });

  test('chosen again after it was cancelled or done: the field is empty by then, so that it is a change', async () => {
    put('again', Buffer.from('abc'));
    for (let i = 0; i < 2; i++) {
      const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('#chosen')]);
      await chooser.accept([join(files, 'again')]);
      await waitFor(page, 'file-status', /^again, .*done/);
      await page.$eval('#file-status', (status) => { status.textContent = ''; });
    }
  });
});

describe('a nonce', () => {
  let page, complaints;
  before(async () => { ({ page, complaints } = await open(chromium.browser, server.url)); });
  after(async () => {
    assert.deepEqual(complaints, []);
    await page.close();
  });
  const setWeight = (value) => page.$eval('#weight', (input, value) => { input.value = value; }, value);
  const results = () => page.$$eval('#nonce-result dt', (names) =>
    Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling.textContent])));

  test('is found, and code that is not ours agrees', async () => {
    await setWeight(process.env.LANESMITH_DIST ? 3 : 9);
    await page.click('#find');
    await waitFor(page, 'nonce-status', /^Found a nonce/, 60_000);
    const found = await results();
    assert.equal(found.Transaction.slice(-27), found.Nonce);
    assert.equal(hash(found.Transaction), found.Hash);
    assert.ok(weight(found.Transaction) >= 3);
    assert.match(found.Checked, /by plain JavaScript/);
    const given = await page.$eval('#trytes', (area) => area.value);
    assert.equal(found.Transaction.slice(0, -27), given.slice(0, -27), 'nothing but the nonce was changed');
  });

  test('is no longer searched 100 ms after Cancel, and the button has not lost the focus', async () => {
    await setWeight(27);
    const times = [];
    // The best of some: other programs may have the CPUs.
    for (let i = 0; i < 20 && !(Math.min(...times) < 100); i++) {
      await page.focus('#find');
      await page.keyboard.press('Enter');
      await waitFor(page, 'nonce-status', /attempts/);
      assert.equal(await page.evaluate(() => document.activeElement.id), 'cancel');
      times.push(await page.evaluate(() => new Promise((resolve) => {
        const begin = performance.now();
        const status = document.getElementById('nonce-status');
        new MutationObserver(() => /^Cancelled/.test(status.textContent) && resolve(performance.now() - begin)).observe(status, { childList: true });
        document.getElementById('cancel').click();
      })));
      assert.equal(await page.evaluate(() => document.activeElement.id), 'find');
    }
    assert.ok(Math.min(...times) < 100, `${times} ms`);
  });

  test('of a transaction that is none is an error that says what is wrong', async () => {
    await page.$eval('#trytes', (area) => { area.value = '9'.repeat(2672); area.dispatchEvent(new Event('input')); });
    assert.match(await text(page, 'trytes-hint'), /2672 of 2673/);
    await page.click('#find');
    await waitFor(page, 'nonce-status', /2673/);
    await page.$eval('#trytes', (area) => { area.value = `99x${'9'.repeat(2670)}`; area.dispatchEvent(new Event('input')); });
    assert.match(await text(page, 'trytes-hint'), /Character 3 is x/);
    await page.click('#find');
    await waitFor(page, 'nonce-status', /x/);
  });
});

describe('the race', () => {
  let page, complaints;
  before(async () => {
    ({ page, complaints } = await open(chromium.browser, server.url));
    await page.select('#length', 'quick');
    // By keyboard alone.
    await page.focus('#start');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.getElementById('race-form').dataset.state === 'ended', { timeout: 290_000, polling: 200 });
  }, { timeout: 300_000 });
  after(async () => {
    assert.deepEqual(complaints, []);
    await page.close();
  });

  test('comes to its end with everybody right and no warning', async () => {
    assert.match(await text(page, 'race-status'), new RegExp(`^Done after .* s: ${CASES} of ${CASES} cases`));
    assert.equal(await text(page, 'race-warnings'), '');
  });

  test('has a line of the summary for each case, with the best other beside it', async () => {
    const rows = await page.$$eval('.summary tbody tr:not(.group)', (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.equal(rows.length, CASES);
    for (const [title, speed, engine, other, ratio] of rows) {
      assert.match(speed, /\d (ns|µs|ms|MB|GB|\w? ?\w+\/s)/, title);
      // Of BLS and passwords there is one build.
      assert.equal(engine, /sign|Argon2|scrypt/.test(title) ? 'scalar' : 'simd128', title);
      assert.match(other, /^(hash-wasm|as-sha256|@noble\/\w+|crypto\.subtle|plain JavaScript)$/, title);
      assert.match(ratio, /^([=~] )?\d+\.\d+x$/, title);
    }
  });

  test('draws a dot of ours and of the best other for each line', async () => {
    const drawn = await page.$$eval('.overview svg[role=img]', (rows) => rows.map((row) => ({
      ours: row.querySelectorAll('.taken').length,
      others: row.querySelectorAll('.other').length,
      inside: [...row.querySelectorAll('circle, .beyond')].every((dot) => {
        const [a, b] = [dot.getBoundingClientRect(), row.getBoundingClientRect()];
        return a.left >= b.left - 1 && a.right <= b.right + 1;
      }),
      spoken: row.getAttribute('aria-label'),
    })));
    assert.equal(drawn.length, CASES);
    for (const row of drawn) assert.ok(row.ours === 1 && row.others > 0 && row.inside && /(simd128|scalar) [\d.]+x/.test(row.spoken), JSON.stringify(row));
  });

  test('gives a record whose numbers are those on the page', async () => {
    const record = await page.evaluate(() => new Promise((resolve) => {
      // What a click would save.
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        blob.text().then(resolve);
        return create.call(URL, blob);
      };
      HTMLAnchorElement.prototype.click = () => {};
      document.getElementById('download').click();
      URL.createObjectURL = create;
    })).then(JSON.parse);
    writeFileSync(join(pictures, 'npm-page-record.json'), JSON.stringify(record, null, 2));
    assert.equal(record.cases.length, CASES);
    assert.ok(record.results.length > 4 * CASES - 10, `${record.results.length} contenders`);
    for (const e of record.results) {
      assert.ok(e.low <= e.median && e.median <= e.high && e.median > 0, `${e.op} ${e.contender}`);
      assert.equal(Object.keys(e.ratio).length, record.results.filter((o) => o.op === e.op && o.case === e.case).length - 1);
      assert.ok(e.rounds >= 6 && e.rounds % 2 === 0);
    }
    assert.ok(record.results.some((e) => e.contender === 'scalar') && record.results.some((e) => e.contender === 'crypto.subtle'));
  });

  test('that cannot run says why, beside the form', async () => {
    const other = await open(chromium.browser, server.url);
    await other.page.setOfflineMode(true);
    await other.page.click('#start');
    await waitFor(other.page, 'race-status', /^The race failed: .*\w{4}/);
    assert.equal(await text(other.page, 'race-warnings'), '');
    await other.page.close();
  });

  test('is stopped within a second, and keeps what it has', async () => {
    const times = [];
    // The best of some: other programs may have the CPUs.
    for (let i = 0; i < 8 && !(Math.min(...times) < 1500); i++) {
      const other = await open(chromium.browser, server.url);
      await other.page.select('#length', 'quick');
      await other.page.click('#start');
      await waitFor(other.page, 'race-status', /^3 of/);
      await other.page.focus('#stop');
      const begin = Date.now();
      await other.page.keyboard.press('Enter');
      await waitFor(other.page, 'race-status', /^Stopped/);
      times.push(Date.now() - begin);
      // Those that were through, at least the two before the third.
      const rows = (await other.page.$$('.summary tbody tr:not(.group)')).length;
      assert.ok(rows >= 2 && rows < CASES, `${rows} cases`);
      assert.equal(await other.page.evaluate(() => document.activeElement.id), 'start');
      await other.page.close();
    }
    assert.ok(Math.min(...times) < 1500, `${times} ms`);
  });

  for (const width of [390, 1400]) {
    for (const scheme of ['light', 'dark']) {
      test(`stands at ${width} px, ${scheme}: nothing overflows or overlaps, and text has contrast`, async () => {
        await page.setViewport({ width, height: 900 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await page.$$eval('details', (all) => all.forEach((one, at) => { one.open = at === 1; }));
        await page.screenshot({ path: join(pictures, `npm-page-${width}-${scheme}.png`), fullPage: true });
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: join(pictures, `npm-page-${width}-${scheme}-top.png`) });
        await page.$$eval('details', (all) => all.forEach((one) => { one.open = true; }));
        const found = await page.evaluate(layout);
        assert.deepEqual(found, { overflow: 0, outside: [], spilling: [], overlaps: 0, faint: [], unlabelled: [] });
      });
    }
  }
});

describe('by keyboard', () => {
  let page;
  before(async () => { ({ page } = await open(chromium.browser, server.url)); });
  after(() => page.close());

  test('every control is reached in the order of the page, and is seen to have the focus', async () => {
    const stops = [];
    for (let i = 0; i < 25; i++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        const style = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        return {
          name: element.id || element.className || element.getAttribute('href') || element.tagName,
          seen: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && box.left >= 0 && box.width > 0,
        };
      });
      if (stop.name === 'BODY') break;
      stops.push(stop);
    }
    assert.deepEqual(stops.filter((stop) => !stop.seen), []);
    assert.deepEqual(stops.map((stop) => stop.name), [
      'skip', '#race', '#file', '#nonce', '#method', '#here', 'length', 'start', 'chosen', 'wanted', 'trytes', 'weight', 'threads', 'find', 'SUMMARY',
    ]);
  });

  test('what changes is announced', async () => {
    const live = await page.$$eval('[role=status], [role=alert]', (all) => all.map((one) => one.id));
    assert.deepEqual(live, ['trouble', 'engine', 'race-status', 'wanted-verdict', 'file-status', 'nonce-status']);
  });
});

/** What is wrong with the layout: runs in the page. */
function layout() {
  const root = document.documentElement;
  const visible = (element) => element.getClientRects().length > 0;
  const cells = [...document.querySelectorAll('tr')].map((row) => [...row.children].map((c) => c.getBoundingClientRect()).filter((r) => r.width > 0));
  const overlaps = cells.flatMap((row) => row.slice(1).filter((r, i) => r.left < row[i].right - 0.5)).length;
  const outside = [...document.querySelectorAll('nav a')]
    .filter((link) => { const box = link.getBoundingClientRect(); return box.left < 0 || box.right > innerWidth; }).map((link) => link.textContent);
  const spilling = [...document.querySelectorAll('th, td, button, label, p')]
    .filter((e) => visible(e) && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline').map((e) => e.textContent.slice(0, 40));
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { rgb: [r, g, b], a };
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const { rgb, a } = parse(getComputedStyle(one).backgroundColor);
      if (a === 1) return rgb;
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !visible(element) || element.disabled || element.closest('noscript, title')) continue;
    const style = getComputedStyle(element);
    const colour = parse(element instanceof SVGElement ? style.fill : style.color).rgb;
    const [a, b] = [luminance(colour), luminance(ground(element))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) faint.push(`${element.tagName}.${element.className} ${element.textContent.slice(0, 30)} ${((a + 0.05) / (b + 0.05)).toFixed(2)}`);
  }
  const unlabelled = [...document.querySelectorAll('input, select, textarea, progress')]
    .filter((e) => !(e.labels?.length > 0) && !e.getAttribute('aria-label')).map((e) => e.id);
  return { overflow: root.scrollWidth - root.clientWidth, outside, spilling, overlaps, faint, unlabelled };
}
