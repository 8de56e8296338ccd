import { test as base, expect } from '@playwright/test';
import { createClient } from '@tiffin/client';
import { DEMO_PASSWORD } from '@tiffin/demo/people';
import { payloadFor, type PayloadOptions } from '@tiffin/server/testing/order-payload';
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

interface WorkerFixtures {
  /** The environment of the restaurant's server. */
  env: Readonly<Record<string, string>>;
  evening: ServerProcess;
}

/** Journeys that run in each engine, at a restaurant of their own. A page that crashes fails them. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  env: [EVENING, { scope: 'worker', option: true }],
  evening: [
    async ({ env }, use) => {
      await using server = await startServer({ env });
      await use(server);
      // Pages report their crashes to the server, those during their first moments too.
      expect(server.output()).not.toContain('in the browser: ');
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
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

/** Places a guest's order. */
export async function placeOrder(url: string, locationId: string, choice: PayloadOptions = {}) {
  const api = createClient({ baseUrl: url, apiKey: 'pk_demo' });
  const query = { locationId };
  const { location } = await api.call('getLocation', { query });
  const body = payloadFor(location, await api.call('getLocationMenu', { query }), choice);
  return api.call('createCustomerOrderCash', { body });
}
