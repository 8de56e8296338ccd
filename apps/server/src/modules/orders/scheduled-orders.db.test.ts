import { beforeEach, expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const till = tillOf(server);
const asha = await server.signIn('customer@demo.test');
const cook = await server.signIn('staff.truro@demo.test');
const locationId = 'truro';
const payload = await payloadMaker(server);

/** A local time of that Friday in Halifax, four hours behind UTC. Truro is open 11:30 to 22:00. */
const friday = (time: string) => new Date(Date.parse(`2026-11-20T${time}:00Z`) + 4 * 3_600_000).toISOString();
const saturday = (time: string) => new Date(Date.parse(`2026-11-21T${time}:00Z`) + 4 * 3_600_000).toISOString();

const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const orderBody = (wantedFor?: string) => ({ ...payload({ dishes: { 'mango-lassi': 1 } }), wantedFor });
const order = (wantedFor?: string, as: Caller = SITE_KEY) =>
  server.call('createCustomerOrderCash', { body: orderBody(wantedFor) }, keyed(as));
const pause = (kind: 'open' | 'pause') =>
  server.call('setOrderPacing', { body: { locationId, kind, ...(kind === 'pause' && { until: 30 }) } }, cook);

beforeEach(async () => {
  server.clock.set(friday('18:05'));
  await pause('open');
});

test('the times of a week are listed, and a scheduled order waits until its preparation starts', async () => {
  const { body } = await server.call('getReadyTimes', {
    query: { locationId, orderType: 'pickup', dishes: '1' },
  });
  expect(body.days.map(({ date }) => date)).toHaveLength(7);
  expect(body.days[0]?.times[0]).toBe(friday('18:30'));
  const at = body.days[1]?.times[0] ?? '';
  const placed = (await order(at, asha)).body.order;
  expect(placed).toMatchObject({
    wantedFor: at,
    estimatedReady: at,
    firesAt: new Date(Date.parse(at) - 18 * 60_000).toISOString(),
    status: 'pending',
  });
  const row = await context.db
    .selectFrom('orders')
    .select(['grounds', 'business_date'])
    .where('id', '=', placed.orderId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ grounds: { quote: 18, source: 'rule' }, business_date: '2026-11-20' });
  const read = await server.call('getCustomerOrderDetails', { query: { orderId: placed.orderId } }, asha);
  expect(read.body.order.wantedFor).toBe(at);
});

test('a scheduled order is counted separately until its preparation starts, then as pending', async () => {
  const counts = async () =>
    (await server.call('getLocationOrderCounts', { query: { locationId } }, cook)).body as {
      pending: number;
      later: number;
    };
  const before = await counts();
  expect((await order(friday('20:00'))).status).toBe(200);
  expect(await counts()).toMatchObject({ pending: before.pending + 1, later: before.later + 1 });
  server.clock.set(friday('19:42'));
  expect((await counts()).pending - (await counts()).later).toBe(before.pending - before.later + 1);
});

test('an order without a chosen time is made as soon as possible', async () => {
  const { body } = await order();
  expect(body.order).not.toHaveProperty('wantedFor');
  expect(body.order.estimatedReady).toBe(friday('18:23'));
});

test.each([
  ['over', friday('17:45'), 409],
  ['too soon', friday('18:15'), 409],
  ['no quarter of an hour', friday('19:07'), 409],
  ['after closing', friday('22:15'), 409],
  ['more than a week ahead', '2026-11-27T22:00:00.000Z', 409],
  ['no time', 'Friday', 400],
  ['a wall clock without its offset', '2026-11-20T19:00:00', 400],
])('a time that is %s is refused by cash and card, and no order is placed', async (_what, at, status) => {
  const before = await till.counts();
  const cash = await order(at);
  const card = await server.call(
    'createCustomerPayment',
    { body: { orderData: await till.payload({ wantedFor: at }) } },
    SITE_KEY,
  );
  expect([cash.status, card.status]).toEqual([status, status]);
  const isTime = status === 409;
  expect([cash.body.code, cash.body['field']]).toEqual([isTime ? 'time-unavailable' : 'invalid-argument', 'wantedFor']);
  expect(Array.isArray(cash.body['nearest'])).toBe(isTime);
  expect(await till.counts()).toEqual(before);
});

test('a card payment keeps the chosen time for its order', async () => {
  const { sessionId, paymentUrl } = await till.start(SITE_KEY, { wantedFor: saturday('18:15') });
  await till.pay(paymentUrl);
  await till.deliver();
  const { body } = await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY);
  const row = await context.db
    .selectFrom('orders')
    .select(['wanted_for', 'estimated_ready', 'fire_at'])
    .where('id', '=', body.order?.orderId ?? '')
    .executeTakeFirstOrThrow();
  expect([row.wanted_for?.toISOString(), row.estimated_ready.toISOString()]).toEqual([
    saturday('18:15'),
    saturday('18:15'),
  ]);
  expect(row.fire_at?.toISOString()).toBe(saturday('17:51'));
});

test('during a pause guests can order for afterwards but not within it, and the till can do both', async () => {
  await pause('pause');
  expect((await order()).body.code).toBe('orders-paused');
  expect((await order(friday('18:45'))).body.code).toBe('time-unavailable');
  expect((await order(friday('19:00'))).status).toBe(200);
  const placed = await server.call(
    'createAdminOrderCash',
    { body: { ...orderBody(friday('18:45')), cashConfirmed: true } },
    keyed(cook),
  );
  expect(placed.body.order.wantedFor).toBe(friday('18:45'));
  const account = await server.call('createAdminOrderOnline', { body: orderBody(friday('18:45')) }, keyed(cook));
  expect(account.body.order.wantedFor).toBe(friday('18:45'));
});

test('a scheduled order that staff move starts in time for its new time and is promised for it', async () => {
  const { order: placed } = (await order(friday('20:00'))).body;
  const moved = await server.call(
    'changeOrder',
    { body: { orderId: placed.orderId, version: 1, wantedFor: friday('21:00') } },
    keyed(cook),
  );
  expect(moved.body.order).toMatchObject({ wantedFor: friday('21:00'), firesAt: friday('20:42') });
  server.clock.set(friday('20:42'));
  const started = await server.call(
    'updateOrderStatus',
    { body: { orderId: placed.orderId, status: 'preparing' } },
    cook,
  );
  expect(started.body.order.estimatedReady).toBe(friday('21:00'));
});

test('an order for the day after tomorrow can be moved by 15 minutes', async () => {
  const at = (minutes: number) =>
    new Date(Date.parse(friday('19:00')) + 2 * 86_400_000 + minutes * 60_000).toISOString();
  const { order: placed } = (await order(at(0))).body;
  const body = { orderId: placed.orderId, version: 1, wantedFor: at(15) };
  expect((await server.call('changeOrder', { body }, keyed(cook))).body.order).toMatchObject({
    wantedFor: at(15),
    firesAt: at(15 - 18),
  });
});

test('a larger order starts earlier, and is refused if the chosen time cannot be met', async () => {
  const { order: placed } = (await order(friday('18:30'), asha)).body;
  const more = (quantity: number, version: number) =>
    server.call(
      'changeOrder',
      { body: { orderId: placed.orderId, version, change: [{ line: 1, quantity }] } },
      keyed(asha),
    );
  expect((await more(3, 1)).body.order).toMatchObject({ wantedFor: friday('18:30'), firesAt: friday('18:06') });
  const refused = await more(9, 2);
  expect([refused.status, refused.body.code]).toEqual([409, 'time-unavailable']);
});

test('an order moved to a later time keeps that time, and preparation starts accordingly', async () => {
  const { order: placed } = (await order()).body;
  const body = { orderId: placed.orderId, version: 1, wantedFor: friday('20:00') };
  expect((await server.call('changeOrder', { body }, keyed(cook))).body.order).toMatchObject({
    estimatedReady: friday('20:00'),
    firesAt: friday('19:42'),
  });
});

test('the confirmation names day and time', async () => {
  const { orderId } = (await order(saturday('18:15'))).body;
  await server.settle();
  const sent = await context.db.selectFrom('messages').selectAll().where('order_id', '=', orderId).execute();
  expect(sent.length).toBeGreaterThan(0);
  for (const message of sent) expect(JSON.stringify(message)).toMatch(/tomorrow, 6:15 p\.m\./);
});

test('a sold-out dish can be ordered for the time it is back, but not for earlier', async () => {
  const manager = await server.signIn('manager.truro@demo.test');
  const until = friday('19:00');
  const marked = await server.call('markSoldOut', { body: { locationId, itemId: 'mango-lassi', until } }, manager);
  expect(marked.status).toBe(200);
  const answers = [await order(), await order(friday('18:45')), await order(friday('19:00'))];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'item-unavailable'],
    [409, 'item-unavailable'],
    [200, undefined],
  ]);
});
