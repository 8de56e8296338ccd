import type { Page, Response } from '@playwright/test';
import { startServer } from '@tiffin/server/testing/server-process';
import { clientOf } from './api-client.ts';
import { EVENING, eveningTest as test } from './board-page.ts';
import { planWithTable } from './bookings.ts';
import { answers, expect } from './fixtures.ts';

/* Guests wait for these bytes on slow phones. They are exact, so they can be held by a test. A page over its limit
   usually imports something that only some visitors need: see apps/web/chunks.ts. */

/** What pages load later than this, nobody waits for: the service worker and the note that the network is gone. */
const LATE_MS = 3_000;

/** Without it, a slow machine would still be loading a page when these come. */
function dropLateTimers(lateMs: number): void {
  const start = globalThis.setTimeout;
  const startUnlessLate = (handler: () => void, ms = 0, ...args: []) =>
    ms < lateMs ? start(handler, ms, ...args) : undefined;
  Object.assign(globalThis, { setTimeout: startUnlessLate });
}

/** The kilobytes of scripts that a page needs until it answers, as a browser without a cache downloads them. */
async function scriptsOf(page: Page, url: string): Promise<number> {
  const scripts = new Set<string>();
  const listen = (response: Response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.add(response.url());
  };
  page.on('response', listen);
  await page.addInitScript(dropLateTimers, LATE_MS);
  await page.goto(url, { waitUntil: 'networkidle' });
  await answers(page);
  page.off('response', listen);
  const sizes = await Promise.all([...scripts].map(compressedSize));
  expect(sizes.length, 'scripts of the page').toBeGreaterThan(2);
  return sizes.reduce((sum, each) => sum + each, 0) / 1000;
}

async function compressedSize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding'), url).toBe('br');
  return Number(response.headers.get('content-length'));
}

for (const { name, path, most } of [
  { name: 'the home page', path: '/', most: 112 },
  { name: 'the menu', path: '/menu/truro', most: 127 },
  { name: 'the sign-in', path: '/login?step=sign-in', most: 135 },
  { name: 'the gift cards', path: '/gift-cards', most: 150 },
  { name: 'the table search', path: '/reservations', most: 165 },
]) {
  test(`a guest who opens ${name} downloads at most ${most} kB of scripts`, async ({ page, evening }) => {
    expect(await scriptsOf(page, evening.url + path)).toBeLessThanOrEqual(most);
  });
}

test('a guest who opens the page of a table downloads no more scripts than for the menu', async ({ page }) => {
  // A server of its own: with a plan of its tables the back office of the others would change.
  await using server = await startServer({ env: EVENING.env });
  const { url } = server;
  const api = await clientOf(url, 'admin@demo.test');
  const tableId = await planWithTable(api, '1');
  const weight = await scriptsOf(page, `${url}/table/${tableId}`);
  expect(weight).toBeLessThanOrEqual(await scriptsOf(page, `${url}/menu/truro`));
});

const MOST_TO_ORDER = 190;

test(`a guest who orders downloads at most ${MOST_TO_ORDER} kB for the checkout, and for the page of the order @phone`, async ({
  page,
  evening,
}) => {
  await page.goto(`${evening.url}/menu/truro`);
  await answers(page);
  await page.getByRole('button', { name: 'Add Mango Lassi', exact: true }).first().click();
  await page.getByRole('button', { name: /View order/ }).click();
  await page
    .getByRole('dialog', { name: 'Your order' })
    .getByRole('link', { name: /^Checkout/ })
    .click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Checkout');

  const checkout = await scriptsOf(page, page.url());
  await expect(heading).toHaveText('Checkout');
  expect(checkout).toBeLessThanOrEqual(MOST_TO_ORDER);

  await page.getByRole('textbox', { name: 'Full Name' }).fill('Asha Menon');
  await page.getByRole('textbox', { name: 'Email Address' }).fill('asha.weight@example.test');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await page.getByRole('button', { name: /Place Order/ }).click();
  await expect(heading).toHaveText('Order Confirmed!');

  const order = await scriptsOf(page, page.url());
  await expect(heading).toHaveText('Order Confirmed!');
  expect(order).toBeLessThanOrEqual(MOST_TO_ORDER);
});
