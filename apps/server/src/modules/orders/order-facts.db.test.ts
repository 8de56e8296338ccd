import { expect, test } from 'vitest';
import { payloadFor, type PayloadOptions } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const cook = await server.signIn('staff.truro@demo.test');

async function payload(options: PayloadOptions = {}) {
  const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } }, SITE_KEY)).body;
  const menu = (await server.call('getLocationMenu', { query: { locationId: 'truro' } }, SITE_KEY)).body;
  return payloadFor(location, menu, options);
}

/** Places an order without the listed fields and reads it back. */
async function placed(without: readonly string[] = [], options: PayloadOptions = {}) {
  const whole = Object.entries(await payload(options)).filter(([field]) => !without.includes(field));
  const { body } = await server.call('createCustomerOrderCash', { body: Object.fromEntries(whole) as never }, SITE_KEY);
  return read(body.orderId);
}
async function read(orderId: string) {
  return (await server.call('getOrderDetails', { query: { orderId } }, cook)).body.order;
}
const step = (orderId: string, status: 'preparing' | 'ready' | 'completed' | 'cancelled') =>
  server.call('updateOrderStatus', { body: { orderId, status } }, cook);

test('a new order is pending [A-ENT-02]', async () => {
  expect((await placed()).status).toBe('pending');
});

test('a new order is unpaid [A-ENT-03]', async () => {
  expect((await placed()).paymentStatus).toBe('unpaid');
});

test('an order without an order type is picked up [A-ENT-05]', async () => {
  expect((await placed(['orderType'])).orderType).toBe('pickup');
});

test('a stored order with another method of payment reads as unknown, one without a name as anonymous [A-ENT-04] [A-ENT-06]', async () => {
  const { id } = await placed();
  await server.context.db
    .updateTable('orders')
    .set({ payment_method: 'barter', customer_name: '' })
    .where('id', '=', id)
    .execute();
  const order = await read(id);
  expect(order.paymentMethod).toBe('unknown');
  expect(order.customerInfo.name).toBe('Anonymous Customer');
});

test('an order without a session belongs to a guest [A-ENT-07]', async () => {
  expect((await placed()).customerInfo.isGuest).toBe(true);
});

test('an order counts its items [A-ENT-08]', async () => {
  const order = await placed();
  expect(order.itemCount).toBe(order.items.reduce((sum, { quantity }) => sum + quantity, 0));
});

test('an order can be cancelled while pending or preparing, but not once it is ready [A-ENT-09]', async () => {
  const order = await placed();
  const observed = [order.canCancel];
  await step(order.id, 'preparing');
  observed.push((await read(order.id)).canCancel);
  await step(order.id, 'ready');
  observed.push((await read(order.id)).canCancel);
  expect(observed).toEqual([true, true, false]);
});

test('an unpaid cash order needs payment [A-ENT-10]', async () => {
  expect((await placed()).needsPayment).toBe(true);
});

test('an order’s age and wait are whole minutes, and it is overdue from its promised time until completed [A-ENT-11] [A-ENT-12] [A-ENT-13]', async () => {
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

test('fields of another order type are not stored [A-ENT-15] [A-ENT-16]', async () => {
  const order = await placed();
  expect(order).not.toHaveProperty('deliveryInfo');
  expect(order).not.toHaveProperty('tableInfo');
});

test('an order without instructions has none [A-ENT-17]', async () => {
  expect((await placed(['specialInstructions'])).specialInstructions).toBe('');
});

test('the menu item’s id takes precedence over the line’s id, and a dish without heat levels reads back without one [A-ENT-14]', async () => {
  const body = await payload();
  const items = body.items.map((item) => ({ ...item, menuItemId: item.id, id: 'something-else' }));
  const { body: answer } = await server.call('createCustomerOrderCash', { body: { ...body, items } }, SITE_KEY);
  expect((await read(answer.orderId)).items.map(({ id }) => id)).toEqual(body.items.map(({ id }) => id));
});

test('omitting empty fields gives the same order [A-ENT-18]', async () => {
  const body = await payload();
  const { firebaseId: _none, ...customerInfo } = body.customerInfo as Record<string, unknown>;
  const { body: answer } = await server.call(
    'createCustomerOrderCash',
    { body: { ...body, customerInfo } as never },
    SITE_KEY,
  );
  expect((await read(answer.orderId)).customerInfo.firebaseId).toBeNull();
});

test('the till’s cash call states that the money was counted, and how much [A-ENT-19]', async () => {
  const { paymentMethod: _how, ...body } = (await payload()) as unknown as Record<string, unknown>;
  const call = (more: object) => server.call('createAdminOrderCash', { body: { ...body, ...more } as never }, cook);
  const { total } = body['pricing'] as { total: number };
  expect((await call({ finalTotal: total })).status).toBe(400);
  const { body: answer } = await call({ cashConfirmed: true, finalTotal: total });
  expect((await read(answer.orderId)).paymentStatus).toBe('paid');
});

test('the key of an order line contains its dish and heat level [A-ENT-20] [A-ENT-21]', async () => {
  const [line] = (await placed()).items;
  expect(line).toMatchObject({ id: expect.any(String), name: expect.any(String), spiceLevelName: expect.any(String) });
  expect(line?.cartKey.startsWith(line.id)).toBe(true);
});
