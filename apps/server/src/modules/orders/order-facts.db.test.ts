import { expect, test } from 'vitest';
import { payloadFor, type PayloadOptions } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const cook = await server.signIn('staff.truro@demo.test');

async function payload(wish: PayloadOptions = {}) {
  const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } }, SITE_KEY)).body;
  const menu = (await server.call('getLocationMenu', { query: { locationId: 'truro' } }, SITE_KEY)).body;
  return payloadFor(location, menu, wish);
}

/** An order as it is read back once it was placed, with what the test leaves out of it. */
async function placed(without: readonly string[] = [], wish: PayloadOptions = {}) {
  const whole = Object.entries(await payload(wish)).filter(([field]) => !without.includes(field));
  const { body } = await server.call('createCustomerOrderCash', { body: Object.fromEntries(whole) as never }, SITE_KEY);
  return read(body.orderId);
}
async function read(orderId: string) {
  return (await server.call('getOrderDetails', { query: { orderId } }, cook)).body.order;
}
const step = (orderId: string, status: 'preparing' | 'ready' | 'completed' | 'cancelled') =>
  server.call('updateOrderStatus', { body: { orderId, status } }, cook);

test('an order begins pending [A-ENT-02]', async () => {
  expect((await placed()).status).toBe('pending');
});

test('an order begins unpaid [A-ENT-03]', async () => {
  expect((await placed()).paymentStatus).toBe('unpaid');
});

test('whoever is not signed in is a guest [A-ENT-07]', async () => {
  expect((await placed()).customerInfo.isGuest).toBe(true);
});

test('an order counts its pieces [A-ENT-08]', async () => {
  const order = await placed();
  expect(order.itemCount).toBe(order.items.reduce((sum, { quantity }) => sum + quantity, 0));
});

test('an order can be cancelled while it is pending or being prepared, and not once it is ready [A-ENT-09]', async () => {
  const order = await placed();
  const seen = [order.canCancel];
  await step(order.id, 'preparing');
  seen.push((await read(order.id)).canCancel);
  await step(order.id, 'ready');
  seen.push((await read(order.id)).canCancel);
  expect(seen).toEqual([true, true, false]);
});

test('a cash order that is not paid needs payment [A-ENT-10]', async () => {
  expect((await placed()).needsPayment).toBe(true);
});

test('the age of an order and the wait for it are whole minutes, and past its time it is overdue until it is completed [A-ENT-11] [A-ENT-12] [A-ENT-13]', async () => {
  const order = await placed();
  expect(order.orderAge).toBe(0);
  const wait = Math.ceil((Date.parse(order.estimatedReady ?? '') - server.clock.now().getTime()) / 60_000);
  expect(order.estimatedWaitTime).toBe(wait);
  expect(order.isOverdue).toBe(false);
  server.clock.forward((wait + 2) * 60_000);
  const late = await read(order.id);
  expect([late.orderAge, late.estimatedWaitTime, late.isOverdue]).toEqual([wait + 2, 0, true]);
  await step(order.id, 'preparing');
  await step(order.id, 'ready');
  await step(order.id, 'completed');
  expect((await read(order.id)).isOverdue).toBe(false);
});

test('what belongs to another way of fetching is not kept [A-ENT-15] [A-ENT-16]', async () => {
  const order = await placed();
  expect(order).not.toHaveProperty('deliveryInfo');
  expect(order).not.toHaveProperty('tableInfo');
});

test('an order without instructions keeps none [A-ENT-17]', async () => {
  expect((await placed(['specialInstructions'])).specialInstructions).toBe('');
});

test('the menu’s id goes before the id, and a dish that asks for no heat reads back without one [A-ENT-14]', async () => {
  const body = await payload();
  const items = body.items.map((item) => ({ ...item, menuItemId: item.id, id: 'something-else' }));
  const { body: answer } = await server.call('createCustomerOrderCash', { body: { ...body, items } }, SITE_KEY);
  expect((await read(answer.orderId)).items.map(({ id }) => id)).toEqual(body.items.map(({ id }) => id));
});

test('an order whose empty fields were left out is the same order [A-ENT-18]', async () => {
  const body = await payload();
  const { firebaseId: _none, ...customerInfo } = body.customerInfo as Record<string, unknown>;
  const { body: answer } = await server.call(
    'createCustomerOrderCash',
    { body: { ...body, customerInfo } as never },
    SITE_KEY,
  );
  expect((await read(answer.orderId)).customerInfo.firebaseId).toBeNull();
});

test('the till’s cash call says that the money was counted, and how much [A-ENT-19]', async () => {
  const { paymentMethod: _how, ...body } = (await payload()) as unknown as Record<string, unknown>;
  const call = (more: object) => server.call('createAdminOrderCash', { body: { ...body, ...more } as never }, cook);
  const { total } = body['pricing'] as { total: number };
  expect((await call({ finalTotal: total })).status).toBe(400);
  const { body: answer } = await call({ cashConfirmed: true, finalTotal: total });
  expect((await read(answer.orderId)).paymentStatus).toBe('paid');
});

test('a line of an order names its dish and its heat by one key [A-ENT-20] [A-ENT-21]', async () => {
  const [line] = (await placed()).items;
  expect(line).toMatchObject({ id: expect.any(String), name: expect.any(String), spiceLevelName: expect.any(String) });
  expect(line?.cartKey.startsWith(line.id)).toBe(true);
});
