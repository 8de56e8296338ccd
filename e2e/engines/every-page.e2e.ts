import { SECTIONS } from '@tiffin/domain/people';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { createClient } from '@tiffin/client';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import { clientOf } from '../api-client.ts';
import { PLAIN_PAGES } from '../pages.ts';
import type { EnginePage } from './engine-page.ts';
import { EVENING, expect, signIn, SIZES, test as base } from './fixtures.ts';
import { isLoaded, openerKinds, pressKind, whatIsOpen } from './openers.ts';

/** The restaurant at work: two months of orders and tonight's. */
const test = base.extend<object, { evening: ServerProcess }>({
  evening: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, use) => {
      const { DEMO: _, ...env } = EVENING;
      await using server = await startServer({ env: { ...env, NODE_ENV: 'development' } });
      await use(server);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.describe.configure({ mode: 'parallel', timeout: 600_000 });

/** What a visit saw: the names of dialogs, and faults with the page or dialog they are on. */
interface Seen {
  readonly dialogs: Set<string>;
  readonly faults: string[];
}

/** How long a dialog may take until a press counts as one that opens nothing. */
const OPENS_WITHIN_MS = 400;
/** A page that still loads pictures or data may be wrong for a moment. */
const SETTLES_WITHIN_MS = 3_000;
/** Of each look, as many kinds of controls are pressed on a page. */
const OF_EACH_LOOK = 6;

async function measure(page: EnginePage, name: string, { faults }: Seen): Promise<void> {
  let found: string[] = [];
  await expect
    .poll(async () => (found = await page.boxFaults()), { timeout: SETTLES_WITHIN_MS })
    .toEqual([])
    .catch(() => faults.push(...found.map((fault) => `${name}: ${fault}`)));
  for (const error of await page.scriptErrors()) faults.push(`${name}: ${error}`);
}

async function openAnew(page: EnginePage, path: string): Promise<void> {
  // A new hash alone would not load the page again.
  await page.open('/api/ping');
  await page.open(path);
  await expect.poll(() => page.run(isLoaded), { timeout: 20_000 }).toBe(true);
}

/** Closes what is open; opens the page again where a press has led elsewhere. */
async function returnTo(page: EnginePage, path: string, address: string): Promise<void> {
  for (let tries = 0; tries < 3 && (await page.run(whatIsOpen)) !== null; tries++) await page.press('Escape');
  if ((await page.run(whatIsOpen)) !== null || (await page.address()) !== address) await openAnew(page, path);
}

async function waitForOpening(page: EnginePage): Promise<string | null> {
  let open: string | null = null;
  await expect
    .poll(async () => (open = await page.run(whatIsOpen)), { timeout: OPENS_WITHIN_MS })
    .not.toBeNull()
    .catch(() => null);
  return open;
}

/**
 * Measures a page, presses one control of each kind in a part of it, and one of each kind in the menus that open, and
 * measures what opens.
 */
async function visit(page: EnginePage, path: string, part: string, seen: Seen): Promise<void> {
  await openAnew(page, path);
  await measure(page, path, seen);
  const address = await page.address();
  const pressed = new Set<string>();
  /** Presses the first control that was not pressed yet. Returns what it opened, or undefined if there is none. */
  const pressNext = async () => {
    const kind = (await page.run(openerKinds, part, OF_EACH_LOOK)).find((each) => !pressed.has(each));
    if (kind === undefined) return undefined;
    pressed.add(kind);
    await page.run(pressKind, kind);
    const open = await waitForOpening(page);
    if (open !== null && open !== 'menu') seen.dialogs.add(open);
    if (open !== null) await measure(page, `${path}, ${open}`, seen);
    return { kind, open };
  };
  for (;;) {
    await returnTo(page, path, address);
    const first = await pressNext();
    if (first === undefined) break;
    // A menu closes with each choice.
    for (let { open } = first; open === 'menu';) {
      if ((await pressNext()) === undefined) break;
      await returnTo(page, path, address);
      await page.run(openerKinds, part, OF_EACH_LOOK);
      await page.run(pressKind, first.kind);
      open = await waitForOpening(page);
    }
  }
}

/** Visits all pages. The frame around them is tried on the first one. */
async function faultsOf(page: EnginePage, paths: readonly string[], leastDialogs: number): Promise<string[]> {
  const seen: Seen = { dialogs: new Set(), faults: [] };
  for (const path of paths) await visit(page, path, path === paths[0] ? 'body' : 'main', seen);
  expect(seen.dialogs.size, [...seen.dialogs].join(', ')).toBeGreaterThanOrEqual(leastDialogs);
  return seen.faults;
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
  const query = { locationId: 'truro' };
  const { location } = await api.call('getLocation', { query });
  const body = payloadFor(location, await api.call('getLocationMenu', { query }), {
    specialInstructions: 'No peanuts',
  });
  const { order } = await api.call('createCustomerOrderCash', { body });
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

for (const [device, size] of Object.entries(SIZES)) {
  test(`every guest page and its dialogs fit the window of a ${device}`, async ({ openPage, evening }) => {
    const page = await openPage(evening.url, size);
    const signedOut = await faultsOf(page, [...SIGN_IN_PAGES, ...(await orderAndBook(evening.url))], 2);
    await page.open('/menu/truro');
    await page.click('button', 'Add Mango Lassi');
    await signIn(page, 'customer@demo.test');
    const signedIn = await faultsOf(page, [...PLAIN_PAGES, '/menu/truro', '/checkout?location=truro'], 6);
    expect([...signedOut, ...signedIn]).toEqual([]);
  });

  test(`every section of the back office and its dialogs fit the window of a ${device}`, async ({
    openPage,
    evening,
  }) => {
    await acceptOrders(evening.url);
    const page = await openPage(evening.url, size);
    await signIn(page, 'admin@demo.test');
    const sections = Object.keys(SECTIONS).map((section) => `/admin/dashboard#${section}`);
    expect(await faultsOf(page, sections, 40)).toEqual([]);
  });
}
