import { test as base, expect } from '@playwright/test';
import { DEMO_PASSWORD } from '@tiffin/demo/people';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { EnginePage } from './engine-page.ts';
import { openWindow, type Engine, type Size } from './engine-window.ts';

export { expect };

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** A Friday evening in Halifax: both kitchens are open. */
export const EVENING = { DEMO: '1', RATE_LIMITS: '0', CHECK_ANSWERS: '1', CLOCK_AT: '2026-11-20T22:15:00Z' };

interface Fixtures {
  /** Opens a window of this size at the address of a server. */
  openPage: (url: string, size: Size) => Promise<EnginePage>;
  phone: EnginePage;
  desktop: EnginePage;
}

/** Journeys that run in each engine, at a restaurant of their own. A page that crashes fails them. */
export const test = base.extend<Fixtures, { evening: ServerProcess }>({
  evening: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, use) => {
      await using server = await startServer({ env: EVENING });
      await use(server);
      // Pages report their crashes to the server, those during their first moments too.
      expect(server.output()).not.toContain('in the browser: ');
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  openPage: async ({}, use, { project }) => {
    const pages: EnginePage[] = [];
    try {
      await use(async (url, size) => {
        const page = new EnginePage(await openWindow(project.name as Engine, size), url);
        pages.push(page);
        await page.open('/api/ping');
        expect(await page.run(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size);
        return page;
      });
      for (const page of pages) expect(await page.uncaughtErrors(), 'uncaught errors').toEqual([]);
    } finally {
      await Promise.allSettled(pages.map((page) => page.close()));
    }
  },
  phone: async ({ openPage, evening }, use) => use(await openPage(evening.url, SIZES.phone)),
  desktop: async ({ openPage, evening }, use) => use(await openPage(evening.url, SIZES.desktop)),
});

/** Signs in a demo person without the form. */
export async function signIn(page: EnginePage, email: string): Promise<void> {
  await page.open('/login');
  const send = async (address: string, password: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: address, password });
    return (await fetch('/api/auth/sign-in/email', { method: 'POST', headers, body })).status;
  };
  expect(await page.run(send, email, DEMO_PASSWORD), `${email} signs in`).toBe(200);
}
