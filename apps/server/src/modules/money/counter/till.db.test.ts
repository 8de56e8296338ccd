import { expect, test, vi } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { CARDS } from '../../../testing/cards.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { reconcileDay } from '../provider/reconcile.ts';
import { sweepPayments } from '../sessions/sweep-sessions.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const customer = await server.signIn('customer@demo.test');

const MINUTE = 60_000;

async function cashOrder(): Promise<string> {
  const body = await till.payload({ paymentMethod: 'cash' });
  return (await server.call('createCustomerOrderCash', { body }, SITE_KEY)).body.orderId;
}

test('a payment link at the till has two names and a QR code, is texted on request, and its order appears when paid [A-API-06] [A-SMS-05]', async () => {
  const before = await till.counts();
  const body = { orderData: await till.payload(), sendSMS: true };
  const { status, body: link } = await server.call('createAdminPaymentLink', { body }, staff);
  expect(status).toBe(200);
  expect(link).toMatchObject({
    sessionId: expect.stringMatching(/^pay_/),
    paymentLink: link.paymentUrl,
    qrCodeData: link.paymentUrl,
    // Without an account for text messages, it waits in the outbox.
    sms: { sent: false, error: 'Text messages are not set up for this restaurant' },
  });
  expect(link.pricing.total).toBe(body.orderData.pricing?.total);
  expect((await till.counts()).orders).toBe(before.orders);
  const sms = await server.context.db
    .selectFrom('messages')
    .selectAll()
    .where('once_key', '=', `payment-link:${link.sessionId}`)
    .executeTakeFirstOrThrow();
  expect([sms.channel, sms.recipient]).toEqual(['sms', '+19025550142']);
  expect(sms.body_text).toContain(new URL(link.paymentUrl).pathname);

  await till.pay(link.paymentUrl);
  await till.deliver();
  const order = await server.context.db
    .selectFrom('orders')
    .selectAll()
    .where('session_id', '=', link.sessionId)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({ payment_status: 'paid', payment_method: 'card', admin_created: true });
  expect((await server.call('createAdminPaymentLink', { body }, elsewhere)).status).toBe(403);
  expect((await server.call('createAdminPaymentLink', { body }, customer)).status).toBe(403);
  const bare = await server.call(
    'createAdminPaymentLink',
    {
      body: {
        orderData: await till.payload({ customerInfo: { name: 'Walk-in', email: '', phone: '', firebaseId: null } }),
        sendSMS: true,
      },
    },
    staff,
  );
  expect(bare.body.sms).toEqual({ sent: false, error: 'Customer phone number is required to send SMS' });
});

test('with an account for text messages the payment link is sent', async () => {
  Object.assign(server.context, { sms: { name: 'twilio', send: async () => {} } });
  const body = { orderData: await till.payload(), sendSMS: true };
  const { sms } = (await server.call('createAdminPaymentLink', { body }, staff)).body;
  Object.assign(server.context, { sms: null });
  expect(sms).toEqual({ sent: true, error: null });
});

test('a manager sees and resolves what needs attention at their location alone', async () => {
  const issue = async () => {
    const { sessionId } = (
      await server.call('createAdminPaymentLink', { body: { orderData: await till.payload() } }, staff)
    ).body;
    await server.context.db
      .updateTable('payment_sessions')
      .set({ attention: 'odd' })
      .where('id', '=', sessionId)
      .execute();
    return sessionId;
  };
  const [here, there] = [await issue(), await issue()];
  await server.context.db
    .updateTable('payment_sessions')
    .set({ location_id: 'new-glasgow' })
    .where('id', '=', there)
    .execute();
  const listed = async (who: typeof staff) =>
    (await server.call('getPaymentIssues', {}, who)).body.sessions.map(({ sessionId }) => sessionId);
  expect(await listed(admin)).toEqual(expect.arrayContaining([here, there]));
  expect(await listed(manager)).toContain(here);
  expect(await listed(manager)).not.toContain(there);
  expect((await server.call('getPaymentIssues', {}, staff)).status).toBe(403);
  const resolve = async (sessionId: string, who: typeof staff) =>
    (await server.call('resolvePaymentIssue', { body: { sessionId } }, who)).status;
  expect([await resolve(there, manager), await resolve(here, staff), await resolve(here, manager)]).toEqual([
    403, 403, 200,
  ]);
  expect(await resolve(there, admin)).toBe(200);
});

test('an unwanted link is closed, but one that was already paid becomes an order [A-SMS-06]', async () => {
  const make = async () =>
    (await server.call('createAdminPaymentLink', { body: { orderData: await till.payload() } }, staff)).body;
  const unpaid = await make();
  const closed = await server.call('cancelPaymentLink', { body: { sessionId: unpaid.sessionId } }, staff);
  expect([closed.status, closed.body.status, closed.body.orderId]).toEqual([200, 'cancelled', null]);
  expect((await till.pay(unpaid.paymentUrl)).status).toBe(409);
  const refused = await server.call('textPaymentLink', { body: { sessionId: unpaid.sessionId } }, staff);
  expect([refused.status, refused.body.error]).toEqual([409, 'No payment link available to send']);

  const paid = await make();
  await till.pay(paid.paymentUrl);
  const late = await server.call('cancelPaymentLink', { body: { sessionId: paid.sessionId } }, staff);
  expect([late.body.status, late.body.orderId === null]).toEqual(['paid', false]);
  expect((await server.call('cancelPaymentLink', { body: { sessionId: paid.sessionId } }, elsewhere)).status).toBe(403);
});

test('an order on account is created at once as pending and is paid by its own link [A-API-05]', async () => {
  const { status, body } = await server.call('createAdminOrderOnline', { body: await till.payload() }, staff);
  expect(status).toBe(200);
  expect(body.order).toMatchObject({
    paymentStatus: 'pending',
    paymentUrl: body.paymentUrl,
    sessionId: body.sessionId,
  });
  const unseen = await server.call('getOrderBySessionId', { body: { sessionId: body.sessionId } }, SITE_KEY);
  expect(unseen.status).toBe(404);
  await till.pay(body.paymentUrl ?? '', CARDS.fiveTimes);
  await till.deliver();
  const orders = await server.context.db
    .selectFrom('orders')
    .selectAll()
    .where('session_id', '=', body.sessionId)
    .execute();
  expect(orders).toMatchObject([{ id: body.orderId, payment_status: 'paid' }]);
  const paid = await server.call('getOrderPayments', { query: { orderId: body.orderId } }, staff);
  expect(paid.body.payments).toMatchObject([{ status: 'succeeded', provider: 'sandbox' }]);
});

test('an order on account is created while the provider is down, and its link follows', async () => {
  till.failures.down = true;
  const { status, body } = await server.call('createAdminOrderOnline', { body: await till.payload() }, staff);
  expect([status, body.paymentUrl]).toEqual([200, null]);
  till.failures.down = false;
  server.clock.forward(2 * MINUTE);
  await sweepPayments(server.context);
  const row = await server.context.db
    .selectFrom('orders')
    .select('payment_url')
    .where('id', '=', body.orderId)
    .executeTakeFirstOrThrow();
  expect(row.payment_url).toContain('/pay/sandbox/');
});

test('when the link of an order on account expires the payment fails, and a new link can be paid', async () => {
  const { body } = await server.call('createAdminOrderOnline', { body: await till.payload() }, staff);
  const { orderId } = body;
  const same = await server.call('renewPaymentLink', { body: { orderId } }, staff);
  expect(same.body.paymentUrl).toBe(body.paymentUrl);
  server.clock.forward(24 * 60 * MINUTE);
  await sweepPayments(server.context);
  const status = async () =>
    (
      await server.context.db
        .selectFrom('orders')
        .select('payment_status')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).payment_status;
  expect(await status()).toBe('failed');
  const renewed = await server.call('renewPaymentLink', { body: { orderId, sendSMS: true } }, staff);
  expect(renewed.body.sms?.sent).toBe(false);
  expect(renewed.body.paymentUrl).not.toBe(body.paymentUrl);
  expect(await status()).toBe('pending');
  await till.pay(renewed.body.paymentUrl);
  await till.deliver();
  expect(await status()).toBe('paid');
  expect((await server.call('renewPaymentLink', { body: { orderId } }, staff)).status).toBe(409);
});

test('money for an order that became cheaper after its link was sent goes back, and the order is unpaid', async () => {
  const { body } = await server.call('createAdminOrderOnline', { body: await till.payload() }, staff);
  const { orderId } = body;
  // The provider does not answer, so the old page stays open.
  till.failures.down = true;
  const change = { orderId, version: body.order.version, remove: [2], why: 'Sold out' };
  expect((await server.call('changeOrder', { body: change }, staff)).body.saved).toBe(true);
  await till.pay(body.paymentUrl ?? '');
  till.failures.down = false;
  await till.deliver();
  await server.settle();
  const { order } = (await server.call('getOrderDetails', { query: { orderId } }, staff)).body;
  expect([order.paymentStatus, order.due]).toEqual(['unpaid', order.pricing.total]);
  expect((await auditData(server.context)).broken).toEqual([]);
});

test('an order that was paid by card and got a link for the rest is right in the audit', async () => {
  const { sessionId, paymentUrl } = await till.start();
  await till.pay(paymentUrl);
  await till.deliver();
  const { order } = (await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY)).body;
  const { orderId, version } = order;
  const change = { orderId, version, change: [{ line: 1, quantity: 3 }], why: 'More guests' };
  const { due } = (await server.call('changeOrder', { body: change }, staff)).body.order;
  const key = { ...staff, 'idempotency-key': crypto.randomUUID() };
  const link = { billId: orderId, tender: 'link', amount: due } as const;
  expect((await server.call('addPayment', { body: link }, key)).body.paymentUrl).toMatch(/./);
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
});

test('the till takes a payment once, rounds cash, and leaves the order exact [A-API-23] [A-ROLE-18]', async () => {
  const orderId = await cashOrder();
  const request = {
    body: {
      orderId,
      paymentData: { method: 'manual', processedBy: 'admin', paymentProcessedAt: '', source: 'admin_dashboard' },
    },
  };
  const both = await Promise.all([
    server.call('processOrderPayment', request, staff),
    server.call('processOrderPayment', request, manager),
  ]);
  const [one, two] = both.toSorted((a, b) => a.status - b.status) as [(typeof both)[0], (typeof both)[1]];
  expect([one.status, two.status, two.body.code]).toEqual([200, 409, 'already-paid']);
  const { total_cents: total } = await server.context.db
    .selectFrom('orders')
    .select('total_cents')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(Math.round(one.body.amount * 100) % 5).toBe(0);
  expect(Math.round((one.body.amount - one.body.cashRounding) * 100)).toBe(total);
  expect(one.body).toMatchObject({ paymentStatus: 'paid', method: 'cash', processedBy: 'admin' });
  expect(one.body.order.processedBy).toBe('admin');
  const { payments } = (await server.call('getOrderPayments', { query: { orderId } }, manager)).body;
  expect(['Arjun Patel', 'Meera Nair', 'Fiona Fraser'].some((name) => name === payments[0]?.processedBy)).toBe(true);
  expect(one.body.order.paidAt).toBe(one.body.processedAt);
  expect((await server.call('processOrderPayment', request, elsewhere)).status).toBe(403);
});

test('a payment is recorded with its number, which no other order can use [A-API-09]', async () => {
  const paymentIntentId = `pi_${Math.random()}`;
  const pay = async (orderId: string) =>
    server.call('updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'paid', paymentIntentId } }, staff);
  const orderId = await cashOrder();
  const paid = await pay(orderId);
  expect([paid.status, paid.body.paymentStatus, paid.body.orderId]).toEqual([200, 'paid', orderId]);
  const { order } = (await server.call('getOrderDetails', { query: { orderId } }, staff)).body;
  expect(order).toMatchObject({ paymentStatus: 'paid', paymentIntentId });
  const again = await pay(await cashOrder());
  expect([again.status, again.body.error]).toEqual([409, 'This payment number is already recorded on another order.']);
});

test('payment statuses change only as the table allows [A-API-09]', async () => {
  const orderId = await cashOrder();
  const set = (paymentStatus: 'paid' | 'failed' | 'pending' | 'refunded' | 'unpaid', as = manager) =>
    server.call('updateOrderPaymentStatus', { body: { orderId, paymentStatus } }, as);
  expect((await set('failed')).status).toBe(409);
  expect((await set('refunded')).body.error).toBe('Cannot change payment from unpaid to refunded');
  expect((await set('unpaid')).status).toBe(200);
  expect((await set('paid', staff)).body.paymentStatus).toBe('paid');
  expect((await set('refunded', staff)).status).toBe(403);
  expect((await set('refunded')).body.paymentStatus).toBe('refunded');
  expect((await set('paid')).status).toBe(409);

  const account = (await server.call('createAdminOrderOnline', { body: await till.payload() }, staff)).body;
  const failed = await server.call(
    'updateOrderPaymentStatus',
    { body: { orderId: account.orderId, paymentStatus: 'failed' } },
    staff,
  );
  expect(failed.body.paymentStatus).toBe('failed');
  const page = () =>
    server.context.db.selectFrom('payment_sessions').select('status').where('id', '=', account.sessionId);
  await vi.waitFor(async () => expect(await page().execute()).toEqual([{ status: 'cancelled' }]));
  const renewed = await server.call('renewPaymentLink', { body: { orderId: account.orderId } }, staff);
  await till.pay(renewed.body.paymentUrl);
  await till.deliver();
  const refused = await server.call(
    'updateOrderPaymentStatus',
    { body: { orderId: account.orderId, paymentStatus: 'refunded' } },
    manager,
  );
  expect([refused.status, refused.body.code]).toEqual([409, 'failed-precondition']);
});

test('a day is reconciled with the provider, payment by payment', async () => {
  await reconcileDay(server.context, '2026-11-20');
  const even = (await server.call('getReconciliations', { query: {} }, admin)).body.days.find(
    (day) => day.day === '2026-11-20',
  );
  expect(even?.compared).toBeGreaterThan(0);
  expect([even?.ours, even?.differences]).toEqual([even?.theirs, []]);

  const first = await server.context.db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', 'sandbox')
    .where('status', '=', 'succeeded')
    .orderBy('captured_at')
    .executeTakeFirstOrThrow();
  await server.context.db
    .updateTable('sandbox_sessions')
    .set({ payment_id: 'sbp_other', amount_cents: 1234 })
    .where('payment_id', '=', first.provider_payment_id)
    .execute();
  const { body } = await server.call('reconcilePayments', { body: { day: '2026-11-20' } }, admin);
  expect(body.day.differences.map((each) => [each.kind, each.ours, each.theirs])).toEqual([
    ['only-ours', first.amount_cents / 100, null],
    ['only-theirs', null, 12.34],
  ]);
  expect((await server.call('reconcilePayments', { body: { day: '2027-01-01' } }, admin)).status).toBe(400);
  expect((await server.call('reconcilePayments', { body: {} }, manager)).status).toBe(403);
});

test('the ledger lists payments newest first, in pages, each with its refunds', async () => {
  const first = await server.call('getPayments', { query: { limit: 3 } }, admin);
  expect(first.body.payments).toHaveLength(3);
  const second = await server.call(
    'getPayments',
    { query: { limit: 200, cursor: first.body.nextCursor ?? '' } },
    admin,
  );
  const all = [...first.body.payments, ...second.body.payments];
  expect(new Set(all.map((payment) => payment.paymentId)).size).toBe(all.length);
  expect(all.map((payment) => payment.createdAt)).toEqual(
    all
      .map((payment) => payment.createdAt)
      .toSorted()
      .toReversed(),
  );
  expect(all.flatMap((payment) => payment.refunds).length).toBeGreaterThan(0);
  expect((await server.call('getPayments', { query: {} }, manager)).status).toBe(403);
});

test('payments are filtered by business day, location, tender and who took them', async () => {
  const paid = async (query: object) => {
    const { payments } = (await server.call('getPayments', { query: { limit: 200, ...query } }, admin)).body;
    return payments.map(({ paymentId }) => paymentId);
  };
  const part = { billId: await cashOrder(), tender: 'cash' as const, amount: 5 };
  const { paymentId } = (await server.call('addPayment', { body: part }, staff)).body;
  const all = await paid({});
  // Half past two in the night belongs to the business day before, which ends at four.
  await server.context.db
    .updateTable('payments')
    .set({ captured_at: new Date('2026-10-05T05:30:00Z'), processed_by: 'Nora Quinn' })
    .where('id', '=', paymentId)
    .execute();
  const found = [paymentId];
  expect(await paid({ startDate: '2026-10-04', endDate: '2026-10-04' })).toEqual(found);
  expect(await paid({ startDate: '2026-10-05', endDate: '2026-10-05' })).toEqual([]);
  expect(await paid({ person: 'nora q' })).toEqual(found);
  expect(await paid({ person: 'nora q', tender: 'terminal' })).toEqual([]);
  expect(await paid({ locationId: 'truro', tender: 'cash', person: 'nora' })).toEqual(found);
  expect(await paid({ locationId: 'new-glasgow', tender: 'cash' })).toEqual([]);
  expect(await paid({ locationId: 'all', tender: 'all' })).toEqual(all);
});

test('without a card provider guests are asked to pay in cash', async () => {
  const options = await server.call('getPaymentOptions', {});
  expect(options.body).toMatchObject({ cards: true, provider: 'sandbox', publishableKey: null });
});

test('an order that names a closed or unknown account is created without an account', async () => {
  const closed = { id: 'closed', email: 'closed@example.com', name: 'Robin Guest', is_active: false, is_deleted: true };
  await server.context.db.insertInto('users').values(closed).execute();
  for (const firebaseId of [closed.id, 'nobody']) {
    const payload = await till.payload({ customerInfo: { name: 'Walk-in', email: '', phone: '', firebaseId } });
    const onAccount = await server.call('createAdminOrderOnline', { body: payload }, staff);
    expect(onAccount.status).toBe(200);
    const order = await server.context.db
      .selectFrom('orders')
      .select('user_id')
      .where('id', '=', onAccount.body.orderId)
      .executeTakeFirstOrThrow();
    expect(order.user_id).toBeNull();
    const link = await server.call('createAdminPaymentLink', { body: { orderData: payload } }, staff);
    expect(link.status).toBe(200);
  }
});
