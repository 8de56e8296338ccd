import { readFileSync } from 'node:fs';
import { cents } from '@tiffin/domain/core';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  ForgedEvent,
  GatewayRefused,
  GatewayUnavailable,
  type ProviderRefund,
  type SessionToOpen,
} from '../gateway.ts';
import { newAction, newDispute, newFraudWarning, newReader, newRefund } from '../../../testing/stripe-shapes.ts';
import { StripeStandIn, type Trouble } from '../../../testing/stripe-stand-in.ts';
import { StripeGateway } from './stripe-gateway.ts';

const INSTRUCTIONS = readFileSync(new URL('../../../../../../docs/connecting-stripe.md', import.meta.url), 'utf8');

let stripe: StripeStandIn;
const now = new Date('2026-11-20T22:00:00Z');

beforeEach(async () => {
  stripe = await StripeStandIn.start();
});
afterEach(() => stripe.stop());

function gatewayWith(change: { retries?: number } = {}): StripeGateway {
  return new StripeGateway({
    secretKey: 'sk_test_stand_in',
    webhookSecret: stripe.secret,
    publishableKey: 'pk_test_stand_in',
    apiBase: stripe.base,
    timeoutMs: 1_000,
    retries: change.retries ?? 0,
  });
}

const session: SessionToOpen = {
  reference: 'pay_1',
  amount: cents(45_67),
  currency: 'CAD',
  description: 'Order of 3 items for pickup',
  email: 'amara@example.com',
  successUrl: 'https://example.com/order-success?session_id=pay_1',
  cancelUrl: 'https://example.com/payment-cancel',
  notes: { locationId: 'truro', orderId: null, tip: cents(0) },
  expiresAt: new Date('2026-11-20T22:35:00Z'),
};

async function paid(gateway: StripeGateway) {
  await gateway.openSession(session);
  return stripe.pay('pay_1').payment_intent ?? '';
}

test('opens a hosted page for cards with Apple Pay and Google Pay, in Canadian dollars, with our own API key [C-PAY-01] [C-PAY-12]', async () => {
  const gateway = gatewayWith();
  expect(gateway.publishableKey).toBe('pk_test_stand_in');
  const opened = await gateway.openSession(session);
  expect(opened.paymentUrl).toBe(`https://checkout.stripe.com/c/pay/${opened.providerSessionId}`);
  const [request] = stripe.requests;
  expect(request).toMatchObject({ call: 'POST /v1/checkout/sessions', key: 'pay_1' });
  expect(request?.fields).toMatchObject({
    mode: 'payment',
    'allowed_payment_method_types[0]': 'card',
    client_reference_id: 'pay_1',
    'metadata[tiffin_session]': 'pay_1',
    'payment_intent_data[metadata][tiffin_session]': 'pay_1',
    'line_items[0][price_data][currency]': 'cad',
    'line_items[0][price_data][unit_amount]': '4567',
    customer_email: 'amara@example.com',
    success_url: session.successUrl,
    expires_at: String(session.expiresAt.getTime() / 1000),
  });
});

test.each<[Trouble]>([['hangs'], ['does-it-and-hangs'], [429], [500], ['does-it-and-500']])(
  'a Stripe failure (%s) is temporary, and a retry with the same key opens one session',
  async (trouble) => {
    const gateway = gatewayWith();
    stripe.troubles = [trouble];
    await expect(gateway.openSession(session)).rejects.toThrow(GatewayUnavailable);
    const first = await gateway.openSession(session);
    const second = await gateway.openSession(session);
    expect(second).toEqual(first);
    expect(stripe.sessions.size).toBe(1);
  },
);

test('the client retries failed requests with the same key', async () => {
  stripe.troubles = [500, 'drops'];
  await gatewayWith({ retries: 2 }).openSession(session);
  expect(stripe.requests.map((request) => request.key)).toEqual(['pay_1', 'pay_1', 'pay_1']);
  expect(stripe.sessions.size).toBe(1);
});

test('a request that Stripe refuses is a permanent failure', async () => {
  await expect(gatewayWith().readSession('cs_unknown')).rejects.toThrow(GatewayRefused);
});

test('a session is open until it is paid, then it has its amount and payment', async () => {
  const gateway = gatewayWith();
  const { providerSessionId: id } = await gateway.openSession(session);
  expect(await gateway.readSession(id)).toMatchObject({ reference: 'pay_1', status: 'open', amount: null });
  const { payment_intent: paymentId } = stripe.pay('pay_1');
  const observed = { reference: 'pay_1', providerSessionId: id, status: 'paid', amount: 45_67, paymentId };
  expect(await gateway.readSession(id)).toEqual(observed);
  // The session was paid before it could be closed, so the payment counts.
  expect(await gateway.closeSession(id)).toEqual(observed);
});

test('closing a session reports it as cancelled', async () => {
  const gateway = gatewayWith();
  const { providerSessionId: id } = await gateway.openSession(session);
  expect((await gateway.closeSession(id)).status).toBe('cancelled');
  expect((await gateway.readSession(id)).status).toBe('expired');
});

test.each<[Trouble]>([['does-it-and-hangs'], ['does-it-and-500']])(
  'a refund whose response was lost (%s) is found and not repeated, even after Stripe forgot the key',
  async (trouble) => {
    const gateway = gatewayWith();
    const paymentId = await paid(gateway);
    const choice = { reference: 'refund-1', paymentId, amount: cents(45_67), reason: 'cold' };
    stripe.troubles = [trouble];
    await expect(gateway.refund({ ...choice, again: false })).rejects.toThrow(GatewayUnavailable);
    const again = await gateway.refund({ ...choice, again: true });
    expect(again).toMatchObject({ reference: 'refund-1', status: 'succeeded' });
    expect(stripe.refunds.size).toBe(1);
    expect(await gateway.readRefund(again.providerRefundId)).toEqual(again);
    await expect(gateway.refund({ ...choice, reference: 'refund-2', again: false })).rejects.toThrow(
      'Charge has already been refunded.',
    );
  },
);

function verified(event: { raw: string; signature: string }, at = now) {
  const gateway = gatewayWith();
  gateway.verify(event.raw, new Headers({ 'stripe-signature': event.signature }), at);
  return gateway.readEvent(event.raw);
}

test('accepts only recent events signed by Stripe', async () => {
  await paid(gatewayWith());
  const [object] = stripe.sessions.values();
  const event = stripe.event('checkout.session.completed', object ?? {}, now);
  expect(verified(event).about).toBe('session');
  expect(() => verified(event, new Date(now.getTime() + 6 * 60_000))).toThrow(ForgedEvent);
  expect(() => verified({ ...event, raw: `${event.raw} ` })).toThrow(ForgedEvent);
  expect(() => verified({ ...event, signature: '' })).toThrow(ForgedEvent);
  expect(() => verified(stripe.event('checkout.session.completed', object ?? {}, now, 'whsec_other'))).toThrow(
    ForgedEvent,
  );
});

test('converts each event that the instructions for owners list and ignores those of other software', async () => {
  const paymentId = await paid(gatewayWith());
  const [object] = stripe.sessions.values();
  const of = { paymentId, amount: 300 };
  const refund = newRefund('re_9', 0, 'failed', {
    payment_intent: paymentId,
    amount: '300',
    'metadata[tiffin_refund]': 'r1',
  });
  const failed = { ...refund, failure_reason: 'expired_or_canceled_card' };
  const dueBy = Date.parse('2026-11-30T22:59:00Z') / 1000;
  const disputed = { intent: paymentId, amount: 45_67 };
  const objects: Record<string, [object, object]> = {
    'checkout.session.completed': [object ?? {}, { about: 'session', session: { status: 'paid', paymentId } }],
    'checkout.session.async_payment_succeeded': [object ?? {}, { about: 'session', session: { status: 'paid' } }],
    'checkout.session.async_payment_failed': [
      { ...object, payment_status: 'unpaid' },
      { about: 'session', session: { status: 'failed', amount: null } },
    ],
    'checkout.session.expired': [
      { ...object, payment_status: 'unpaid', status: 'expired' },
      { about: 'session', session: { status: 'expired' } },
    ],
    // The event of a charge does not contain its refunds.
    'charge.refunded': [
      { id: 'ch_1', object: 'charge', payment_intent: paymentId },
      { about: 'refunds-of', paymentId },
    ],
    'refund.created': [
      { ...refund, status: 'succeeded', metadata: {} },
      { about: 'refund', refund: { reference: null, status: 'succeeded', of } },
    ],
    'refund.updated': [
      { ...refund, status: 'pending' },
      { about: 'refund', refund: { reference: 'r1', providerRefundId: 're_9', status: 'requested', of } },
    ],
    'refund.failed': [failed, { about: 'refund', refund: { status: 'failed', reason: 'expired_or_canceled_card' } }],
    'charge.dispute.created': [
      newDispute(disputed, { reason: 'product_not_received', status: 'needs_response', dueBy }),
      {
        about: 'dispute',
        dispute: {
          disputeId: `du_${paymentId}`,
          paymentId,
          amount: 45_67,
          reason: 'product not received',
          status: 'open',
          answerBy: new Date('2026-11-30T22:59:00Z'),
        },
      },
    ],
    'charge.dispute.funds_withdrawn': [
      newDispute(disputed, { reason: 'general', status: 'warning_under_review', dueBy }),
      { about: 'dispute', dispute: { status: 'asked' } },
    ],
    'charge.dispute.closed': [
      newDispute(disputed, { reason: 'fraudulent', status: 'lost', dueBy }),
      { about: 'dispute', dispute: { status: 'lost' } },
    ],
    'radar.early_fraud_warning.created': [
      newFraudWarning(paymentId),
      { about: 'fraud-warning', paymentId, reason: 'unauthorized use of card' },
    ],
    'terminal.reader.action_succeeded': [
      { ...newReader('tmr_1', {}), action: newAction('pi_9', {}) },
      { about: 'reader', providerSessionId: 'pi_9' },
    ],
    // A reader of other software may do other things.
    'terminal.reader.action_failed': [newReader('tmr_1', {}), { about: 'nothing-of-ours' }],
  };
  const listed = [...INSTRUCTIONS.matchAll(/^ {2}- `([a-z_.]+)`$/gm)].map(([, event]) => event);
  expect(Object.keys(objects)).toEqual(listed);
  for (const [type, [sent, read]] of Object.entries(objects)) {
    expect(verified(stripe.event(type, sent, now))).toMatchObject({ type, ...read });
  }
  const owned = stripe.event('checkout.session.completed', { ...object, metadata: {} }, now);
  expect(verified(owned).about).toBe('nothing-of-ours');
  expect(verified(stripe.event('invoice.paid', {}, now)).about).toBe('nothing-of-ours');
});

test('a session that is complete but not paid is open; one in another currency has no amount', async () => {
  await paid(gatewayWith());
  const [object] = stripe.sessions.values();
  expect(
    verified(stripe.event('checkout.session.completed', { ...object, payment_status: 'unpaid' }, now)),
  ).toMatchObject({
    session: { status: 'open', amount: null },
  });
  expect(verified(stripe.event('checkout.session.completed', { ...object, currency: 'usd' }, now))).toMatchObject({
    session: { status: 'paid', amount: null },
  });
});

test('a restaurant in euro charges euro, and payments in another currency have no amount', async () => {
  await gatewayWith().openSession({ ...session, reference: 'pay_euro', currency: 'EUR' });
  expect(stripe.requests.at(-1)?.fields).toMatchObject({
    'metadata[tiffin_session]': 'pay_euro',
    'metadata[tiffin_currency]': 'eur',
    'line_items[0][price_data][currency]': 'eur',
  });
  stripe.pay('pay_euro');
  const object = [...stripe.sessions.values()].find((each) => each.client_reference_id === 'pay_euro');
  const observed = (currency: string) =>
    verified(stripe.event('checkout.session.completed', { ...object, currency }, now));
  expect(observed('eur')).toMatchObject({ session: { status: 'paid', amount: 4567 } });
  expect(observed('cad')).toMatchObject({ session: { status: 'paid', amount: null } });
});

test('reads the payments of a day page by page', async () => {
  stripe.clock = () => now;
  const gateway = gatewayWith();
  for (let each = 1; each <= 5; each++) {
    await gateway.openSession({ ...session, reference: `pay_${each}`, amount: cents(each * 100) });
    stripe.pay(`pay_${each}`);
  }
  const observed = await Array.fromAsync(gateway.payments(now, new Date(now.getTime() + 86_400_000)));
  expect(observed.map((payment) => [payment.amount, payment.refunded])).toEqual(
    [100, 200, 300, 400, 500].map((a) => [a, 0]),
  );
});

test('reads all refunds of a day and of a payment page by page, including those made in Stripe', async () => {
  stripe.clock = () => now;
  const gateway = gatewayWith();
  const paymentId = await paid(gateway);
  await gateway.refund({ reference: 'r1', paymentId, amount: cents(100), reason: 'cold', again: false });
  stripe.refundInDashboard(paymentId, 200);
  stripe.refundInDashboard(paymentId, 300);
  stripe.clock = () => new Date(now.getTime() + 86_400_000);
  stripe.refundInDashboard(paymentId, 400);
  const sums = (refunds: readonly ProviderRefund[]) => refunds.map(({ of, reference }) => [of?.amount, reference]);
  expect(sums(await gateway.refundsOf(paymentId))).toEqual([
    [400, null],
    [300, null],
    [200, null],
    [100, 'r1'],
  ]);
  const ofTheDay = await Array.fromAsync(gateway.refunds(now, new Date(now.getTime() + 3_600_000)));
  expect(sums(ofTheDay)).toEqual([
    [300, null],
    [200, null],
    [100, 'r1'],
  ]);
});

test('the fake Stripe refuses unknown parameters', async () => {
  const answer = await fetch(`${stripe.base}/v1/refunds`, {
    method: 'POST',
    body: new URLSearchParams({ payment_intent: 'pi_1', order: 'TRU-1' }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      error: {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        message: 'Received unknown parameter: order',
      },
    },
  ]);
});

test('the instructions for owners name our API version', () => {
  expect(INSTRUCTIONS).toContain(`\`${Stripe.API_VERSION}\``);
});

const fee = { ...session, keepsCard: true, amount: cents(40_00), description: 'A card for your table' };
const chargeOf = (card: string) => ({ ...fee, card, reference: 'pay_2' });

test('a page keeps a card without charging it; the fee is charged once, and then the card is forgotten', async () => {
  const gateway = gatewayWith();
  const { providerSessionId } = await gateway.openSession(fee);
  expect(stripe.requests[0]?.fields).toMatchObject({ mode: 'setup', currency: 'cad', customer_creation: 'always' });
  expect(await gateway.readSession(providerSessionId)).toMatchObject({ status: 'open', amount: null });
  const completed = stripe.keepCard('pay_1');
  const card = completed.setup_intent ?? '';
  const kept = { reference: 'pay_1', providerSessionId, status: 'paid', amount: 40_00, paymentId: card };
  expect(await gateway.readSession(providerSessionId)).toEqual(kept);
  expect(gateway.readEvent(stripe.event('checkout.session.completed', completed, now).raw)).toMatchObject({
    session: kept,
  });
  const first = await gateway.chargeCard(chargeOf(card));
  expect(first).toMatchObject({ reference: 'pay_2', status: 'paid', amount: 40_00 });
  expect(await gateway.chargeCard(chargeOf(card))).toEqual(first);
  expect(stripe.charges.map(({ payment }) => [payment.amount, payment.metadata])).toEqual([
    [40_00, { tiffin_session: 'pay_2' }],
  ]);
  const refund = {
    reference: 'ref_1',
    paymentId: first.paymentId ?? '',
    amount: cents(40_00),
    reason: '',
    again: false,
  };
  await gateway.letCardGo(card);
  await gateway.letCardGo(card);
  await expect(gateway.chargeCard({ ...chargeOf(card), reference: 'pay_3' })).rejects.toThrow(GatewayRefused);
  expect(await gateway.refund(refund)).toMatchObject({ status: 'succeeded' });
});

test('a charge whose answer was lost is found again, also after its idempotency key expired', async () => {
  const gateway = gatewayWith();
  await gateway.openSession(fee);
  const card = stripe.keepCard('pay_1').setup_intent ?? '';
  stripe.troubles = ['none', 'none', 'does-it-and-500'];
  await expect(gateway.chargeCard(chargeOf(card))).rejects.toThrow(GatewayUnavailable);
  expect(await gateway.chargeCard(chargeOf(card))).toMatchObject({ status: 'paid' });
  expect(stripe.charges).toHaveLength(1);
  expect(stripe.requests.filter(({ call }) => call === 'POST /v1/payment_intents')).toHaveLength(1);
});

test('a card that is declined is refused with the reason of its bank', async () => {
  const gateway = gatewayWith();
  await gateway.openSession(fee);
  const card = stripe.keepCard('pay_1', 'insufficient_funds').setup_intent ?? '';
  await expect(gateway.chargeCard(chargeOf(card))).rejects.toThrow('The card was declined: insufficient funds.');
  expect(stripe.charges).toEqual([]);
});
