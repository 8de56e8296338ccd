import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { payloadFor, type PayloadOptions } from '@tiffin/server/testing/order-payload';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { expect, test as base } from './fixtures.ts';

// A Friday evening in Halifax; both kitchens are open.
export const EVENING = { env: { DEMO: '1', CLOCK_AT: '2026-11-20T22:00:00.000Z' } };
/** One evening for all tests of a worker that ask for it, and each reads only what it made itself. */
export const eveningTest = base.extend<object, { evening: ServerProcess }>({
  evening: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, use) => {
      await using server = await startServer({ env: { RATE_LIMITS: '0', CHECK_ANSWERS: '1', ...EVENING.env } });
      await use(server);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Opens pages by their path at the evening’s restaurant. */
export const pagesOfEvening = eveningTest.extend({
  baseURL: async ({ evening }, use) => {
    await use(evening.url);
  },
});

const PASSWORD = 'Demo-pass-1!';
const SITE = { 'x-api-key': 'pk_demo' };

export async function signIn(page: Page, url: string, email: string): Promise<void> {
  const answer = await page.context().request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password: PASSWORD },
    headers: { origin: url },
  });
  expect(answer.status()).toBe(200);
}

async function payload(page: Page, url: string, choice: PayloadOptions, locationId: string) {
  const read = async (call: string) =>
    (await page.context().request.get(`${url}/api/${call}?locationId=${locationId}`, { headers: SITE })).json();
  const { location } = await read('getLocation');
  return payloadFor(location, await read('getLocationMenu'), choice);
}

async function post(page: Page, url: string, call: string, data: object) {
  const { request } = page.context();
  const answer = await (await request.post(`${url}/api/${call}`, { data, headers: { ...SITE, origin: url } })).json();
  expect(answer.error).toBeUndefined();
  return answer;
}

/** Places a guest's order through the API. Returns the last five characters of its number. */
export async function place(
  page: Page,
  url: string,
  choice: PayloadOptions = {},
  locationId = 'truro',
): Promise<string> {
  const data = await payload(page, url, choice, locationId);
  return (await post(page, url, 'createCustomerOrderCash', data)).orderId.slice(-5);
}

/** Places an order of the till that is paid later by link. Returns the last five characters of its number. */
export async function placeOnAccount(page: Page, url: string): Promise<string> {
  const data = await payload(page, url, {}, 'truro');
  return (await post(page, url, 'createAdminOrderOnline', data)).orderId.slice(-5);
}

/** Starts a guest's card payment. */
export async function goToPay(page: Page, url: string, choice: PayloadOptions = {}) {
  const orderData = { ...(await payload(page, url, choice, 'truro')), paymentMethod: 'online' };
  return post(page, url, 'createCustomerPayment', { orderData });
}

/** Returns the order of a guest's paid session. */
export async function paidOrder(page: Page, url: string, sessionId: string): Promise<string> {
  return (await post(page, url, 'getOrderBySessionId', { sessionId })).orderId;
}

/** Places a guest's order and pays it on the sandbox's page. Returns the last five characters of its number. */
export async function placePaid(page: Page, url: string, choice: PayloadOptions = {}): Promise<string> {
  const { sessionId, paymentUrl } = await goToPay(page, url, choice);
  const paid = await page.context().request.post(paymentUrl, {
    form: { card: '4242 4242 4242 4242', action: 'pay' },
    headers: { origin: url },
    maxRedirects: 0,
  });
  expect(paid.status()).toBe(303);
  return (await paidOrder(page, url, sessionId)).slice(-5);
}

export const ticket = (page: Page, column: string, code: string) =>
  page.getByRole('region', { name: column }).getByRole('article').filter({ hasText: code });

/** Moves all orders with a status to the next one. Returns the statuses of the answers. */
async function moveOrders(request: APIRequestContext, url: string, from: string, to: string): Promise<number[]> {
  const { orders } = await (await request.get(`${url}/api/getLocationOrders?status=${from}&limit=500`)).json();
  const answers: number[] = [];
  for (const { id } of orders) {
    const data = { orderId: id, status: to };
    answers.push((await request.post(`${url}/api/updateOrderStatus`, { data, headers: { origin: url } })).status());
  }
  return answers;
}

/** Accepts waiting orders of other tests. Otherwise a board rings for them when it opens. */
export async function nothingWaits(request: APIRequestContext, url: string): Promise<void> {
  for (const status of await moveOrders(request, url, 'pending', 'preparing')) expect(status).toBe(200);
}

/** Takes the orders of other tests off the kitchen's screen, which shows some at a time. Those with dishes to confirm stay. */
export async function clearKitchen(request: APIRequestContext, url: string): Promise<void> {
  await moveOrders(request, url, 'preparing', 'ready');
}

/** Opens the board and dismisses the alarm of waiting orders. */
export async function putOff(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'New order' }).getByRole('button', { name: 'Snooze for a minute' }).click();
}

export async function openBoard(page: Page, url: string, email: string): Promise<void> {
  await signIn(page, url, email);
  await nothingWaits(page.context().request, url);
  await page.goto(`${url}/admin/dashboard#orders`);
  // The first page of a new server takes a while.
  await expect(page.getByRole('heading', { name: 'Order Management', level: 1 })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

/** Confirms every dish of a ticket that an allergy affects. */
export async function confirmDishes(page: Page, on: Locator, code: string, count: number): Promise<void> {
  await on.getByRole('button', { name: `Confirm ${count} dish` }).click();
  const check = page.getByRole('dialog', { name: `Allergy on order ${code}` });
  for (const box of await check.getByRole('checkbox').all()) await box.check();
  await check.getByRole('button', { name: /^Confirm / }).click();
  await expect(check).toBeHidden();
}
