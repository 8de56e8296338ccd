import type { InputOf } from '@tiffin/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { sweepPayments } from '../money/sessions/sweep-sessions.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const admin = await server.signIn('admin@demo.test');
const asha = await server.signIn('customer@demo.test');
const page = tillOf(server);
const locationId = 'truro';
const [dish = ''] = (await server.call('getLocationMenu', { query: { locationId } })).body.items
  .filter(({ isAvailable, optionGroups }) => isAvailable && optionGroups.every(({ min }) => min === 0))
  .map(({ id }) => id);
const items = [{ id: dish, quantity: 4 }];

type QuoteInput = InputOf<'quoteOrder'>['body'];
const quote = (more: Partial<QuoteInput> = {}, as: Caller = asha) =>
  server.call('quoteOrder', { body: { locationId, orderType: 'pickup', items, ...more } }, as);
const body = async (points: number) => {
  const { pricing, lines } = (await quote({ points })).body;
  return {
    customerInfo: { name: 'Asha Rao', email: 'asha@example.test', phone: '902 555 0177' },
    items: items.map((item, at) => ({ ...item, name: lines[at]?.name ?? '', price: lines[at]?.price ?? 0 })),
    locationInfo: { id: locationId, name: 'Truro Heights' },
    orderType: 'pickup' as const,
    tipAmount: 0,
    pricing,
    points,
  };
};
const place = async (order: Awaited<ReturnType<typeof body>>) =>
  server.call('createCustomerOrderCash', { body: order }, { ...asha, 'idempotency-key': crypto.randomUUID() });
const balance = async () => (await server.call('getMe', {}, asha)).body.me?.loyaltyPoints;
const { uid = '' } = (await server.call('getMe', {}, asha)).body.me ?? {};
const setBalance = (loyaltyPoints: number) =>
  server.call('updateUser', { body: { userId: uid, updates: { loyaltyPoints } } }, admin);
const audited = async () => expect((await auditData(context)).broken).toEqual([]);

beforeEach(async () => {
  await setBalance(450);
});

test('points take their worth off as a discount, are spent once, and lower the tax', async () => {
  const { body: plain } = await quote();
  const { body: quoted } = await quote({ points: 400 });
  expect(quoted.pointsWorth).toBe(20);
  expect(quoted.pricing).toMatchObject({ subtotal: plain.pricing.subtotal, off: 20 });
  expect(quoted.pricing.tax).toBeLessThan(plain.pricing.tax);
  const order = await body(400);
  const key = { ...asha, 'idempotency-key': crypto.randomUUID() };
  const [first, again] = [
    await server.call('createCustomerOrderCash', { body: order }, key),
    await server.call('createCustomerOrderCash', { body: order }, key),
  ];
  expect(again.body).toEqual(first.body);
  expect(first.body.order).toMatchObject({
    pricing: quoted.pricing,
    adjustments: [{ kind: 'points', label: 'Points', amount: -20 }],
  });
  expect(await balance()).toBe(50);
  await audited();
});

test('points come back when their dish was replaced by another line and the order is cancelled', async () => {
  const { orderId, order: placed } = (await place(await body(400))).body;
  const key = () => ({ ...admin, 'idempotency-key': crypto.randomUUID() });
  const add = [{ id: dish, quantity: 2 }];
  const change = { orderId, version: placed.version, remove: [1], add, why: 'Wrong' };
  const { order } = (await server.call('changeOrder', { body: change }, key())).body;
  expect(order.adjustments?.filter(({ kind }) => kind === 'points')).toEqual([]);
  expect(
    (await server.call('updateOrderStatus', { body: { orderId, status: 'cancelled' } }, admin)).body.error,
  ).toBeUndefined();
  expect(await balance()).toBe(450);
  await server.settle();
  await audited();
});

test.each([
  ['more than there are', { points: 500 }, 409, 'points-short'],
  ['half a step', { points: 150 }, 400, 'invalid-argument'],
  ['a negative number', { points: -100 }, 400, 'invalid-argument'],
  ['a huge number', { points: 1e12 }, 400, 'invalid-argument'],
])('%s is refused with words', async (_name, request, status, code) => {
  const answer = await quote(request);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body.error).not.toBe('');
});

test('points that are worth more than the dishes, or belong to nobody, are refused', async () => {
  await setBalance(100_000);
  expect((await quote({ points: 100_000 })).body).toMatchObject({ code: 'points-short', field: 'points' });
  expect((await quote({ points: 100 }, SITE_KEY)).body).toMatchObject({
    code: 'points-short',
    error: 'Points belong to an account. Sign in to use them.',
  });
});

test('the same points on two devices at once are spent once, and the other is told', async () => {
  const orders = await Promise.all([body(300), body(300)]);
  const placed = await Promise.all(orders.map(place));
  expect(
    placed.map(({ status, body: answer }) => `${status} ${answer.code ?? ''}`).toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['200 ', '409 points-short']);
  expect(await balance()).toBe(150);
  await audited();
});

test('a cancelled order gives all points back, and a paid-back dish its part', async () => {
  const { orderId } = (await place(await body(400))).body;
  await server.call('cancelCustomerOrder', { body: { orderId, reason: 'Changed my mind' } }, asha);
  expect(await balance()).toBe(450);
  const second = (await place(await body(400))).body;
  const { total } = second.order.pricing;
  await server.call('processOrderPayment', { body: { orderId: second.orderId } }, admin);
  const refund = (quantity: number) =>
    server.call(
      'refundOrderItems',
      { body: { orderId: second.orderId, items: [{ line: 1, quantity }], reason: 'Cold' } },
      admin,
    );
  expect((await refund(1)).status).toBe(200);
  expect(await balance()).toBe(150);
  expect((await refund(3)).status).toBe(200);
  const { order } = (await server.call('getOrderDetails', { query: { orderId: second.orderId } }, admin)).body;
  expect(order.refunds.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBeCloseTo(
    Math.round(total * 100),
    -1,
  );
  expect(await balance()).toBe(450);
  await audited();
});

test('a payment page holds points until it is paid, and gives them back when it ends', async () => {
  const paid = await page.start(asha, await body(100));
  expect(await balance()).toBe(350);
  await page.pay(paid.paymentUrl);
  await page.deliver();
  expect(await balance()).toBe(350);
  await page.start(asha, await body(300));
  expect(await balance()).toBe(50);
  server.clock.forward(3 * 60 * 60_000);
  await sweepPayments(context);
  expect(await balance()).toBe(350);
  const { rows } = await sql<{ points: number; reason: string }>`
    select points, reason from loyalty_entries where user_id = ${uid} and spent_on is not null order by id desc limit 3`.execute(
    db,
  );
  expect(rows).toEqual([
    { points: 300, reason: 'restored' },
    { points: -300, reason: 'redeemed' },
    { points: -100, reason: 'redeemed' },
  ]);
  await audited();
});

test('an order that points pay in full is placed as paid, and a payment page for nothing is refused', async () => {
  const { body: plain } = await quote();
  const worth = Math.round(plain.pricing.subtotal * 100);
  await server.call('updateSettings', { body: { settings: { pointsStep: 100, pointsStepWorth: worth / 100 } } }, admin);
  const order = await body(100);
  expect(order.pricing.total).toBe(0);
  const card = await server.call('createCustomerPayment', { body: { orderData: order } }, asha);
  expect(card.body.code).toBe('failed-precondition');
  expect(await balance()).toBe(450);
  expect((await place(order)).body.order).toMatchObject({ paymentStatus: 'paid', due: 0 });
  expect(await balance()).toBe(350);
  await audited();
});
