// Chromium without a window, with the flags that keep it from asking the network for anything of its own.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';

const PATHS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts a browser; `close` ends it and removes what it wrote. */
export async function launch() {
  const executablePath = PATHS.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('no Chromium (Debian: chromium), or set CHROMIUM to its path');
  const userDataDir = mkdtempSync(join(tmpdir(), 'lanesmith-page-'));
  const browser = await puppeteer.launch({
    executablePath,
    headless: true,
    userDataDir,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
      '--disable-sync'],
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * A new page that remembers what it complained of.
 * @param {import('puppeteer-core').Browser} browser
 */
export async function open(browser, url, { width = 1400, height = 900, scheme = 'light' } = {}) {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
  const complaints = [];
  page.on('console', (m) => ['error', 'warn'].includes(m.type()) && complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(String(e)));
  page.on('requestfailed', (r) => complaints.push(`request ${r.url()}: ${r.failure()?.errorText}`));
  await page.goto(url);
  await page.waitForFunction(() => document.documentElement.dataset.state !== undefined, { timeout: 30_000 });
  return { page, complaints };
}
