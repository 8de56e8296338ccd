import { REQUEST_LIMITS, type InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { orderData, tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { TRUST_PROXY: '1' } });
const { db } = server.context;
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const customer = await server.signIn('customer@demo.test');

type Session = InputOf<'getOrderBySessionId'>['body'];
const show = (body: Session, as: Caller = {}) => server.call('getOrderBySessionId', { body }, as);

/** Pays on the provider's page, in a browser without a cookie, and reads the address to which it returns. */
async function paidReturn(paymentUrl: string | null) {
  const { headers } = await till.pay(paymentUrl ?? '');
  const address = new URL(headers.get('location') ?? '', 'http://tiffin.test');
  expect(address.pathname).toMatch(/\/order-success$/);
  return { sessionId: address.searchParams.get('session_id') ?? '', token: address.searchParams.get('token') };
}

const cashOrder = async () =>
  (await server.call('createCustomerOrderCash', { body: await till.payload({ paymentMethod: 'cash' }) }, SITE_KEY)).body
    .order;
async function link(billId: string, amount: number): Promise<string | null> {
  const body = { billId, tender: 'link' as const, amount };
  return (await server.call('addPayment', { body }, { ...staff, 'idempotency-key': crypto.randomUUID() })).body
    .paymentUrl;
}

async function wholeBill() {
  const { billId, due } = await cashOrder();
  return link(billId, due);
}
async function tillLink() {
  const body = { orderData: await till.payload() };
  return (await server.call('createAdminPaymentLink', { body }, staff)).body.paymentUrl;
}

test.each([
  ['a link of a bill', wholeBill],
  [
    'an order on account',
    async () => (await server.call('createAdminOrderOnline', { body: await till.payload() }, admin)).body.paymentUrl,
  ],
  ['a link of the till', tillLink],
  ['a payment that a program opened with the public key', async () => (await till.start(SITE_KEY)).paymentUrl],
] as const)('whoever paid %s sees the order and gets its link in a browser without a session', async (_, open) => {
  const back = await paidReturn(await open());
  const { status, body } = await show(back);
  expect(status).toBe(200);
  expect(body).toMatchObject({ order: { paymentStatus: 'paid', customerInfo: { name: 'Amara Singh' } } });
  expect(body).not.toHaveProperty('payment');
  const query = { orderId: body.orderId, token: body.order.metadata.orderToken };
  expect((await server.call('getCustomerOrderDetails', { query })).status).toBe(200);
  // The session alone is known to programs, logs and staff.
  expect((await show({ sessionId: back.sessionId })).status).toBe(401);
  expect((await show({ ...back, token: `${back.token}x` })).body).toMatchObject({ code: 'order-not-found' });
  expect((await show({ sessionId: back.sessionId }, SITE_KEY)).body.orderId).toBe(body.orderId);
});

test('a guest who paid their cart in this browser gets the link of the order without an access token', async () => {
  const back = await paidReturn((await till.start(SITE_KEY)).paymentUrl);
  const { order } = (await show({ sessionId: back.sessionId }, SITE_KEY)).body;
  expect(order).toMatchObject({ customerInfo: { name: 'Amara Singh' } });
  expect(order).toEqual((await show(back)).body.order);
  expect(order.metadata.orderToken).not.toBe('');
});

test('an order of an account that was paid in another browser shows its state without personal data', async () => {
  const back = await paidReturn((await till.start(customer)).paymentUrl);
  const { status, body } = await show(back);
  expect([status, body.order.paymentStatus, body.order.customerInfo.name]).toEqual([200, 'paid', '']);
  expect(body.order.metadata.orderToken).toBe('');
  expect((await show(back, customer)).body.order.metadata.orderToken).not.toBe('');
});

test('a payment that was not made leads to its page while it is open, and only with the access token', async () => {
  const { sessionId, paymentUrl } = await till.start(SITE_KEY);
  const token = server.context.linkKeys('payment', sessionId);
  const open = await show({ sessionId, token });
  expect([open.status, open.body]).toMatchObject([404, { sessionStatus: 'open', paymentUrl }]);
  const byKey = await show({ sessionId }, SITE_KEY);
  expect([byKey.status, byKey.body.sessionStatus, byKey.body.paymentUrl]).toEqual([404, 'open', undefined]);
  server.clock.forward(36 * 60_000);
  const over = await show({ sessionId, token });
  expect([over.status, over.body.sessionStatus, over.body.paymentUrl]).toEqual([404, 'expired', undefined]);
});

test('each of two people who pay a bill by link reads what they paid, and not whose order it is', async () => {
  const { billId, due, orderId } = await cashOrder();
  const rest = Math.round((due - 10) * 100) / 100;
  const first = await paidReturn(await link(billId, 10));
  expect((await show(first)).body).toMatchObject({ orderId, payment: { amount: 10, left: rest, isReturned: false } });
  const second = await paidReturn(await link(billId, rest));
  expect((await show(second)).body.payment).toEqual({ amount: rest, left: 0, isReturned: false });
  const { body } = await show(first);
  expect(body.payment).toEqual({ amount: 10, left: 0, isReturned: false });
  expect(JSON.stringify(body)).not.toMatch(/Amara|555-0142/);
  expect(body.order.metadata.orderToken).toBe('');
  for (const as of [SITE_KEY, customer]) expect((await show({ sessionId: first.sessionId }, as)).body).toEqual(body);
});

test.each([
  ['a whole bill', wholeBill],
  ['a link of the till', tillLink],
])('whoever knows the session of %s reads no personal data and gets no link of the order', async (_, open) => {
  const { sessionId } = await paidReturn(await open());
  for (const as of [SITE_KEY, customer]) {
    const { status, body } = await show({ sessionId }, as);
    expect([status, body.order.paymentStatus, body.order.metadata.orderToken]).toEqual([200, 'paid', '']);
    expect(JSON.stringify(body)).not.toMatch(/Amara|555-0142/);
  }
});

test('whoever paid a page of which no payment is recorded reads that it arrived and no order is there yet', async () => {
  const { billId, due } = await cashOrder();
  const back = await paidReturn(await link(billId, due));
  expect((await show(back)).status).toBe(200);
  await db.updateTable('payments').set({ session_id: null }).where('session_id', '=', back.sessionId).execute();
  const { status, body } = await show(back);
  expect([status, body.code, body.sessionStatus]).toEqual([404, 'order-not-found', 'paid']);
});

test('whoever paid a link whose order was cancelled meanwhile reads that the money is returned', async () => {
  const { billId, due, orderId } = await cashOrder();
  const url = await link(billId, due);
  // The page is paid at the provider before it is closed.
  const back = await paidReturn(url);
  await db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute();
  expect((await show(back)).body.payment).toEqual({ amount: due, left: 0, isReturned: true });
});

test('whoever paid a cart after its page was cancelled reads that no order was placed and the money returns', async () => {
  const { sessionId, paymentUrl } = await till.start(SITE_KEY);
  await db
    .updateTable('payment_sessions')
    .set({ status: 'cancelled', closed_at: server.clock.now() })
    .where('id', '=', sessionId)
    .execute();
  const back = await paidReturn(paymentUrl);
  await till.deliver();
  const { status, body } = await show(back);
  expect([status, body.sessionStatus]).toEqual([404, 'paid']);
  expect(body.reason).toMatch(/could no longer take this order/);
});

test('wrong access tokens are limited per address, and a right one is always accepted', async () => {
  const back = await paidReturn((await till.start(SITE_KEY)).paymentUrl);
  const from = { 'x-forwarded-for': '203.0.113.70' };
  const guesses = await Promise.all(
    Array.from({ length: REQUEST_LIMITS.guessToken.most + 5 }, (_, n) => show({ ...back, token: `guess-${n}` }, from)),
  );
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404, 429]));
  expect((await show({ ...back, token: 'guess' }, from)).status).toBe(429);
  expect((await show(back, from)).status).toBe(200);
});

test('neither the session nor the order stores the access token', async () => {
  const { sessionId, token } = await paidReturn((await till.start(SITE_KEY)).paymentUrl);
  await show({ sessionId, token });
  const tables = ['payment_sessions', 'orders', 'payments', 'events'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  expect(JSON.stringify(rows)).toContain(sessionId);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('the payment page returns in the language of the guest', async () => {
  const body = { orderData: await orderData(server) };
  const french = { ...SITE_KEY, 'accept-language': 'fr' };
  const { paymentUrl } = (await server.call('createCustomerPayment', { body }, french)).body;
  const { headers } = await till.pay(paymentUrl);
  expect(headers.get('location')).toMatch(/\/fr\/order-success\?session_id=pay_.+&token=.{32}$/);
});
