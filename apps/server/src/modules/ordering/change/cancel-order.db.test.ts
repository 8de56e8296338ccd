import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { CARDS } from '../../../testing/cards.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { Refusal } from '@tiffin/domain/core';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { transaction } from '../../../platform/db/transaction.ts';
import { applyStatusChange } from '../../orders/apply-status.ts';
import { lockOrder } from '../../orders/queries.ts';
import { sweepPayments } from '../../money/sessions/sweep-sessions.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const till = tillOf(server);
const customer = await server.signIn('customer@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');
const admin = await server.signIn('admin@demo.test');

const MINUTE = 60_000;

/** A guest's paid card order. */
async function paidOrder(as: Caller = SITE_KEY, card: string = CARDS.pays): Promise<string> {
  const { sessionId, paymentUrl } = await till.start(as);
  await till.pay(paymentUrl, card);
  const { body } = await server.call('getOrderBySessionId', { body: { sessionId } }, as);
  await till.deliver();
  return body.orderId;
}

async function cashOrder(): Promise<string> {
  const body = await till.payload({ paymentMethod: 'cash' });
  return (await server.call('createCustomerOrderCash', { body }, SITE_KEY)).body.orderId;
}

const cancel = (orderId: string, as: Caller = manager, cancelReason?: string) =>
  server.call('cancelOrder', { body: { orderId, ...(cancelReason !== undefined && { cancelReason }) } }, as);

async function orderOf(orderId: string) {
  return server.context.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
}

function refundsOf(orderId: string) {
  return server.context.db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute();
}

test('cancelling a paid card order requests the refund, and the order is refunded when the provider confirms it [A-CANCEL-06] [A-API-10]', async () => {
  const orderId = await paidOrder();
  const { status, body } = await cancel(orderId, manager, 'Kitchen is on fire');
  expect(status).toBe(200);
  const total = body.order.pricing.total;
  expect(body.refund).toEqual({
    success: true,
    refundId: expect.stringMatching(/^sbr_/),
    amount: total,
    status: 'succeeded',
    method: 'card',
    error: null,
  });
  expect(body.message).toContain('5-10 business days');
  expect(body.order).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'refunded',
    cancelReason: 'Kitchen is on fire',
  });
  expect(body.order.pricing.refunded).toBe(total);
});

test('whoever cancels an order that was refunded in full reads so, and one that was never paid reads that', async () => {
  const orderId = await cashOrder();
  await server.call('processOrderPayment', { body: { orderId } }, manager);
  const lines = server.context.db.selectFrom('order_items').select(['line', 'quantity']);
  const items = await lines.where('order_id', '=', orderId).execute();
  const refunded = await server.call('refundOrderItems', { body: { orderId, items, reason: 'cold' } }, manager);
  expect(refunded.body.order.paymentStatus).toBe('refunded');
  expect((await cancel(orderId)).body.message).toBe(
    'Order cancelled. Everything paid has its refund already, so there is nothing more to refund.',
  );
  expect((await cancel(await cashOrder())).body.message).toBe(
    'Order cancelled. Nothing was paid, so there is nothing to refund.',
  );
});

test('cancelling a paid cash order asks staff to hand back the rounded cash and waits for them [A-CANCEL-07]', async () => {
  const orderId = await cashOrder();
  const paid = await server.call('processOrderPayment', { body: { orderId } }, staff);
  expect(paid.body.paymentStatus).toBe('paid');
  const { body } = await cancel(orderId);
  expect(body.refund).toMatchObject({ success: false, status: 'requested', method: 'cash' });
  expect(Math.round((body.refund?.amount ?? 0) * 100) % 5).toBe(0);
  expect(body.refund?.error).toBe('Hand the cash back to the guest.');
  expect(body.order.paymentStatus).toBe('paid');
  const handed = await server.call(
    'updateOrderPaymentStatus',
    { body: { orderId, paymentStatus: 'refunded' } },
    manager,
  );
  expect([handed.status, handed.body.paymentStatus, handed.body.message]).toEqual([
    200,
    'refunded',
    'Payment Refunded',
  ]);
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded', method: 'cash' }]);
});

test('money to hand back is listed for staff of the location only, until it is handed back', async () => {
  const orderId = await cashOrder();
  await server.call('processOrderPayment', { body: { orderId } }, staff);
  const { body } = await cancel(orderId);
  const listed = async (as: Caller, locationId = 'all') => {
    const answer = await server.call('getManualRefunds', { query: { locationId } }, as);
    return answer.status === 200 ? answer.body.refunds.filter((each) => each.orderId === orderId) : answer.status;
  };
  const expectedRefunds = [
    expect.objectContaining({ amount: body.refund?.amount, customerName: body.order.customerInfo.name }),
  ];
  expect(await listed(staff)).toEqual(expectedRefunds);
  expect(await listed(manager, 'truro')).toEqual(expectedRefunds);
  expect(await listed(admin)).toEqual(expectedRefunds);
  expect(await listed(elsewhere)).toEqual([]);
  expect(await listed(elsewhere, 'truro')).toBe(403);
  await server.call('updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'refunded' } }, manager);
  expect(await listed(manager)).toEqual([]);
});

test('cancelling an order paid another way asks staff to refund it [A-CANCEL-08]', async () => {
  const made = await server.call('createAdminOrderOnline', { body: await till.payload() }, staff);
  const { orderId } = made.body;
  const taken = await server.call('processOrderPayment', { body: { orderId } }, staff);
  expect(taken.body.method).toBe('manual');
  const { body } = await cancel(orderId);
  expect(body.refund).toMatchObject({ success: false, status: 'requested', method: 'manual' });
  expect(body.message).toContain('has to be processed manually');
});

test('cancelling an unpaid order needs no refund, and the default reason names the admin [A-CANCEL-09] [A-CANCEL-15] [A-API-10] [A-API-11]', async () => {
  const orderId = await cashOrder();
  const { status, body } = await cancel(orderId, staff);
  expect([status, body.refund]).toEqual([200, null]);
  expect(body.order.cancelReason).toBe('Cancelled by admin');
  const again = await cancel(orderId, staff);
  expect([again.status, again.body.order.status]).toEqual([200, 'cancelled']);
  const other = await cashOrder();
  const named = await server.call('cancelOrder', { body: { orderId: other, reason: 'by its other name' } }, staff);
  expect(named.body.order.cancelReason).toBe('by its other name');
});

test('staff can cancel, but a refund needs a manager; guests can cancel their own order with a refund', async () => {
  const orderId = await paidOrder();
  const refused = await cancel(orderId, staff);
  expect([refused.status, refused.body.code]).toEqual([403, 'manager-needed']);
  expect((await orderOf(orderId)).status).toBe('pending');
  expect((await cancel(orderId, elsewhere)).status).toBe(403);
  expect((await cancel(orderId, customer)).status).toBe(403);
  expect((await cancel('TRU-20261120-NOPE2', manager)).status).toBe(404);

  const own = await paidOrder(customer);
  const { body } = await server.call('cancelCustomerOrder', { body: { orderId: own } }, customer);
  expect(body.order.status).toBe('cancelled');
  await server.settle();
  await vi.waitFor(async () => expect(await refundsOf(own)).toMatchObject([{ attempts: 1 }]));
  server.clock.forward(2 * MINUTE);
  await sweepPayments(server.context);
  expect((await orderOf(own)).payment_status).toBe('refunded');
});

test('staff who enter an order in their own account cannot refund it by cancelling', async () => {
  const { uid } = (await server.call('getMe', {}, staff)).body.me ?? { uid: '' };
  const info = { name: 'Sam Staff', email: '', phone: '', firebaseId: uid };
  const body = { orderData: await till.payload({ customerInfo: info }) };
  const { body: link } = await server.call('createAdminPaymentLink', { body }, staff);
  await till.pay(link.paymentUrl);
  await till.deliver();
  const { id } = await server.context.db
    .selectFrom('orders')
    .select('id')
    .where('session_id', '=', link.sessionId)
    .executeTakeFirstOrThrow();
  expect((await cancel(id, staff)).status).toBe(403);
  expect((await server.call('cancelCustomerOrder', { body: { orderId: id } }, staff)).status).toBe(403);
  expect(await refundsOf(id)).toEqual([]);
  expect((await cancel(id, manager)).status).toBe(200);
});

test('a refund that fails later leaves the order paid, and staff can see and retry it', async () => {
  const orderId = await paidOrder(SITE_KEY, CARDS.refundFails);
  const { body } = await cancel(orderId);
  expect(body.refund).toMatchObject({ success: true, status: 'requested' });
  expect(body.order.paymentStatus).toBe('paid');
  server.clock.forward(MINUTE / 10);
  await till.deliver();
  const [failed] = await refundsOf(orderId);
  expect(failed).toMatchObject({ status: 'failed', last_error: 'The bank could not take the refund' });
  expect((await orderOf(orderId)).payment_status).toBe('paid');
  const shown = (await server.call('getPaymentIssues', {}, admin)).body.refunds;
  expect(shown).toContainEqual(expect.objectContaining({ orderId, status: 'failed' }));
  await server.context.db
    .updateTable('sandbox_sessions')
    .set({ refund_fails: false })
    .where('refund_fails', '=', true)
    .execute();
  const tries = await Promise.all(
    [1, 2, 3].map(() => server.call('retryRefund', { body: { refundId: failed?.id ?? '' } }, manager)),
  );
  expect(tries.map((each) => [each.status, each.body.refund.status])).toEqual(tries.map(() => [200, 'succeeded']));
  expect(await refundsOf(orderId)).toHaveLength(2);
  expect((await orderOf(orderId)).payment_status).toBe('refunded');
  const left = (await server.call('getPaymentIssues', {}, admin)).body.refunds;
  expect(left.some((refund) => refund.orderId === orderId)).toBe(false);
});

/** Another till moves the order one step on. */
async function step(orderId: string, to: 'preparing' | 'ready'): Promise<'moved' | 'refused'> {
  try {
    await transaction(server.context.db, async (tx) => {
      const locked = await lockOrder(tx, orderId);
      if (locked) await applyStatusChange(server.context, tx, locked, { to, actor: SYSTEM_ACTOR, from: null });
    });
    return 'moved';
  } catch (error) {
    if (error instanceof Refusal && error.failure.code === 'invalid-transition') return 'refused';
    throw error;
  }
}

test('two cancellations, a status change and a late payment event at once refund once and never too much', async () => {
  for (let round = 0; round < 8; round++) {
    const made = (await server.call('createAdminOrderOnline', { body: await till.payload() }, staff)).body;
    const { orderId, sessionId } = made;
    await step(orderId, 'preparing');
    await till.pay(made.paymentUrl ?? '', CARDS.fiveTimes);
    const ready = () => step(orderId, 'ready');
    const cancels = () => [cancel(orderId), cancel(orderId), cancel(orderId, admin)];
    const late = () => [till.deliver(), sweepPayments(server.context)];
    await Promise.all(round % 2 === 0 ? [ready(), ...cancels(), ...late()] : [...late(), ...cancels(), ready()]);
    server.clock.forward(2 * MINUTE);
    await till.deliver();
    await sweepPayments(server.context);

    const order = await orderOf(orderId);
    const total = order.total_cents;
    const money = await server.context.db
      .selectFrom('payments as p')
      .leftJoin('refunds as r', 'r.payment_id', 'p.id')
      .select(['p.amount_cents as paid', 'p.status', 'r.amount_cents as back', 'r.status as refund'])
      .where('p.session_id', '=', sessionId)
      .execute();
    const wasCancelled = order.status === 'cancelled';
    expect(['cancelled', 'ready']).toContain(order.status);
    expect(money).toEqual([
      {
        paid: total,
        status: 'succeeded',
        back: wasCancelled ? total : null,
        refund: wasCancelled ? 'succeeded' : null,
      },
    ]);
    const refundTotals = await server.context.db
      .selectFrom('sandbox_refunds as r')
      .innerJoin('sandbox_sessions as s', 's.payment_id', 'r.payment_id')
      .select('r.amount_cents')
      .where('s.reference', '=', sessionId)
      .execute();
    expect(refundTotals).toEqual(wasCancelled ? [{ amount_cents: total }] : []);
  }
});

test('two simultaneous cancellations of a paid order refund it once', async () => {
  const orderId = await paidOrder();
  const both = await Promise.all([cancel(orderId), cancel(orderId), cancel(orderId, admin)]);
  expect(both.map((each) => each.status)).toEqual([200, 200, 200]);
  expect(await refundsOf(orderId)).toHaveLength(1);
  expect((await orderOf(orderId)).payment_status).toBe('refunded');
});

test('when the provider times out after refunding, the retry returns the same refund', async () => {
  const orderId = await paidOrder();
  till.failures.losesAnswers = true;
  const { body } = await cancel(orderId);
  expect(body.refund).toMatchObject({ status: 'requested', method: 'card' });
  expect(body.order.paymentStatus).toBe('paid');
  await server.context.db.deleteFrom('sandbox_events').execute();
  till.failures.losesAnswers = false;
  server.clock.forward(2 * MINUTE);
  await sweepPayments(server.context);
  expect((await orderOf(orderId)).payment_status).toBe('refunded');
  const [refund] = await refundsOf(orderId);
  expect(refund?.attempts).toBe(2);
  const refundTotals = await server.context.db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('reference', '=', refund?.id ?? '')
    .execute();
  expect(refundTotals).toHaveLength(1);
});

test('managers refund dishes with their share of tax and tip, and all parts add up to the amount paid', async () => {
  const orderId = await paidOrder();
  const { total_cents: total } = await orderOf(orderId);
  const ask = (items: Array<{ line: number; quantity: number }>, as: Caller = manager) =>
    server.call('refundOrderItems', { body: { orderId, items, reason: 'Cold' } }, as);
  expect((await ask([{ line: 1, quantity: 1 }], staff)).status).toBe(403);
  expect((await ask([{ line: 9, quantity: 1 }])).status).toBe(400);
  expect((await ask([{ line: 1, quantity: 2 }])).status).toBe(400);

  const preview = await server.call('previewRefund', { body: { orderId, items: [{ line: 2, quantity: 1 }] } }, manager);
  const first = await ask([{ line: 2, quantity: 1 }]);
  expect(first.body.refund).toMatchObject({ status: 'succeeded', method: 'card', amount: preview.body.total });
  expect(preview.body.tax).toBeGreaterThan(0);
  expect(preview.body.tip).toBeGreaterThan(0);
  expect(first.body.order.paymentStatus).toBe('paid');
  const back = {
    method: 'card',
    amount: preview.body.total,
    at: expect.any(String),
    items: [{ line: 2, quantity: 1 }],
  };
  expect(first.body.order.refunds).toEqual([back]);
  const details = await server.call('getOrderDetails', { query: { orderId } }, manager);
  expect(details.body.order.refunds).toEqual([back]);
  const payments = await server.call('getOrderPayments', { query: { orderId } }, staff);
  expect(payments.body.items.map((item) => item.refundableQuantity)).toEqual([1, 1]);

  const race = await Promise.all([ask([{ line: 1, quantity: 1 }]), ask([{ line: 1, quantity: 1 }])]);
  expect(race.map((each) => each.status).toSorted((a, z) => a - z)).toEqual([200, 400]);
  const last = await ask([{ line: 2, quantity: 1 }]);
  expect(last.body.order.paymentStatus).toBe('refunded');
  const refunds = await refundsOf(orderId);
  expect(refunds.reduce((sum, refund) => sum + refund.amount_cents, 0)).toBe(total);
  expect((await ask([{ line: 2, quantity: 1 }])).status).toBe(409);
});

test('a refunded dish leaves the kitchen’s list on request, and returns if the refund fails', async () => {
  const orderId = await paidOrder(SITE_KEY, CARDS.refundFails);
  const items = [{ line: 1, quantity: 1 }];
  const { body } = await server.call('refundOrderItems', { body: { orderId, items, reason: 'Sold out' } }, manager);
  expect(body.refund.status).toBe('requested');
  expect(body.order).toMatchObject({ refunds: [], items: [{ refundedQuantity: 1 }, {}] });
  expect(body.order.items[1]).not.toHaveProperty('refundedQuantity');
  server.clock.forward(MINUTE / 10);
  await till.deliver();
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'failed' }]);
  const messages = await server.context.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'order.updated')
    .where(sql`data->'order'->>'id'`, '=', orderId)
    .orderBy('id')
    .execute();
  const orders = messages.map(({ data }) => data['order'] as typeof body.order);
  expect(orders.map((order) => order.items[0]?.refundedQuantity)).toEqual([1, undefined]);
  expect(orders.map((order) => order.version)).toEqual([2, 3]);
});

test('cancelling after a partial refund refunds the rest', async () => {
  const orderId = await paidOrder();
  const part = await server.call(
    'refundOrderItems',
    { body: { orderId, items: [{ line: 1, quantity: 1 }], reason: 'Burnt' } },
    manager,
  );
  const { body } = await cancel(orderId);
  expect(Math.round(((body.refund?.amount ?? 0) + part.body.refund.amount) * 100)).toBe(
    (await orderOf(orderId)).total_cents,
  );
  expect(body.order.paymentStatus).toBe('refunded');
});

test('cash refunded in parts equals the cash taken, whichever way the rest is refunded', async () => {
  const coinsOf = async (orderId: string) => {
    const { rows } = await server.context.database.pool.query<{ taken: number; given: number }>(
      `select p.amount_cents + p.cash_rounding_cents as taken, sum(r.amount_cents + r.cash_rounding_cents)::int as given
       from payments p join refunds r on r.payment_id = p.id where p.order_id = $1 group by p.id`,
      [orderId],
    );
    return rows[0];
  };
  const statuses = new Set<number>();
  const truro = await payloadMaker(server);
  for (const [dish, quantity] of [
    ['butter-chicken', 2],
    ['mango-lassi', 3],
    ['onion-bhaji', 4],
  ] as const) {
    for (const restBy of ['cancel', 'hand'] as const) {
      const payload = truro({ dishes: { [dish]: quantity } });
      const { orderId } = (await server.call('createCustomerOrderCash', { body: payload }, SITE_KEY)).body;
      await server.call('processOrderPayment', { body: { orderId } }, staff);
      const items = [{ line: 1, quantity: 1 }];
      await server.call('refundOrderItems', { body: { orderId, items, reason: 'Burnt' } }, manager);
      if (restBy === 'cancel') await cancel(orderId);
      await server.call('updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'refunded' } }, manager);
      const coins = await coinsOf(orderId);
      expect(coins?.given).toBe(coins?.taken);
      statuses.add((coins?.taken ?? 0) - (await orderOf(orderId)).total_cents);
    }
  }
  // Some of these totals needed rounding.
  expect([...statuses].some((rounding) => rounding !== 0)).toBe(true);
});
