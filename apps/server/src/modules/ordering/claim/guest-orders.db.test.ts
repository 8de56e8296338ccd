import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { newestSentCode } from '../../../testing/newest-message.ts';
import { ASHA, payloadMaker, type PayloadOptions } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { isProvenPerson } from '../../people/email-proof.ts';
import { openOrderOf } from '../checkout/guest-limits.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { readStream } from '../../../testing/read-stream.ts';

const server = await testServer({ env: { TRUST_PROXY: '1' } });
const { context, clock } = server;
const { db } = context;
const truro = await payloadMaker(server);
const staff = await server.signIn('staff.truro@demo.test');

let last = 0;
/** An unknown guest with an address and network address of their own. */
function newGuest() {
  last += 1;
  const customer = { ...ASHA, email: `guest${last}@example.test`, phone: `(902) 555-${1000 + last}` };
  return { customer, as: { ...SITE_KEY, 'x-forwarded-for': `198.51.100.${last}` } };
}

async function place(options: PayloadOptions, as: Caller = SITE_KEY, more: object = {}) {
  return server.call('createCustomerOrderCash', { body: { ...truro(options), ...more } }, as);
}

async function placed(options: PayloadOptions, as?: Caller) {
  const { body } = await place(options, as);
  expect(body).toMatchObject({ success: true });
  return { orderId: body.orderId, token: body.order.metadata.orderToken };
}

async function signUp(email: string, isProven: boolean) {
  const answer = await server.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++last}` },
    body: JSON.stringify({ name: 'Asha Menon', email, password: 'Demo-pass-1!' }),
  });
  expect(answer.status).toBe(200);
  if (isProven)
    await db
      .updateTable('users')
      .set({ email_verified: true, email_confirmed_at: new Date() })
      .where('email', '=', email)
      .execute();
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return { cookie };
}

async function complete(orderId: string) {
  for (const status of ['preparing', 'ready', 'completed'] as const) {
    const { body } = await server.call('updateOrderStatus', { body: { orderId, status } }, staff);
    expect(body.success).toBe(true);
  }
}

async function personOf(email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'loyalty_points', 'total_orders', 'total_spent_cents', 'phone_number'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}

async function expectCleanAudit() {
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
}

const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

test('a guest needs a name and a phone number or mail address, and mail is used where it exists', async () => {
  const { customer, as } = newGuest();
  const { email: _email, ...byPhone } = truro({ customer }).customerInfo;
  const first = await place({ customer }, as, { customerInfo: byPhone });
  expect(first.body.order.customerInfo).toMatchObject({ email: '', phone: '+19025551001', firebaseId: null });
  const { phone: _phone, ...byMail } = truro({ customer }).customerInfo;
  const second = await place({ customer }, as, { customerInfo: byMail });
  expect(second.body.order.customerInfo).toMatchObject({ email: customer.email, phone: '' });
  const { email: _none, ...nothing } = byMail;
  expect((await place({ customer }, as, { customerInfo: nothing })).status).toBe(400);
});

test('a guest’s cash order for more than two hours ahead needs a code; sooner orders and card orders do not', async () => {
  const { customer, as } = newGuest();
  const { body } = await server.call('getReadyTimes', {
    query: { locationId: 'truro', orderType: 'pickup', dishes: '3' },
  });
  const times = body.days.flatMap((day) => day.times);
  const ahead = (minutes: number) => ({
    wantedFor: times.find((time) => new Date(time).getTime() - clock.now().getTime() > minutes * 60_000),
  });
  const late = await place({ customer }, as, ahead(120));
  expect(late.body).toMatchObject({ code: 'code-needed', because: 'later-order', channel: 'sms' });
  await server.call('sendOrderCode', { body: { phone: customer.phone } }, as);
  const contactCode = await newestSentCode(db, String(late.body['to']));
  expect((await place({ customer }, as, { ...ahead(120), contactCode })).body).toMatchObject({ success: true });
  const other = newGuest();
  expect((await place({ customer: other.customer }, other.as, ahead(60))).status).toBe(200);
  const third = newGuest();
  const orderData = { ...truro({ customer: third.customer }), ...ahead(120), paymentMethod: 'online' as const };
  expect((await server.call('createCustomerPayment', { body: { orderData } }, third.as)).status).toBe(200);
  const asha = await server.signIn('customer@demo.test');
  expect((await place({}, asha, ahead(120))).status).toBe(200);
});

test('a restaurant that requires accounts takes no orders without one, in cash or by card', async () => {
  const { customer, as } = newGuest();
  const admin = await server.signIn('admin@demo.test');
  const say = (guestCheckout: boolean) =>
    server.call('updateSettings', { body: { settings: { guestCheckout } } }, admin);
  expect((await say(false)).body.settings.guestCheckout).toBe(false);
  expect((await server.call('getSite', {})).body.site.guestCheckout).toBe(false);
  const browser = { cookie: 'tiffin-guest=1', 'x-forwarded-for': as['x-forwarded-for'] };
  for (const guest of [as, browser]) {
    expect((await place({ customer }, guest)).status).toBe(401);
    const card = { orderData: { ...truro({ customer }), paymentMethod: 'online' as const } };
    expect((await server.call('createCustomerPayment', { body: card }, guest)).status).toBe(401);
  }
  expect((await place({}, await server.signIn('customer@demo.test'))).status).toBe(200);
  await say(true);
  expect((await place({ customer }, browser)).status).toBe(200);
});

test('a code mailed to the order’s address claims it, and repeating the claim gives points once', async () => {
  const { customer, as } = newGuest();
  const { email } = customer;
  const { orderId } = await placed({ customer, dishes: { 'butter-chicken': 2 } }, as);
  await complete(orderId);
  const guest = await signUp(email, false);
  const earlier = async () => (await server.call('getEarlierOrders', {}, guest)).body.count;
  expect(await earlier()).toBe(0);
  expect((await server.call('sendClaimCode', { body: {} }, guest)).body.code).toBe('proof-needed');
  expect((await server.call('claimOrder', { body: { orderId, code: '123456' } }, guest)).body.code).toBe(
    'proof-needed',
  );
  await db
    .updateTable('users')
    .set({ email_verified: true, email_confirmed_at: new Date() })
    .where('email', '=', email)
    .execute();
  expect(await earlier()).toBe(1);
  expect((await server.call('getCustomerOrders', { query: {} }, guest)).body.orders).toEqual([]);

  expect((await server.call('sendClaimCode', { body: {} }, guest)).body).toMatchObject({ channel: 'mail', to: email });
  const code = await newestSentCode(db, email);
  const press = () => server.call('claimOrder', { body: { orderId, code } }, guest);
  const pressed = await Promise.all([press(), press(), press()]);
  expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { subtotal_cents: subtotal, total_cents: total } = await db
    .selectFrom('orders')
    .select(['subtotal_cents', 'total_cents'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(await personOf(email)).toMatchObject({
    loyalty_points: Math.floor(subtotal / 100),
    total_orders: 1,
    total_spent_cents: total,
    phone_number: null,
  });
  expect(await earlier()).toBe(0);
  expect((await server.call('getCustomerOrders', { query: {} }, guest)).body.orders).toHaveLength(1);
  const trace = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'claim-order')
    .where('subject_id', '=', orderId)
    .execute();
  expect(trace).toEqual([{ after: { by: 'code' } }]);
  await server.settle();
  await expectCleanAudit();
});

test('the code reveals the orders, and only the chosen ones are added to the account', async () => {
  const { customer, as } = newGuest();
  const { email } = customer;
  const mine = await placed({ customer }, as);
  await complete(mine.orderId);
  clock.forward(1_000);
  // Someone else typed this mail address with their own phone number.
  const other = newGuest();
  const othersOrder = await placed({ customer: { ...other.customer, email, name: 'Mallory' } }, other.as);
  const guest = await signUp(email, true);
  const show = (code: string) => server.call('previewClaim', { body: { code } }, guest);
  await server.call('sendClaimCode', { body: {} }, guest);
  const code = await newestSentCode(db, email);
  expect((await show(wrongCode(code))).body.code).toBe('code-refused');
  const { orders } = (await show(code)).body;
  expect(orders).toEqual([
    {
      orderId: mine.orderId,
      orderTime: expect.any(String),
      locationName: 'Truro Heights',
      timeZone: 'America/Halifax',
      customerName: customer.name,
      total: expect.any(Number),
    },
    expect.objectContaining({ orderId: othersOrder.orderId, customerName: 'Mallory' }),
  ]);
  const body = { code, orderIds: [mine.orderId] };
  expect((await server.call('claimOrder', { body }, guest)).body.orders).toMatchObject([{ orderId: mine.orderId }]);
  expect((await server.call('getEarlierOrders', {}, guest)).body.count).toBe(1);
  expect((await personOf(email)).phone_number).toBeNull();

  const elsewhere = await placed({ customer: newGuest().customer }, newGuest().as);
  const wrong = { code, orderIds: [elsewhere.orderId] };
  expect((await server.call('claimOrder', { body: wrong }, guest)).body.code).toBe('order-not-found');
});

test('the guest who placed an order is not shown the account that claimed it by code', async () => {
  const { customer, as } = newGuest();
  const { orderId, token } = await placed({ customer }, as);
  const guest = await signUp(customer.email, true);
  await server.call('sendClaimCode', { body: {} }, guest);
  const code = await newestSentCode(db, customer.email);
  const stop = new AbortController();
  const path = `/api/events?orderId=${orderId}&token=${token}`;
  const stream = readStream(await server.fetch(path, { signal: stop.signal }, as));
  await stream.until('hello');
  await server.call('claimOrder', { body: { code } }, guest);
  const { id } = await personOf(customer.email);
  const streamedText = await stream.until(orderId);
  stop.abort();
  const query = { orderId, token };
  const responses = [
    streamedText,
    ...(await Promise.all([
      server.call('getCustomerOrderDetails', { query }, as),
      server.call('getOrderReceipt', { query }, as),
      server.call('cancelCustomerOrder', { body: query }, as),
    ]).then((answers) => answers.map(({ body }) => JSON.stringify(body)))),
  ];
  for (const each of responses) {
    expect(each).toContain('"firebaseId":"somebody"');
    expect(each).not.toContain(id);
  }
  const own = await server.call('getCustomerOrderDetails', { query: { orderId } }, guest);
  expect(own.body.order.customerInfo.firebaseId).toBe(id);
});

/** A completed order without an account, and the account with its address that claimed it by link. */
async function claimedByLink(isDone = true) {
  const { customer, as } = newGuest();
  const order = await placed({ customer, dishes: { 'butter-chicken': 2 } }, as);
  if (isDone) await complete(order.orderId);
  const guest = await signUp(customer.email, true);
  const claim = (who: Caller) => server.call('claimOrder', { body: order }, who);
  expect((await claim(guest)).status).toBe(200);
  return { ...order, customer, as, guest, claim };
}

const undo = (orderIds: string[], who: Caller, key: string = crypto.randomUUID()) =>
  server.call('undoClaim', { body: { orderIds } }, { ...who, 'idempotency-key': key });

test('undoing a mistaken claim removes its effects, and the next account gets everything', async () => {
  const { orderId, token, customer, guest, as, claim } = await claimedByLink();
  const had = await personOf(customer.email);
  expect(had).toMatchObject({ total_orders: 1, phone_number: expect.stringMatching(/^\+1/) });
  const own = await server.call('getCustomerOrderDetails', { query: { orderId } }, guest);
  expect(own.body.order.claimedAt).toBe(clock.now().toISOString());
  clock.forward(24 * 3_600_000);
  const { status, body } = await undo([orderId], guest);
  expect([status, body]).toMatchObject([
    200,
    { orderIds: [orderId], message: 'The order is no longer in your account.' },
  ]);
  expect(await personOf(customer.email)).toEqual({
    ...had,
    loyalty_points: 0,
    total_orders: 0,
    total_spent_cents: 0,
    phone_number: null,
  });
  expect((await server.call('getCustomerOrders', { query: {} }, guest)).body.orders).toEqual([]);
  const query = { orderId, token };
  const found = (await server.call('getCustomerOrderDetails', { query }, as)).body.order;
  expect([found.customerInfo.firebaseId, found.claimedAt]).toEqual([null, undefined]);
  for (const table of ['messages', 'payment_sessions'] as const) {
    const rows = await db.selectFrom(table).select('user_id').where('order_id', '=', orderId).execute();
    expect(rows.filter(({ user_id: whose }) => whose !== null)).toEqual([]);
  }
  const auditEntries = await db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', orderId)
    .where('actor_id', '=', had.id)
    .orderBy('id')
    .execute();
  expect(auditEntries.map(({ action }) => action)).toEqual(['claim-order', 'undo-claim']);
  await expectCleanAudit();
  expect((await claim(guest)).status).toBe(200);
  expect(await personOf(customer.email)).toEqual(had);
  await expectCleanAudit();
});

test('undoing a claim leaves the account’s own phone number unchanged', async () => {
  const { customer, as } = newGuest();
  const order = await placed({ customer }, as);
  const guest = await signUp(customer.email, true);
  const { id } = await personOf(customer.email);
  await db.updateTable('users').set({ phone_number: '+19025550123' }).where('id', '=', id).execute();
  await server.call('claimOrder', { body: order }, guest);
  expect((await undo([order.orderId], guest)).status).toBe(200);
  expect((await personOf(customer.email)).phone_number).toBe('+19025550123');
});

test('a claim can be undone within a day, all orders or none; orders of others appear not to exist', async () => {
  const late = await claimedByLink();
  clock.forward(24 * 3_600_000 + 1_000);
  const again = await placed({ customer: { ...late.customer, phone: '(902) 555-0177' } }, late.as);
  expect((await late.claim(late.guest)).status).toBe(200);
  await server.call('claimOrder', { body: again }, late.guest);
  const { body } = await undo([again.orderId, late.orderId], late.guest);
  expect(body).toMatchObject({ code: 'failed-precondition', error: expect.stringContaining('within 24 hours') });
  const other = await claimedByLink();
  expect((await undo([again.orderId], other.guest)).body.code).toBe('order-not-found');
  expect((await undo(['TRU-20261120-AAAAA'], other.guest)).body.code).toBe('order-not-found');
  const mine = await place({ customer: other.customer }, other.guest);
  expect((await undo([mine.body.orderId], other.guest)).body.error).toBe('This order was placed in your account.');
  expect((await undo([again.orderId], late.guest)).status).toBe(200);
});

test('undoing a claim twice, simultaneously or after a lost response, or during handover, runs once', async () => {
  const { orderId, guest, customer } = await claimedByLink(false);
  const key = crypto.randomUUID();
  const [first, second] = await Promise.all([
    undo([orderId], guest, key),
    undo([orderId], guest, key),
    complete(orderId),
  ]);
  const answered = [first, second, await undo([orderId], guest, key)].filter(({ status }) => status === 200);
  expect(answered.length).toBeGreaterThan(1);
  expect((await undo([orderId], guest)).body.code).toBe('order-not-found');
  expect(await personOf(customer.email)).toMatchObject({ loyalty_points: 0, total_orders: 0 });
  await expectCleanAudit();
});

test('a claim of an unpaid order cannot be undone beside another open order with the same number', async () => {
  const { orderId, guest, customer, as } = await claimedByLink(false);
  const another = await placed({ customer }, as);
  const refused = await undo([orderId], guest);
  expect(refused.body.error).toMatch(/^Another order with the same phone number or address is open/);
  await complete(another.orderId);
  expect((await undo([orderId], guest)).status).toBe(200);
  await expectCleanAudit();
});

test('changing an order by its link does not reveal whose account it is in', async () => {
  const { orderId, token, customer, as } = await claimedByLink(false);
  const { id } = await personOf(customer.email);
  const { version } = (await server.call('getCustomerOrderDetails', { query: { orderId, token } }, as)).body.order;
  const change = (options: object) => server.call('changeOrder', { body: { orderId, token, version, ...options } }, as);
  const looked = await change({ note: 'No onions', preview: true });
  const saved = await change({ note: 'No onions' });
  const late = await change({ note: 'No garlic' });
  expect([looked.status, saved.status, late.status]).toEqual([200, 200, 409]);
  for (const { body } of [looked, saved, late]) {
    const responses = JSON.stringify(body);
    expect(responses).toContain('"firebaseId":"somebody"');
    expect(responses).not.toContain(id);
  }
});

test('of two accounts that claim one order by link at once, one gets it', async () => {
  const { customer, as } = newGuest();
  const { email: _email, ...byPhone } = truro({ customer }).customerInfo;
  const { body } = await place({ customer }, as, { customerInfo: byPhone });
  const { orderId } = body;
  const token = body.order.metadata.orderToken;
  await complete(orderId);
  const emails = ['first@example.test', 'second@example.test'];
  const people = await Promise.all(emails.map((email) => signUp(email, true)));
  const answers = await Promise.all(people.map((as2) => server.call('claimOrder', { body: { orderId, token } }, as2)));
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  const points = (await Promise.all(emails.map(personOf))).map(({ loyalty_points }) => loyalty_points);
  const { subtotal_cents: subtotal } = await db
    .selectFrom('orders')
    .select('subtotal_cents')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(points.toSorted((a, b) => a - b)).toEqual([0, Math.floor(subtotal / 100)]);
  await expectCleanAudit();
});

test('the link alone does not claim an order for an account with another or unconfirmed address', async () => {
  const { customer, as } = newGuest();
  const existingCustomer = await server.signIn('customer@demo.test');
  const old = await signUp('waits@example.test', false);
  clock.forward(2 * 60_000);
  const { orderId, token } = await placed({ customer }, as);
  const own = await placed({ customer: { ...customer, email: 'waits@example.test', phone: '(902) 555-0191' } }, as);
  const claim = (body: object, who: Caller) => server.call('claimOrder', { body }, who);
  expect((await claim({ orderId, token }, existingCustomer)).body).toMatchObject({
    code: 'proof-needed',
    error: 'This order was placed with another email address than your account’s.',
  });
  expect((await claim(own, old)).body.code).toBe('proof-needed');
  expect((await claim({ orderId, token: `${token}x` }, existingCustomer)).body.code).toBe('order-not-found');
  expect((await claim({ orderId: 'TRU-20261120-ZZZZZ', token }, existingCustomer)).body.code).toBe('order-not-found');
  expect((await claim({ orderId }, existingCustomer)).status).toBe(400);
  expect((await claim({ orderId, token }, as)).status).toBe(401);
  await db
    .updateTable('users')
    .set({ email_verified: true, email_confirmed_at: new Date() })
    .where('email', '=', 'waits@example.test')
    .execute();
  expect((await claim(own, old)).status).toBe(200);
});

test('an account created on the order’s page claims the order', async () => {
  const { customer, as } = newGuest();
  const { orderId, token } = await placed({ customer }, as);
  const guest = await signUp(customer.email, false);
  const { body } = await server.call('claimOrder', { body: { orderId, token } }, guest);
  expect(body.orders).toMatchObject([{ orderId, status: 'pending' }]);
  await complete(orderId);
  expect((await personOf(customer.email)).total_orders).toBe(1);
  await expectCleanAudit();
});

test('an order number with a valid code reveals nothing without the order’s address, and after forty wrong tokens an address is limited', async () => {
  const { customer, as } = newGuest();
  const { orderId, token } = await placed({ customer }, as);
  const someone = await signUp('curious@example.test', true);
  await server.call('sendClaimCode', { body: {} }, someone);
  const code = await newestSentCode(db, 'curious@example.test');
  const responses = async (id: string) => {
    const { status, body } = await server.call('claimOrder', { body: { orderId: id, code } }, someone);
    return { status, code: body.code, error: body.error };
  };
  expect(await responses(orderId)).toEqual(await responses('TRU-20261120-ZZZZZ'));

  const home = { 'x-forwarded-for': '203.0.113.250' };
  const look = (key: string) => server.call('getCustomerOrderDetails', { query: { orderId, token: key } }, home);
  const statuses = new Set<number>();
  for (let n = 0; n < 40; n++) statuses.add((await look(`wrong-${n}`)).status);
  expect([...statuses]).toEqual([404, 429]);
  // The right token works from the same address without delay.
  expect((await look(token)).body.order.customerInfo.name).toBe(customer.name);
  expect((await server.fetch(`/api/events?orderId=${orderId}&token=wrong`, {}, home)).status).toBe(429);
  expect((await server.call('getOrderReceipt', { query: { orderId, token: 'wrong' } }, home)).status).toBe(429);
  expect((await server.call('cancelCustomerOrder', { body: { orderId, token: 'wrong' } }, home)).status).toBe(429);
});

test('previewing changes nothing, and after five wrong codes the right one is refused', async () => {
  const { customer, as } = newGuest();
  const { orderId, token } = await placed({ customer }, as);
  const guest = await signUp(customer.email, true);
  for (let n = 0; n < 5; n++) {
    await server.fetch(`/api/getOrderReceipt?orderId=${orderId}&token=${token}`, {}, guest);
    await server.fetch(`/api/getCustomerOrderDetails?orderId=${orderId}&token=${token}`, {}, guest);
  }
  const owner = async () =>
    (await db.selectFrom('orders').select('user_id').where('id', '=', orderId).executeTakeFirstOrThrow()).user_id;
  expect(await owner()).toBeNull();
  await server.call('sendClaimCode', { body: {} }, guest);
  const code = await newestSentCode(db, customer.email);
  const tries = Array.from({ length: 5 }, () =>
    server.call('claimOrder', { body: { orderId, code: wrongCode(code) } }, guest),
  );
  expect((await Promise.all(tries)).map(({ body }) => body.code)).toEqual(Array(5).fill('code-refused'));
  expect((await server.call('claimOrder', { body: { orderId, code } }, guest)).body.code).toBe('code-refused');

  clock.forward(1_000);
  await server.call('sendClaimCode', { body: {} }, guest);
  const next = await newestSentCode(db, customer.email);
  clock.forward(10 * 60_000 + 1);
  expect((await server.call('claimOrder', { body: { orderId, code: next } }, guest)).body.code).toBe('code-refused');
  await server.call('sendClaimCode', { body: {} }, guest);
  const fourth = await server.call('sendClaimCode', { body: {} }, guest);
  expect([fourth.status, fourth.headers.has('retry-after')]).toEqual([429, true]);
  expect(
    (await server.call('claimOrder', { body: { code: await newestSentCode(db, customer.email) } }, guest)).body.orders,
  ).toHaveLength(1);
  expect(await owner()).not.toBeNull();
});

test('a second cash order with the same number in any spelling needs a code until the first is finished', async () => {
  const { customer, as } = newGuest();
  const first = await placed({ customer }, as);
  const again = { ...customer, email: 'other@example.test', phone: '+1 902-555-' + customer.phone.slice(-4) };
  const attempt = await place({ customer: again }, as);
  expect(attempt.body).toMatchObject({ code: 'code-needed', because: 'open-order', channel: 'sms' });
  const to = String(attempt.body['to']);
  expect(
    (await server.call('sendOrderCode', { body: { phone: again.phone, email: again.email } }, as)).body,
  ).toMatchObject({ to });
  const code = await newestSentCode(db, to);
  expect((await place({ customer: again }, as, { contactCode: wrongCode(code) })).body.code).toBe('code-refused');
  // An order that is refused for another reason does not use up the code.
  const wrong = truro({ customer: again });
  const dear = { ...wrong, pricing: { ...wrong.pricing, subtotal: 1, tax: 0, total: 1 }, contactCode: code };
  expect((await server.call('createCustomerOrderCash', { body: dear }, as)).status).toBe(400);
  expect((await place({ customer: again }, as, { contactCode: code })).status).toBe(200);
  expect((await place({ customer: again }, as, { contactCode: code })).body.code).toBe('code-refused');
  await server.settle();
  const storedCodes = await db
    .selectFrom('messages')
    .select('body_text')
    .where('recipient', '=', to)
    .where('template', '=', 'sent_code')
    .execute();
  expect(storedCodes).toHaveLength(1);

  const open = await db
    .selectFrom('orders')
    .select('id')
    .where('customer_phone', '=', to)
    .where('status', '=', 'pending')
    .execute();
  for (const { id } of open) await complete(id);
  expect(open.map(({ id }) => id)).toContain(first.orderId);
  // Handed over but never paid: it no longer counts as open.
  expect((await place({ customer }, as)).status).toBe(200);
});

test('an order with a driver is open until delivered, and after a failed delivery the next order needs a code', async () => {
  const driver = { ...staff };
  const bring = (orderId: string, steps: readonly ('taken' | 'on-the-way' | 'delivered' | 'failed')[]) =>
    steps.reduce(async (before, step) => {
      await before;
      const { body } = await server.call(
        'stepDelivery',
        { body: { orderId, step } },
        { ...driver, 'idempotency-key': crypto.randomUUID() },
      );
      expect(body.error).toBeUndefined();
    }, Promise.resolve());
  const cook = async (orderId: string) => {
    for (const status of ['preparing', 'ready'] as const) {
      await server.call('updateOrderStatus', { body: { orderId, status } }, staff);
    }
  };
  const unproven = async (orderId: string) =>
    (await db.selectFrom('orders').select('contact_unproven').where('id', '=', orderId).executeTakeFirstOrThrow())
      .contact_unproven;
  const options = { orderType: 'delivery', address: '22 Willow Street, Truro' } as const;
  const ends = [
    ['failed', 409, true],
    ['delivered', 200, null],
  ] as const;
  for (const [end, status, isUnproven] of ends) {
    const { customer, as } = newGuest();
    const { orderId } = await placed({ ...options, customer }, as);
    await cook(orderId);
    await bring(orderId, ['taken', 'on-the-way']);
    expect((await place({ ...options, customer }, as)).body).toMatchObject({
      code: 'code-needed',
      because: 'open-order',
    });
    expect(await unproven(orderId)).toBe(true);
    await bring(orderId, [end]);
    expect([end, (await place({ ...options, customer }, as)).status]).toEqual([end, status]);
    expect(await unproven(orderId)).toBe(isUnproven);
  }
});

test('a delivery confirms an account’s contact only once it has arrived', async () => {
  const { customer, as } = newGuest();
  const guest = await signUp(customer.email, false);
  const { id } = await personOf(customer.email);
  const { orderId } = await placed({ customer, orderType: 'delivery', address: '22 Willow Street, Truro' }, as);
  await db.updateTable('orders').set({ user_id: id }).where('id', '=', orderId).execute();
  expect(guest.cookie).not.toBe('');
  for (const status of ['preparing', 'ready'] as const) {
    await server.call('updateOrderStatus', { body: { orderId, status } }, staff);
  }
  const proven = [];
  const manager = await server.signIn('manager.truro@demo.test');
  // Put back: no driver has it, and it was not delivered.
  for (const step of ['taken', 'on-the-way', 'waiting', 'taken', 'on-the-way', 'delivered'] as const) {
    await server.call(
      'stepDelivery',
      { body: { orderId, step } },
      { ...manager, 'idempotency-key': crypto.randomUUID() },
    );
    proven.push(await isProvenPerson(db, id));
  }
  expect(proven).toEqual([false, false, false, false, false, true]);
});

test('a second cash order with the same address needs a code, whatever phone number stands beside it', async () => {
  const { customer, as } = newGuest();
  await placed({ customer }, as);
  const other = () => ({ ...customer, phone: newGuest().customer.phone });
  expect((await place({ customer: other() }, as)).body).toMatchObject({ code: 'code-needed', because: 'open-order' });
  const { email } = newGuest().customer;
  const together = await Promise.all(
    Array.from({ length: 6 }, () => place({ customer: { ...other(), email } }, newGuest().as)),
  );
  expect(together.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('the open order of a contact is found by indexes, however many orders there are', async () => {
  const { customer } = newGuest();
  const plan = await transaction(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql`explain ${openOrderOf(customer)}`.execute(tx);
    return JSON.stringify(rows);
  });
  for (const index of ['orders_open_without_account', 'orders_brought_unpaid', 'orders_of_address'])
    expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on orders');
});

test('of ten simultaneous orders with one number one is placed, and the others need a code', async () => {
  const { customer, as } = newGuest();
  const answers = await Promise.all(Array.from({ length: 10 }, () => place({ customer }, as)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['code-needed']),
  );
});

test('a cash order above a hundred dollars needs a code, a card order never does', async () => {
  const { customer, as } = newGuest();
  const large = { customer, dishes: { 'butter-chicken': 6 } };
  expect((await place(large, as)).body).toMatchObject({ code: 'code-needed', because: 'large-order' });
  const card = await server.call(
    'createCustomerPayment',
    { body: { orderData: { ...truro(large), paymentMethod: 'online' } } },
    as,
  );
  expect(card.status).toBe(200);
  expect((await place(large, await server.signIn('customer@demo.test'))).status).toBe(200);
});

test('a cart that needs a code anyway does not reveal whether its number has an open order', async () => {
  const { customer, as } = newGuest();
  await placed({ customer }, as);
  const large = { dishes: { 'butter-chicken': 6 } };
  const answers = await Promise.all([
    place({ ...large, customer }, as),
    place({ ...large, customer: newGuest().customer }, as),
  ]);
  for (const { body } of answers)
    expect(body).toMatchObject({ code: 'code-needed', because: 'large-order', error: answers[0].body.error });
});

test('after thirty attempts to find numbers with open orders an address always gets the same response, and others can still order', async () => {
  const { as } = newGuest();
  const { customer } = newGuest();
  await placed({ customer }, newGuest().as);
  const ask = (more?: object) => place({ customer }, as, more);
  const attempt = [];
  // A wrong code reveals it too.
  for (let n = 0; n < 30; n++) attempt.push(await ask(n % 2 ? { contactCode: '000000' } : {}));
  expect(new Set(attempt.map(({ body }) => body['because'] ?? body.code))).toEqual(
    new Set(['open-order', 'code-refused']),
  );
  const unknown = newGuest().customer;
  const [existingCustomer, other] = [await ask(), await place({ customer: unknown }, as)];
  for (const { body } of [existingCustomer, other])
    expect(body).toMatchObject({ code: 'code-needed', because: 'many-asked' });
  // A guest with a valid code can order, and so can guests at other addresses; the limit ends after an hour.
  await server.call('sendOrderCode', { body: { phone: unknown.phone } }, as);
  const { to } = other.body as unknown as { to: string };
  expect((await place({ customer: unknown }, as, { contactCode: await newestSentCode(db, to) })).status).toBe(200);
  const elsewhere = newGuest();
  expect((await place({ customer: elsewhere.customer }, elsewhere.as)).status).toBe(200);
  clock.forward(60 * 60_000 + 1);
  expect((await place({ customer: newGuest().customer }, as)).status).toBe(200);
});

test('codes are limited per recipient and per network address', async () => {
  const { customer, as } = newGuest();
  const ask = () => server.call('sendOrderCode', { body: { phone: customer.phone } }, as);
  const attempt = [await ask(), await ask(), await ask(), await ask()];
  expect(attempt.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  const texts = await db
    .selectFrom('messages')
    .select('unproven')
    .where('recipient', '=', '+1902555' + customer.phone.slice(-4))
    .execute();
  expect(texts).toEqual([{ unproven: true }, { unproven: true }, { unproven: true }]);
  const statuses: number[] = [];
  for (let n = 0; n < 20; n++) {
    statuses.push((await server.call('sendOrderCode', { body: { email: `many${n}@example.test` } }, as)).status);
  }
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test('the holder of the link can cancel until the order is ready, and another link cannot', async () => {
  const { customer, as } = newGuest();
  const { orderId, token } = await placed({ customer }, as);
  const other = await placed({ customer: newGuest().customer }, as);
  const cancel = (key: string) => server.call('cancelCustomerOrder', { body: { orderId, token: key } }, {});
  expect((await cancel(other.token)).status).toBe(404);
  expect((await server.call('cancelCustomerOrder', { body: { orderId } }, as)).status).toBe(404);
  expect((await server.call('cancelCustomerOrder', { body: { orderId } }, {})).status).toBe(401);
  const [mine, kitchens] = await Promise.all([
    cancel(token),
    server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, staff),
  ]);
  // A guest may cancel an order that the kitchen has started, but the kitchen cannot start a cancelled one.
  expect(mine.status).toBe(200);
  expect([200, 409]).toContain(kitchens.status);
  expect(mine.body.order).toMatchObject({ status: 'cancelled' });
  await server.settle();
  const responses = await db
    .selectFrom('messages')
    .select('id')
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_cancelled')
    .execute();
  expect(responses).toEqual([]);

  const ready = await placed({ customer }, as);
  await server.call('updateOrderStatus', { body: { orderId: ready.orderId, status: 'preparing' } }, staff);
  const [late, finished] = await Promise.all([
    server.call('cancelCustomerOrder', { body: ready }, {}),
    server.call('updateOrderStatus', { body: { orderId: ready.orderId, status: 'ready' } }, staff),
  ]);
  expect([late.status, finished.status]).toEqual(expect.arrayContaining([200, 409]));
  await expectCleanAudit();
});

test('the link receives only the events of its order', async () => {
  const { customer, as } = newGuest();
  const { orderId, token } = await placed({ customer }, as);
  const other = await placed({ customer: newGuest().customer }, as);
  const leaving = new AbortController();
  const stream = await server.fetch(`/api/events?orderId=${orderId}&token=${token}`, { signal: leaving.signal }, {});
  const events = readStream(stream);
  await events.until('hello');
  await server.call('updateOrderStatus', { body: { orderId: other.orderId, status: 'preparing' } }, staff);
  await server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, staff);
  const streamedText = await events.until(`"orderId":"${orderId}"`);
  expect(streamedText).toContain('event: order.updated');
  expect(streamedText).not.toContain(other.orderId);
  leaving.abort();
  const back = await server.fetch(`/api/events?orderId=${orderId}&token=${token}&lastEventId=0-0`, {}, {});
  const again = await back.body?.pipeThrough(new TextDecoderStream()).getReader().read();
  expect(again?.value).toContain('hello');
});

test('a claim and the deletion of its account at once leave no name behind', async () => {
  const { customer, as } = newGuest();
  const { orderId, token } = await placed({ customer }, as);
  await complete(orderId);
  const guest = await signUp(customer.email, true);
  const { id } = await personOf(customer.email);
  const [claimed, deleted] = await Promise.all([
    server.call('claimOrder', { body: { orderId, token } }, guest),
    server.call('deleteMe', { body: { confirm: true, password: 'Demo-pass-1!' } }, guest),
  ]);
  expect(deleted.status).toBe(200);
  expect([200, 401]).toContain(claimed.status);
  const row = await db
    .selectFrom('orders')
    .select(['user_id', 'customer_name'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual(
    row.user_id === id
      ? { user_id: id, customer_name: 'Deleted customer' }
      : { user_id: null, customer_name: customer.name },
  );
  await expectCleanAudit();
});

test('a claimed order is exported and erased with the account, card payments included', async () => {
  const { customer, as } = newGuest();
  const till = tillOf(server);
  const { sessionId, paymentUrl } = await till.start(as, { customerInfo: { ...customer, firebaseId: null } });
  await till.pay(paymentUrl);
  await till.deliver();
  await server.settle();
  const found = await server.call('getOrderBySessionId', { body: { sessionId } }, as);
  const { orderId } = found.body;
  const token = found.body.order.metadata.orderToken;
  await complete(orderId);
  const guest = await signUp(customer.email, true);
  await server.call('claimOrder', { body: { orderId, token } }, guest);
  const endpoint = 'https://push.example.com/send/claimed';
  const subscription = { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } };
  expect((await server.call('followOrder', { body: { orderId, subscription } }, guest)).status).toBe(200);
  const data = await (await server.fetch('/api/exportMyData', {}, guest)).text();
  expect(data).toContain(orderId);
  expect((await server.call('deleteMe', { body: { confirm: true, password: 'Demo-pass-1!' } }, guest)).status).toBe(
    200,
  );
  for (const table of [
    'orders',
    'messages',
    'events',
    'idempotency_keys',
    'payment_sessions',
    'push_followers',
  ] as const) {
    const rows = await db.selectFrom(table).selectAll().execute();
    expect(`${table}: ${JSON.stringify(rows).includes(customer.email)}`).toBe(`${table}: false`);
    expect(`${table}: ${JSON.stringify(rows).includes(endpoint)}`).toBe(`${table}: false`);
  }
  const { payment_status: paid } = await db
    .selectFrom('orders')
    .select('payment_status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(paid).toBe('paid');
});

test('an order can be claimed for ninety days, and its link works for ninety days after the claim', async () => {
  const { customer, as } = newGuest();
  const old = await placed({ customer }, as);
  await complete(old.orderId);
  const young = await placed({ customer: { ...customer, phone: '(902) 555-0192' } }, as);
  await complete(young.orderId);
  clock.forward(60 * 86_400_000);
  const guest = await signUp(customer.email, true);
  expect((await server.call('claimOrder', { body: young }, guest)).status).toBe(200);
  clock.forward(31 * 86_400_000);
  const later = await server.signIn(customer.email);
  expect((await server.call('getEarlierOrders', {}, later)).body.count).toBe(0);
  expect((await server.call('claimOrder', { body: old }, later)).body.code).toBe('failed-precondition');
  const open = (each: typeof old) => server.call('getOrderReceipt', { query: each }, {});
  expect([(await open(old)).status, (await open(young)).status]).toEqual([200, 200]);
  clock.forward(60 * 86_400_000);
  expect([(await open(old)).status, (await open(young)).status]).toEqual([200, 404]);
});
