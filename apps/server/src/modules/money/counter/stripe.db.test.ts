import { localDate } from '@tiffin/domain/core';
import { afterAll, expect, test } from 'vitest';
import { orderData } from '../../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { newDispute, newFraudWarning } from '../../../testing/stripe-shapes.ts';
import { StripeStandIn } from '../../../testing/stripe-stand-in.ts';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { reconcileDay } from '../provider/reconcile.ts';
import { sweepPayments } from '../sessions/sweep-sessions.ts';

const stripe = await StripeStandIn.start();
afterAll(() => stripe.stop());
const server = await testServer({
  env: {
    STRIPE_SECRET_KEY: 'sk_test_stand_in',
    STRIPE_WEBHOOK_SECRET: stripe.secret,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
    STRIPE_API_BASE: stripe.base,
  },
});
const { db } = server.context;
const manager = await server.signIn('manager.truro@demo.test');
const owner = await server.signIn('admin@demo.test');
stripe.clock = () => server.clock.now();

async function post(event: { raw: string; signature: string }) {
  const headers = { 'content-type': 'application/json', 'stripe-signature': event.signature };
  const answer = await server.fetch('/api/webhooks/stripe', { method: 'POST', headers, body: event.raw });
  return answer.status;
}

async function start(): Promise<string> {
  const { status, body } = await server.call(
    'createCustomerPayment',
    { body: { orderData: await orderData(server) } },
    SITE_KEY,
  );
  expect([status, body.paymentUrl?.startsWith('https://checkout.stripe.com/')]).toEqual([200, true]);
  return body.sessionId;
}

const orderOf = (sessionId: string) => server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY);

test('guests get Stripe’s publishable key when Stripe is connected [C-PAY-12]', async () => {
  const { body } = await server.call('getPaymentOptions', {});
  expect(body).toMatchObject({ cards: true, provider: 'stripe', publishableKey: 'pk_test_stand_in' });
});

test('a Stripe event creates the order once, and cancelling refunds it there once', async () => {
  const sessionId = await start();
  const session = stripe.pay(sessionId);
  const completed = stripe.event('checkout.session.completed', session, server.clock.now());
  expect(await Promise.all([post(completed), post(completed), post(completed)])).toEqual([200, 200, 200]);
  const { order } = (await orderOf(sessionId)).body;
  expect(order).toMatchObject({ paymentStatus: 'paid', paymentIntentId: session.payment_intent });
  // Out of order: the expiry event was signed earlier and arrives after the payment.
  const expired = stripe.event(
    'checkout.session.expired',
    { ...session, payment_status: 'unpaid', status: 'expired' },
    server.clock.now(),
  );
  expect(await post(expired)).toBe(200);

  const { body } = await server.call('cancelOrder', { body: { orderId: order.orderId } }, manager);
  expect(body.refund).toMatchObject({
    success: true,
    status: 'succeeded',
    method: 'card',
    amount: order.pricing.total,
  });
  const [refund] = stripe.refunds.values();
  const refunded = stripe.event('refund.updated', refund ?? {}, server.clock.now());
  expect(await Promise.all([post(refunded), post(refunded)])).toEqual([200, 200]);
  expect(stripe.refunds.size).toBe(1);
  expect((await orderOf(sessionId)).body.order.paymentStatus).toBe('refunded');
});

test('a refund that the bank returns days later makes the order paid again and notifies staff', async () => {
  const sessionId = await start();
  stripe.pay(sessionId);
  stripe.refundStatus = 'pending';
  const { order } = (await orderOf(sessionId)).body;
  const { body } = await server.call('cancelOrder', { body: { orderId: order.orderId } }, manager);
  expect([body.refund?.status, body.order.paymentStatus]).toEqual(['requested', 'paid']);
  const refund = [...stripe.refunds.values()].at(-1);
  const now = server.clock.now();
  await post(stripe.event('refund.updated', { ...refund, status: 'succeeded' }, now));
  expect((await orderOf(sessionId)).body.order.paymentStatus).toBe('refunded');
  await post(stripe.event('refund.failed', { ...refund, status: 'failed', failure_reason: 'declined' }, now));
  expect((await orderOf(sessionId)).body.order).toMatchObject({ paymentStatus: 'paid', status: 'cancelled' });
  stripe.refundStatus = 'succeeded';
});

test('after a Stripe error while opening the payment page, repeating the request continues with the same session', async () => {
  const before = stripe.sessions.size;
  const key = { ...SITE_KEY, 'idempotency-key': 'stripe-1' };
  const body = { orderData: await orderData(server) };
  stripe.troubles = ['does-it-and-500', 'does-it-and-500', 'does-it-and-500'];
  const lost = await server.call('createCustomerPayment', { body }, key);
  expect([lost.status, lost.body.code]).toEqual([503, 'payment-provider-unavailable']);
  const found = await server.call('createCustomerPayment', { body }, key);
  expect(found.status).toBe(200);
  expect(stripe.sessions.size).toBe(before + 1);
});

test('a payment page that Stripe refuses reserves nothing but counts for the limits, and a repeat gets the same answer', async () => {
  const body = { orderData: await orderData(server) };
  const [dish] = body.orderData.items;
  const [locationId, itemId] = ['truro', dish?.id ?? ''];
  await server.call('setStock', { body: { locationId, itemId, left: 3 } }, manager);
  const counted = async () => {
    const rows = await db.selectFrom('rate_limits').select('count').where('key', 'like', 'place-order%').execute();
    return rows.reduce((sum, { count }) => sum + count, 0);
  };
  const before = await counted();
  const key = { ...SITE_KEY, 'idempotency-key': crypto.randomUUID() };
  stripe.troubles = [400];
  const refused = await server.call('createCustomerPayment', { body }, key);
  expect([refused.status, refused.body.error]).toEqual([409, 'The payment provider refused: Invalid email address']);
  const session = await db
    .selectFrom('payment_sessions')
    .select(['status', 'provider_session_id'])
    .where('provider_session_id', 'is', null)
    .executeTakeFirstOrThrow();
  expect(session).toEqual({ status: 'failed', provider_session_id: null });
  const { item } = (await server.call('getStockMovements', { query: { locationId, itemId } }, manager)).body;
  expect([item.left, item.held]).toEqual([3, 0]);
  // Once for the account and once for the address.
  expect(await counted()).toBe(before + 2);
  const requestsBefore = stripe.requests.length;
  const again = await server.call('createCustomerPayment', { body }, key);
  expect([again.status, again.body.error]).toEqual([409, 'The payment provider refused this payment.']);
  expect(stripe.requests).toHaveLength(requestsBefore);
  await server.call('setStock', { body: { locationId, itemId, left: null } }, manager);
});

test('polling for an order asks Stripe at most every two seconds, and a paid session is still found', async () => {
  const sessionId = await start();
  const looks = () => stripe.requests.filter(({ call }) => call.startsWith('GET /v1/checkout/sessions')).length;
  const before = looks();
  for (let n = 0; n < 10; n++) expect((await orderOf(sessionId)).status).toBe(404);
  expect(looks()).toBe(before + 1);
  server.clock.forward(1_999);
  await Promise.all([orderOf(sessionId), orderOf(sessionId)]);
  expect(looks()).toBe(before + 1);
  const session = stripe.pay(sessionId);
  await post(stripe.event('checkout.session.completed', session, server.clock.now()));
  expect((await orderOf(sessionId)).status).toBe(200);
  const other = await start();
  expect((await orderOf(other)).status).toBe(404);
  stripe.pay(other);
  server.clock.forward(2_000);
  expect((await orderOf(other)).status).toBe(200);
});

test('without any event the sweep finds the payment at Stripe, and the day reconciles', async () => {
  const sessionId = await start();
  stripe.pay(sessionId);
  server.clock.forward(2 * 60_000);
  await sweepPayments(server.context);
  const row = await server.context.db
    .selectFrom('payment_sessions')
    .select(['status', 'order_id'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  expect([row.status, row.order_id === null]).toEqual(['paid', false]);
  await reconcileDay(server.context, '2026-11-20');
  const day = await server.context.db.selectFrom('reconciliations').selectAll().executeTakeFirstOrThrow();
  expect(day.compared).toBeGreaterThan(0);
});

test('a payment page that Stripe does not know is closed and releases its part of the bill', async () => {
  const sessionId = await start();
  const { orderId, due } = (
    await server.call('createCustomerOrderCash', { body: await orderData(server, { paymentMethod: 'cash' }) }, SITE_KEY)
  ).body.order;
  const part = { billId: orderId, tender: 'link' as const, amount: due };
  const attempt = await server.call('addPayment', { body: part }, { ...manager, 'idempotency-key': 'forgotten' });
  expect(attempt.body.bill.held).toBe(due);
  stripe.sessions.clear();
  server.clock.forward(2 * 60_000);
  await sweepPayments(server.context);
  const { status } = await server.context.db
    .selectFrom('payment_sessions')
    .select('status')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('cancelled');
  const { bill } = (await server.call('getBill', { query: { billId: orderId } }, manager)).body;
  expect(bill).toMatchObject({ held: 0, due });
  // Otherwise the next order of this phone number counts as a duplicate.
  await server.call('cancelOrder', { body: { orderId } }, manager);
});

test('a forged Stripe event changes nothing', async () => {
  const sessionId = await start();
  const forged = stripe.event('checkout.session.completed', stripe.pay(sessionId), server.clock.now(), 'whsec_guess');
  expect(await post(forged)).toBe(400);
  const old = stripe.event('checkout.session.completed', {}, new Date(server.clock.now().getTime() - 600_000));
  expect(await post(old)).toBe(400);
  const row = await server.context.db
    .selectFrom('payment_sessions')
    .select('status')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  expect(row.status).toBe('open');
});

/** Creates a paid order and returns it with Stripe's payment id. */
async function paidOrder() {
  const sessionId = await start();
  const { payment_intent: intent } = stripe.pay(sessionId);
  const { order } = (await orderOf(sessionId)).body;
  return { sessionId, intent: intent ?? '', orderId: order.orderId, total: Math.round(order.pricing.total * 100) };
}

/** The reason that the back office lists for a payment until staff dismiss it. */
async function attention(sessionId: string): Promise<string | undefined> {
  const { body } = await server.call('getPaymentIssues', {}, owner);
  return body.sessions.find((session: { sessionId: string }) => session.sessionId === sessionId)?.reason;
}

test('a dashboard refund reported three times at once is recorded once, and staff and guest are notified', async () => {
  const { sessionId, intent, orderId, total } = await paidOrder();
  const refund = stripe.refundInDashboard(intent, 500);
  const now = server.clock.now();
  const charge = { object: 'charge', payment_intent: intent };
  const responses = await Promise.all([
    post(stripe.event('refund.created', refund, now)),
    post(stripe.event('charge.refunded', charge, now)),
    post(stripe.event('refund.updated', refund, now)),
  ]);
  expect(responses).toEqual([200, 200, 200]);
  const { body } = await server.call('getOrderPayments', { query: { orderId } }, manager);
  expect(body.refunds).toMatchObject([
    { status: 'succeeded', method: 'card', amount: 5, reason: 'Refunded at Stripe' },
  ]);
  expect(body.refundable).toBe((total - 500) / 100);
  expect((await orderOf(sessionId)).body.order).toMatchObject({ paymentStatus: 'paid', pricing: { refunded: 5 } });
  expect(await attention(sessionId)).toBe('$5.00 was refunded at Stripe, not here');
  await server.settle();
  const mails = await server.context.db
    .selectFrom('messages')
    .select('template')
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_refunded')
    .execute();
  expect(mails).toHaveLength(1);

  stripe.refundInDashboard(intent, total - 500);
  await post(stripe.event('charge.refunded', charge, now));
  expect((await orderOf(sessionId)).body.order.paymentStatus).toBe('refunded');
});

test('a dashboard refund that fails at the bank makes the order paid again', async () => {
  const { sessionId, intent, total } = await paidOrder();
  const refund = stripe.refundInDashboard(intent, total);
  const now = server.clock.now();
  await post(stripe.event('refund.created', refund, now));
  expect((await orderOf(sessionId)).body.order.paymentStatus).toBe('refunded');
  refund.status = 'failed';
  await post(stripe.event('refund.failed', { ...refund, failure_reason: 'expired_or_canceled_card' }, now));
  expect((await orderOf(sessionId)).body.order).toMatchObject({ paymentStatus: 'paid', pricing: { refunded: 0 } });
});

test('a tipped partial payment refunded in the dashboard in two steps leaves neither bill nor tip unrefunded', async () => {
  const body = await orderData(server);
  const placed = await server.call('createCustomerOrderCash', { body }, SITE_KEY);
  const { billId, due } = placed.body.order;
  const part = { billId, tender: 'link' as const, amount: due, tip: 5 };
  await server.call('addPayment', { body: part }, { ...manager, 'idempotency-key': 'tip-by-link' });
  const { client_reference_id: reference } = [...stripe.sessions.values()].at(-1) ?? {};
  const session = stripe.pay(reference ?? '');
  const now = server.clock.now();
  await post(stripe.event('checkout.session.completed', session, now));
  const intent = session.payment_intent ?? '';
  await post(stripe.event('refund.created', stripe.refundInDashboard(intent, 1000), now));
  await post(stripe.event('refund.created', stripe.refundInDashboard(intent, session.amount_total - 1000), now));
  const back = await server.context.db
    .selectFrom('refunds')
    .select(['amount_cents', 'tip_cents'])
    .where('bill_id', '=', billId)
    .orderBy('amount_cents')
    .execute();
  expect(back.map((each) => each.amount_cents + each.tip_cents)).toEqual([1000, session.amount_total - 1000]);
  expect(back.reduce((sum, each) => sum + each.tip_cents, 0)).toBe(500);
  const { order } = (await server.call('getOrderDetails', { query: { orderId: billId } }, manager)).body;
  expect(order).toMatchObject({ paymentStatus: 'refunded', pricing: { refunded: due } });
});

test('a refund five days later without an event is found by the nightly reconciliation', async () => {
  const { sessionId, intent, total } = await paidOrder();
  server.clock.forward(5 * 86_400_000);
  stripe.refundInDashboard(intent, total);
  await reconcileDay(server.context, localDate(server.clock.now(), 'America/Halifax'));
  expect((await orderOf(sessionId)).body.order.paymentStatus).toBe('refunded');
  expect(await attention(sessionId)).toContain('was refunded at Stripe, not here');
});

test('refunds of other systems’ payments in the same Stripe account are ignored', async () => {
  const refund = stripe.refundInDashboard('pi_of_the_shop_next_door', 900);
  expect(await post(stripe.event('refund.created', refund, server.clock.now()))).toBe(200);
  const found = await server.context.db
    .selectFrom('refunds')
    .select('id')
    .where('provider_refund_id', '=', refund.id)
    .execute();
  expect(found).toEqual([]);
});

test('a dispute is listed with its deadline and its result, and a repeated event is recorded once', async () => {
  const { sessionId, intent, total } = await paidOrder();
  const now = server.clock.now();
  const money = `$${(total / 100).toFixed(2)}`;
  const dueBy = Date.parse('2026-12-08T03:59:00Z') / 1000;
  const disputed = (status: string) =>
    newDispute({ intent, amount: total }, { reason: 'product_not_received', status, dueBy });
  const created = stripe.event('charge.dispute.created', disputed('needs_response'), now);
  expect([await post(created), await post(created)]).toEqual([200, 200]);
  const words =
    `A guest disputes ${money} with their bank (product not received). ` +
    'Answer at Stripe by Dec 7, 2026, 11:59 p.m., or the money is lost';
  expect(await attention(sessionId)).toBe(words);
  await server.call('resolvePaymentIssue', { body: { sessionId } }, owner);
  await post(created);
  expect(await attention(sessionId)).toBeUndefined();
  await post(stripe.event('charge.dispute.closed', disputed('lost'), now));
  expect(await attention(sessionId)).toBe(`The dispute over ${money} was lost: the bank has taken the money back`);
});

test('money that the bank took in a dispute cannot be refunded again, and the ledger adds up', async () => {
  const { sessionId, intent, orderId, total } = await paidOrder();
  const now = server.clock.now();
  const disputed = (status: string) =>
    newDispute({ intent, amount: total }, { reason: 'fraudulent', status, dueBy: now.getTime() / 1000 });
  const created = stripe.event('charge.dispute.created', disputed('needs_response'), now);
  await post(created);
  const refundsBefore = stripe.refunds.size;
  const amount = { orderId, amount: 5, reason: 'said nicely', byHand: true };
  expect((await server.call('refundAmount', { body: amount }, manager)).status).toBe(409);
  expect((await orderOf(sessionId)).body.order.paymentStatus).toBe('paid');
  const { body } = await server.call('cancelOrder', { body: { orderId, cancelReason: 'gone' } }, manager);
  expect(body.refunds).toEqual([]);

  await post(stripe.event('charge.dispute.closed', disputed('lost'), now));
  await post(stripe.event('charge.dispute.closed', disputed('lost'), now));
  await post(created);
  expect((await orderOf(sessionId)).body.order).toMatchObject({
    paymentStatus: 'refunded',
    pricing: { refunded: total / 100 },
  });
  expect(stripe.refunds.size).toBe(refundsBefore);
  await server.settle();
  const messages = db.selectFrom('messages').select('template').where('order_id', '=', orderId);
  expect(await messages.where('template', '=', 'order_refunded').execute()).toEqual([]);
  await reconcileDay(server.context, localDate(now, 'America/Halifax'));
  const days = await server.call('getReconciliations', {}, owner);
  expect(JSON.stringify(days.body.days)).not.toContain(orderId);
  expect(JSON.stringify((await auditData(server.context)).broken)).not.toContain(orderId);
});

test('the money of a won dispute can be refunded, also when its events arrive out of order', async () => {
  const { sessionId, intent, orderId, total } = await paidOrder();
  const now = server.clock.now();
  const disputed = (status: string) =>
    newDispute({ intent, amount: total }, { reason: 'fraudulent', status, dueBy: now.getTime() / 1000 });
  // While the bank only inquires, refunding is the right response.
  await post(stripe.event('charge.dispute.created', disputed('warning_needs_response'), now));
  const small = { orderId, amount: 1, reason: 'cold' };
  expect((await server.call('refundAmount', { body: small }, manager)).status).toBe(200);
  await post(stripe.event('charge.dispute.closed', disputed('won'), now));
  await post(stripe.event('charge.dispute.created', disputed('needs_response'), now));
  const { refunds, refundable } = (await server.call('getOrderPayments', { query: { orderId } }, manager)).body;
  expect(refundable).toBe((total - 100) / 100);
  const won = refunds.find(({ status }: { status: string }) => status === 'failed');
  expect(won).toMatchObject({ amount: (total - 100) / 100, reason: "Disputed with the guest's bank" });
  const again = await server.call('retryRefund', { body: { refundId: won?.refundId ?? '' } }, manager);
  expect(again.body.code).toBe('failed-precondition');
  const { body } = await server.call('getPaymentIssues', {}, owner);
  expect(body.refunds.filter((refund: { orderId: string | null }) => refund.orderId === orderId)).toEqual([]);
  expect((await orderOf(sessionId)).body.order.paymentStatus).toBe('paid');
});

test('a dispute during a pending refund that the provider then refuses is not refunded again', async () => {
  const { sessionId, intent, orderId, total } = await paidOrder();
  stripe.refundStatus = 'pending';
  await server.call('refundAmount', { body: { orderId, amount: total / 100, reason: 'cold' } }, manager);
  stripe.refundStatus = 'succeeded';
  const refund = [...stripe.refunds.values()].find((each) => each.payment_intent === intent);
  const now = server.clock.now();
  const disputed = (status: string) =>
    newDispute({ intent, amount: total }, { reason: 'fraudulent', status, dueBy: now.getTime() / 1000 });
  await post(stripe.event('charge.dispute.created', disputed('needs_response'), now));
  expect(await attention(sessionId)).toMatch(/^A guest disputes/);
  await post(stripe.event('refund.failed', { ...refund, status: 'failed', failure_reason: 'charge_disputed' }, now));
  server.clock.forward(61_000);
  await sweepPayments(server.context);
  const { refundable } = (await server.call('getOrderPayments', { query: { orderId } }, manager)).body;
  expect(refundable).toBe(0);
  await post(stripe.event('charge.dispute.closed', disputed('lost'), server.clock.now()));
  expect((await orderOf(sessionId)).body.order).toMatchObject({
    paymentStatus: 'refunded',
    pricing: { refunded: total / 100 },
  });
  expect(JSON.stringify((await auditData(server.context)).broken)).not.toContain(orderId);
});

test('a dispute beside a successful refund books the rest, and the whole amount if that refund failed', async () => {
  const { intent, orderId, total } = await paidOrder();
  stripe.refundStatus = 'pending';
  const ask = (amount: number) => server.call('refundAmount', { body: { orderId, amount, reason: 'cold' } }, manager);
  await ask(1);
  const first = [...stripe.refunds.values()].find((each) => each.payment_intent === intent);
  await ask(2);
  const second = [...stripe.refunds.values()].findLast((each) => each.payment_intent === intent);
  stripe.refundStatus = 'succeeded';
  const now = server.clock.now();
  const dispute = newDispute(
    { intent, amount: total },
    { reason: 'fraudulent', status: 'needs_response', dueBy: now.getTime() / 1000 },
  );
  await post(stripe.event('charge.dispute.created', dispute, now));
  await post(stripe.event('refund.updated', { ...first, status: 'succeeded' }, now));
  await post(stripe.event('refund.failed', { ...second, status: 'failed', failure_reason: 'charge_disputed' }, now));
  server.clock.forward(61_000);
  await sweepPayments(server.context);
  const { refunds } = (await server.call('getOrderPayments', { query: { orderId } }, manager)).body;
  const booked = refunds.find(({ reason }: { reason: string }) => reason.startsWith('Disputed'));
  expect(booked).toMatchObject({ amount: (total - 100) / 100 });
  const failedWebhooks = db.selectFrom('failed_webhooks').select('id').where('resolved_at', 'is', null);
  expect(await failedWebhooks.where('event_type', 'like', '%dispute%').execute()).toEqual([]);
});

test('a fraud warning is added to the warnings that staff have not dismissed', async () => {
  const { sessionId, intent } = await paidOrder();
  const now = server.clock.now();
  await post(stripe.event('refund.created', stripe.refundInDashboard(intent, 100), now));
  await post(stripe.event('radar.early_fraud_warning.created', newFraudWarning(intent), now));
  expect(await attention(sessionId)).toMatch(
    /^\$1\.00 was refunded at Stripe, not here\. The card's bank suspects fraud \(unauthorized use of card\)\./,
  );
});
