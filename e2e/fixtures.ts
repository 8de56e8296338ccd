import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { axeFinds } from './axe.ts';

export { expect };

const DEMO_PASSWORD = 'Demo-pass-1!';

interface Fixtures {
  /** Signs in a demo person for the pages of this test. */
  signedIn: (email: string) => Promise<void>;
  /** Checks the page with axe; quick tests only an open dialog, because accessibility.e2e.ts opens every page. */
  accessible: (page: Page) => Promise<void>;
  /** Starts a server for this test alone, for restarts, other clocks and outages. */
  ownServer: typeof startServer;
  /** Allows a browser error that is part of the test. Every other one fails the test. */
  expectComplaint: (pattern: RegExp) => void;
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
  baseURL: async ({}, use) => {
    await use(process.env.TIFFIN_URL);
  },

  signedIn: async ({ context, baseURL }, use) => {
    await use(async (email) => {
      const answer = await context.request.post(`${baseURL}/api/auth/sign-in/email`, {
        data: { email, password: DEMO_PASSWORD },
        headers: { origin: baseURL ?? '' },
      });
      expect(answer.status(), `${email} signs in`).toBe(200);
      // Orders of other tests wait at the same location. Dismiss their alarm where it covers the page.
      const putOff = (page: Page) =>
        page.addLocatorHandler(page.getByRole('button', { name: 'Snooze for a minute' }), (button) => button.click());
      for (const page of context.pages()) await putOff(page);
      context.on('page', (page) => void putOff(page));
    });
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  accessible: async ({}, use) => {
    await use(async (page) => {
      if (process.env.QUICK_TESTS && (await page.locator('dialog:modal').count()) === 0) return;
      // Elements that fade in do not have their final contrast.
      await page.evaluate(async () => {
        const ends = ({ effect, playState }: Animation) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
        await Promise.allSettled(
          document
            .getAnimations()
            .filter(ends)
            .map(({ finished }) => finished),
        );
      });
      expect(await axeFinds(page)).toEqual([]);
    });
  },

  ownServer: async ({ context }, use) => {
    const started: ServerProcess[] = [];
    await use(async (options) => {
      const server = await startServer({ ...options, env: { RATE_LIMITS: '0', CHECK_ANSWERS: '1', ...options?.env } });
      started.push(server);
      return server;
    });
    // Close pages first, because they would report the lost server.
    for (const page of context.pages()) await page.close();
    for (const server of started) await server[Symbol.asyncDispose]();
  },

  expectComplaint: [
    async ({ context }, use) => {
      const expected: RegExp[] = [];
      const complaints = listen(context);
      await use((pattern) => expected.push(pattern));
      const unexpected = complaints.filter((words) => !expected.some((pattern) => pattern.test(words)));
      expect(unexpected, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],
});

/** Pinging an unreachable server is expected. */
const PROBE = /\/api\/ping\b/;

function listen(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !PROBE.test(message.location().url))
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => {
    const thrown = webError.error();
    complaints.push(thrown.stack ?? String(thrown));
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed';
    // A page or its service worker aborts pending requests when it is left.
    const isLeft = why === 'net::ERR_ABORTED' || (request.serviceWorker() !== null && context.pages().length === 0);
    if (!isLeft && !PROBE.test(request.url())) complaints.push(`${why}: ${request.method()} ${request.url()}`);
  });
  return complaints;
}

/** Delays requests until the returned function is called. */
export async function holdBack(where: Page | BrowserContext, pattern: string): Promise<() => void> {
  const { promise: reserved, resolve: letGo } = Promise.withResolvers<void>();
  await where.route(pattern, async (route) => {
    await reserved;
    await route.continue();
  });
  return letGo;
}

/** Waits until the page is hydrated, so that links navigate within it. */
export async function answers(page: Page): Promise<void> {
  await page.waitForFunction(
    () => 'earlyPresses' in globalThis && Reflect.get(globalThis, 'earlyPresses') === undefined,
  );
}
