import type { APIRequestContext, Page } from '@playwright/test';
import { SECTIONS } from '@tiffin/domain/people';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import { axeFinds } from './axe.ts';
import { nothingWaits, openBoard, pagesOfEvening as test } from './board-page.ts';
import { faultsThatStay } from './engines/faults-that-stay.ts';
import { findFaults, setGlobals } from './engines/in-page.ts';
import { expect } from './fixtures.ts';
import { PLAIN_PAGES } from './pages.ts';

test.beforeEach(({ context }) => context.addInitScript(setGlobals));

const DESK = { width: 1440, height: 900 };
/** The viewport of a desktop at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };
/** The viewport of 1280 pixels at 400 % zoom. No page may scroll sideways. */
const NARROW = { width: 320, height: 640 };

const BY_COLOUR_AND_SIZE = process.env.QUICK_TESTS
  ? ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']
  : undefined;

/** Everything that axe finds on the current page, what does not fit its window, and whether it scrolls sideways. */
async function faults(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  const look = async (how: string, rules?: readonly string[]) => {
    for (const fault of await axeFinds(page, rules)) found.push(`${name}, ${how}: ${fault}`);
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
    const misfits = await faultsThatStay(() => page.evaluate(findFaults));
    for (const fault of misfits) found.push(`${name}, ${how}: ${fault}`);
  };
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await look('light');
  await measure('light');
  // The same page in other colours and another size: quick tests ask only what mostly depends on these.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize(ZOOMED);
  await look('dark at 200 %', BY_COLOUR_AND_SIZE);
  await measure('at 200 %');
  await page.setViewportSize(NARROW);
  await measure('at 320 px');
  for (const small of await page.evaluate(smallTargets))
    found.push(`${name}, at 320 px: smaller than a finger: ${small}`);
  await page.setViewportSize(DESK);
  return found;
}

/** Runs in the page: lists targets smaller than 44 px. Links within text may be as high as their line (2.5.8). */
function smallTargets(): string[] {
  const PRESSED = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const isAmongWords = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();
  // A link that covers its card, or a control that is drawn by its label.
  const coversCard = (element: Element) => getComputedStyle(element, '::after').inset === '0px';
  return [...document.querySelectorAll(PRESSED)]
    .filter((element) => element.checkVisibility() && !isAmongWords(element) && !coversCard(element))
    .map((element) => (element instanceof HTMLInputElement && element.closest('label')) || element)
    .filter((element) => {
      const { width, height, right, bottom } = element.getBoundingClientRect();
      const isVisible = width > 1 && height > 1 && right > 0 && bottom > 0;
      return isVisible && (width < 43.5 || height < 43.5);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Checks of a whole page: keyboard navigation and increased text spacing. */
async function faultsOfPage(page: Page, name: string): Promise<string[]> {
  // At 200 % zoom, sticky bars leave the least room. Everything reachable by Tab must still be visible.
  await page.setViewportSize(ZOOMED);
  const byTab = await faultsByTab(page);
  await page.setViewportSize(NARROW);
  const spaced = await page.evaluate(textCutOff, SPACED);
  return [
    ...byTab.map((fault) => `${name}, by Tab at 200 %: ${fault}`),
    ...spaced.map((fault) => `${name}, with spaced text: ${fault}`),
  ];
}

/** The text spacing that users may set (1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Runs in the page: applies this text spacing and lists elements whose text is then cut off. */
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
      // A screen reader still reads the full text behind an ellipsis.
      if (textOverflow === 'ellipsis') return false;
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      const cut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      return (cut(overflowX) && scrollWidth > clientWidth + 1) || (cut(overflowY) && scrollHeight > clientHeight + 1);
    })
    .map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`);
}

const MOST_TABS = 60;

/**
 * Walks through the page by Tab. The focused element must be on screen, not fully covered, and have a focus ring. The
 * order must follow that of the page.
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

/** Runs in the page: describes what is wrong with the focused element. Returns 'end' when the focus leaves the page. */
function faultOfFocus(): string | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'end';
  const name = focused.outerHTML.slice(0, 120);
  // The label draws the control; the input itself is hidden.
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
  // A link that covers its card draws the focus ring around the card.
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

/** Creates an order and a reservation as the signed-in person. */
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
  for (const status of statuses) {
    // The note of these orders mentions an allergy.
    if (status === 'ready') await post(request, url, 'confirmAllergies', { orderId });
    await post(request, url, 'updateOrderStatus', { orderId, status });
  }
}

const shown = (page: Page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: 20_000 });

test('every guest page in light and dark mode, at 200 % and at 320 px, by Tab and with text spacing', async ({
  page,
  baseURL,
  signedIn,
  expectComplaint,
}) => {
  test.setTimeout(480_000);
  expectComplaint(/40[34]/); // The not-found page and a page that guests may not open are checked, too.
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
    reservation.replace('?', '/change?'),
  ]) {
    await visit(path);
  }

  // With a dish in the cart.
  await page.goto('/menu/truro');
  await shown(page);
  const add = page.getByRole('button', { name: 'Add Mango Lassi', exact: true }).first();
  await add.click();
  await expect(page.getByRole('link', { name: /^1 item to order/ })).toBeVisible();
  await visit('/menu/truro');
  await visit('/checkout?location=truro');
  // French texts are the longest.
  await visit('/fr/checkout?location=truro');
  await page.context().clearCookies();
  for (const path of [
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password?token=none',
    '/confirm-email?code=123456',
  ])
    await visit(path);
  expect(found).toEqual([]);
});

test('the guests’ dialogs: the site menu and a dish', async ({ page }) => {
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
  const dialog = page.getByRole('dialog', { name: 'Palak Paneer' });
  await expect(async () => {
    // A slow dialog may have opened after the last attempt; it then covers the button.
    if (!(await dialog.isVisible())) {
      await page.getByRole('button', { name: 'Add Palak Paneer', exact: true }).last().click({ timeout: 2_000 });
    }
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  found.push(...(await faults(page, 'a dish')));
  expect(found).toEqual([]);
});

test('every section of the back office in light and dark mode, at 200 % and at 320 px', async ({
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
  for (const section of Object.keys(SECTIONS)) {
    await page.goto('about:blank');
    await page.goto(`/admin/dashboard#${section}`);
    await shown(page);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    found.push(...(await faults(page, section)));
  }
  expect(found).toEqual([]);
});

/** The button that opens the dialog of a section, and its name. */
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
    // A live event may render the section again during the click.
    await expect(async () => {
      const dialog = page.getByRole('dialog').last();
      if (!(await dialog.isVisible())) {
        await page.getByRole('button', { name: opener }).first().click({ timeout: 3_000 });
      }
      await expect(dialog).toBeVisible({ timeout: 3_000 });
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

/** Presses Tab until the element has the focus, and checks that it is visible. */
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

test('a cook uses the board by keyboard alone', async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  const url = baseURL ?? '';
  await openBoard(page, url, 'staff.truro@demo.test');
  const { orderId } = await placeOrder(page.context().request, url);
  const code = orderId.slice(-5);
  await expect(page.getByRole('dialog', { name: 'New order' })).toContainText(code);
  await tabTo(page, 'Accept Order & Start Preparing', 'button');
  // A key pressed as the dialog appears was meant for something else and must not accept the order.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'New order' })).toBeHidden({ timeout: 1_000 });
  }).toPass();
  const ticket = page.getByRole('article').filter({ hasText: code });
  // The note mentions an allergy, so each dish is confirmed first.
  const check = page.getByRole('dialog', { name: `Allergy on order ${code}` });
  await expect(async () => {
    await ticket.getByRole('button', { name: 'Confirm 3 dishes' }).press('Enter', { timeout: 1_000 });
    await expect(check).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (const box of await check.getByRole('checkbox').all()) await box.press('Space');
  await check.getByRole('button', { name: 'Confirm 3 dishes' }).press('Enter');
  await expect(check).toBeHidden();
  for (const [button, column] of [
    ['Mark as Ready', 'Ready'],
    ['Mark as Completed', 'Completed'],
  ] as const) {
    // The ticket is rendered again after the server's response.
    await expect(async () => {
      const moved = page.getByRole('region', { name: column }).getByRole('article').filter({ hasText: code });
      if (!(await moved.isVisible()))
        await ticket.getByRole('button', { name: button }).press('Enter', { timeout: 1_000 });
      const due = page.getByRole('button', { name: 'Complete anyway' });
      if (column === 'Completed') await due.press('Enter', { timeout: 1_000 });
      await expect(moved).toBeVisible({ timeout: 2_000 });
    }).toPass();
  }
});
