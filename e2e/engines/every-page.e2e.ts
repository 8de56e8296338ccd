import { SECTIONS } from '@tiffin/domain/people';
import { createClient } from '@tiffin/client';
import { clientOf } from '../api-client.ts';
import { PLAIN_PAGES } from '../pages.ts';
import type { EnginePage } from './engine-page.ts';
import { EVENING, expect, placeOrder, signIn, SIZES, test } from './fixtures.ts';
import { findFaults } from './in-page.ts';
import { isLoaded, listKinds, openName, pressKind } from './openers.ts';

/** The restaurant at work: two months of orders and tonight's. */
const { DEMO: _, ...env } = EVENING;
test.use({ env: { ...env, NODE_ENV: 'development' } });
test.describe.configure({ timeout: 600_000 });

/** The names of the dialogs that were seen, and faults with the page or dialog they are on. */
interface VisitResult {
  readonly dialogs: Set<string>;
  readonly faults: string[];
}

/**
 * How long a dialog may take until a press counts as one that opens nothing. When an expected dialog was not seen, the
 * pages are visited again with the longer time, because a busy machine opens dialogs late.
 */
const OPEN_TIMEOUTS_MS = [400, 3_000];
/** A page that still loads pictures or data may be wrong for a moment. */
const SETTLE_MS = 3_000;
const MAX_KINDS_PER_CLASS = 4;

async function measure(page: EnginePage, name: string, { faults }: VisitResult): Promise<void> {
  const began = performance.now();
  let found = await page.run(findFaults);
  while (found.length > 0 && performance.now() - began < SETTLE_MS) found = await page.run(findFaults);
  const errors = await page.uncaughtErrors();
  faults.push(...[...found, ...errors].map((fault) => `${name}: ${fault}`));
}

async function reload(page: EnginePage, path: string): Promise<void> {
  // A new hash alone would not load the page again.
  await page.open('/api/ping');
  await page.open(path);
  await expect.poll(() => page.run(isLoaded), { timeout: 20_000 }).toBe(true);
}

/** Closes what is open; opens the page again where a press has led elsewhere. */
async function returnTo(page: EnginePage, path: string, address: string): Promise<void> {
  for (let tries = 0; tries < 3 && (await page.run(openName)) !== null; tries++) await page.press('Escape');
  if ((await page.run(openName)) !== null || (await page.address()) !== address) await reload(page, path);
}

async function waitForOpening(page: EnginePage, timeoutMs: number): Promise<string | null> {
  const began = performance.now();
  for (;;) {
    const name = await page.run(openName);
    if (name !== null || performance.now() - began > timeoutMs) return name;
  }
}

/**
 * Measures a page, presses one control of each kind in a part of it, and one of each kind in the menus that open, and
 * measures what opens.
 */
async function visit(
  page: EnginePage,
  path: string,
  part: string,
  timeoutMs: number,
  result: VisitResult,
): Promise<void> {
  await reload(page, path);
  await measure(page, path, result);
  const address = await page.address();
  const pressed = new Set<string>();
  const nextKind = async () =>
    (await page.run(listKinds, part, MAX_KINDS_PER_CLASS)).find((kind) => !pressed.has(kind));
  /** Presses a control and measures what it opens. */
  const press = async (kind: string) => {
    pressed.add(kind);
    await page.run(pressKind, kind);
    const opened = await waitForOpening(page, timeoutMs);
    if (opened !== null) await measure(page, `${path}, ${opened}`, result);
    if (opened !== null && opened !== 'menu') result.dialogs.add(opened);
    return opened;
  };
  /** A menu closes with each choice, so it is opened again for the next one. */
  const pressInMenu = async (opener: string) => {
    for (let kind = await nextKind(); kind !== undefined; kind = await nextKind()) {
      await press(kind);
      await returnTo(page, path, address);
      await page.run(listKinds, part, MAX_KINDS_PER_CLASS);
      await page.run(pressKind, opener);
      if ((await waitForOpening(page, timeoutMs)) !== 'menu') break;
    }
  };
  for (;;) {
    await returnTo(page, path, address);
    const kind = await nextKind();
    if (kind === undefined) break;
    if ((await press(kind)) === 'menu') await pressInMenu(kind);
  }
}

/** Visits all pages, and expects these dialogs and no faults. The frame around the pages is tried on the first one. */
async function visitAll(page: EnginePage, paths: readonly string[], dialogs: readonly string[]): Promise<void> {
  const result: VisitResult = { dialogs: new Set(), faults: [] };
  for (const timeoutMs of OPEN_TIMEOUTS_MS) {
    if (dialogs.every((name) => result.dialogs.has(name))) break;
    for (const path of paths) await visit(page, path, path === paths[0] ? 'body' : 'main', timeoutMs, result);
  }
  expect(result.faults).toEqual([]);
  expect([...result.dialogs]).toEqual(expect.arrayContaining([...dialogs]));
}

const SIGN_IN_PAGES = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password?token=none',
  '/confirm-email?code=123456',
  '/no-such-page',
];

/** Orders and books as a guest. Returns the paths of the order, its receipt, the reservation and its change. */
async function orderAndBook(url: string): Promise<string[]> {
  const api = createClient({ baseUrl: url, apiKey: 'pk_demo' });
  const { order } = await placeOrder(url, 'truro', { specialInstructions: 'No peanuts' });
  const customerInfo = { name: 'Robin Guest', email: `robin.${Date.now()}@example.com`, phone: '902-555-0170' };
  const table = { locationId: 'truro', date: '2026-11-27', time: '18:30', partySize: 2, customerInfo };
  const { manageUrl } = await api.call('createReservation', { body: table });
  const [receipt = '', reservation = ''] = [order.receiptUrl, manageUrl].map((address) =>
    address?.replace(/^https?:\/\/[^/]+/, ''),
  );
  return [receipt, receipt.replace('/receipt/', '/orders/'), reservation, reservation.replace('?', '/change?')];
}

/** Accepts the orders that wait, because their alarm covers the pages of the back office. */
async function acceptOrders(url: string): Promise<void> {
  const api = await clientOf(url, 'admin@demo.test');
  for (const locationId of ['truro', 'new-glasgow']) {
    const { orders } = await api.call('getLocationOrders', { query: { locationId, status: 'pending', limit: 100 } });
    for (const { orderId } of orders) await api.call('updateOrderStatus', { body: { orderId, status: 'preparing' } });
  }
}

/** Some of the dialogs that a visit must meet. The others depend on what the restaurant of the demo is doing. */
const SIGNED_OUT_DIALOGS = ['Cancel this reservation?'];
const SIGNED_IN_DIALOGS = ['Country', 'Change password', 'Delete your account?', 'Vegetable Samosas'];
const STAFF_DIALOGS = [
  'Add Item',
  'Add Location',
  'Edit Item',
  'Edit Location',
  'Edit user',
  'Invite somebody to the team',
  'Manage Categories',
  'Net sales',
  'New API key',
  'New reservation by phone',
  'New station',
  'Option Groups',
  'Sold out',
  'Walk-in',
];

for (const [device, size] of Object.entries(SIZES)) {
  test(`every guest page and its dialogs fit the window of a ${device}`, async ({ openPage, evening }) => {
    const page = await openPage(evening.url, size);
    await visitAll(page, [...SIGN_IN_PAGES, ...(await orderAndBook(evening.url))], SIGNED_OUT_DIALOGS);
    await page.open('/menu/truro');
    await page.click('button', 'Add Mango Lassi');
    await signIn(page, 'customer@demo.test');
    await visitAll(page, [...PLAIN_PAGES, '/menu/truro', '/checkout?location=truro'], SIGNED_IN_DIALOGS);
  });

  test(`every section of the back office and its dialogs fit the window of a ${device}`, async ({
    openPage,
    evening,
  }) => {
    await acceptOrders(evening.url);
    const page = await openPage(evening.url, size);
    await signIn(page, 'admin@demo.test');
    const sections = Object.keys(SECTIONS).map((section) => `/admin/dashboard#${section}`);
    await visitAll(page, [...sections, '/admin/set-up', '/admin/handbook'], STAFF_DIALOGS);
  });
}
