import { freePort } from '@tiffin/server/testing/free-port';
import { startServer } from '@tiffin/server/testing/server-process';
import runLighthouse from 'lighthouse';
import { buildWeb } from '../../scripts/web.mjs';
import type { Benchmark } from './benchmark.ts';
import { openBrowser } from './browser.ts';

const PAGES = ['/', '/menu/truro', '/reservations'] as const;
const CATEGORIES = [
  { id: 'performance', name: 'performance', atLeast: 98 },
  { id: 'accessibility', name: 'accessibility', atLeast: 100 },
  { id: 'best-practices', name: 'best practices', atLeast: 100 },
  { id: 'seo', name: 'search engines', atLeast: 100 },
] as const;

export const lighthouse: Benchmark = {
  name: 'lighthouse',
  about: 'the four scores of the guests’ pages, as a slow phone on a slow network sees them',
  async run(report) {
    await buildWeb();
    await using server = await startServer({
      env: { DEMO: '1', RATE_LIMITS: '0', CLOCK_AT: '2026-11-20T22:15:00Z' },
    });
    const port = await freePort();
    const browser = await openBrowser(port);
    try {
      for (const page of PAGES) {
        report.step(page);
        // compressed once, as for every visitor after the first
        await fetch(server.url + page);
        const result = await runLighthouse(server.url + page, {
          port,
          output: 'json',
          logLevel: 'error',
          onlyCategories: CATEGORIES.map(({ id }) => id),
        });
        if (!result) throw new Error(`${page} was not measured`);
        const { categories, audits } = result.lhr;
        for (const { id, name, atLeast } of CATEGORIES) {
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
