import { afterAll, expect, test } from 'vitest';
import { orderData } from '../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { StripeStandIn } from '../../testing/stripe-stand-in.ts';
import { reconcile } from './reconcile.ts';
import { sweepPayments } from './sweep.ts';

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
const manager = await server.signIn('manager.truro@demo.test');

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

test('with Stripe connected guests get its publishable key [C-PAY-12]', async () => {
  const { body } = await server.call('getPaymentOptions', {});
  expect(body).toMatchObject({ cards: true, provider: 'stripe', publishableKey: 'pk_test_stand_in' });
});

test('paid at Stripe: the event makes the order once, and a cancel refunds it there once', async () => {
  const sessionId = await start();
  const session = stripe.pay(sessionId);
  const completed = stripe.event('checkout.session.completed', session, server.clock.now());
  expect(await Promise.all([post(completed), post(completed), post(completed)])).toEqual([200, 200, 200]);
  const { order } = (await orderOf(sessionId)).body;
  expect(order).toMatchObject({ paymentStatus: 'paid', paymentIntentId: session.payment_intent });
  // Out of order: the session's expiry, signed earlier, arrives after the money.
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

test('a bank that returns a refund days later: the order is paid again, and staff are told', async () => {
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

test('Stripe stumbles when the page is opened: the same request goes on, with one session there', async () => {
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

test('no event at all: the sweep asks Stripe; the day agrees with its books', async () => {
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
  await reconcile(server.context, '2026-11-20');
  const day = await server.context.db.selectFrom('reconciliations').selectAll().executeTakeFirstOrThrow();
  expect(day.compared).toBeGreaterThan(0);
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
