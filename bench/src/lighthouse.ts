import { chromium } from '@playwright/test';
import { freePort } from '@tiffin/server/web/free-port';
import { startServer } from '@tiffin/server/testing/server-process';
import runLighthouse, { type RunnerResult } from 'lighthouse';
import { buildWeb } from '../../scripts/web.mjs';
import type { Benchmark } from './benchmark.ts';
import { openBrowser } from './browser.ts';
import { placeOrder } from './order-request.ts';

const inEachLanguage = (page: string) => [page, page === '/' ? '/fr/' : `/fr${page}`];
/** Pages whose speed is measured, because guests arrive on them or order there. The page of an order is one, too. */
const FAST_PAGES = ['/', '/menu/truro', '/reservations', '/checkout'].flatMap(inEachLanguage);
/** Guest pages that are not in the sitemap. */
const OTHER_PAGES = ['/login', '/signup', '/forgot-password', '/checkout'].flatMap(inEachLanguage);
/** Other work on the machine can lower a run's score, so the median counts. */
const RUNS = 5;

interface Category {
  readonly id: string;
  readonly name: string;
  readonly atLeast: number;
}

const SPEED: Category = { id: 'performance', name: 'performance', atLeast: 98 };
const OTHER_CATEGORIES: readonly Category[] = [
  { id: 'accessibility', name: 'accessibility', atLeast: 100 },
  { id: 'best-practices', name: 'best practices', atLeast: 100 },
  { id: 'seo', name: 'search engines', atLeast: 100 },
];

export const lighthouse: Benchmark = {
  name: 'lighthouse',
  about:
    'accessibility, practices and search of every public page in each language, and the speed of ten, as a slow phone on a slow network sees them; --short looks once at the ten',
  async run(report, { short }) {
    await buildWeb();
    await using server = await startServer({
      env: { DEMO: '1', RATE_LIMITS: '0', CLOCK_AT: '2026-11-20T22:15:00Z' },
    });
    const port = await freePort();
    const browser = await openBrowser(port);
    try {
      const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
      const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
      const orderPages = inEachLanguage(await placeOrder(server.url));
      await fillCart(server.url, port);
      const fast = new Set([...FAST_PAGES, ...orderPages]);
      const pages = short ? fast : new Set([...listed, ...OTHER_PAGES, ...orderPages]);
      for (const page of pages) {
        report.step(page);
        const isFast = fast.has(page);
        const requested = [...(isFast ? [SPEED] : []), ...OTHER_CATEGORIES];
        // Pages outside the sitemap tell search engines not to list them.
        const skipAudits = listed.includes(page) ? [] : ['is-crawlable'];
        // Compress the page once, as for every visitor after the first.
        await fetch(server.url + page);
        const look = (categories: readonly Category[]) => lookAt(server.url + page, { port, categories, skipAudits });
        const { categories, audits } = await look(requested);
        // The other scores do not vary.
        const speed = isFast && !short ? await medianSpeed(categories, () => look([SPEED])) : undefined;
        for (const { id, name, atLeast } of requested) {
          const category = (id === SPEED.id && speed) || categories[id];
          report.figure(`${page}: ${name}`, Math.round((category?.score ?? 0) * 100), 'of 100', { atLeast });
          const failed = (category?.auditRefs ?? [])
            .map((ref) => ({ ref, audit: audits[ref.id] }))
            .filter(({ ref, audit }) => ref.weight > 0 && audit && audit.score !== null && audit.score < 0.9);
          for (const { audit } of failed) report.step(`${audit?.title}: ${audit?.displayValue ?? 'not passed'}`);
        }
      }
    } finally {
      await browser.close();
    }
  },
};

/** An empty cart leads from the checkout to the menu. Each look starts without caches, and with what the device stored. */
async function fillCart(url: string, port: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  try {
    const [context] = browser.contexts();
    if (!context) throw new Error('the browser has no profile');
    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}/menu/truro`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Add Mango Lassi', exact: true }).first().click();
    await page.getByRole('button', { name: /View order/ }).click();
    const cart = page.getByRole('dialog', { name: 'Your order' });
    await cart.getByRole('link', { name: /^Checkout/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
    await page.close();
  } finally {
    await browser.close();
  }
}

type Result = RunnerResult['lhr'];
type Categories = Result['categories'];

/** The median of the first run and of further ones, which measure nothing else. */
async function medianSpeed(first: Categories, look: () => Promise<Result>): Promise<Categories[string] | undefined> {
  const speeds = [first['performance']];
  while (speeds.length < RUNS) speeds.push((await look()).categories['performance']);
  return speeds.toSorted((a, b) => (a?.score ?? 0) - (b?.score ?? 0))[Math.floor(RUNS / 2)];
}

interface Look {
  readonly port: number;
  readonly categories: readonly Category[];
  readonly skipAudits: string[];
}

async function lookAt(url: string, { port, categories, skipAudits }: Look): Promise<Result> {
  const onlyCategories = categories.map(({ id }) => id);
  const result = await runLighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories, skipAudits });
  if (!result) throw new Error(`${url} was not measured`);
  return result.lhr;
}
