import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');

type Order = Awaited<ReturnType<typeof order>>;
const cashOf = (dollars: number) => Math.round(dollars * 20) / 20;

/** An unpaid order, and the cash that is due for it. */
async function order() {
  const body = await till.payload({ paymentMethod: 'cash' });
  const placed = (await server.call('createCustomerOrderCash', { body }, SITE_KEY)).body.order;
  return { orderId: placed.orderId, total: placed.due, cash: cashOf(placed.due) };
}

function pay(orderId: string, as: Caller, more: object = {}, key: string = crypto.randomUUID()) {
  const paymentData = { method: 'manual', processedBy: 'admin', source: 'admin_dashboard' };
  return server.call(
    'processOrderPayment',
    { body: { orderId, paymentData, ...more } },
    { ...as, 'idempotency-key': key },
  );
}

const manualRefunds = async () =>
  (await server.call('getManualRefunds', { query: { locationId: 'truro' } }, staff)).body.refunds;
const details = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;
const cancel = (orderId: string) =>
  server.call('cancelOrder', { body: { orderId, cancelReason: 'Guest called' } }, manager);

async function sound(): Promise<void> {
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
}

test('a second payment of a paid order is refused with who took it and when, a repetition answers as the first time', async () => {
  const { orderId, cash } = await order();
  const key = crypto.randomUUID();
  const first = await pay(orderId, staff, { collected: cash }, key);
  const second = await pay(orderId, manager, { collected: cash });
  expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'already-paid']);
  expect(second.body).toMatchObject({
    paidBy: 'Arjun Patel',
    paidAt: first.body.processedAt,
    amount: cash,
    tender: 'cash',
  });
  expect((await pay(orderId, staff, { collected: cash }, key)).body).toEqual(first.body);
  // The stored response is deleted after some days; the payment still knows its request.
  await db.deleteFrom('idempotency_keys').where('key', '=', key).execute();
  expect((await pay(orderId, staff, { collected: cash }, key)).body.transactionId).toBe(first.body.transactionId);
  expect((await pay(orderId, elsewhere, { collected: cash })).status).toBe(403);
  const part = await server.call('addPayment', { body: { billId: orderId, tender: 'debit', amount: 5 } }, manager);
  expect([part.status, part.body.code]).toEqual([409, 'already-paid']);
  await sound();
});

test('of two tills at the same time, one takes the cash and the other learns who did', async () => {
  const { orderId } = await order();
  const both = await Promise.all([pay(orderId, staff), pay(orderId, manager)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('already-paid');
});

test('two tablets with one account and an earlier version, which sends the same key for both, learn who took the cash', async () => {
  const { orderId } = await order();
  const key = `pay-${orderId}-1`;
  const at = (time: string) => ({ paymentData: { method: 'manual', paymentProcessedAt: time } });
  expect((await pay(orderId, staff, at('2026-11-20T21:37:00Z'), key)).status).toBe(200);
  const second = await pay(orderId, staff, at('2026-11-21T00:38:00Z'), key);
  expect([second.status, second.body.code, second.body.paidBy]).toEqual([409, 'already-paid', 'Arjun Patel']);
  const other = await order();
  const unpaid = await pay(other.orderId, staff, {}, key);
  expect([unpaid.status, unpaid.body.code]).toEqual([422, 'idempotency-key-reused']);
});

test('cash that was taken twice is recorded, listed until it was given back once, and the books add up', async () => {
  const { orderId, cash, total } = await order();
  await pay(orderId, staff, { collected: cash });
  const again = await pay(orderId, manager, { collected: cash, takenAnyway: true });
  expect(again.status).toBe(200);
  expect(again.body).toMatchObject({
    amount: cash,
    overpaid: { amount: cash },
    order: { paymentStatus: 'paid', due: 0 },
  });
  const refundId = again.body.overpaid?.refundId ?? '';
  expect(await manualRefunds()).toContainEqual(
    expect.objectContaining({ refundId, orderId, amount: cash, status: 'requested', isOverpaid: true }),
  );
  const { pricing, paidWith, paidAt } = await details(orderId);
  expect([pricing.refunded, paidWith ?? ['cash'], paidAt]).toEqual([0, ['cash'], again.body.order.paidAt]);
  await sound();

  const settle = (as: Caller) => server.call('settleManualRefund', { body: { refundId } }, as);
  expect((await settle(elsewhere)).status).toBe(403);
  const needsManager = await settle(staff);
  expect([needsManager.status, needsManager.body.code]).toEqual([403, 'manager-needed']);
  expect((await settle(manager)).body).toMatchObject({
    refund: { status: 'succeeded' },
    order: { paymentStatus: 'paid' },
  });
  expect((await settle(manager)).status).toBe(200);
  expect(await manualRefunds()).not.toContainEqual(expect.objectContaining({ refundId }));
  const { body } = await server.call('getOrderPayments', { query: { orderId } }, manager);
  expect([body.payments.length, body.refunds.length, body.refundable]).toEqual([2, 1, total]);
  await sound();
});

test.each([
  ['cancelled', async ({ orderId }: Order) => cancel(orderId)],
  [
    'cancelled after it was paid',
    async ({ orderId }: Order) => {
      await pay(orderId, staff);
      return cancel(orderId);
    },
  ],
  [
    'refunded',
    async ({ orderId }: Order) => {
      await pay(orderId, staff);
      return server.call('updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'refunded' } }, manager);
    },
  ],
] as const)('cash that was taken for an order that is %s is given back', async (_what, change) => {
  const placed = await order();
  expect((await change(placed)).status).toBe(200);
  const { orderId, cash } = placed;
  expect((await pay(orderId, staff, { collected: cash })).status).toBe(409);
  const before = await details(orderId);
  const taken = await pay(orderId, staff, { collected: cash, takenAnyway: true });
  expect(taken.body).toMatchObject({ overpaid: { amount: cash }, paymentStatus: before.paymentStatus });
  await sound();
  await server.call('settleManualRefund', { body: { refundId: taken.body.overpaid?.refundId ?? '' } }, manager);
  expect((await details(orderId)).paymentStatus).toBe(before.paymentStatus);
  await sound();
});

test('an order that costs more when the queued cash arrives keeps a rest, one that costs less gives money back', async () => {
  const dearer = await order();
  const less = await pay(dearer.orderId, staff, { collected: 5 });
  expect(less.body).toMatchObject({ amount: 5, overpaid: null, paymentStatus: 'pending' });
  expect((await details(dearer.orderId)).due).toBeCloseTo(dearer.total - 5, 2);
  const cheaper = await order();
  const more = await pay(cheaper.orderId, staff, { collected: cashOf(cheaper.cash + 10) });
  expect(more.body).toMatchObject({ amount: cheaper.cash, paymentStatus: 'paid', overpaid: { amount: 10 } });
  await sound();
});

test('an unknown refund, one of a card, and a wrong sum are refused', async () => {
  const settle = (refundId: string) => server.call('settleManualRefund', { body: { refundId } }, manager);
  expect((await settle('nothing')).status).toBe(404);
  expect((await settle('')).status).toBe(400);
  const { orderId } = await order();
  for (const collected of [-1, 0, 1e9, 'a', 0.03, 20.01])
    expect((await pay(orderId, staff, { collected })).status).toBe(400);
});
