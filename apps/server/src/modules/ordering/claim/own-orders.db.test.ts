import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const truro = await payloadMaker(server);
const glasgow = await payloadMaker(server, 'new-glasgow');
const asha = await server.signIn('customer@demo.test');
const liam = await server.signIn('customer2@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');

async function place(as = asha, make = truro) {
  return (await server.call('createCustomerOrderCash', { body: { ...make() } }, as)).body.order;
}
const read = (orderId: string, as: Record<string, string>, token?: string) =>
  server.call('getCustomerOrderDetails', { query: { orderId, ...(token !== undefined && { token }) } }, as);

test('a customer can read their own order, and orders of others appear not to exist [C-API-05]', async () => {
  const order = await place();
  expect((await read(order.orderId, asha)).body.order).toEqual(order);
  const others = await read(order.orderId, liam);
  expect([others.status, others.body.code]).toEqual([404, 'order-not-found']);
  expect((await read(order.orderId, SITE_KEY)).status).toBe(404);
  expect((await read(order.orderId, {})).status).toBe(401);
  const none = await read('TRU-20261120-AAAAA', liam);
  expect(none.body.error).toBe(others.body.error);
});

test('staff of the location can read its orders, staff of other locations cannot', async () => {
  const order = await place();
  expect((await read(order.orderId, staff)).status).toBe(200);
  expect((await read(order.orderId, elsewhere)).status).toBe(404);
});

test('an order id is required [C-API-20]', async () => {
  const { status, body } = await server.call('getCustomerOrderDetails', { query: {} as never }, asha);
  expect([status, body.error]).toEqual([400, 'orderId is required']);
});

test('an order without an account shows no personal data by its number, and everything with its token', async () => {
  const order = await place(SITE_KEY);
  const followed = (await read(order.orderId, SITE_KEY)).body.order;
  expect(followed).toMatchObject({ orderId: order.orderId, status: 'pending', items: order.items });
  expect(JSON.stringify(followed)).not.toContain('Asha');
  expect(JSON.stringify(followed)).not.toContain(order.metadata.orderToken);
  expect((await read(order.orderId, SITE_KEY, 'wrong')).status).toBe(404);
  expect((await read(order.orderId, SITE_KEY, order.metadata.orderToken)).body.order).toEqual(order);
});

test('the number alone shows that a delivery is on its way, but not where to', async () => {
  const { orderId } = await place(SITE_KEY);
  const courier = { state: 'on-the-way', at: '2026-11-20T22:40:00.000Z' };
  await context.db
    .updateTable('orders')
    .set({ order_type: 'delivery', delivery_address: '22 Willow Street', courier: JSON.stringify(courier) as never })
    .where('id', '=', orderId)
    .execute();
  expect((await read(orderId, SITE_KEY)).body.order.deliveryInfo).toEqual({ address: '', instructions: '', courier });
});

test('the reason for a moved time is shown by link, but not by number alone', async () => {
  const { orderId, metadata, estimatedReady } = await place(SITE_KEY);
  const wantedFor = new Date(Date.parse(estimatedReady ?? '') + 20 * 60_000).toISOString();
  const moved = await server.call(
    'changeOrder',
    { body: { orderId, version: 1, wantedFor, why: 'Asha asked for it' } },
    staff,
  );
  expect(moved.body.error).toBeUndefined();
  const changes = async (token?: string) => (await read(orderId, SITE_KEY, token)).body.order.changes;
  expect(await changes(metadata.orderToken)).toMatchObject([{ ready: { now: wantedFor }, why: 'Asha asked for it' }]);
  const [byNumber] = (await changes()) ?? [];
  expect(byNumber).toMatchObject({ ready: { now: wantedFor } });
  expect(byNumber).not.toHaveProperty('why');
});

test('a token opens any order without revealing the account', async () => {
  const order = await place();
  expect((await read(order.orderId, SITE_KEY, order.metadata.orderToken)).body.order).toEqual({
    ...order,
    customerInfo: { ...order.customerInfo, firebaseId: 'somebody' },
  });
});

test('own orders are listed newest first, in pages, each once [C-DASH-02]', async () => {
  const hungry = await server.signIn('manager.truro@demo.test');
  const placed: string[] = [];
  for (let i = 0; i < 7; i++) {
    // Two have the same time and must still be distinguished.
    if (i !== 3) server.clock.forward(60_000);
    placed.unshift((await place(hungry, i % 2 ? glasgow : truro)).orderId);
  }
  const eventTypes: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await server.call(
      'getCustomerOrders',
      { query: { limit: '3', ...(cursor && { cursor }) } },
      hungry,
    );
    eventTypes.push(...body.orders.map((order) => order.orderId));
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  expect(eventTypes.toSorted()).toEqual(placed.toSorted());
  expect(eventTypes[0]).toBe(placed[0]);
  expect(eventTypes.at(-1)).toBe(placed.at(-1));
  const { body } = await server.call('getCustomerOrders', { query: { cursor: 'nonsense' } }, hungry);
  expect(body.error).toContain('Invalid cursor');
});

test('a customer can cancel their own order once while pending or preparing, with or without a reason [C-DASH-04]', async () => {
  const cancel = (orderId: string, as = asha, reason?: string) =>
    server.call('cancelCustomerOrder', { body: { orderId, ...(reason && { reason }) } }, as);
  const order = await place();
  expect((await cancel(order.orderId, liam)).status).toBe(404);
  expect((await cancel(order.orderId, staff)).status).toBe(404);
  const { status, body } = await cancel(order.orderId, asha, 'We are not hungry any more');
  expect(status).toBe(200);
  expect(body.order).toMatchObject({
    status: 'cancelled',
    cancelReason: 'We are not hungry any more',
    canCancel: false,
    version: 2,
    statusHistory: [{ status: 'pending' }, { status: 'cancelled', from: 'pending', by: 'Priya Sharma' }],
  });
  const again = await cancel(order.orderId);
  expect([again.status, again.body.order.cancelReason]).toEqual([200, 'We are not hungry any more']);

  const late = await place();
  await context.db.updateTable('orders').set({ status: 'ready' }).where('id', '=', late.orderId).execute();
  const refused = await cancel(late.orderId);
  expect([refused.status, refused.body.code]).toEqual([409, 'invalid-transition']);
  expect(refused.body.error).toContain('ready');
  expect(refused.body['order']).toMatchObject({ status: 'ready' });
  expect((await cancel((await place()).orderId)).body.order.cancelReason).toBe('Cancelled by customer');
});
