import type { InputOf } from '@tiffin/contract';
import { beforeEach, expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const till = tillOf(server);
const cook = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const locationId = 'truro';
const payload = await payloadMaker(server);

/** A local time of that Friday in Halifax, four hours behind UTC; Truro is open 11:30 to 22:00. */
const friday = (time: string) => new Date(Date.parse(`2026-11-20T${time}:00Z`) + 4 * 3_600_000).toISOString();

type PaceInput = Omit<InputOf<'setOrderPacing'>['body'], 'locationId'>;
const setOrderPacing = (input: PaceInput, as: Caller = cook) =>
  server.call('setOrderPacing', { body: { locationId, ...input } }, as);
const order = (more: { orderType?: 'pickup' | 'delivery'; agreesToWait?: boolean; shownReadyBy?: string } = {}) => {
  const { agreesToWait = false, shownReadyBy, ...input } = more;
  return server.call(
    'createCustomerOrderCash',
    {
      body: {
        ...payload({
          dishes: { 'mango-lassi': input.orderType === 'delivery' ? 4 : 1 },
          address: '1 Prince Street',
          ...input,
        }),
        agreesToWait,
        shownReadyBy,
      },
    },
    { ...SITE_KEY, 'idempotency-key': crypto.randomUUID() },
  );
};
const guestsSee = async () => (await server.call('getLocation', { query: { locationId } })).body.location.pace;

beforeEach(async () => {
  server.clock.set(friday('18:05'));
  await setOrderPacing({ kind: 'open' }, manager);
});

test('a pause refuses new checkouts and says when it ends, keeps open payment pages valid, and ends on the minute', async () => {
  const before = (await till.counts()).orders;
  const pages = await Promise.all([1, 2, 3].map(() => till.start()));
  expect((await setOrderPacing({ kind: 'pause', until: 30, reason: 'The oven' })).status).toBe(200);
  server.clock.set(friday('18:06'));
  for (const { paymentUrl } of pages) await till.pay(paymentUrl);
  await till.deliver();
  expect((await till.counts()).orders - before).toBe(3);
  const refused = await order();
  expect([refused.status, refused.body.code, refused.body.error, refused.body['until']]).toEqual([
    409,
    'orders-paused',
    'Ordering is paused until 6:35 p.m. You can order for later now.',
    friday('18:35'),
  ]);
  const card = await server.call('createCustomerPayment', { body: { orderData: await till.payload() } }, SITE_KEY);
  expect([card.status, card.body.code]).toEqual([409, 'orders-paused']);
  expect(await guestsSee()).toEqual([{ kind: 'pause', service: null, plus: 0, until: friday('18:35') }]);
  server.clock.set('2026-11-20T22:34:59.999Z');
  expect((await order()).status).toBe(409);
  server.clock.set(friday('18:35'));
  expect((await order()).status).toBe(200);
  expect(await guestsSee()).toBeUndefined();
});

test('a busy kitchen promises later times, and the order records the reasons', async () => {
  const before = await order();
  await setOrderPacing({ kind: 'busy', plus: 15 });
  const { body } = await order();
  expect(Date.parse(body.order.estimatedReady ?? '') - Date.parse(before.body.order.estimatedReady ?? '')).toBe(
    15 * 60_000,
  );
  const rows = await context.db
    .selectFrom('orders')
    .select('grounds')
    .where('id', 'in', [before.body.orderId, body.orderId])
    .orderBy('estimated_ready')
    .execute();
  expect(rows.map(({ grounds }) => grounds)).toEqual([
    { quote: 18, source: 'rule' },
    { quote: 18, source: 'rule', plus: 15 },
  ]);
  // The kitchen starts at the order time, busy or not.
  expect(body.order.firesAt).toBe(body.order.orderTime);
  server.clock.set(friday('19:05'));
  expect((await order()).body.order.estimatedWaitTime).toBe(18);
});

test('a guest whose page does not know that the kitchen is busy is told the later time before anything is ordered', async () => {
  const shownReadyBy = friday('18:23');
  expect((await order({ shownReadyBy })).body.order.estimatedReady).toBe(shownReadyBy);
  await setOrderPacing({ kind: 'busy', plus: 30 });
  const before = (await till.counts()).orders;
  const { status, body } = await order({ shownReadyBy });
  expect([status, body.code, body.error, body['to']]).toEqual([
    409,
    'time-later',
    'It takes longer now: ready about 6:55 p.m. Nothing was ordered yet. Press again if that is fine.',
    friday('18:53'),
  ]);
  const orderData = { ...(await till.payload()), shownReadyBy };
  expect((await server.call('createCustomerPayment', { body: { orderData } }, SITE_KEY)).body.code).toBe('time-later');
  expect((await till.counts()).orders).toBe(before);
  expect((await order({ shownReadyBy: friday('18:53') })).body.order.estimatedReady).toBe(friday('18:53'));
  // Other programs say no time.
  expect((await order()).status).toBe(200);
});

test('one order type can be paused alone; a pause of all replaces those of single types', async () => {
  await setOrderPacing({ kind: 'pause', service: 'delivery', until: 15 });
  expect((await order({ orderType: 'delivery' })).body.code).toBe('orders-paused');
  expect((await order()).status).toBe(200);
  await setOrderPacing({ kind: 'pause', until: 15 });
  expect((await order()).body.code).toBe('orders-paused');
  expect(await guestsSee()).toMatchObject([{ kind: 'pause', service: null }]);
});

test('setting busy keeps a pause, a pause keeps busy, and only open ends both', async () => {
  await setOrderPacing({ kind: 'pause', until: 60 }, manager);
  await setOrderPacing({ kind: 'busy', plus: 15, until: 120 });
  expect((await order()).body.code).toBe('orders-paused');
  await setOrderPacing({ kind: 'pause', until: 15 });
  server.clock.set(friday('18:21'));
  expect((await order()).body.order.estimatedReady).toBe(friday('18:54'));
  await setOrderPacing({ kind: 'open' });
  expect((await order()).body.order.estimatedReady).toBe(friday('18:39'));
});

test('staff pause for at most an hour, a manager until closing; only the back office sees who and why', async () => {
  const refused = await setOrderPacing({ kind: 'pause', until: 'closing' });
  expect([refused.status, refused.body.code]).toEqual([403, 'manager-needed']);
  expect((await setOrderPacing({ kind: 'pause', until: 'closing', reason: 'Gas' }, manager)).status).toBe(200);
  const [location] = (await server.call('getOrderPacing', {}, cook)).body.locations;
  expect(location?.paces).toEqual([
    expect.objectContaining({ until: friday('22:00'), reason: 'Gas', by: expect.stringMatching(/\w/) as string }),
  ]);
  expect(JSON.stringify(await guestsSee())).not.toContain('Gas');
  const log = await context.db.selectFrom('audit_log').select('action').orderBy('id', 'desc').limit(1).execute();
  expect(log).toEqual([{ action: 'pause-orders' }]);
});

test('a paused location takes orders at the till', async () => {
  await setOrderPacing({ kind: 'pause', until: 30 });
  const placed = await server.call(
    'createAdminOrderCash',
    { body: { ...payload({ dishes: { 'mango-lassi': 1 } }), cashConfirmed: true } },
    { ...cook, 'idempotency-key': crypto.randomUUID() },
  );
  expect(placed.status).toBe(200);
});

test('an order that cannot be ready before closing moves to the next opening if the guest agrees', async () => {
  server.clock.set(friday('21:45'));
  const late = await order();
  expect([late.status, late.body.code, late.body['nextOpening']]).toEqual([
    409,
    'location-closed',
    '2026-11-21T15:30:00.000Z',
  ]);
  const paid = await server.call('createCustomerPayment', { body: { orderData: await till.payload() } }, SITE_KEY);
  expect([paid.status, paid.body.code]).toEqual([409, 'location-closed']);
  const { order: agreed } = (await order({ agreesToWait: true })).body;
  expect([agreed.estimatedReady, agreed.firesAt]).toEqual(['2026-11-21T15:48:00.000Z', '2026-11-21T15:30:00.000Z']);
  server.clock.set(friday('21:30'));
  expect((await order()).body.order.estimatedReady).toBe(friday('21:48'));
});

test('taking orders again ends the pause, and a busy time stays until its end', async () => {
  await setOrderPacing({ kind: 'busy', plus: 15, until: 60 });
  await setOrderPacing({ kind: 'pause', until: 30 });
  const { body } = await setOrderPacing({ kind: 'open', ends: 'pause' });
  expect(body.location.paces).toMatchObject([{ kind: 'busy', plus: 15, until: friday('19:05') }]);
});
