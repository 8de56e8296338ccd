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
const SPEED = { id: 'performance', name: 'performance', atLeast: 98 } as const;
const CATEGORIES = [
  { id: 'accessibility', name: 'accessibility', atLeast: 100 },
  { id: 'best-practices', name: 'best practices', atLeast: 100 },
] as const;
/** For pages in the sitemap. */
const FOUND = { id: 'seo', name: 'search engines', atLeast: 100 } as const;

export const lighthouse: Benchmark = {
  name: 'lighthouse',
  about:
    'access, practices and search of every public page in each language, and the speed of the first, as a slow phone on a slow network sees them; --short looks once at the first',
  async run(report, { short }) {
    await buildWeb();
    await using server = await startServer({
      env: { DEMO: '1', RATE_LIMITS: '0', CLOCK_AT: '2026-11-20T22:15:00Z' },
    });
    const port = await freePort();
    const browser = await openBrowser(port);
    try {
      const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
      const found = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
      const orderPages = inEachLanguage(await placeOrder(server.url));
      const fast = new Set([...FAST_PAGES, ...orderPages]);
      const pages = short ? fast : new Set([...found, ...OTHER_PAGES, ...orderPages]);
      for (const page of pages) {
        report.step(page);
        const isFast = fast.has(page);
        const requested = [...(isFast ? [SPEED] : []), ...CATEGORIES, ...(found.includes(page) ? [FOUND] : [])];
        // Compress the page once, as for every visitor after the first.
        await fetch(server.url + page);
        const look = () => lookAt(server.url + page, port, requested);
        const { categories, audits } = await middleOf(isFast && !short ? RUNS : 1, look);
        for (const { id, name, atLeast } of requested) {
          const category = categories[id];
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

type Result = RunnerResult['lhr'];

async function middleOf(runs: number, look: () => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run++) results.push(await look());
  const middle = results.toSorted((a, b) => speedOf(a) - speedOf(b))[Math.floor(runs / 2)];
  if (!middle) throw new RangeError('the middle of nothing');
  return middle;
}

async function lookAt(url: string, port: number, requested: readonly { readonly id: string }[]): Promise<Result> {
  const result = await runLighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: requested.map(({ id }) => id),
  });
  if (!result) throw new Error(`${url} was not measured`);
  return result.lhr;
}

function speedOf({ categories }: Result): number {
  return categories['performance']?.score ?? 0;
}
