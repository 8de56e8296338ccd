import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { startServer } from '@tiffin/server/testing/server-process';
import { z } from 'zod';
import { buildWeb } from '../../scripts/web.mjs';
import type { Benchmark } from './benchmark.ts';
import { openBrowser } from './browser.ts';

const PAGES = [
  { name: 'home', path: '/', mostKb: 112 },
  { name: 'menu', path: '/menu/truro', mostKb: 125 },
] as const;
const PHONE = { width: 390, height: 844 };
/** A Friday evening in Halifax: the kitchen is open. */
const CLOCK_AT = '2026-11-20T22:15:00Z';

export const weight: Benchmark = {
  name: 'weight',
  about: 'what a guest’s first visit downloads until the page answers, and whether anything jumps',
  async run(report) {
    await buildWeb();
    await using server = await startServer({ env: { DEMO: '1', RATE_LIMITS: '0', CLOCK_AT } });
    const staff = backOfficeScripts();
    const browser = await openBrowser();
    try {
      for (const { name, path: at, mostKb } of PAGES) {
        const visit = await firstVisit(browser, server.url + at);
        const bytes = await Promise.all(visit.scripts.map(compressedSize));
        const total = bytes.reduce((sum, each) => sum + each, 0);
        report.figure(`${name}: JavaScript, brotli`, total / 1000, 'kB', { atMost: mostKb });
        report.figure(`${name}: scripts`, visit.scripts.length, 'files');
        const ofStaff = visit.scripts.filter((url) => staff.has(new URL(url).pathname));
        report.figure(`${name}: scripts of the back office`, ofStaff.length, 'files', { atMost: 0 });
        report.figure(`${name}: fonts`, visit.fonts, 'files', { atMost: 2 });
        report.figure(`${name}: HTML, brotli`, (await compressedSize(server.url + at)) / 1000, 'kB');
        report.figure(`${name}: layout shift while loading and scrolling through`, visit.shift, '', { atMost: 0 });
      }
    } finally {
      await browser.close();
    }
  },
};

interface Visit {
  readonly scripts: readonly string[];
  readonly fonts: number;
  readonly shift: number;
}

async function firstVisit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-CA' });
  try {
    const page = await context.newPage();
    const scripts = new Set<string>();
    let fonts = 0;
    page.on('response', (response) => {
      const type = response.request().resourceType();
      if (new URL(response.url()).pathname.endsWith('.js')) scripts.add(response.url());
      if (type === 'font') fonts++;
    });
    await page.addInitScript(dropLateTimers, LATE_MS);
    await page.addInitScript(() => {
      const observed = { shift: 0 };
      Object.assign(document, { seen: observed });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          // Layout shifts caused by input do not count.
          if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
            observed.shift += Number(entry.value);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    // The page is interactive when the first button that phone visitors press works.
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    const loaded = [...scripts];
    await page.evaluate(async () => {
      for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
        scrollTo({ top: at, behavior: 'instant' });
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    });
    const shift = await page.evaluate(() => ('seen' in document ? Number(Object(document.seen).shift) : Number.NaN));
    return { scripts: loaded, fonts, shift };
  } finally {
    await context.close();
  }
}

/** Pages load what nobody waits for this long after their start, or later: the service worker and the offline note. */
const LATE_MS = 3_000;

/** Without it, a slow machine would still be measuring when the page loads what nobody waits for. */
function dropLateTimers(lateMs: number): void {
  const start = globalThis.setTimeout;
  const startUnlessLate = (handler: () => void, ms = 0, ...args: []) =>
    ms < lateMs ? start(handler, ms, ...args) : undefined;
  Object.assign(globalThis, { setTimeout: startUnlessLate });
}

/** The size sent to a browser that accepts brotli. */
async function compressedSize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  const length = Number(response.headers.get('content-length'));
  if (response.headers.get('content-encoding') !== 'br' || !(length > 0)) {
    throw new Error(`${url} did not come compressed, or without its length`);
  }
  return length;
}

const CLIENT = path.join(import.meta.dirname, '..', '..', 'apps', 'web', 'build', 'client');
const routeTable = z.object({ routes: z.record(z.string(), z.object({ module: z.string() })) });

/** The files that only back-office pages load. */
function backOfficeScripts(): ReadonlySet<string> {
  const assets = path.join(CLIENT, 'assets');
  const file = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name));
  if (!file) throw new Error('the build has no route table');
  const text = readFileSync(path.join(assets, file), 'utf8');
  const table = routeTable.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  const filesOf = (isStaff: boolean) => {
    const files = new Set<string>();
    for (const [id, { module }] of Object.entries(table.routes)) {
      if (id.startsWith('routes/office/') === isStaff) withImports(module, files);
    }
    return files;
  };
  return filesOf(true).difference(filesOf(false));
}

/** Adds a script and all its static imports. */
function withImports(url: string, into: Set<string>): void {
  if (into.has(url)) return;
  into.add(url);
  const text = readFileSync(path.join(CLIENT, url), 'utf8');
  for (const [, name = ''] of text.matchAll(/(?:^|[;}])(?:im|ex)port(?:[^"'()]*?from)?"\.\/([^"]+)"/g)) {
    withImports(path.posix.join(path.posix.dirname(url), name), into);
  }
}
