import type { InputOf } from '@tiffin/contract';
import { RESTAURANT_LANGUAGES } from '@tiffin/domain/restaurant';
import { beforeEach, expect, test } from 'vitest';
import { setRestaurantLanguages } from '../../platform/i18n/request-language.ts';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const payload = await payloadMaker(server);
const till = tillOf(server);
const sam = await server.signIn('staff.truro@demo.test');
const kim = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');
const locationId = 'truro';

type Step = InputOf<'stepDelivery'>['body'];
const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const step = (orderId: string, to: Step['step'], more: Partial<Step> = {}, as: Caller = sam) =>
  server.call('stepDelivery', { body: { orderId, step: to, ...more } }, keyed(as));
const list = async (as: Caller = sam) => (await server.call('getDeliveries', { query: { locationId } }, as)).body;
const orderOf = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, sam)).body.order;
const halifax = (time: string) => new Date(Date.parse(`2026-11-20T${time}:00Z`) + 4 * 3_600_000).toISOString();
let phones = 0;

async function placed({ email = 'asha@example.test', phone = `902555${1000 + ++phones}` } = {}) {
  const orderBody = payload({
    dishes: { 'mango-lassi': 4 },
    orderType: 'delivery',
    address: '22 Willow Street, Truro',
    customer: { name: 'Asha Menon', email, phone },
  });
  const { body } = await server.call('createCustomerOrderCash', { body: orderBody }, keyed(SITE_KEY));
  if (!body.success) throw new Error(body.error);
  return body.order;
}
async function cooked(orderId: string) {
  for (const status of ['preparing', 'ready'] as const) {
    await server.call('updateOrderStatus', { body: { orderId, status } }, kim);
  }
}
async function attentionOf(orderId: string) {
  const events = await context.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'payment.attention')
    .orderBy('id')
    .execute();
  return events.map(({ data }) => data).filter((data) => JSON.stringify(data).includes(orderId));
}
async function handInAll() {
  for (const { driverId, carries: amount } of (await list()).cash) {
    await server.call('handInCash', { body: { locationId, driverId, amount } }, keyed(admin));
  }
}
async function onTheWay() {
  const { orderId } = await placed();
  await cooked(orderId);
  await step(orderId, 'taken');
  await step(orderId, 'on-the-way');
  return orderId;
}

beforeEach(() => server.clock.set(halifax('18:30')));

test('two drivers take one order at once: one gets it, and the other learns who has it', async () => {
  const { orderId } = await placed();
  const both = await Promise.all([step(orderId, 'taken', {}, sam), step(orderId, 'taken', {}, kim)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect([refused?.body.code, refused?.body.error]).toEqual([
    'conflict',
    expect.stringMatching(/ is delivering this order\.$/),
  ]);
  const { deliveries } = await list();
  expect(deliveries.find(({ order }) => order.orderId === orderId)?.driver?.name).toBeTruthy();
});

test('an order a driver gives back can be taken by another', async () => {
  const { orderId } = await placed();
  await step(orderId, 'taken');
  expect((await step(orderId, 'waiting')).body.order.deliveryInfo).not.toHaveProperty('courier');
  expect((await step(orderId, 'taken', {}, kim)).status).toBe(200);
});

test('a manager can put back an order that is stuck with its driver, and another driver can take it; staff cannot', async () => {
  const { orderId } = await placed();
  await cooked(orderId);
  for (const next of ['taken', 'on-the-way', 'at-door'] as const) await step(orderId, next, {}, kim);
  expect((await step(orderId, 'waiting')).status).toBe(409);
  expect((await step(orderId, 'taken', {}, admin)).status).toBe(409);
  const { status, body } = await step(orderId, 'waiting', {}, admin);
  expect([status, body.order.deliveryInfo?.courier]).toEqual([200, undefined]);
  expect((await list()).deliveries.find(({ order }) => order.orderId === orderId)).toMatchObject({ driver: null });
  for (const next of ['taken', 'on-the-way', 'at-door', 'delivered'] as const) {
    expect([next, (await step(orderId, next)).status]).toEqual([next, 200]);
  }
});

test('a manager marks an order as delivered for its driver, who then carries the cash', async () => {
  const orderId = await onTheWay();
  expect((await step(orderId, 'delivered', { paidInCash: true }, kim)).status).toBe(200);
  const own = (await list()).cash.find(({ collected }) => collected.some((each) => each.orderId === orderId));
  expect(own?.name).toBe('Arjun Patel');
  await handInAll();
});

test('an order leaves once it is cooked, and then it is completed for the kitchen', async () => {
  const { orderId } = await placed();
  await step(orderId, 'taken');
  const early = await step(orderId, 'on-the-way');
  expect([early.status, early.body.error]).toEqual([409, 'The kitchen has not finished this order yet.']);
  await cooked(orderId);
  const { body } = await step(orderId, 'on-the-way');
  expect(body.order).toMatchObject({ status: 'completed', deliveryInfo: { courier: { state: 'on-the-way' } } });
});

test('a step made offline at 19:02 that arrives twice at 19:20 is stored once for 19:02, with its cash once', async () => {
  const orderId = await onTheWay();
  const { due } = await orderOf(orderId);
  server.clock.set(halifax('19:20'));
  const more = { doneAt: halifax('19:02'), paidInCash: true };
  const twice = [await step(orderId, 'delivered', more), await step(orderId, 'delivered', more)];
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  const order = await orderOf(orderId);
  expect(order).toMatchObject({
    paymentStatus: 'paid',
    due: 0,
    deliveryInfo: { courier: { state: 'delivered', at: halifax('19:02') } },
  });
  expect(order.deliveryInfo?.courier?.steps?.map(({ state }) => state)).toEqual(['taken', 'on-the-way', 'delivered']);
  const steps = await context.db
    .selectFrom('delivery_steps')
    .select(['step', 'done_at', 'at'])
    .where('order_id', '=', orderId)
    .where('step', '=', 'delivered')
    .execute();
  expect(steps.map(({ done_at: done, at }) => [done.toISOString(), at.toISOString()])).toEqual([
    [halifax('19:02'), halifax('19:20')],
  ]);
  const { cash } = await list();
  const coins = Math.round(due * 20) / 20;
  expect(cash).toMatchObject([{ carries: coins, collected: [{ orderId, amount: coins }] }]);
  expect((await auditData(context)).broken).toEqual([]);
});

test('cash at the door is recorded while a payment link is open: the link is closed and the driver carries the cash', async () => {
  const orderBody = payload({
    dishes: { 'mango-lassi': 4 },
    orderType: 'delivery',
    address: '22 Willow Street, Truro',
  });
  const { body: made } = await server.call(
    'createAdminOrderOnline',
    { body: { ...orderBody, paymentMethod: 'online' } },
    keyed(kim),
  );
  const { orderId } = made;
  await cooked(orderId);
  await step(orderId, 'taken');
  await step(orderId, 'on-the-way');
  const { due } = await orderOf(orderId);
  expect(due).toBeGreaterThan(0);
  const { body } = await step(orderId, 'delivered', { paidInCash: true });
  expect(body.order).toMatchObject({ paymentStatus: 'paid', due: 0 });
  const carried = (await list()).cash.flatMap(({ collected }) => collected);
  expect(carried).toContainEqual(expect.objectContaining({ orderId, amount: Math.round(due * 20) / 20 }));
  await server.settle();
  const open = () =>
    context.db
      .selectFrom('payment_sessions')
      .select('id')
      .where('order_id', '=', orderId)
      .where('status', '=', 'open')
      .execute();
  await expect.poll(open).toEqual([]);
  expect((await till.pay(made.paymentUrl ?? '')).status).toBe(409);
  expect((await auditData(context)).broken).toEqual([]);
  await handInAll();
});

test('an amount due below the smallest coin is not collected: the order is delivered and the driver carries nothing', async () => {
  const orderId = await onTheWay();
  const { due } = await orderOf(orderId);
  const part = { billId: orderId, tender: 'debit' as const, amount: Math.round(due * 100 - 2) / 100 };
  expect((await server.call('addPayment', { body: part }, keyed(kim))).body.error).toBeUndefined();
  const { status, body } = await step(orderId, 'delivered', { paidInCash: true });
  expect([status, body.order?.due, body.order?.deliveryInfo?.courier?.state]).toEqual([200, 0.02, 'delivered']);
  expect((await list()).cash.flatMap(({ collected }) => collected)).toEqual([]);
});

test('when the collected amount differs from the amount due, the amount due is booked and staff are notified of the rest', async () => {
  const orderId = await onTheWay();
  const { due } = await orderOf(orderId);
  const coins = Math.round(due * 20) / 20;
  const part = { billId: orderId, tender: 'debit' as const, amount: 5 };
  expect((await server.call('addPayment', { body: part }, keyed(kim))).body.error).toBeUndefined();
  const { status } = await step(orderId, 'delivered', { paidInCash: true, collected: coins });
  expect(status).toBe(200);
  const rest = Math.round((due - 5) * 20) / 20;
  const carried = (await list()).cash.flatMap(({ collected }) => collected);
  expect(carried).toContainEqual(expect.objectContaining({ orderId, amount: rest }));
  const events = await attentionOf(orderId);
  expect(events).toMatchObject([
    {
      attention: {
        reason: `Arjun Patel collected $${coins.toFixed(2)} at the door, and $${rest.toFixed(2)} was due`,
        amount: Math.round((coins - rest) * 100) / 100,
      },
    },
  ]);
  // An amount that matches raises no alert.
  const other = await onTheWay();
  const { due: exact } = await orderOf(other);
  await step(other, 'delivered', { paidInCash: true, collected: Math.round(exact * 20) / 20 });
  expect(await attentionOf(other)).toEqual([]);
  await handInAll();
});

test('a driver hands in all cash at once: another sum is refused, and of two simultaneous requests one counts', async () => {
  const orderId = await onTheWay();
  await step(orderId, 'delivered', { paidInCash: true });
  const [carried] = (await list()).cash;
  if (!carried) throw new Error('nothing is carried');
  const handIn = (amount: number, as: Caller = kim) =>
    server.call('handInCash', { body: { locationId, driverId: carried.driverId, amount } }, keyed(as));
  const wrong = await handIn(carried.carries - 0.05);
  expect([wrong.status, wrong.body['carries']]).toEqual([409, carried.carries]);
  const both = await Promise.all([handIn(carried.carries), handIn(carried.carries)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await list()).cash).toEqual([]);
  const rows = await context.db.selectFrom('driver_cash').select('amount_cents').execute();
  expect(rows.reduce((sum, { amount_cents: amount }) => sum + amount, 0)).toBe(0);
});

test('cash that is short is handed in with a reason, and the log has the difference', async () => {
  await handInAll();
  const orderId = await onTheWay();
  await step(orderId, 'delivered', { paidInCash: true });
  const [carried] = (await list()).cash;
  if (!carried) throw new Error('nothing is carried');
  const handIn = (more: object) =>
    server.call(
      'handInCash',
      { body: { locationId, driverId: carried.driverId, amount: carried.carries, ...more } },
      keyed(kim),
    );
  const counted = Math.round(carried.carries * 100 - 200) / 100;
  expect((await handIn({ counted })).body).toMatchObject({
    error: 'Please say why the cash differs.',
    field: 'reason',
  });
  const done = await handIn({ counted, reason: 'Gave too much change' });
  expect(done.body).toMatchObject({ handedIn: counted });
  expect((await list()).cash).toEqual([]);
  const entry = await context.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'hand-in-cash')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry.after).toMatchObject({ amount: counted, difference: -2, reason: 'Gave too much change' });
});

test('cash that is more than 5.00 short is handed in only with a manager', async () => {
  await handInAll();
  const { orderId } = await placed();
  await cooked(orderId);
  for (const each of ['taken', 'on-the-way'] as const) await step(orderId, each, {}, kim);
  await step(orderId, 'delivered', { paidInCash: true }, kim);
  const [carried] = (await list()).cash;
  if (!carried) throw new Error('nothing is carried');
  const { driverId, carries: amount } = carried;
  const handIn = (counted: number, as: Caller) =>
    server.call('handInCash', { body: { locationId, driverId, amount, counted, reason: 'Lost' } }, keyed(as));
  const alone = await handIn(Math.round(amount * 100 - 505) / 100, sam);
  expect([alone.status, alone.body.code, alone.body['managers']]).toEqual([403, 'manager-needed', expect.any(Array)]);
  expect((await list()).cash).toHaveLength(1);
  expect((await handIn(0, admin)).status).toBe(200);
});

test('drivers cannot receive their own cash, except an admin who works alone', async () => {
  await handInAll();
  const orderId = await onTheWay();
  await step(orderId, 'delivered', { paidInCash: true });
  const own = (await list(sam)).cash[0];
  if (!own) throw new Error('nothing is carried');
  const { driverId, carries: amount } = own;
  expect(own.toSomebodyElse).toBe(true);
  expect((await list(kim)).cash[0]).not.toHaveProperty('toSomebodyElse');
  const handIn = (as: Caller) => server.call('handInCash', { body: { locationId, driverId, amount } }, keyed(as));
  const refused = await handIn(sam);
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringMatching(/^Somebody else must receive/)]);
  // An admin with colleagues cannot either; an admin without colleagues can.
  await context.db.updateTable('users').set({ role: 'admin' }).where('id', '=', driverId).execute();
  expect((await handIn(sam)).status).toBe(409);
  const others = context.db.updateTable('users').where('id', '!=', driverId).where('role', '!=', 'customer');
  await others.set({ is_active: false }).execute();
  const alone = await handIn(sam);
  await others.set({ is_active: true }).execute();
  await context.db.updateTable('users').set({ role: 'staff' }).where('id', '=', driverId).execute();
  expect(alone.body).toMatchObject({ handedIn: amount });
});

test('an undone payment is not part of any driver’s cash', async () => {
  const orderId = await onTheWay();
  await step(orderId, 'delivered', { paidInCash: true });
  const { bill } = (await server.call('getBill', { query: { billId: orderId } }, kim)).body;
  const undone = await server.call(
    'undoPayment',
    { body: { billId: orderId, paymentId: bill.payments[0]?.paymentId ?? '', reason: 'Not paid after all' } },
    keyed(kim),
  );
  expect(undone.body.error).toBeUndefined();
  expect((await list()).cash).toEqual([]);
});

test('an order delivered without payment stays due, and one paid on the way has nothing to collect', async () => {
  const unpaid = await onTheWay();
  const { body } = await step(unpaid, 'delivered');
  expect(body.order).toMatchObject({ paymentStatus: 'unpaid' });
  expect(body.order.due).toBeGreaterThan(0);
  expect((await list()).cash).toEqual([]);
});

test('a failed delivery notifies staff with the reason and ends', async () => {
  const orderId = await onTheWay();
  const { body } = await step(orderId, 'failed', { note: 'Nobody came to the door' });
  expect(body.order.deliveryInfo?.courier?.state).toBe('failed');
  // “What happened” has the reason; the status stays.
  const failure = { from: 'completed', status: 'completed', by: 'Arjun Patel', note: 'Nobody came to the door' };
  expect(body.order.statusHistory.at(-1)).toMatchObject(failure);
  expect((await step(orderId, 'delivered')).status).toBe(409);
  const events = await context.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'payment.attention')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(events.data).toMatchObject({
    attention: { reason: 'Could not be delivered: Nobody came to the door', orderId },
  });
});

test('notes for staff are in the restaurant’s language, whatever the language of the request', async () => {
  const orderId = await onTheWay();
  setRestaurantLanguages(['fr', 'en']);
  await step(orderId, 'failed', { note: 'Nobody came to the door' });
  setRestaurantLanguages(RESTAURANT_LANGUAGES);
  const events = await context.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'payment.attention')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(events.data).toMatchObject({
    attention: { reason: 'La livraison n’a pas pu se faire\u00A0: Nobody came to the door', orderId },
  });
});

test('a guest gets one text on the way and one at the door; a guest without a number gets mail', async () => {
  const orderId = await onTheWay();
  await server.settle();
  await step(orderId, 'at-door');
  await step(orderId, 'at-door');
  await server.settle();
  await step(orderId, 'delivered', { paidInCash: true });
  await server.settle();
  const messagesTo = (id: string) =>
    context.db
      .selectFrom('messages')
      .select(['channel', 'body_text as text'])
      .where('order_id', '=', id)
      .where('template', '=', 'order_news')
      .orderBy('created_at')
      .execute();
  expect((await messagesTo(orderId)).map(({ channel }) => channel)).toEqual(['sms', 'sms']);
  const mailed = await placed();
  // Staff may take a delivery without a number.
  await context.db.updateTable('orders').set({ customer_phone: '' }).where('id', '=', mailed.orderId).execute();
  await cooked(mailed.orderId);
  await step(mailed.orderId, 'taken');
  await step(mailed.orderId, 'on-the-way');
  await server.settle();
  await step(mailed.orderId, 'at-door');
  await server.settle();
  expect((await messagesTo(mailed.orderId)).map(({ channel }) => channel)).toEqual(['mail', 'mail']);
});

test('a step that arrives an hour late does not notify the guest', async () => {
  const { orderId } = await placed();
  await cooked(orderId);
  await step(orderId, 'taken');
  server.clock.set(halifax('20:00'));
  await step(orderId, 'on-the-way', { doneAt: halifax('18:40') });
  await server.settle();
  const events = await context.db
    .selectFrom('messages')
    .select('id')
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_news')
    .execute();
  expect(events).toEqual([]);
});

test('pickup orders have no driver, and staff of another location cannot take a step', async () => {
  const orderBody = payload({ dishes: { 'mango-lassi': 1 } });
  const { order } = (await server.call('createCustomerOrderCash', { body: orderBody }, keyed(SITE_KEY))).body;
  expect((await step(order.orderId, 'taken')).status).toBe(409);
  const { orderId } = await placed();
  expect((await step(orderId, 'taken', {}, elsewhere)).status).toBe(403);
});

test('a guest whose order staff move is notified of the new time once', async () => {
  const { orderId, version } = await placed();
  const wantedFor = halifax('19:45');
  const moved = await server.call('changeOrder', { body: { orderId, version, wantedFor } }, keyed(kim));
  expect(moved.body.error).toBeUndefined();
  await server.settle();
  await server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, kim);
  await server.settle();
  const events = await context.db
    .selectFrom('messages')
    .select('body_text as text')
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_news')
    .execute();
  expect(events.map(({ text }) => text)).toEqual([
    expect.stringMatching(/ comes 7:45 p\.m\. \(was \d{1,2}:\d\d p\.m\.\)\.$/),
  ]);
});

const idOf = async (as: Caller) => (await server.call('getMe', {}, as)).body.me?.uid ?? '';
const handOver = (orderId: string, driverId: string, as: Caller = sam) =>
  server.call('handOverDelivery', { body: { orderId, driverId } }, keyed(as));
const driverOf = async (orderId: string) =>
  (await list()).deliveries.find(({ order }) => order.orderId === orderId)?.driver?.driverId;

test('a driver hands a delivery over on the way; the guest is told once, and the colleague delivers and carries the cash', async () => {
  const orderId = await onTheWay();
  await server.settle();
  const kimId = await idOf(kim);
  const { body } = await handOver(orderId, kimId);
  expect([body.order.deliveryInfo?.courier?.state, await driverOf(orderId)]).toEqual(['on-the-way', kimId]);
  await server.settle();
  const news = await context.db
    .selectFrom('messages')
    .select('body_text as text')
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_news')
    .execute();
  expect(news).toHaveLength(1);
  const late = await step(orderId, 'delivered', { paidInCash: true });
  expect([late.status, late.body.error]).toEqual([409, expect.stringMatching(/ is delivering this order\.$/)]);
  expect((await step(orderId, 'delivered', { paidInCash: true }, kim)).status).toBe(200);
  expect((await list(admin)).cash.find(({ driverId }) => driverId === kimId)?.collected).toMatchObject([{ orderId }]);
  await handInAll();
});

test('a hand-over that was queued offline and arrives after a manager’s is refused with the name of the driver', async () => {
  const orderId = await onTheWay();
  const [kimId, adminId, samId] = [await idOf(kim), await idOf(admin), await idOf(sam)];
  const both = await Promise.all([handOver(orderId, kimId, sam), handOver(orderId, adminId, admin)]);
  expect(both.map(({ status }) => status)).toContain(200);
  const now = await driverOf(orderId);
  expect([kimId, adminId]).toContain(now);
  const queued = await handOver(orderId, kimId === now ? adminId : kimId, sam);
  expect([queued.status, queued.body.code]).toEqual([409, 'conflict']);
  expect(await driverOf(orderId)).toBe(now);
  // Repeating the one that counted changes nothing.
  expect((await handOver(orderId, now ?? '', sam)).status).toBe(200);
  expect(samId).not.toBe(now);
});

test('a delivery is handed over only to somebody who works here', async () => {
  const { orderId } = await placed();
  await step(orderId, 'taken');
  for (const driverId of [await idOf(elsewhere), 'nobody']) {
    expect((await handOver(orderId, driverId)).body.error).toBe(
      'This person does not work here. Choose somebody else.',
    );
  }
});

test('a paid order that comes back waits for a decision about its money, and can be delivered again', async () => {
  const orderId = await onTheWay();
  const { due } = await orderOf(orderId);
  await server.call('addPayment', { body: { billId: orderId, tender: 'debit', amount: due } }, keyed(kim));
  await step(orderId, 'failed', { note: 'Nobody came to the door' });
  const twice = await Promise.all([step(orderId, 'returned'), step(orderId, 'returned')]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect((await attentionOf(orderId)).map((each) => each['attention'])).toMatchObject([
    { reason: 'Could not be delivered: Nobody came to the door' },
    { reason: 'It came back to the restaurant and is paid. Refund it, or deliver it again', amount: due },
  ]);
  const issues = async () =>
    (await server.call('getPaymentIssues', {}, admin)).body.sessions.filter((each) => each.orderId === orderId);
  expect(await issues()).toMatchObject([{ sessionId: orderId, amount: due }]);
  await server.call('resolvePaymentIssue', { body: { sessionId: orderId } }, keyed(admin));
  expect(await issues()).toEqual([]);
  for (const next of ['waiting', 'taken', 'on-the-way', 'delivered'] as const) {
    expect([next, (await step(orderId, next)).status]).toEqual([next, 200]);
  }
  expect((await auditData(context)).broken).toEqual([]);
});

test('an order that was paid by card and comes back is listed under Payments until somebody resolves it', async () => {
  const orderBody = payload({
    dishes: { 'mango-lassi': 4 },
    orderType: 'delivery',
    address: '22 Willow Street, Truro',
  });
  const body = { ...orderBody, paymentMethod: 'online' as const };
  const { body: made } = await server.call('createAdminOrderOnline', { body }, keyed(kim));
  const { orderId } = made;
  await till.pay(made.paymentUrl ?? '');
  await till.deliver();
  await cooked(orderId);
  for (const to of ['taken', 'on-the-way', 'failed', 'returned'] as const) await step(orderId, to);
  const issues = async () => (await server.call('getPaymentIssues', {}, admin)).body.sessions;
  const issue = (await issues()).find((each) => each.orderId === orderId);
  expect(issue?.reason).toBe('It came back to the restaurant and is paid. Refund it, or deliver it again');
  await server.call('resolvePaymentIssue', { body: { sessionId: issue?.sessionId ?? '' } }, keyed(admin));
  expect((await issues()).some((each) => each.orderId === orderId)).toBe(false);
});

test('an order that comes back unpaid raises no question about money', async () => {
  const orderId = await onTheWay();
  await step(orderId, 'failed');
  await step(orderId, 'returned');
  expect(await attentionOf(orderId)).toHaveLength(1);
});

test('a deleted account of former staff no longer appears as the receiver of a driver’s cash', async () => {
  await handInAll();
  server.clock.forward(7_000);
  const orderId = await onTheWay();
  await step(orderId, 'delivered', { paidInCash: true });
  const own = (await list()).cash[0];
  const { uid, displayName } = (await server.call('getMe', {}, elsewhere)).body.me ?? { uid: '', displayName: '' };
  const update = (updates: object) => server.call('updateUser', { body: { userId: uid, updates } }, admin);
  await server.call('confirmIdentity', { body: { password: 'Demo-pass-1!' } }, admin);
  expect((await update({ locationIds: [locationId] })).body.error).toBeUndefined();
  const handIn = { locationId, driverId: own?.driverId ?? '', amount: own?.carries ?? 0 };
  expect((await server.call('handInCash', { body: handIn }, keyed(elsewhere))).body.error).toBeUndefined();
  const named = async (name: string) =>
    (await context.db.selectFrom('driver_cash').select('id').where('taken_by_name', '=', name).execute()).length;
  expect(await named(displayName)).toBe(1);
  await update({ role: 'customer' });
  const guest = await server.signIn('staff.glasgow@demo.test');
  const deletion = await server.call('deleteMe', { body: { confirm: true, password: 'Demo-pass-1!' } }, guest);
  expect(deletion.body.error).toBeUndefined();
  expect([await named(displayName), await named('Deleted customer')]).toEqual([0, 1]);
});
