import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { ASHA, payloadMaker, type PayloadOptions } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

/** Misuse of order links, and what their holders may do. */
const server = await testServer({ env: { TRUST_PROXY: '1' } });
const { db } = server.context;
const truro = await payloadMaker(server);
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const account = await server.signIn('customer@demo.test');

let last = 0;
/** An unknown guest with an address and network address of their own. */
function newGuest() {
  last += 1;
  const customer = { ...ASHA, email: `link${last}@example.test`, phone: `(902) 555-${2000 + last}` };
  return { customer, as: { ...SITE_KEY, 'x-forwarded-for': `198.51.100.${last}` } };
}

async function placed(options: PayloadOptions, as: Caller = SITE_KEY) {
  const { body } = await server.call('createCustomerOrderCash', { body: truro(options) }, as);
  expect(body).toMatchObject({ success: true });
  return { orderId: body.orderId, token: body.order.metadata.orderToken, version: body.order.version };
}

async function atTheTill() {
  const { body } = await server.call(
    'createAdminOrderUnpaid',
    { body: truro({ customer: newGuest().customer }) },
    staff,
  );
  expect(body).toMatchObject({ success: true });
  return { orderId: body.orderId, token: body.order.metadata.orderToken ?? '' };
}

const cancel = ({ orderId, token }: { orderId: string; token?: string }, as: Caller = {}) =>
  server.call('cancelCustomerOrder', { body: { orderId, token } }, as);

async function messagesAbout(orderId: string) {
  await server.settle();
  return db
    .selectFrom('messages')
    .select(['channel', 'unproven'])
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_cancelled')
    .orderBy('channel')
    .execute();
}

async function paidByCard(as: Caller) {
  const { sessionId, paymentUrl } = await till.start(as);
  await till.pay(paymentUrl);
  const { order } = (await server.call('getOrderBySessionId', { body: { sessionId } }, as)).body;
  await till.deliver();
  return { orderId: order.orderId, token: order.metadata.orderToken };
}

test('a guest who paid by card can cancel by link, signed in or out, and is refunded', async () => {
  for (const as of [{}, SITE_KEY, account]) {
    const order = await paidByCard(newGuest().as);
    const { status, body } = await cancel(order, as);
    expect([status, body.order.status]).toEqual([200, 'cancelled']);
    await server.settle();
    const back = await db
      .selectFrom('refunds')
      .select(['method', 'status'])
      .where('order_id', '=', order.orderId)
      .execute();
    expect(back).toEqual([{ method: 'card', status: expect.stringMatching(/requested|succeeded/) }]);
  }
  expect((await auditData(server.context)).broken).toEqual([]);
});

test('staff cannot refund by a guest’s link without a manager', async () => {
  const order = await paidByCard(newGuest().as);
  expect((await cancel(order, staff)).body.code).toBe('manager-needed');
  expect((await cancel(order, manager)).status).toBe(200);
});

test('cancelling by link sends no message, whichever account is signed in', async () => {
  for (const as of [account, {}]) {
    const { customer, as: from } = newGuest();
    const order = await placed({ customer }, from);
    expect((await cancel(order, as)).status).toBe(200);
    expect(await messagesAbout(order.orderId)).toEqual([]);
    const trace = await db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', order.orderId)
      .where('action', '=', 'cancel-order')
      .executeTakeFirstOrThrow();
    expect(trace.after).toMatchObject({ by: 'link' });
  }
});

test('a cancellation by staff notifies a guest without an account, and the messages count as unconfirmed', async () => {
  const { customer, as } = newGuest();
  const { orderId } = await placed({ customer }, as);
  await server.call('cancelOrder', { body: { orderId } }, staff);
  expect(await messagesAbout(orderId)).toEqual([
    { channel: 'mail', unproven: true },
    { channel: 'sms', unproven: true },
  ]);
});

test('the owner of an order is notified when someone cancels it by link', async () => {
  const order = await placed({}, account);
  expect((await cancel(order)).status).toBe(200);
  expect(await messagesAbout(order.orderId)).toHaveLength(2);
});

test('an order taken at the till cannot be cancelled by link', async () => {
  const order = await atTheTill();
  const { status, body } = await cancel(order);
  expect([status, body.error]).toEqual([409, 'This order was taken by us: please call us to cancel it.']);
  expect((await cancel({ ...order, token: 'wrong' })).status).toBe(404);
});

test('staff cannot claim an order by link, and an order taken at the till cannot be claimed by link', async () => {
  const { customer, as } = newGuest();
  const { email: _email, ...byPhone } = truro({ customer }).customerInfo;
  const { body } = await server.call('createCustomerOrderCash', { body: { ...truro(), customerInfo: byPhone } }, as);
  const order = { orderId: body.orderId, token: body.order.metadata.orderToken };
  const claim = (which: { orderId: string; token: string }, who: Caller) =>
    server.call('claimOrder', { body: which }, who);
  expect((await claim(order, staff)).body.code).toBe('proof-needed');
  expect((await claim(await atTheTill(), account)).body.code).toBe('proof-needed');
  expect((await claim(order, account)).status).toBe(200);
});

test('by link a cash order cannot be raised above the limit for unconfirmed contacts', async () => {
  const { customer, as } = newGuest();
  const { orderId, token, version } = await placed({ customer }, as);
  const add = [{ id: 'butter-chicken', quantity: 6 }];
  const raise = (preview: boolean) =>
    server.call('changeOrder', { body: { orderId, token, version, add, preview } }, as);
  for (const preview of [true, false]) {
    const { status, body } = await raise(preview);
    expect([status, body.error]).toEqual([409, expect.stringContaining('too much for a cash order')]);
  }
  const staffChange = await server.call('changeOrder', { body: { orderId, version, add } }, staff);
  expect(staffChange.status).toBe(200);
});

test('a guest’s payment can be undone even while they have another open order', async () => {
  const { customer, as } = newGuest();
  const first = await placed({ customer }, as);
  await server.call('processOrderPayment', { body: { orderId: first.orderId } }, staff);
  const second = await placed({ customer }, as);
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', first.orderId)
    .executeTakeFirstOrThrow();
  const undone = await server.call(
    'undoPayment',
    { body: { billId: first.orderId, paymentId: id, reason: 'Not theirs' } },
    manager,
  );
  expect(undone.body).toMatchObject({ success: true });
  const rows = await db
    .selectFrom('orders')
    .select('payment_status')
    .where('id', 'in', [first.orderId, second.orderId])
    .execute();
  expect(rows).toEqual([{ payment_status: 'unpaid' }, { payment_status: 'unpaid' }]);
});

test('a restaurant that requires accounts sends guests no codes', async () => {
  const admin = await server.signIn('admin@demo.test');
  const say = (guestCheckout: boolean) =>
    server.call('updateSettings', { body: { settings: { guestCheckout } } }, admin);
  const { customer, as } = newGuest();
  await say(false);
  expect((await server.call('sendOrderCode', { body: { phone: customer.phone } }, as)).status).toBe(401);
  await say(true);
  expect((await server.call('sendOrderCode', { body: { phone: customer.phone } }, as)).status).toBe(200);
});

test('signing in or out clears the choice to order without an account', async () => {
  const send = (path: string, cookie: string, body: object) =>
    server.fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': '203.0.113.78' },
      body: JSON.stringify(body),
    });
  const clearedCookies = (answer: Response) =>
    answer.headers.getSetCookie().filter((each) => each.startsWith('tiffin-guest='));
  const right = { email: 'customer@demo.test', password: 'Demo-pass-1!' };
  const signedIn = await send('/sign-in/email', 'tiffin-guest=yes', right);
  expect([signedIn.status, clearedCookies(signedIn)]).toEqual([200, [expect.stringContaining('Max-Age=0')]]);
  expect(clearedCookies(await send('/sign-in/email', 'tiffin-guest=yes', { ...right, password: 'wrong' }))).toEqual([]);
  const { cookie } = await server.signIn('customer@demo.test');
  expect(clearedCookies(await send('/sign-out', `tiffin-guest=yes; ${cookie}`, {}))).toHaveLength(1);
});

test('a cart started while signed in is not ordered as a guest after the session ends', async () => {
  const { customer } = newGuest();
  const browser = { cookie: 'tiffin-guest=yes', 'x-forwarded-for': '203.0.113.79' };
  const request = truro({ customer });
  const own = { ...request, customerInfo: { ...request.customerInfo, firebaseId: 'whoever-it-was' } };
  expect((await server.call('createCustomerOrderCash', { body: own }, browser)).status).toBe(401);
  const card = { orderData: { ...own, paymentMethod: 'online' as const } };
  expect((await server.call('createCustomerPayment', { body: card }, browser)).status).toBe(401);
  expect((await server.call('createCustomerOrderCash', { body: request }, browser)).status).toBe(200);
});
