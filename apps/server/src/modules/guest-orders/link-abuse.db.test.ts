import { expect, test } from 'vitest';
import { auditData } from '../../operations/books/audit-books.ts';
import { ASHA, payloadMaker, type PayloadOptions } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

/** What holders of an order's link try that was not meant, and what they are rightly owed. */
const server = await testServer({ env: { TRUST_PROXY: '1' } });
const { db } = server.context;
const truro = await payloadMaker(server);
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const account = await server.signIn('customer@demo.test');

let last = 0;
/** Somebody nobody knows, from an address of their own. */
function stranger() {
  last += 1;
  const customer = { ...ASHA, email: `link${last}@example.test`, phone: `(902) 555-${2000 + last}` };
  return { customer, as: { ...SITE_KEY, 'x-forwarded-for': `198.51.100.${last}` } };
}

async function placed(wish: PayloadOptions, as: Caller = SITE_KEY) {
  const { body } = await server.call('createCustomerOrderCash', { body: truro(wish) }, as);
  expect(body).toMatchObject({ success: true });
  return { orderId: body.orderId, token: body.order.metadata.orderToken, version: body.order.version };
}

async function atTheTill() {
  const { body } = await server.call(
    'createAdminOrderUnpaid',
    { body: truro({ customer: stranger().customer }) },
    staff,
  );
  expect(body).toMatchObject({ success: true });
  return { orderId: body.orderId, token: body.order.metadata.orderToken ?? '' };
}

const cancel = ({ orderId, token }: { orderId: string; token?: string }, as: Caller = {}) =>
  server.call('cancelCustomerOrder', { body: { orderId, token } }, as);

async function toldOf(orderId: string) {
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

test('a guest who paid by card cancels by the link, signed out or not, and the money goes back', async () => {
  for (const as of [{}, SITE_KEY, account]) {
    const order = await paidByCard(stranger().as);
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

test('whoever works there sends no money back by a guest’s link without a manager', async () => {
  const order = await paidByCard(stranger().as);
  expect((await cancel(order, staff)).body.code).toBe('manager-needed');
  expect((await cancel(order, manager)).status).toBe(200);
});

test('who cancels by the link sees it: nobody is mailed for it, from whatever account it is pressed', async () => {
  for (const as of [account, {}]) {
    const { customer, as: from } = stranger();
    const order = await placed({ customer }, from);
    expect((await cancel(order, as)).status).toBe(200);
    expect(await toldOf(order.orderId)).toEqual([]);
    const trace = await db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', order.orderId)
      .where('action', '=', 'cancel-order')
      .executeTakeFirstOrThrow();
    expect(trace.after).toMatchObject({ by: 'link' });
  }
});

test('what the house cancels of a stranger’s is told, and counted to whom it goes', async () => {
  const { customer, as } = stranger();
  const { orderId } = await placed({ customer }, as);
  await server.call('cancelOrder', { body: { orderId } }, staff);
  expect(await toldOf(orderId)).toEqual([
    { channel: 'mail', unproven: true },
    { channel: 'sms', unproven: true },
  ]);
});

test('the owner of an order hears that somebody cancelled it by its link', async () => {
  const order = await placed({}, account);
  expect((await cancel(order)).status).toBe(200);
  expect(await toldOf(order.orderId)).toHaveLength(2);
});

test('an order taken at the till is not cancelled by its link', async () => {
  const order = await atTheTill();
  const { status, body } = await cancel(order);
  expect([status, body.error]).toEqual([409, 'This order was taken by us: please call us to cancel it.']);
  expect((await cancel({ ...order, token: 'wrong' })).status).toBe(404);
});

test('whoever works there takes no order in by its link, and nobody one of the till', async () => {
  const { customer, as } = stranger();
  const { email: _email, ...byPhone } = truro({ customer }).customerInfo;
  const { body } = await server.call('createCustomerOrderCash', { body: { ...truro(), customerInfo: byPhone } }, as);
  const order = { orderId: body.orderId, token: body.order.metadata.orderToken };
  const claim = (which: { orderId: string; token: string }, who: Caller) =>
    server.call('claimOrder', { body: which }, who);
  expect((await claim(order, staff)).body.code).toBe('proof-needed');
  expect((await claim(await atTheTill(), account)).body.code).toBe('proof-needed');
  expect((await claim(order, account)).status).toBe(200);
});

test('by its link an order in cash is not raised above what a stranger is believed', async () => {
  const { customer, as } = stranger();
  const { orderId, token, version } = await placed({ customer }, as);
  const add = [{ id: 'butter-chicken', quantity: 6 }];
  const raise = (preview: boolean) =>
    server.call('changeOrder', { body: { orderId, token, version, add, preview } }, as);
  for (const preview of [true, false]) {
    const { status, body } = await raise(preview);
    expect([status, body.error]).toEqual([409, expect.stringContaining('As much as this')]);
  }
  const house = await server.call('changeOrder', { body: { orderId, version, add } }, staff);
  expect(house.status).toBe(200);
});

test('who paid is no stranger any more: their payment is undone though another order of theirs is open', async () => {
  const { customer, as } = stranger();
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

test('a key that a call does not ask for buys no guesses', async () => {
  const home = { ...SITE_KEY, 'x-forwarded-for': '203.0.113.77' };
  const look = () => server.call('getOrderBySessionId', { body: { sessionId: 'none', token: 'x' } as never }, home);
  const seen = new Set<number>();
  for (let n = 0; n < 35; n++) seen.add((await look()).status);
  expect([...seen]).toEqual([404]);
});

test('a house that takes no guests without an account sends them no codes', async () => {
  const admin = await server.signIn('admin@demo.test');
  const say = (guestCheckout: boolean) =>
    server.call('updateSettings', { body: { settings: { guestCheckout } } }, admin);
  const { customer, as } = stranger();
  await say(false);
  expect((await server.call('sendOrderCode', { body: { phone: customer.phone } }, as)).status).toBe(401);
  await say(true);
  expect((await server.call('sendOrderCode', { body: { phone: customer.phone } }, as)).status).toBe(200);
});

test('a browser that went on without an account says so anew after a sign-in or a sign-out', async () => {
  const send = (path: string, cookie: string, body: object) =>
    server.fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': '203.0.113.78' },
      body: JSON.stringify(body),
    });
  const gone = (answer: Response) => answer.headers.getSetCookie().filter((each) => each.startsWith('tiffin-guest='));
  const right = { email: 'customer@demo.test', password: 'Demo-pass-1!' };
  const signedIn = await send('/sign-in/email', 'tiffin-guest=yes', right);
  expect([signedIn.status, gone(signedIn)]).toEqual([200, [expect.stringContaining('Max-Age=0')]]);
  expect(gone(await send('/sign-in/email', 'tiffin-guest=yes', { ...right, password: 'wrong' }))).toEqual([]);
  const { cookie } = await server.signIn('customer@demo.test');
  expect(gone(await send('/sign-out', `tiffin-guest=yes; ${cookie}`, {}))).toHaveLength(1);
});

test('what was begun in an account is not placed as a stranger’s once its session is over', async () => {
  const { customer } = stranger();
  const browser = { cookie: 'tiffin-guest=yes', 'x-forwarded-for': '203.0.113.79' };
  const asked = truro({ customer });
  const own = { ...asked, customerInfo: { ...asked.customerInfo, firebaseId: 'whoever-it-was' } };
  expect((await server.call('createCustomerOrderCash', { body: own }, browser)).status).toBe(401);
  const card = { orderData: { ...own, paymentMethod: 'online' as const } };
  expect((await server.call('createCustomerPayment', { body: card }, browser)).status).toBe(401);
  expect((await server.call('createCustomerOrderCash', { body: asked }, browser)).status).toBe(200);
});
