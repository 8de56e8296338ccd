import { parseCsv } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const makePayload = await payloadMaker(server);
const TODAY = '2026-11-20';
const DISH = 'mango-lassi';

const setCosts = (costs: readonly object[], as: Caller = manager, locationId = 'truro') =>
  server.call('setCosts', { body: { locationId, costs } as never }, as);
const margins = (more: object = {}, as: Caller = manager) =>
  server.call('getMargins', { query: { locationId: 'truro', from: TODAY, to: TODAY, ...more } }, as);
async function dishOf(itemId: string) {
  const { body } = await margins();
  return body.categories.flatMap(({ dishes }) => dishes).find((dish) => dish.itemId === itemId);
}
async function order(quantity: number): Promise<string> {
  const placed = await server.call(
    'createCustomerOrderCash',
    { body: makePayload({ dishes: { [DISH]: quantity } }) },
    SITE_KEY,
  );
  expect(placed.status).toBe(200);
  return placed.body.orderId;
}
async function changeQuantity(orderId: string, quantity: number): Promise<void> {
  const { version } = (await server.call('getOrderDetails', { query: { orderId } }, manager)).body.order;
  const body = { orderId, version, why: 'Wrong dish', change: [{ line: 1, quantity }], preview: false };
  const changed = await server.call(
    'changeOrder',
    { body },
    { ...manager, 'idempotency-key': `${orderId} ${quantity}` },
  );
  expect([changed.status, changed.body.error]).toEqual([200, undefined]);
}
const cancel = (orderId: string) =>
  server.call('cancelOrder', { body: { orderId, cancelReason: 'Not wanted' } }, manager);
const start = (orderId: string) =>
  server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, manager);

test('a sold dish earns its net sales less its cost, and the sums are those of the report', async () => {
  expect((await setCosts([{ itemId: DISH, validFrom: '2026-11-01', cost: 1.5 }])).status).toBe(200);
  await order(3);
  const { body: report } = await server.call(
    'getReport',
    { query: { locationId: 'truro', from: TODAY, to: TODAY } },
    manager,
  );
  const { body } = await margins();
  const [sold] = report.breakdowns.dish;
  expect(await dishOf(DISH)).toMatchObject({ units: 3, net: sold?.net, cost: 4.5, place: 'too-few', wasted: 0 });
  const cents = (amount: number) => Math.round(amount * 100);
  const net = body.categories.flatMap(({ dishes }) => dishes).reduce((sum, dish) => sum + cents(dish.net), 0);
  expect(net).toBe(cents(report.sales.net));
  const search = new URLSearchParams({ locationId: 'truro', from: TODAY, to: TODAY }).toString();
  const csv = await server.fetch(`/api/getMarginsCsv?${search}`, {}, manager);
  expect(csv.headers.get('content-disposition')).toContain('margins-2026-11-20-2026-11-20.csv');
  expect(JSON.stringify(parseCsv(await csv.text()))).toContain('"4.50"');
});

test('an order that is cancelled before cooking costs nothing, one cancelled after that is waste', async () => {
  const before = await dishOf(DISH);
  await cancel(await order(2));
  expect(await dishOf(DISH)).toEqual(before);
  const started = await order(2);
  expect((await start(started)).status).toBe(200);
  await cancel(started);
  expect(await dishOf(DISH)).toMatchObject({
    units: before?.units,
    net: before?.net,
    wasted: 2,
    wastedCost: 3,
    cost: 7.5,
  });
});

test('portions that are removed after cooking began are waste, those removed before cost nothing', async () => {
  const before = await dishOf(DISH);
  const wasted = before?.wasted ?? 0;
  const orderId = await order(4);
  await changeQuantity(orderId, 3);
  expect(await dishOf(DISH)).toMatchObject({ units: (before?.units ?? 0) + 3, wasted });
  expect((await start(orderId)).status).toBe(200);
  await changeQuantity(orderId, 1);
  const after = await dishOf(DISH);
  expect(after).toMatchObject({ units: (before?.units ?? 0) + 1, wasted: wasted + 2, cost: (before?.cost ?? 0) + 4.5 });
  await cancel(orderId);
  expect(await dishOf(DISH)).toMatchObject({ units: before?.units, wasted: wasted + 3, cost: after?.cost });
});

test('a dish on the house keeps its cost and earns nothing', async () => {
  const before = await dishOf(DISH);
  const orderId = await order(1);
  const { version } = (await server.call('getOrderDetails', { query: { orderId } }, manager)).body.order;
  const discount = { orderId, version, line: 1, kind: 'comp' as const, reason: 'mistake' };
  const discounted = await server.call(
    'addDiscount',
    { body: discount },
    { ...manager, 'idempotency-key': 'on-the-house' },
  );
  expect([discounted.status, discounted.body.error]).toEqual([200, undefined]);
  expect(await dishOf(DISH)).toMatchObject({
    units: (before?.units ?? 0) + 1,
    net: before?.net,
    cost: (before?.cost ?? 0) + 1.5,
  });
});

test('a new cost counts from its day on, and the days before keep their bytes', async () => {
  const before = JSON.stringify((await margins()).body);
  expect((await setCosts([{ itemId: DISH, validFrom: '2026-11-21', cost: 9.99 }])).status).toBe(200);
  expect(JSON.stringify((await margins()).body)).toBe(before);
  expect((await setCosts([{ itemId: DISH, validFrom: '2026-11-20', cost: 2 }])).status).toBe(200);
  expect(await dishOf(DISH)).toMatchObject({ cost: 18 });
  const { body } = await server.call('getCosts', { query: { locationId: 'truro' } }, manager);
  expect(body.items.find(({ itemId }) => itemId === DISH)?.costs).toEqual([
    { validFrom: '2026-11-01', cost: 1.5 },
    { validFrom: '2026-11-20', cost: 2 },
    { validFrom: '2026-11-21', cost: 9.99 },
  ]);
});

test('wrong costs are refused with a reason', async () => {
  const at = { itemId: DISH, validFrom: TODAY };
  expect((await setCosts([{ ...at, cost: -1 }])).status).toBe(400);
  expect((await setCosts([{ ...at, cost: 1.505 }])).status).toBe(400);
  expect((await setCosts([{ ...at, cost: '3,50' }])).status).toBe(400);
  expect((await setCosts([{ ...at, validFrom: '2026-02-30', cost: 1 }])).status).toBe(400);
  expect((await setCosts([{ ...at, itemId: 'no-such-dish', cost: 1 }])).status).toBe(404);
});

test('a manager sets and sees the costs of their own location only', async () => {
  expect((await setCosts([{ itemId: DISH, validFrom: TODAY, cost: 1 }], manager, 'new-glasgow')).status).toBe(403);
  expect((await server.call('getCosts', { query: { locationId: 'new-glasgow' } }, manager)).status).toBe(403);
  expect((await margins({ locationId: 'new-glasgow' })).status).toBe(403);
  expect((await margins({ locationId: 'new-glasgow' }, admin)).status).toBe(200);
});

test('guests never see costs', async () => {
  const menu = await server.call('getLocationMenu', { query: { locationId: 'truro' } });
  expect(JSON.stringify(menu.body)).not.toMatch(/cost/i);
});
