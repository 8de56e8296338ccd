import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The bar of the back office about the connection and the waiting changes. */
export const bar = (page: Page) => page.getByRole('status', { name: 'Changes made without a connection' });

/** Opens a browser whose profile survives a restart. */
export async function browserOn(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-CA',
    timezoneId: 'America/Halifax',
  });
}

/** Waits until the service worker has stored this page and all its parts. */
export async function waitForStoredPage(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          if (!navigator.serviceWorker.controller) return false;
          const pages = await caches.open('tiffin-pages');
          const { pathname, search } = location;
          return (await pages.match(pathname + search, { ignoreVary: true })) !== undefined;
        }),
      { timeout: 30_000 },
    )
    .toBe(true);
}

export async function waitForStoredSite(page: Page): Promise<void> {
  await waitForStoredPage(page);
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const builds = await (await (await caches.open('tiffin-assets')).match('/builds-kept'))?.json();
          const stored = await (await caches.open('tiffin-assets')).keys();
          return Array.isArray(builds) ? builds[0].files.length - (stored.length - 1) : null;
        }),
      { timeout: 30_000 },
    )
    .toBe(0);
}

/** The rows that the browser stores in a table. */
export const storedRows = (page: Page, name: string, table: string) =>
  page.evaluate(
    ([database = '', rows = '']) =>
      new Promise<unknown[]>((resolve) => {
        indexedDB.open(database).addEventListener('success', ({ target }) => {
          const db = (target as IDBOpenDBRequest).result;
          const isThere = db.objectStoreNames.contains(rows);
          const all = isThere ? db.transaction(rows).objectStore(rows).getAll() : null;
          all?.addEventListener('success', () => resolve(all.result));
          if (!all) resolve([]);
          db.close();
        });
      }),
    [name, table],
  );
