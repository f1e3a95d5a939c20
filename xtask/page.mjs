// Opens the report of a race in a headless Chromium: node page.mjs CHROMIUM REPORT SCREENSHOT-FOLDER
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [executablePath, report, folder] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const cases = [[390, 'light'], [390, 'dark'], [1400, 'light'], [1400, 'dark']];
try {
  for (const [width, colorScheme] of cases) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const complaints = [];
    page.on('console', (m) => m.type() === 'error' && complaints.push(m.text()));
    page.on('pageerror', (e) => complaints.push(String(e)));
    page.on('request', (r) => /^(file|data|blob):/.test(r.url()) || complaints.push(`request ${r.url()}`));
    await page.goto(pathToFileURL(report).href);

    const record = JSON.parse(await page.textContent('#record'));
    const operations = new Set(record.results.map((r) => r.op));
    assert.ok(operations.size > 0, 'the record is empty');
    for (const op of operations) {
      const heading = page.getByRole('heading', { name: new RegExp(`(^| )${op.replace('.', '\\.')}$`) });
      assert.ok(await heading.isVisible(), op);
    }
    const summed = record.cases.filter((c) => c.summed_up);
    assert.ok(summed.length > 5, 'cases that sum up');
    assert.equal(await page.locator('.summary tbody th[scope=row]').count(), summed.length, 'a line of the summary for each');
    const beside = await page.locator('.summary tbody tr').evaluateAll((rows) =>
      rows.filter((row) => row.cells.length > 1 && row.cells[3].textContent.trim() !== '-').length);
    assert.ok(beside > 5, 'lines with another library');
    assert.equal(await page.locator('.overview circle.ours').count(), beside, 'a dot of ours for each of them');
    assert.ok(await page.locator('.overview circle.other').count() >= beside, 'the others are dots too');
    assert.ok(await page.locator('.curve').count() > 0, 'a curve');
    const screens = await page.evaluate(() => document.getElementById('main').getBoundingClientRect().top / innerHeight);
    assert.ok(screens < 0.6, `the summary begins ${screens} screens down`);
    await page.screenshot({ path: join(folder, `report-${width}-${colorScheme}-top.png`) });

    assert.ok(await page.locator('.case tr.auto').count() > 0, 'what a caller gets is marked');
    await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
    const tables = new Set(record.results.map((r) => `${r.op} ${r.case}`));
    assert.equal(await page.locator('figure:has(> .case)').count(), tables.size, 'a table for every case');
    assert.equal(await page.locator('.case th[scope=row]:visible').count(), record.results.length, 'a row for every contender');
    const noisy = record.results.filter((r) => r.noisy).length;
    assert.equal(await page.locator('.case td:visible', { hasText: '!' }).count(), noisy, 'every noisy ratio is marked');
    const split = await page.evaluate(() => [...document.querySelectorAll('.name')].filter((name) => {
      // A name without a place to break stands on one line.
      return !/[ _]/.test(name.textContent) && name.getClientRects().length > 1;
    }).length);
    assert.equal(split, 0, 'names that are broken');

    const found = await page.evaluate(() => {
      const root = document.documentElement;
      const cells = [...document.querySelectorAll('tr')].map((row) =>
        [...row.children].map((c) => c.getBoundingClientRect()).filter((r) => r.width > 0));
      const overlaps = cells.flatMap((row) => row.slice(1).filter((r, i) => r.left < row[i].right - 0.5));
      const spilling = [...document.querySelectorAll('th, td')].filter((c) => c.scrollWidth > c.clientWidth + 1);
      return { overflow: root.scrollWidth - root.clientWidth, overlaps: overlaps.length, spilling: spilling.length };
    });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    assert.equal(await page.evaluate(() => document.querySelector('nav').getBoundingClientRect().top), 0, 'sticky');
    await page.evaluate(() => scrollTo(0, 0));
    assert.deepEqual(found, { overflow: 0, overlaps: 0, spilling: 0 }, `layout at ${width} px`);

    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'skip', 'first stop of the keyboard');
    await page.getByRole('button', { name: /download/i }).focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    assert.deepEqual(JSON.parse(readFileSync(await download.path(), 'utf8')), record, 'the downloaded record');

    assert.deepEqual(complaints, [], 'errors of the page');
    await page.screenshot({ path: join(folder, `report-${width}-${colorScheme}.png`), fullPage: true });
    await page.close();
  }
  console.log(`the page stands at ${cases.map((c) => c.join(' px ')).join(', ')}`);
} finally {
  await browser.close();
}
