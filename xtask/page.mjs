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
    for (const op of operations) assert.ok(await page.getByRole('heading', { name: op, exact: true }).isVisible(), op);
    const tables = new Set(record.results.map((r) => `${r.op} ${r.case}`));
    assert.equal(await page.getByRole('table').count(), tables.size, 'a table for every case');
    assert.equal(await page.getByRole('rowheader').count(), record.results.length, 'a row for every contender');

    const found = await page.evaluate(() => {
      const root = document.documentElement;
      const cells = [...document.querySelectorAll('tr')].map((row) =>
        [...row.children].map((c) => c.getBoundingClientRect()).filter((r) => r.width > 0));
      const overlaps = cells.flatMap((row) => row.slice(1).filter((r, i) => r.left < row[i].right - 0.5));
      const spilling = [...document.querySelectorAll('th, td')].filter((c) => c.scrollWidth > c.clientWidth + 1);
      return { overflow: root.scrollWidth - root.clientWidth, overlaps: overlaps.length, spilling: spilling.length };
    });
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
