import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { eveningTest as test, openBoard, place, putOff } from './board-page.ts';

const COOKING = 41;

/** Fills the kitchen with copies of this order, oldest first. The third is longer than a screen. */
async function rush(page: Page, code: string): Promise<void> {
  await page.route('**/api/getLocationOrders*', async (route) => {
    const answer = await route.fetch();
    const found = await answer.json();
    // Other tests of this evening leave shorter orders.
    const order = found.orders.find(({ orderId }: { orderId: string }) => orderId.endsWith(code));
    if (!order || order.status === 'completed') return route.fulfill({ response: answer });
    const at = (minutes: number) => new Date(Date.parse(order.orderTime) + minutes * 60_000).toISOString();
    const orders = Array.from({ length: COOKING }, (_, n) => {
      const id = `TRU-20261120-QR${String(n + 1).padStart(3, '0')}`;
      const items = n === 2 ? Array.from({ length: 20 }, () => order.items[0]) : order.items.slice(0, 1 + (n % 3));
      return {
        ...order,
        id,
        orderId: id,
        status: 'preparing',
        orderTime: at(n - COOKING),
        estimatedReady: at(n + 45 - COOKING),
        items: items.map((item: object, index: number) => ({ ...item, line: index + 1 })),
      };
    });
    return route.fulfill({ response: answer, json: { ...found, orders, total: COOKING } });
  });
}

/** The elements that are fully visible on the screen. */
const observed = (what: Locator) =>
  what.evaluateAll((all) =>
    all.flatMap((element, n) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight ? [n] : [];
    }),
  );

test('in a rush the kitchen shows the oldest orders first, page by page, and long ones in full', async ({
  page,
  evening,
  accessible,
}) => {
  const { url } = evening;
  const copied = await place(page, url);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(() => localStorage.setItem('tiffin_kitchen_text', 'medium'));
  await rush(page, copied);
  await openBoard(page, url, 'staff.truro@demo.test');
  await page.getByRole('button', { name: 'Kitchen' }).click();
  const tickets = page.getByRole('region', { name: 'Kitchen' }).getByRole('article');
  await expect(tickets.first()).toContainText('QR001');
  const pages = page.getByRole('group', { name: 'Pages' });
  const which = pages.getByText(/^\d+ of \d+$/);
  await expect(which).toHaveText(/^1 of/);
  await accessible(page);

  // Turning the pages shows every order, and each part of a ticket in full. A short ticket may fill the rest of a column
  // of an earlier page.
  const last = Number((await which.textContent())?.split(' of ')[1]);
  const met = new Set<string>();
  const perPage: number[] = [];
  let dishes = 0;
  for (let at = 1; ; at++) {
    await expect(which).toHaveText(`${at} of ${last}`);
    await expect.poll(async () => (await observed(tickets)).length - (await tickets.count())).toBe(0);
    const ids = await tickets.evaluateAll((all) => all.map((each) => each.getAttribute('data-ticket') ?? ''));
    for (const id of ids.toSorted()) met.add(id);
    perPage.push(new Set(ids).size);
    dishes += await tickets.getByRole('listitem').count();
    if (at === last) break;
    await pages.getByRole('button', { name: /after these$/ }).click();
  }
  expect([...met].toSorted()).toEqual(
    Array.from({ length: COOKING }, (_, n) => `TRU-20261120-QR${String(n + 1).padStart(3, '0')}`),
  );
  const expected = Array.from({ length: COOKING }, (_, n) => (n === 2 ? 20 : 1 + (n % 3)));
  expect(dishes).toBe(expected.reduce((sum, lines) => sum + lines, 0));
  expect(Math.max(...perPage)).toBeGreaterThanOrEqual(8);
});

test('on a tablet with a full board the header stays on one line, columns scroll separately, and the offline notice stays visible', async ({
  page,
  evening,
  expectComplaint,
}) => {
  expectComplaint(/ERR_|Failed to load/);
  const { url } = evening;
  const copied = await place(page, url);
  await page.setViewportSize({ width: 1280, height: 800 });
  // On an untouched tablet the sound asks to be set up and takes the most room.
  await page.addInitScript(() => Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' }));
  await rush(page, copied);
  await openBoard(page, url, 'admin@demo.test');
  await expect(page.getByText('Tap to enable sound')).toBeVisible();
  const cooking = page.getByRole('region', { name: 'Under Preparation' });
  await expect(cooking.getByRole('article')).toHaveCount(COOKING);
  const pace = page.getByRole('group', { name: 'Orders of guests' });
  const kitchen = page.getByRole('button', { name: 'Kitchen', exact: true });
  const middle = async (what: Locator) => {
    const { y, height } = (await what.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  await expect.poll(async () => Math.abs((await middle(pace)) - (await middle(kitchen)))).toBeLessThan(10);
  // Text for screen readers only is one pixel wide.
  for (const word of ['Open', 'Busy', 'Pause'])
    expect((await pace.getByText(word, { exact: true }).boundingBox())?.width).toBeGreaterThan(20);
  const say = (data: object) =>
    page.request.post(`${url}/api/setOrderPacing`, {
      data: { locationId: 'truro', ...data },
      headers: { origin: url },
    });
  for (const kind of ['busy', 'pause']) await say({ kind, plus: kind === 'busy' ? 15 : 0, until: 60 });
  await expect(page.getByRole('button', { name: /^Paused until/ })).toBeInViewport();
  await expect(page.getByRole('button', { name: /^Busy \+15 min/ })).toBeInViewport();
  await expect(kitchen).toBeInViewport({ ratio: 1 });
  await say({ kind: 'open' });

  await cooking.getByRole('article').last().scrollIntoViewIfNeeded();
  await expect(cooking.getByRole('article').last()).toBeInViewport();
  await expect(cooking.getByRole('button').first()).toBeInViewport();
  await expect(pace).toBeInViewport({ ratio: 1 });
  // A dismissed order becomes a strip; the kitchen ends above it.
  await kitchen.click();
  const code = await place(page, url);
  await putOff(page);
  await expect(page.getByRole('alert', { name: 'New order' })).toContainText(code);
  await page.getByRole('button', { name: 'Recall' }).click({ trial: true });
  await page.getByRole('button', { name: 'Leave kitchen mode' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await cooking.getByRole('button').first().click();
  await page.context().setOffline(true);
  const away = page.getByRole('status', { name: 'Changes made without a connection' });
  await expect(away).toContainText('No connection');
  await page.evaluate(() => scrollTo(0, 3_000));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
  await expect(away.getByText('No connection')).toBeInViewport();
});
