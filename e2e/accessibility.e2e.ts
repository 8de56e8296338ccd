import type { APIRequestContext, Page } from '@playwright/test';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import routes from '../apps/web/app/routes.ts';
import { axeFinds } from './axe.ts';
import { nothingWaits, openBoard } from './board-page.ts';
import { expect, test as base } from './fixtures.ts';

/** A restaurant on a Friday evening, for all journeys of this file. */
const test = base.extend<object, { evening: ServerProcess }>({
  evening: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, use) => {
      await using server = await startServer({
        env: { DEMO: '1', RATE_LIMITS: '0', CLOCK_AT: '2026-11-20T22:15:00Z' },
      });
      await use(server);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ evening }, use) => {
    await use(evening.url);
  },
});
test.describe.configure({ mode: 'default' });

const DESK = { width: 1440, height: 900 };
/** What a desk of that size shows at 200 %. */
const ZOOMED = { width: 720, height: 450 };
/** What 1280 pixels show at 400 %: nothing may have to be scrolled sideways. */
const NARROW = { width: 320, height: 640 };

/** All that axe, and a look at the page's width, find wrong with what the page shows now. */
async function faults(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  const look = async (how: string) => {
    for (const fault of await axeFinds(page)) found.push(`${name}, ${how}: ${fault}`);
  };
  const measure = async (how: string) => {
    const { over, by } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const widest = [...document.querySelectorAll('main *')].findLast(
        (element) => element.getBoundingClientRect().right >= scrollWidth,
      );
      return { over: scrollWidth - clientWidth, by: widest?.outerHTML.slice(0, 120) };
    });
    if (over > 0) found.push(`${name}, ${how}: ${over} px to scroll sideways, by ${by}`);
  };
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await look('light');
  await measure('light');
  // One look for both: the dark is the same page in other colours.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize(ZOOMED);
  await look('dark at 200 %');
  await measure('at 200 %');
  await page.setViewportSize(NARROW);
  await measure('at 320 px');
  for (const small of await page.evaluate(smallTargets))
    found.push(`${name}, at 320 px: smaller than a finger: ${small}`);
  await page.setViewportSize(DESK);
  return found;
}

/** Runs in the page: what is pressed and smaller than 44 px. A link among words is as high as its line (2.5.8). */
function smallTargets(): string[] {
  const PRESSED = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const isAmongWords = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();
  // A link that covers its card; a choice that is drawn by its label.
  const coversCard = (element: Element) => getComputedStyle(element, '::after').inset === '0px';
  return [...document.querySelectorAll(PRESSED)]
    .filter((element) => element.checkVisibility() && !isAmongWords(element) && !coversCard(element))
    .map((element) => (element instanceof HTMLInputElement && element.closest('label')) || element)
    .filter((element) => {
      const { width, height, right, bottom } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && right > 0 && bottom > 0;
      return isSeen && (width < 43.5 || height < 43.5);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

/** What is held of a whole page beside that: the keyboard's way through it, and text set wider and higher. */
async function faultsOfPage(page: Page, name: string): Promise<string[]> {
  // Zoomed in, the bars that stay leave the least room: whatever Tab reaches must still be seen.
  await page.setViewportSize(ZOOMED);
  const byTab = await faultsByTab(page);
  await page.setViewportSize(NARROW);
  const spaced = await page.evaluate(textCutOff, SPACED);
  return [
    ...byTab.map((fault) => `${name}, by Tab at 200 %: ${fault}`),
    ...spaced.map((fault) => `${name}, with spaced text: ${fault}`),
  ];
}

/** What somebody may set for themselves (1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Runs in the page: sets the text wider and higher, and names what then hides a part of its words. */
function textCutOff(css: string): string[] {
  const style = document.createElement('style');
  style.id = 'spaced';
  style.textContent = css;
  document.head.append(style);
  const shown = (element: Element) => element.getClientRects().length > 0 && element.clientHeight > 1;
  const hasWords = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  return [...document.querySelectorAll('body *')]
    .filter((element) => shown(element) && hasWords(element))
    .filter((element) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      // An ellipsis stands for words that are read out whole.
      if (textOverflow === 'ellipsis') return false;
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      const cut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      return (cut(overflowX) && scrollWidth > clientWidth + 1) || (cut(overflowY) && scrollHeight > clientHeight + 1);
    })
    .map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`);
}

const MOST_TABS = 60;

/**
 * Goes through the page by Tab: what has the focus is on the screen, not wholly under something else,
 * and has a ring; and the way follows the order of the page.
 */
async function faultsByTab(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  });
  for (let presses = 0; presses < MOST_TABS; presses++) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(faultOfFocus);
    if (fault === 'end') break;
    if (fault !== null) found.push(fault);
  }
  const jumps = await page.locator('[tabindex]:not([tabindex="0"]):not([tabindex="-1"])').count();
  if (jumps > 0) found.push(`${jumps} elements leave the order of the page`);
  return found;
}

/** Runs in the page: what is wrong with what has the focus; 'end' when nothing of the page has it. */
function faultOfFocus(): string | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'end';
  const name = focused.outerHTML.slice(0, 120);
  // A choice is drawn by its label, the box itself being hidden.
  const drawn = focused instanceof HTMLInputElement ? (focused.closest('label') ?? focused) : focused;
  const { left, top, right, bottom } = drawn.getBoundingClientRect();
  const observed = {
    left: Math.max(left, 0),
    top: Math.max(top, 0),
    right: Math.min(right, innerWidth),
    bottom: Math.min(bottom, innerHeight),
  };
  if (observed.right - observed.left < 1 || observed.bottom - observed.top < 1) return `not on the screen: ${name}`;
  const shares = [0.1, 0.5, 0.9];
  const isOpen = shares.some((x) =>
    shares.some((y) => {
      const there = document.elementFromPoint(
        observed.left + (observed.right - observed.left) * x,
        observed.top + (observed.bottom - observed.top) * y,
      );
      return there !== null && (drawn.contains(there) || there.contains(drawn));
    }),
  );
  if (!isOpen) return `under something else: ${name}`;
  const rings = [focused, drawn, focused.parentElement, focused.nextElementSibling].filter((each) => each !== null);
  // A link that covers its card draws its ring around the card.
  const styles = [...rings.map((each) => getComputedStyle(each)), getComputedStyle(focused, '::after')];
  const hasRing = styles.some((style) => style.outlineStyle !== 'none' || style.boxShadow !== 'none');
  return hasRing ? null : `without a ring: ${name}`;
}

interface Restaurant {
  readonly orderId: string;
  readonly receipt: string;
  readonly reservation: string;
}

const SITE = { 'x-api-key': 'pk_demo' };

async function post<T>(request: APIRequestContext, url: string, call: string, data: object): Promise<T> {
  const answer = await request.post(`${url}/api/${call}`, { data, headers: { ...SITE, origin: url } });
  expect(answer.status(), `${call}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

/** An order and a table, by whoever is signed in. */
async function setOut(request: APIRequestContext, url: string): Promise<Restaurant> {
  const first = await placeOrder(request, url);
  const { days } = await (await request.get(`${url}/api/getReservationDays?locationId=truro&partySize=2`)).json();
  const { date } = days.filter((day: { state: string }) => day.state === 'free')[3];
  const booked = await post<{ manageUrl: string }>(request, url, 'createReservation', {
    locationId: 'truro',
    date,
    time: '18:30',
    partySize: 2,
    customerInfo: { name: 'Robin Guest', email: 'robin@example.com', phone: '902-555-0170' },
  });
  const path = (address: string) => new URL(address).pathname + new URL(address).search;
  return { orderId: first.orderId, receipt: path(first.order.receiptUrl), reservation: path(booked.manageUrl) };
}

async function step(request: APIRequestContext, url: string, orderId: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) await post(request, url, 'updateOrderStatus', { orderId, status });
}

/** Of these one sees something only with an order or a cart, or nothing at all. */
const SEEN_WITH_MORE = new Set(['checkout', 'order-success', 'payment-cancel', 'design', 'sign-out']);
/** The pages in the guests' frame that are found by their address alone. */
const PLAIN_PAGES = (routes.find(({ file }) => file === 'routes/guest/frame.tsx')?.children ?? [])
  .map(({ path = '' }) => path)
  .filter((path) => !/[:*]/.test(path) && !SEEN_WITH_MORE.has(path))
  .map((path) => `/${path}`);

const shown = (page: Page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: 20_000 });

test('every page of a guest, in light and dark, at 200 % and at 320 px, by Tab, with spaced text', async ({
  page,
  baseURL,
  signedIn,
  expectComplaint,
}) => {
  test.setTimeout(480_000);
  expectComplaint(/40[34]/); // a page that is not there, and one that is not for guests, are looked at too
  const url = baseURL ?? '';
  await signedIn('customer@demo.test');
  const { orderId, receipt, reservation } = await setOut(page.context().request, url);
  const found: string[] = [];
  const visit = async (path: string) => {
    await page.goto(path);
    await shown(page);
    found.push(...(await faults(page, path)), ...(await faultsOfPage(page, path)));
  };
  for (const path of [
    ...PLAIN_PAGES,
    '/menu/truro',
    `/order-success?orderId=${orderId}`,
    `/payment-cancel?order_id=${orderId}`,
    '/no-such-page',
    '/admin/dashboard',
    receipt,
    receipt.replace('/receipt/', '/orders/'),
    reservation,
  ]) {
    await visit(path);
  }

  // with something in the cart
  await page.goto('/menu/truro');
  await shown(page);
  const add = page.getByRole('button', { name: 'Add Mango Lassi', exact: true }).first();
  await add.click();
  await expect(page.getByRole('link', { name: /^1 item to order/ })).toBeVisible();
  await visit('/menu/truro');
  await visit('/checkout?location=truro');
  await page.context().clearCookies();
  for (const path of ['/login', '/signup', '/forgot-password', '/reset-password?token=none']) await visit(path);
  expect(found).toEqual([]);
});

test('dialogs of a guest: the site’s menu, a dish', async ({ page }) => {
  test.setTimeout(120_000);
  const found: string[] = [];
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await shown(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await axeFinds(page)).map((fault) => `site menu: ${fault}`));
  await page.keyboard.press('Escape');

  await page.setViewportSize(DESK);
  await page.goto('/menu/truro');
  await shown(page);
  await expect(async () => {
    await page.getByRole('button', { name: 'Add Palak Paneer', exact: true }).last().click();
    await expect(page.getByRole('dialog', { name: 'Palak Paneer' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  found.push(...(await faults(page, 'a dish')));
  expect(found).toEqual([]);
});

const SECTIONS = [
  'dashboard',
  'orders',
  'create-order',
  'deliveries',
  'find-order',
  'reservations',
  'menu',
  'users',
  'locations',
  'messages',
  'payments',
  'settings',
  'audit',
] as const;

test('every section of the back office, in light and dark, at 200 % and at 320 px', async ({
  page,
  baseURL,
  signedIn,
}) => {
  test.setTimeout(480_000);
  const url = baseURL ?? '';
  const { request } = page.context();
  await signedIn('admin@demo.test');
  for (const steps of [['preparing'], ['preparing', 'ready'], ['preparing', 'ready', 'completed']]) {
    const { orderId } = await placeOrder(request, url);
    await step(request, url, orderId, ...steps);
  }
  await nothingWaits(request, url);
  const found: string[] = [];
  for (const section of SECTIONS) {
    await page.goto('about:blank');
    await page.goto(`/admin/dashboard#${section}`);
    await shown(page);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    found.push(...(await faults(page, section)));
  }
  expect(found).toEqual([]);
});

/** What opens the dialog of a section, and what it is called. */
const DIALOGS = [
  ['menu', 'Add Item'],
  ['locations', 'Add Location'],
  ['reservations', 'New reservation'],
  ['orders', /Sound Settings$/],
] as const;

test('the dialogs of the back office', async ({ page, baseURL, signedIn }) => {
  test.setTimeout(180_000);
  await signedIn('admin@demo.test');
  await nothingWaits(page.context().request, baseURL ?? '');
  const found: string[] = [];
  for (const [section, opener] of DIALOGS) {
    await page.goto('about:blank');
    await page.goto(`/admin/dashboard#${section}`);
    await shown(page);
    // Live news may draw the section anew under the finger.
    await expect(async () => {
      await page.getByRole('button', { name: opener }).first().click();
      await expect(page.getByRole('dialog').last()).toBeVisible({ timeout: 3_000 });
    }).toPass();
    found.push(...(await faults(page, `${section}, dialog`)));
  }
  await page.goto('about:blank');
  await page.goto('/admin/dashboard#users');
  await shown(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search or jump' })).toBeVisible();
  found.push(...(await faults(page, 'search or jump')));
  expect(found).toEqual([]);
});

interface Placed {
  readonly orderId: string;
  readonly order: { readonly receiptUrl: string };
}

async function placeOrder(request: APIRequestContext, url: string): Promise<Placed> {
  const read = async (call: string) =>
    (await request.get(`${url}/api/${call}?locationId=truro`, { headers: SITE })).json();
  const { location } = await read('getLocation');
  return post(
    request,
    url,
    'createCustomerOrderCash',
    payloadFor(location, await read('getLocationMenu'), { specialInstructions: 'No peanuts' }),
  );
}

/** Presses Tab until that is in focus; one who works by keyboard gets there, and sees where they are. */
async function tabTo(page: Page, name: RegExp | string, role: 'button' | 'link' | 'textbox' | 'radio'): Promise<void> {
  const requested = page.getByRole(role, { name }).locator('visible=true').first();
  await expect(requested).toBeVisible();
  for (let presses = 0; presses < 400; presses++) {
    if (await requested.evaluate((element) => element === document.activeElement)) {
      const observed = await requested.evaluate((element) => {
        const rings = [element, element.closest('label'), element.parentElement].filter((each) => each !== null);
        return rings.some((each) => {
          const style = getComputedStyle(each);
          return style.outlineStyle !== 'none' || style.boxShadow !== 'none';
        });
      });
      expect(observed, `${String(name)} shows that it is in focus`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(name)} was not reached by Tab`);
}

test('a guest orders by keyboard alone, from the menu to the confirmation', async ({ page, signedIn }) => {
  test.setTimeout(120_000);
  await signedIn('customer@demo.test');
  await page.goto('/menu/truro');
  await shown(page);
  const search = page.getByRole('searchbox', { name: 'Search dishes' });
  await expect(async () => {
    await search.fill('mango lassi');
    await expect(page.getByRole('status').filter({ hasText: 'dish' }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await search.press('Enter');
  await expect(page.getByRole('link', { name: 'Mango Lassi', exact: true })).toBeFocused();
  await tabTo(page, 'Add Mango Lassi', 'button');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Checkout/, 'link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await tabTo(page, /Phone/, 'textbox');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('902 555 0161');
  const cash = page.getByRole('radio', { name: /cash/i }).first();
  await cash.focus();
  await page.keyboard.press('Space');
  await expect(cash).toBeChecked();
  await tabTo(page, /Place Order/, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
});

test('a cook works the board by keyboard alone', async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  const url = baseURL ?? '';
  await openBoard(page, url, 'staff.truro@demo.test');
  const { orderId } = await placeOrder(page.context().request, url);
  const code = orderId.slice(-5);
  await expect(page.getByRole('dialog', { name: 'New order' })).toContainText(code);
  await tabTo(page, 'Accept Order & Start Preparing', 'button');
  // A key pressed in the moment it appears was meant for something else, and does not accept.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'New order' })).toBeHidden({ timeout: 1_000 });
  }).toPass();
  const ticket = page.getByRole('article').filter({ hasText: code });
  for (const [button, column] of [
    ['Mark as Ready', 'Ready'],
    ['Mark as Completed', 'Completed'],
  ] as const) {
    // The ticket is drawn anew when the server has answered.
    await expect(async () => {
      const moved = page.getByRole('region', { name: column }).getByRole('article').filter({ hasText: code });
      if (!(await moved.isVisible()))
        await ticket.getByRole('button', { name: button }).press('Enter', { timeout: 1_000 });
      const due = page.getByRole('button', { name: 'Complete all the same' });
      if (column === 'Completed') await due.press('Enter', { timeout: 1_000 });
      await expect(moved).toBeVisible({ timeout: 2_000 });
    }).toPass();
  }
});
