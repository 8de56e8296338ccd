import { expect, test } from 'vitest';
import { CARDS } from '../../../testing/cards.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { sweepPayments } from './sweep-sessions.ts';

const server = await testServer();
const till = tillOf(server);
const payload = await payloadMaker(server);
const customer = await server.signIn('customer@demo.test');
const admin = await server.signIn('admin@demo.test');

const MINUTE = 60_000;

function orderOf(sessionId: string) {
  return server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY);
}

async function postEvent(body: unknown, header?: string) {
  const raw = JSON.stringify(body);
  return server.fetch('/api/webhooks/sandbox', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': header ?? till.sandbox.sign(raw, server.clock.now()),
    },
    body: raw,
  });
}

async function eventOf(sessionId: string) {
  const id = (await sessionRow(sessionId)).provider_session_id ?? '';
  const [object] = await till.sandbox.tables.findSessions({ id });
  return { id: `evt-${sessionId}`, object: 'event', type: 'checkout.session.completed', data: { object } };
}

function sessionRow(sessionId: string) {
  return server.context.db
    .selectFrom('payment_sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

test('prices are checked before a card payment starts [C-CHK-30] [C-PAY-11]', async () => {
  const wrong = { ...(await till.payload()), pricing: { subtotal: 1, tax: 0, tip: 3, total: 4, taxRate: 0.14 } };
  const mismatch = await server.call('createCustomerPayment', { body: { orderData: wrong } }, SITE_KEY);
  expect([mismatch.status, mismatch.body.code]).toEqual([400, 'pricing-mismatch']);
  expect(mismatch.body).not.toHaveProperty('paymentUrl');
});

test('starting a payment returns the session’s number, payment page and pricing [C-API-04] [C-API-22] [C-PAY-10]', async () => {
  const answer = await server.call('createCustomerPayment', { body: { orderData: await till.payload() } }, SITE_KEY);
  expect([answer.status, answer.body.success]).toEqual([200, true]);
  expect(Object.keys(answer.body).toSorted()).toEqual([
    'adjustments',
    'charged',
    'charges',
    'paymentUrl',
    'pricing',
    'sessionId',
    'success',
    'taxes',
  ]);
  const row = await sessionRow(answer.body.sessionId);
  expect(answer.body.paymentUrl).toContain(row.provider_session_id);
});

test('a paid order keeps the guest’s choice to leave it at the door, and without a choice it is handed over', async () => {
  const paid = async (more: object) => {
    const order = payload({ orderType: 'delivery', address: '12 Willow Street, Truro' });
    const deliveryInfo = { address: '12 Willow Street, Truro', ...order.deliveryInfo, ...more };
    const { items, pricing } = order;
    const { sessionId, paymentUrl } = await till.start(SITE_KEY, {
      orderType: 'delivery',
      deliveryInfo,
      items,
      pricing,
      tipAmount: 0,
    } as never);
    await till.pay(paymentUrl);
    await till.deliver();
    return (await orderOf(sessionId)).body.order?.deliveryInfo;
  };
  expect(await paid({ leaveAtDoor: true })).toMatchObject({ leaveAtDoor: true });
  expect(await paid({})).not.toHaveProperty('leaveAtDoor');
  expect(await paid({ leaveAtDoor: false })).not.toHaveProperty('leaveAtDoor');
});

test('the order of a session exists once it is paid and is found by the session id [C-API-06] [C-API-24]', async () => {
  const answer = await server.call('createCustomerPayment', { body: { orderData: await till.payload() } }, SITE_KEY);
  const { sessionId, paymentUrl, pricing } = answer.body;
  const before = await orderOf(sessionId);
  expect([before.status, before.body.error]).toEqual([404, 'Order not found']);

  const paid = await till.pay(paymentUrl);
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toMatch(
    new RegExp(`/order-success\\?session_id=${sessionId}&token=[\\w-]{32}$`),
  );
  server.clock.forward(2_000);
  const { status, body } = await orderOf(sessionId);
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, orderId: body.order.orderId });
  expect(body.order).toMatchObject({
    paymentStatus: 'paid',
    paymentMethod: 'online',
    status: 'pending',
    sessionId,
    customerInfo: { name: 'Amara Singh', phone: '+19025550142' },
  });
  expect(body.order.pricing.total).toBe(pricing.total);
  expect(body.order.paymentIntentId).toMatch(/^sbp_/);
});

test('getting an order requires a session id; an unknown, foreign or unpaid session shows no order [C-API-19]', async () => {
  for (const body of [{}, { sessionId: ' ' }]) {
    const missing = await server.call('getOrderBySessionId', { body: body as never }, SITE_KEY);
    expect([missing.status, missing.body.error]).toEqual([400, 'sessionId is required']);
  }
  const unknown = await orderOf('pay_unknown');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'order-not-found']);
  const { sessionId } = await till.start();
  const unpaid = await orderOf(sessionId);
  expect([unpaid.status, unpaid.body.sessionStatus]).toEqual([404, 'open']);
});

test('five copies of an event, the return page and the sweep at once create one order and one payment', async () => {
  const before = await till.counts();
  const { sessionId, paymentUrl } = await till.start(customer);
  await till.pay(paymentUrl, CARDS.fiveTimes);
  server.clock.forward(2 * MINUTE);
  const again = await eventOf(sessionId);
  const results = await Promise.all([
    till.deliver(),
    ...Array.from({ length: 5 }, () => postEvent(again).then((answer) => answer.status)),
    ...Array.from({ length: 3 }, () =>
      server.call('getOrderBySessionId', { body: { sessionId } }, customer).then((answer) => answer.status),
    ),
    sweepPayments(server.context),
    sweepPayments(server.context),
  ]);
  expect(results.slice(1, 9)).toEqual(Array.from({ length: 8 }, () => 200));
  await server.settle();
  const after = await till.counts();
  expect(after).toEqual({
    ...before,
    orders: before.orders + 1,
    payments: before.payments + 1,
    created: before.created + 1,
  });
  const { orderId } = (await server.call('getOrderBySessionId', { body: { sessionId } }, customer)).body;
  const texts = await server.context.db.selectFrom('messages').selectAll().where('order_id', '=', orderId).execute();
  expect(new Set(texts.map((message) => message.once_key)).size).toBe(texts.length);
});

test.each([
  [
    'an hour late',
    async (sessionId: string) => (server.clock.forward(60 * MINUTE), void (await till.deliver()), sessionId),
  ],
  ['before the return', async () => void (await till.deliver())],
  [
    'never',
    async () => {
      await server.context.db.deleteFrom('sandbox_events').execute();
      server.clock.forward(2 * MINUTE);
      await sweepPayments(server.context);
    },
  ],
])('the event %s creates the order once', async (_, happen) => {
  const before = await till.counts();
  const { sessionId, paymentUrl } = await till.start();
  await till.pay(paymentUrl);
  await happen(sessionId);
  const row = await sessionRow(sessionId);
  expect(row.status).toBe('paid');
  await till.deliver();
  await orderOf(sessionId);
  await sweepPayments(server.context);
  const after = await till.counts();
  expect([after.orders - before.orders, after.payments - before.payments, after.refunds - before.refunds]).toEqual([
    1, 1, 0,
  ]);
});

test('a forged or outdated signature or a changed body is refused and changes nothing', async () => {
  const { sessionId, paymentUrl } = await till.start();
  await till.pay(paymentUrl);
  const event = await eventOf(sessionId);
  const before = await till.counts();
  const raw = JSON.stringify(event);
  const old = new Date(server.clock.now().getTime() - 6 * MINUTE);
  const forged = ['t=1,v1=00', '', till.sandbox.sign(raw, old), till.sandbox.sign(`${raw} `, server.clock.now())];
  for (const header of forged) {
    const answer = await postEvent(event, header);
    expect([header, answer.status]).toEqual([header, 400]);
  }
  expect(await till.counts()).toEqual(before);
  expect((await sessionRow(sessionId)).status).toBe('open');
  expect(await server.context.db.selectFrom('failed_webhooks').selectAll().execute()).toEqual([]);
  expect((await server.fetch('/api/webhooks/stripe', { method: 'POST', body: raw })).status).toBe(404);
});

test('an event with the payment of another session creates no order and is stored for staff', async () => {
  const mine = await till.start();
  const other = await till.start();
  await till.pay(other.paymentUrl);
  const event = await eventOf(other.sessionId);
  const answer = await postEvent({
    ...event,
    id: 'evt-crossed',
    data: { object: { ...event.data.object, client_reference_id: mine.sessionId } },
  });
  expect(((await answer.json()) as { kept: boolean }).kept).toBe(true);
  expect((await sessionRow(mine.sessionId)).status).toBe('open');
  const { body } = await server.call('getFailedWebhooks', { query: {} }, admin);
  expect(body.failures).toMatchObject([{ eventId: 'evt-crossed', attempts: 1, resolvedAt: null }]);
});

test('a price or cart change after the session started affects neither the charge nor the order', async () => {
  const { sessionId, paymentUrl } = await till.start();
  const { amount_cents: charged, snapshot } = await sessionRow(sessionId);
  await server.context.db
    .updateTable('menu_items')
    .set((set) => ({ price_cents: set('price_cents', '+', 500), is_available: false }))
    .where('location_id', '=', 'truro')
    .where(
      'id',
      'in',
      snapshot.items.map((item) => item.id),
    )
    .execute();
  await server.context.db.updateTable('locations').set({ menu_version: 99 }).where('id', '=', 'truro').execute();
  await till.pay(paymentUrl);
  const { order } = (await orderOf(sessionId)).body;
  expect(Math.round(order.pricing.total * 100)).toBe(charged);
  expect(order.items.map((item) => item.price)).toEqual(snapshot.items.map((item) => item.unitPrice / 100));
  const payment = await server.context.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  expect(payment.amount_cents).toBe(charged);
});

test('repeating a request returns the same session, and after a lost response the provider returns the same payment page', async () => {
  const body = { orderData: await till.payload() };
  const key = { ...SITE_KEY, 'idempotency-key': 'once-1' };
  till.failures.losesAnswers = true;
  const lost = await server.call('createCustomerPayment', { body }, key);
  expect([lost.status, lost.body.code]).toEqual([503, 'payment-provider-unavailable']);
  expect(lost.headers.get('retry-after')).toBe('5');
  till.failures.losesAnswers = false;
  const [first, second] = await Promise.all([
    server.call('createCustomerPayment', { body }, key),
    server.call('createCustomerPayment', { body }, key),
  ]);
  expect(first.status).toBe(200);
  expect(second.body.sessionId).toBe(first.body.sessionId);
  expect(second.body.paymentUrl).toBe(first.body.paymentUrl);
  const pages = await server.context.db
    .selectFrom('sandbox_sessions')
    .selectAll()
    .where('reference', '=', first.body.sessionId)
    .execute();
  expect(pages).toHaveLength(1);
  const other = await server.call(
    'createCustomerPayment',
    { body: { orderData: await till.payload({ specialInstructions: 'no onions' }) } },
    key,
  );
  expect(other.status).toBe(422);
});

test('the provider fails after charging: there is no second charge, and the order appears when it is back', async () => {
  const { sessionId, paymentUrl } = await till.start();
  await till.pay(paymentUrl);
  await server.context.db.deleteFrom('sandbox_events').execute();
  till.failures.down = true;
  expect((await orderOf(sessionId)).status).toBe(404);
  server.clock.forward(2 * MINUTE);
  await sweepPayments(server.context);
  expect((await sessionRow(sessionId)).status).toBe('open');
  till.failures.down = false;
  server.clock.forward(16 * MINUTE);
  await sweepPayments(server.context);
  const { order } = (await orderOf(sessionId)).body;
  expect(order.paymentStatus).toBe('paid');
  // Paying the same payment page again charges nothing.
  expect((await till.pay(paymentUrl)).status).toBe(303);
  const payments = await server.context.db
    .selectFrom('payments')
    .selectAll()
    .where('session_id', '=', sessionId)
    .execute();
  expect(payments).toHaveLength(1);
});

test('a guest can pay with another card after a decline, and confirms a card when its bank requires it', async () => {
  const { sessionId, paymentUrl } = await till.start();
  for (const [card, words] of [
    [CARDS.declined, 'The card was declined.'],
    [CARDS.insufficient, 'insufficient funds'],
    ['1234', 'not one of the cards'],
  ] as const) {
    const answer = await till.pay(paymentUrl, card);
    expect(answer.status).toBe(402);
    expect(await answer.text()).toContain(words);
  }
  const challenge = await till.pay(paymentUrl, CARDS.requiresAction);
  expect(challenge.status).toBe(200);
  expect(await challenge.text()).toContain('Your bank asks');
  expect((await orderOf(sessionId)).status).toBe(404);
  const yes = await till.press(paymentUrl, { card: CARDS.requiresAction, confirmed: 'yes', action: 'pay' });
  expect(yes.status).toBe(303);
  server.clock.forward(2_000);
  expect((await orderOf(sessionId)).body.order.paymentStatus).toBe('paid');
});

test('cancelling at the provider leads to the cancel page and creates no order', async () => {
  const before = await till.counts();
  const { sessionId, paymentUrl } = await till.start();
  const answer = await till.press(paymentUrl, { action: 'cancel' });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toMatch(/\/payment-cancel\?location=truro$/);
  await till.deliver();
  expect((await sessionRow(sessionId)).status).toBe('expired');
  expect((await till.pay(paymentUrl)).status).toBe(409);
  expect(await till.counts()).toEqual(before);
});

test.each([
  ['cancelled', 1, 'give-back'],
  ['expired', 5, 'order'],
  ['expired', 60, 'give-back'],
] as const)(
  'a payment arriving on a session that was %s, %i minutes later: %s, and staff are notified',
  async (status, minutes, becomes) => {
    const before = await till.counts();
    const { sessionId, paymentUrl } = await till.start();
    await server.context.db
      .updateTable('payment_sessions')
      .set({ status, closed_at: server.clock.now() })
      .where('id', '=', sessionId)
      .execute();
    await till.pay(paymentUrl);
    server.clock.forward(minutes * MINUTE);
    await till.deliver();
    server.clock.forward(2 * MINUTE);
    await sweepPayments(server.context);
    const after = await till.counts();
    const order = becomes === 'order' ? 1 : 0;
    expect([after.orders - before.orders, after.payments - before.payments, after.refunds - before.refunds]).toEqual([
      order,
      1,
      1 - order,
    ]);
    const { body } = await server.call('getPaymentIssues', {}, admin);
    const shownSession = body.sessions.find((session) => session.sessionId === sessionId);
    expect(shownSession?.reason).toMatch(/^A payment arrived/);
    expect(shownSession?.refund?.status ?? 'none').toBe(becomes === 'order' ? 'none' : 'succeeded');
    // A refunded guest is notified too, once.
    const returned = await server.context.db
      .selectFrom('messages')
      .select(['channel', 'recipient', 'body_text'])
      .where('once_key', '=', `payment_returned:${shownSession?.refund?.refundId ?? ''}`)
      .execute();
    expect(returned).toMatchObject(becomes === 'order' ? [] : [{ channel: 'mail', recipient: 'amara@example.com' }]);
    const events = await server.context.db
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'payment.attention')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(events.data).toMatchObject({ attention: { reason: shownSession?.reason } });
    expect((await server.call('resolvePaymentIssue', { body: { sessionId } }, admin)).status).toBe(200);
    const left = (await server.call('getPaymentIssues', {}, admin)).body.sessions;
    expect(left.some((session) => session.sessionId === sessionId)).toBe(false);
  },
);

test('a failed event is stored, shown to admins, and retried by hand and by the sweep [A-API-25]', async () => {
  const { sessionId, paymentUrl } = await till.start();
  await till.pay(paymentUrl);
  await server.context.db.deleteFrom('sandbox_events').execute();
  const event = await eventOf(sessionId);
  // The session is missing for a moment, as after restoring a backup.
  await server.context.db
    .updateTable('payment_sessions')
    .set({ id: `away-${sessionId}`, next_check_at: '2030-01-01' })
    .where('id', '=', sessionId)
    .execute();
  expect((await postEvent(event)).status).toBe(200);
  expect((await postEvent(event)).status).toBe(200);
  const failures = (await server.call('getFailedWebhooks', { query: {} }, admin)).body.failures;
  const failure = failures.find((each) => each.eventId === event.id);
  expect(failure).toMatchObject({ attempts: 2, provider: 'sandbox', eventType: 'checkout.session.completed' });
  expect(JSON.parse(failure?.event ?? '')).toEqual(event);
  const failureId = failure?.failureId ?? '';
  const again = await server.call('retryFailedWebhook', { body: { failureId } }, admin);
  expect([again.status, again.body.resolved]).toEqual([200, false]);
  await server.context.db
    .updateTable('payment_sessions')
    .set({ id: sessionId })
    .where('id', '=', `away-${sessionId}`)
    .execute();
  server.clock.forward(24 * 60 * MINUTE);
  await sweepPayments(server.context);
  const settled = (await server.call('getFailedWebhooks', { query: { resolved: 'true' } as never }, admin)).body
    .failures;
  expect(settled.some((each) => each.failureId === failureId)).toBe(true);
  expect((await sessionRow(sessionId)).status).toBe('paid');
  expect((await server.call('retryFailedWebhook', { body: { failureId: 'nope' } }, admin)).status).toBe(404);
  expect((await server.call('retryFailedWebhook', { body: { failureId } }, customer)).status).toBe(403);
});

test('an entry of the audit log about a session without a payment does not contain the session', async () => {
  const { sessionId } = await till.start();
  expect((await server.call('resolvePaymentIssue', { body: { sessionId } }, admin)).status).toBe(200);
  const entries = await server.context.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(5).execute();
  expect(entries[0]).toMatchObject({
    action: 'resolve-payment-attention',
    subject_kind: 'location',
    subject_id: 'truro',
  });
  expect(JSON.stringify(entries)).not.toContain(sessionId);
});
