import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { readBackup } from '../../../operations/backup/read-backup.ts';
import { writeBackup } from '../../../operations/backup/write-backup.ts';
import { openDatabase } from '../../../platform/db/connection.ts';
import { orderData } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller, type TestServer } from '../../../testing/server.ts';
import { StripeStandIn } from '../../../testing/stripe-stand-in.ts';
import { DISPUTE_KEY_PATTERN } from '../../ledger/ledger.ts';
import { reconcileSince, type ReconciliationSince } from './reconcile-since.ts';

/** Stripe goes on while the restaurant's database returns to an earlier moment. */
const stripe = await StripeStandIn.start();
afterAll(() => stripe.stop());
const env = {
  AUTH_SECRET: 'the same secret before and after the restore',
  RATE_LIMITS: '0',
  STRIPE_SECRET_KEY: 'sk_test_stand_in',
  STRIPE_WEBHOOK_SECRET: stripe.secret,
  STRIPE_API_BASE: stripe.base,
};
const first = await testServer({ env });
stripe.clock = () => first.clock.now();
const EMAIL = 'amara@example.com';
const once = (caller: Caller): Caller => ({ ...caller, 'idempotency-key': randomUUID() });

const staff = await first.signIn('staff.truro@demo.test');
const manager = await first.signIn('manager.truro@demo.test');
const owner = await first.signIn('admin@demo.test');

async function open(server = first): Promise<string> {
  const body = { orderData: await orderData(server) };
  return (await server.call('createCustomerPayment', { body }, once(SITE_KEY))).body.sessionId;
}

async function payAndOrder(server = first, sessionId?: string) {
  const id = sessionId ?? (await open(server));
  stripe.pay(id);
  const { body } = await server.call('getOrderBySessionId', { body: { sessionId: id } }, SITE_KEY);
  return { sessionId: id, order: body.order };
}

async function cashOrder() {
  const body = await orderData(first, { paymentMethod: 'cash' });
  return (await first.call('createCustomerOrderCash', { body }, once(SITE_KEY))).body.order;
}

async function link(billId: string, amount: number, tip = 0): Promise<string> {
  const { body } = await first.call('addPayment', { body: { billId, tender: 'link', amount, tip } }, once(staff));
  const payment = await first.context.db
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', body.paymentId)
    .executeTakeFirstOrThrow();
  return payment.session_id ?? '';
}

/** The database as it is now, in a new one, with a server on it. */
async function restored(): Promise<TestServer> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await first.context.database.pool.query(`create database ${name}`);
  const database = openDatabase({ ...inject('postgres'), database: name, max: 3 }, () => undefined);
  await readBackup(database, writeBackup(first.context.database.pool, 'test', first.clock.now()));
  await database.close();
  const server = await testServer({ env, sameDatabaseAs: { ...first, database: name } });
  afterAll(async () => {
    await first.context.database.pool.query(`drop database ${name} with (force)`);
  });
  return server;
}

// At 12:00:04 these are here.
const reader = (
  await first.call(
    'registerReader',
    { body: { locationId: 'truro', code: 'simulated-1', name: 'Counter', city: 'Truro' } },
    once(owner),
  )
).body.reader;
const refundedLater = await payAndOrder();
const disputedLater = await payAndOrder();
const disputedBefore = await payAndOrder();
const partlyRefundedLater = await payAndOrder();
const draft = await open();
const cancelledDraft = await open();
const draftRefunded = await open();
const [linkOrder, openLinkOrder, readerOrder] = [await cashOrder(), await cashOrder(), await cashOrder()];
const openLink = await link(openLinkOrder.billId, openLinkOrder.due);
await first.context.db
  .updateTable('payment_sessions')
  .set({ status: 'cancelled', closed_at: first.clock.now() })
  .where('id', '=', cancelledDraft)
  .execute();
const intentOf = (sessionId: string) =>
  [...stripe.sessions.values()].find((each) => each.client_reference_id === sessionId)?.payment_intent ?? '';
const earlierDispute = stripe.dispute(intentOf(disputedBefore.sessionId), 600);
const { raw, signature } = stripe.event('charge.dispute.created', earlierDispute, first.clock.now());
const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
await first.fetch('/api/webhooks/stripe', { method: 'POST', headers, body: raw });
const second = await restored();

// From 12:00:05 on only Stripe will remember.
first.clock.forward(60_000);
await payAndOrder(first, draft);
const lost = await payAndOrder();
const lostAndRefunded = await payAndOrder();
await first.call('cancelOrder', { body: { orderId: lostAndRefunded.order.orderId } }, manager);
const made = await payAndOrder(first, draftRefunded);
await first.call('cancelOrder', { body: { orderId: made.order.orderId } }, manager);
await first.call('cancelOrder', { body: { orderId: refundedLater.order.orderId } }, manager);
await first.call(
  'refundOrderItems',
  {
    body: { orderId: partlyRefundedLater.order.orderId, items: [{ line: 1, quantity: 1 }], reason: 'cold' },
  },
  once(manager),
);
earlierDispute.status = 'lost';
stripe.dispute(intentOf(disputedLater.sessionId), 500);
stripe.dispute(intentOf(lost.sessionId), 700, 'warning_needs_response');
stripe.dispute('pi_of_other_software', 900);
const lostLink = await link(linkOrder.billId, linkOrder.due, 4);
stripe.pay(lostLink);
stripe.pay(openLink);
stripe.pay(cancelledDraft);
await first.call(
  'payOnTerminal',
  { body: { billId: readerOrder.billId, readerId: reader.readerId, amount: readerOrder.due, askTip: true } },
  once(staff),
);
stripe.terminal.tap(stripe.terminal.reader('Counter'), { brand: 'visa', last4: '4242' }, 300);
// A second page for a bill that another link has paid.
await first.context.db
  .updateTable('payments')
  .set({ status: 'failed' })
  .where('session_id', '=', lostLink)
  .where('status', '=', 'pending')
  .execute();
const secondLink = await link(linkOrder.billId, linkOrder.due);
stripe.pay(secondLink);

const { db } = second.context;
second.clock.forward(60 * 60_000);
const since = new Date(first.clock.now().getTime() - 30 * 60_000);
const run = (isDryRun = false) => reconcileSince(second.context, { since, isDryRun });
const outcomes = ({ payments }: ReconciliationSince): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { outcome } of payments) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};
const rows = async () => ({
  payments: (await db.selectFrom('payments').selectAll().where('status', '=', 'succeeded').execute()).length,
  refunds: (await db.selectFrom('refunds').selectAll().execute()).length,
  orders: (await db.selectFrom('orders').select('id').execute()).length,
  sessions: (await db.selectFrom('payment_sessions').select('id').execute()).length,
});
const paymentOf = (sessionId: string) =>
  db.selectFrom('payments').selectAll().where('session_id', '=', sessionId).executeTakeFirst();

test('a dry run lists every unknown payment and refund and changes nothing', async () => {
  const before = await rows();
  const found = await run(true);
  expect(outcomes(found)).toEqual({ known: 4, settled: 3, attached: 3, attention: 3 });
  expect(found.refunds.map(({ isKnown }) => isKnown)).toEqual([false, false, false, false]);
  expect(found.disputes.map(({ dispute }) => [dispute.amount, dispute.status])).toEqual([
    [600, 'lost'],
    [500, 'open'],
    [700, 'asked'],
  ]);
  expect(await rows()).toEqual(before);
  expect(found.paymentSums.missing.count).toBe(9);
});

test('a provider that fails in the middle leaves what was recorded, and the next run continues', async () => {
  stripe.troubles = [...Array.from({ length: 16 }, () => 'none' as const), 500, 500, 500];
  await expect(run()).rejects.toThrow('An unknown error occurred');
  stripe.troubles = [];
  const { payments } = await run(true);
  const left = payments.filter(({ outcome }) => outcome !== 'known').length;
  expect([left > 0, left < 9]).toEqual([true, true]);
});

test('three runs at once settle, attach or raise each payment once, and the sums are equal to the cent', async () => {
  await Promise.all([run(), run(), run()]);
  const found = await run();
  for (const sums of [found.paymentSums, found.refundSums]) {
    expect(sums.missing).toEqual({ count: 0, amount: 0 });
    expect(sums.onBills.amount + sums.withoutOrder.amount).toBe(sums.atProvider.amount);
    expect(sums.withoutOrder.count).toBeGreaterThan(0);
  }
  expect(found.paymentSums.atProvider.count).toBe(13);
  expect((await db.selectFrom('orders').select('id').where('session_id', '=', draft).execute()).length).toBe(1);
});

test('each kind of payment is where it belongs', async () => {
  const at = async (sessionId: string) => {
    const payment = await paymentOf(sessionId);
    return payment && { order: payment.order_id, tip: payment.tip_cents };
  };
  expect(await at(lostLink)).toEqual({ order: linkOrder.orderId, tip: 400 });
  expect(await at(openLink)).toEqual({ order: openLinkOrder.orderId, tip: 0 });
  for (const raised of [lost.sessionId, lostAndRefunded.sessionId, draftRefunded, secondLink, cancelledDraft])
    expect(await at(raised)).toEqual({ order: null, tip: 0 });
  const atReader = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', readerOrder.orderId)
    .executeTakeFirstOrThrow();
  expect(atReader).toMatchObject({ status: 'succeeded', tip_cents: 300, card_last4: '4242', tender: 'terminal' });
  const statuses = await db
    .selectFrom('orders')
    .select(['id', 'payment_status'])
    .where(
      'id',
      'in',
      [linkOrder, openLinkOrder, readerOrder, refundedLater.order, partlyRefundedLater.order].map(
        ({ orderId }) => orderId,
      ),
    )
    .execute();
  expect(statuses.filter(({ payment_status }) => payment_status === 'paid')).toHaveLength(4);
  expect(statuses.find(({ id }) => id === refundedLater.order.orderId)?.payment_status).toBe('refunded');
});

test('disputes that were opened or decided since the restore are recorded once and listed for staff', async () => {
  const disputes = await db
    .selectFrom('refunds')
    .select(['amount_cents', 'status'])
    .where('idempotency_key', 'like', DISPUTE_KEY_PATTERN)
    .orderBy('amount_cents')
    .execute();
  expect(disputes).toEqual([
    { amount_cents: 500, status: 'requested' },
    { amount_cents: 600, status: 'succeeded' },
  ]);
  const admin = await second.signIn('admin@demo.test');
  const { sessions } = (await second.call('getPaymentIssues', {}, admin)).body;
  const reasonOf = (id: string) => sessions.find(({ sessionId }) => sessionId === id)?.reason;
  expect(reasonOf(disputedLater.sessionId)).toMatch(/^A guest disputes .* Answer at Stripe by/);
  expect(reasonOf(disputedBefore.sessionId)).toMatch(/was lost: the bank has taken the money back$/);
  expect(reasonOf(lost.sessionId)).toMatch(/its order is missing.*A guest disputes/);
});

test('a repeated run finds nothing new and changes nothing', async () => {
  await vi.waitFor(async () => {
    const waiting = await db
      .selectFrom('refunds')
      .select('id')
      .where('status', '=', 'requested')
      .where('idempotency_key', 'not like', DISPUTE_KEY_PATTERN)
      .execute();
    expect(waiting).toEqual([]);
  });
  const before = await rows();
  const found = await run();
  expect(outcomes(found)).toEqual({ known: 13 });
  expect(found.disputes).toEqual([]);
  expect(found.refunds.every(({ isKnown }) => isKnown)).toBe(true);
  expect(await rows()).toEqual(before);
  await second.settle();
  expect((await auditData(second.context)).broken).toEqual([]);
});

test('a lost payment is listed with amount, contact and reason, and can be refunded from there once', async () => {
  const admin = await second.signIn('admin@demo.test');
  const list = async () => (await second.call('getPaymentIssues', {}, admin)).body.sessions;
  const issue = (await list()).find(({ sessionId }) => sessionId === lost.sessionId);
  expect(issue).toMatchObject({ customerEmail: EMAIL, isOrderLost: true, refund: null, orderId: null });
  expect(issue?.amount).toBe(lost.order.pricing.total);
  expect(issue?.reason).toMatch(/was paid at Stripe on .*its order is missing/);
  const cooked = (await list()).find(({ reason }) => reason.includes('already has their food'));
  expect(cooked?.sessionId).toBe(draft);
  const body = { sessionId: lost.sessionId };
  const refunded = await second.call('refundLostPayment', { body }, once(admin));
  expect(refunded.body.refund).toMatchObject({ status: 'succeeded', amount: lost.order.pricing.total });
  const again = await second.call('refundLostPayment', { body }, once(admin));
  expect([again.status, again.body.error]).toEqual([409, 'This payment was refunded already.']);
  const onBill = await second.call('refundLostPayment', { body: { sessionId: openLink } }, once(admin));
  expect(onBill.status).toBe(409);
  expect((await list()).find(({ sessionId }) => sessionId === lost.sessionId)?.isOrderLost).toBeUndefined();
  expect((await run()).refundSums.missing.count).toBe(0);
});

test('a guest of a lost order reads what happened, on the page of the payment and of the order', async () => {
  const ask = (sessionId: string) => second.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY);
  const refunded = await ask(lostAndRefunded.sessionId);
  expect([refunded.status, refunded.body['isLost']]).toEqual([404, true]);
  expect(refunded.body.error).toMatch(/Your money is on its way back/);
  expect((await ask('pay_never-here')).body.error).toMatch(/We have no record of this payment/);
  const { orderId, metadata } = lost.order;
  const byLink = (token: string) => second.call('getCustomerOrderDetails', { query: { orderId, token } }, SITE_KEY);
  const found = await byLink(metadata.orderToken ?? '');
  expect([found.status, found.body['isLost']]).toEqual([404, true]);
  expect(found.body.error).toMatch(/This order was lost when our data was restored/);
  expect((await byLink('guessed')).body['isLost']).toBeUndefined();
});
