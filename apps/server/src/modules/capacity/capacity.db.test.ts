import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { releaseSlots, releaseExpiredSlots } from './reserve-slots.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const till = tillOf(server);
const admin = await server.signIn('admin@demo.test');
const cook = await server.signIn('staff.truro@demo.test');
const locationId = 'truro';
const payload = await payloadMaker(server);

/** Converts a wall-clock time of that Friday in Halifax to ISO; Halifax is four hours behind UTC. */
const friday = (time: string) => new Date(Date.parse(`2026-11-20T${time}:00Z`) + 4 * 3_600_000).toISOString();
const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const orderBody = (units: number, wantedFor?: string) => ({
  ...payload({ dishes: { 'mango-lassi': units } }),
  ...(wantedFor && { wantedFor }),
});
const order = (units: number, wantedFor?: string) =>
  server.call('createCustomerOrderCash', { body: orderBody(units, wantedFor) }, keyed(SITE_KEY));
const slots = async () =>
  (
    await context.db.selectFrom('kitchen_slots').select(['starts_at', 'orders', 'units']).orderBy('starts_at').execute()
  ).map(({ starts_at: at, orders, units }) => [at.toISOString(), orders, units]);

interface Limits {
  readonly mostOrders: number | null;
  readonly mostUnits: number | null;
}
async function limit({ mostOrders, mostUnits }: Limits, service: 'pickup' | 'delivery' | null = null) {
  const slotRules = [{ service, days: [], mostOrders, mostUnits }];
  const { status } = await server.call('updateLocation', { body: { locationId, updates: { slotRules } } }, admin);
  expect(status).toBe(200);
}

beforeEach(async () => {
  server.clock.set(friday('17:00'));
  await context.db.deleteFrom('slot_takes').execute();
  await context.db.deleteFrom('kitchen_slots').execute();
});

test('a location without limits does not count orders', async () => {
  const { body } = await order(2);
  expect(body.order.estimatedReady).toBe(friday('17:21'));
  expect(await slots()).toEqual([]);
});

test('of two orders for the last place in a slot one is placed and the other is offered the nearest times', async () => {
  await limit({ mostOrders: 8, mostUnits: 24 });
  for (let n = 0; n < 5; n++) await order(2, friday('18:00'));
  await order(5, friday('18:00'));
  await order(5, friday('18:00'));
  expect(await slots()).toEqual([[friday('18:00'), 7, 20]]);
  const both = await Promise.all([order(4, friday('18:00')), order(3, friday('18:00'))]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409)?.body;
  expect([refused?.code, refused?.['nearest']]).toEqual([
    'time-unavailable',
    [friday('17:30'), friday('17:45'), friday('18:15')],
  ]);
  const [[, orders, units] = []] = await slots();
  expect(orders).toBe(8);
  expect([23, 24]).toContain(units);
});

test('forty simultaneous orders for as soon as possible are all placed, no slot exceeds its limit, and moved orders record why', async () => {
  await limit({ mostOrders: 4, mostUnits: 6 });
  const all = await Promise.all(Array.from({ length: 40 }, (_, n) => order(1 + (n % 3))));
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  const counted = await slots();
  expect(counted.reduce((sum, [, orders]) => sum + Number(orders), 0)).toBe(40);
  for (const [, orders, units] of counted) {
    expect(orders).toBeLessThanOrEqual(4);
    expect(units).toBeLessThanOrEqual(6);
  }
  const rows = await context.db.selectFrom('orders').select(['grounds', 'estimated_ready']).execute();
  expect(rows.some(({ grounds }) => (grounds?.moved ?? 0) > 0)).toBe(true);
});

test('cancelling an order frees its slot, and changing it frees or takes the difference', async () => {
  await limit({ mostOrders: 8, mostUnits: 6 });
  const { order: placed } = (await order(4, friday('18:00'))).body;
  const change = (quantity: number, version: number) =>
    server.call(
      'changeOrder',
      { body: { orderId: placed.orderId, version, change: [{ line: 1, quantity }] } },
      keyed(cook),
    );
  expect((await change(2, 1)).status).toBe(200);
  expect(await slots()).toEqual([[friday('18:00'), 1, 2]]);
  const tooMuch = await change(7, 2);
  expect([tooMuch.status, tooMuch.body.error]).toEqual([
    409,
    'The kitchen has no room for more at that time. Please place what you add as a separate order.',
  ]);
  const moved = await server.call(
    'changeOrder',
    { body: { orderId: placed.orderId, version: 2, wantedFor: friday('18:30') } },
    keyed(cook),
  );
  expect(moved.status).toBe(200);
  expect(await slots()).toEqual([
    [friday('18:00'), 0, 0],
    [friday('18:30'), 1, 2],
  ]);
  await server.call('cancelOrder', { body: { orderId: placed.orderId, cancelReason: 'Gone' } }, cook);
  expect((await slots())[1]).toEqual([friday('18:30'), 0, 0]);
});

test('an order that is moved and enlarged in one change counts its new work once', async () => {
  await limit({ mostOrders: 8, mostUnits: 20 });
  const { orderId } = (await order(4, friday('18:00'))).body.order;
  const body = { orderId, version: 1, wantedFor: friday('18:30'), change: [{ line: 1, quantity: 7 }] };
  expect((await server.call('changeOrder', { body }, keyed(cook))).status).toBe(200);
  expect(await slots()).toEqual([
    [friday('18:00'), 0, 0],
    [friday('18:30'), 1, 7],
  ]);
});

test('a payment page holds its slot until it expires and passes it on to its order', async () => {
  await limit({ mostOrders: 1, mostUnits: null });
  const { sessionId, paymentUrl } = await till.start(SITE_KEY, { wantedFor: friday('18:00') });
  expect((await order(1, friday('18:00'))).body.code).toBe('time-unavailable');
  await till.pay(paymentUrl);
  await till.deliver();
  const { body } = await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY);
  const takes = await context.db.selectFrom('slot_takes').select(['order_id', 'session_id']).execute();
  expect(takes).toEqual([{ order_id: body.order?.orderId, session_id: null }]);

  const left = await till.start(SITE_KEY, { wantedFor: friday('18:15') });
  await till.press(left.paymentUrl, { action: 'cancel' });
  await till.deliver();
  await releaseExpiredSlots(context);
  expect((await order(1, friday('18:15'))).status).toBe(200);
});

test('settling a payment does not read the slot counts', async () => {
  await limit({ mostOrders: 8, mostUnits: 24 });
  const { paymentUrl } = await till.start(SITE_KEY, {});
  await till.pay(paymentUrl);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await till.deliver();
  const statements = query.mock.calls.map(([first]) => String(Object(first).text ?? first));
  vi.restoreAllMocks();
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter((text) => text.startsWith('select * from "kitchen_slots"'))).toEqual([]);
});

test('a slot that fills while a payment page is open does not move its order; as soon as possible keeps the later time', async () => {
  await limit({ mostOrders: 1, mostUnits: null });
  await order(1);
  const { sessionId, paymentUrl } = await till.start(SITE_KEY);
  await till.pay(paymentUrl);
  await till.deliver();
  const { body } = await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY);
  const row = await context.db
    .selectFrom('orders')
    .select(['grounds', 'estimated_ready'])
    .where('id', '=', body.order?.orderId ?? '')
    .executeTakeFirstOrThrow();
  expect(row.grounds?.moved).toBe(1);
  expect(row.grounds?.slot).toBe(row.estimated_ready.toISOString());
});

test('a limit on deliveries does not affect pickup, and orders of the till are counted', async () => {
  await limit({ mostOrders: 1, mostUnits: null }, 'pickup');
  await server.call(
    'createAdminOrderCash',
    { body: { ...orderBody(1, friday('18:00')), cashConfirmed: true } },
    keyed(cook),
  );
  expect((await order(1, friday('18:00'))).body.code).toBe('time-unavailable');
  await limit({ mostOrders: 1, mostUnits: null }, 'delivery');
  expect((await order(1, friday('18:00'))).status).toBe(200);
});

test('of simultaneous orders at the till the later ones get the next quarter of an hour', async () => {
  await limit({ mostOrders: 2, mostUnits: null });
  const taken = await Promise.all(
    Array.from({ length: 6 }, () =>
      server.call('createAdminOrderCash', { body: { ...orderBody(1), cashConfirmed: true } }, keyed(cook)),
    ),
  );
  expect(taken.map(({ status }) => status)).toEqual(taken.map(() => 200));
  expect((await slots()).map(([, orders]) => orders)).toEqual([2, 2, 2]);
});

test('an order paid after its slot was released is cooked, and staff are notified', async () => {
  await limit({ mostOrders: 1, mostUnits: null });
  const { sessionId, paymentUrl } = await till.start(SITE_KEY, { wantedFor: friday('18:00') });
  await transaction(context.db, (tx) => releaseSlots(tx, { sessionIds: [sessionId] }));
  expect((await order(1, friday('18:00'))).status).toBe(200);
  await till.pay(paymentUrl);
  await till.deliver();
  const session = await context.db
    .selectFrom('payment_sessions')
    .select(['order_id', 'attention'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  expect(session.order_id).not.toBeNull();
  expect(session.attention).toContain('The kitchen was already full at its time');
  expect(await slots()).toEqual([[friday('18:00'), 1, 1]]);
});

test('a guest’s own payment page does not block their time', async () => {
  await limit({ mostOrders: 1, mostUnits: null });
  const cartId = crypto.randomUUID();
  await till.start(SITE_KEY, { wantedFor: friday('18:00'), cartId });
  const body = { ...orderBody(1, friday('18:00')), cartId };
  const { status } = await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY));
  expect(status).toBe(200);
  expect(await slots()).toEqual([[friday('18:00'), 1, 1]]);
});

test('staff may move an order to a full time, and it is then counted in no slot', async () => {
  await limit({ mostOrders: 1, mostUnits: null });
  await order(1, friday('18:00'));
  const { orderId } = (await order(1, friday('18:15'))).body.order;
  const body = { orderId, version: 1, wantedFor: friday('18:00') };
  expect((await server.call('changeOrder', { body }, keyed(cook))).status).toBe(200);
  expect(await slots()).toEqual([
    [friday('18:00'), 1, 1],
    [friday('18:15'), 0, 0],
  ]);
  const row = await context.db
    .selectFrom('orders')
    .select('grounds')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(row.grounds).not.toHaveProperty('slot');
});

test('the slot counts the work units of each dish', async () => {
  await limit({ mostOrders: null, mostUnits: 6 });
  const dish = { locationId, itemId: 'mango-lassi' };
  const { status } = await server.call('updateMenuItem', { body: { ...dish, updates: { workUnits: 3 } } }, admin);
  expect(status).toBe(200);
  await order(2, friday('18:00'));
  expect(await slots()).toEqual([[friday('18:00'), 1, 6]]);
  const listed = await server.call('getReadyTimes', { query: { locationId, orderType: 'pickup', dishes: '1' } });
  expect(listed.body.days[0]?.times).not.toContain(friday('18:00'));
});
