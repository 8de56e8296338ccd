import type { Calls, InputOf } from '@tiffin/contract';
import { RESTAURANT_LANGUAGES } from '@tiffin/domain/house';
import { beforeEach, expect, test } from 'vitest';
import { speakOnly } from '../../platform/i18n/interpreter.ts';
import { auditData } from '../../operations/books/audit-books.ts';
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

type Step = InputOf<Calls['stepDelivery']>['body'];
const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const step = (orderId: string, to: Step['step'], more: Partial<Step> = {}, as: Caller = sam) =>
  server.call('stepDelivery', { body: { orderId, step: to, ...more } }, keyed(as));
const list = async (as: Caller = sam) => (await server.call('getDeliveries', { query: { locationId } }, as)).body;
const orderOf = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, sam)).body.order;
const halifax = (time: string) => new Date(Date.parse(`2026-11-20T${time}:00Z`) + 4 * 3_600_000).toISOString();
let phones = 0;

async function placed({ email = 'asha@example.test', phone = `902555${1000 + ++phones}` } = {}) {
  const wish = payload({
    dishes: { 'mango-lassi': 3 },
    orderType: 'delivery',
    address: '22 Willow Street, Truro',
    customer: { name: 'Asha Menon', email, phone },
  });
  const { body } = await server.call('createCustomerOrderCash', { body: wish }, keyed(SITE_KEY));
  if (!body.success) throw new Error(body.error);
  return body.order;
}
async function cooked(orderId: string) {
  for (const status of ['preparing', 'ready'] as const) {
    await server.call('updateOrderStatus', { body: { orderId, status } }, kim);
  }
}
async function attentionOf(orderId: string) {
  const told = await context.db.selectFrom('events').select('data').where('type', '=', 'payment.attention').execute();
  return told.map(({ data }) => data).filter((data) => JSON.stringify(data).includes(orderId));
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

test('two drivers take one order at once: one has it, and the other is told whose it is', async () => {
  const { orderId } = await placed();
  const both = await Promise.all([step(orderId, 'taken', {}, sam), step(orderId, 'taken', {}, kim)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect([refused?.body.code, refused?.body.error]).toEqual([
    'conflict',
    expect.stringMatching(/ brings this order\.$/),
  ]);
  const { deliveries } = await list();
  expect(deliveries.find(({ order }) => order.orderId === orderId)?.driver?.name).toBeTruthy();
});

test('given back, somebody else brings it', async () => {
  const { orderId } = await placed();
  await step(orderId, 'taken');
  expect((await step(orderId, 'waiting')).body.order.deliveryInfo).not.toHaveProperty('courier');
  expect((await step(orderId, 'taken', {}, kim)).status).toBe(200);
});

test('who leads the place puts back what is stuck with its driver, and the next one brings it; staff may not', async () => {
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

test('a manager says for its driver that it was delivered: the driver carries the cash', async () => {
  const orderId = await onTheWay();
  expect((await step(orderId, 'delivered', { paidInCash: true }, kim)).status).toBe(200);
  const own = (await list()).cash.find(({ collected }) => collected.some((each) => each.orderId === orderId));
  expect(own?.name).toBe('Arjun Patel');
  await handInAll();
});

test('it leaves once it is cooked, and to the kitchen it is done then', async () => {
  const { orderId } = await placed();
  await step(orderId, 'taken');
  const early = await step(orderId, 'on-the-way');
  expect([early.status, early.body.error]).toEqual([409, 'The kitchen has not finished this order yet.']);
  await cooked(orderId);
  const { body } = await step(orderId, 'on-the-way');
  expect(body.order).toMatchObject({ status: 'completed', deliveryInfo: { courier: { state: 'on-the-way' } } });
});

test('pressed at 19:02 without a network and arriving at 19:20 twice, it is one step at 19:02, and its cash is carried once', async () => {
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

test('cash at the door counts while a payment link is open: the link is closed, and the driver carries it', async () => {
  const wish = payload({ dishes: { 'mango-lassi': 3 }, orderType: 'delivery', address: '22 Willow Street, Truro' });
  const { body: made } = await server.call(
    'createAdminOrderOnline',
    { body: { ...wish, paymentMethod: 'online' } },
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

test('what is due and less than a coin is not collected: it is delivered all the same, and nothing is carried', async () => {
  const orderId = await onTheWay();
  const { due } = await orderOf(orderId);
  const part = { billId: orderId, tender: 'debit' as const, amount: Math.round(due * 100 - 2) / 100 };
  expect((await server.call('addPayment', { body: part }, keyed(kim))).body.error).toBeUndefined();
  const { status, body } = await step(orderId, 'delivered', { paidInCash: true });
  expect([status, body.order?.due, body.order?.deliveryInfo?.courier?.state]).toEqual([200, 0.02, 'delivered']);
  expect((await list()).cash.flatMap(({ collected }) => collected)).toEqual([]);
});

test('what was collected and is not what is due when it arrives: what is due is booked, and the house hears of the rest', async () => {
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
  const told = await attentionOf(orderId);
  expect(told).toMatchObject([
    {
      attention: {
        reason: `Arjun Patel collected ${coins.toFixed(2)} at the door, and ${rest.toFixed(2)} was due`,
        amount: Math.round((coins - rest) * 100) / 100,
      },
    },
  ]);
  // What fits says nothing.
  const other = await onTheWay();
  const { due: exact } = await orderOf(other);
  await step(other, 'delivered', { paidInCash: true, collected: Math.round(exact * 20) / 20 });
  expect(await attentionOf(other)).toEqual([]);
  await handInAll();
});

test('what a driver carries is handed in with one deed: another sum is refused, and of two at once one counts', async () => {
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

test('nobody receives what they carry themselves, unless an admin works there alone', async () => {
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
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringMatching(/^Somebody else receives/)]);
  // As an admin among colleagues it is the same; alone, there is nobody to ask.
  await context.db.updateTable('users').set({ role: 'admin' }).where('id', '=', driverId).execute();
  expect((await handIn(sam)).status).toBe(409);
  const others = context.db.updateTable('users').where('id', '!=', driverId).where('role', '!=', 'customer');
  await others.set({ is_active: false }).execute();
  const alone = await handIn(sam);
  await others.set({ is_active: true }).execute();
  await context.db.updateTable('users').set({ role: 'staff' }).where('id', '=', driverId).execute();
  expect(alone.body).toMatchObject({ handedIn: amount });
});

test('a payment that was undone is carried by nobody', async () => {
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

test('delivered and not paid it stays due; paid on the way there is nothing to collect', async () => {
  const unpaid = await onTheWay();
  const { body } = await step(unpaid, 'delivered');
  expect(body.order).toMatchObject({ paymentStatus: 'unpaid' });
  expect(body.order.due).toBeGreaterThan(0);
  expect((await list()).cash).toEqual([]);
});

test('could not be delivered: the house hears why, and nothing more happens to it', async () => {
  const orderId = await onTheWay();
  const { body } = await step(orderId, 'failed', { note: 'Nobody came to the door' });
  expect(body.order.deliveryInfo?.courier?.state).toBe('failed');
  expect((await step(orderId, 'delivered')).status).toBe(409);
  const told = await context.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'payment.attention')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(told.data).toMatchObject({
    attention: { reason: 'Could not be delivered: Nobody came to the door', orderId },
  });
});

test('what the house notes for itself is in its own language, whoever it was that set it going', async () => {
  const orderId = await onTheWay();
  speakOnly(['fr', 'en']);
  await step(orderId, 'failed', { note: 'Nobody came to the door' });
  speakOnly(RESTAURANT_LANGUAGES);
  const told = await context.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'payment.attention')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(told.data).toMatchObject({
    attention: { reason: 'La livraison n’a pas pu se faire : Nobody came to the door', orderId },
  });
});

test('a guest is texted on its way and at the door, each once, and whoever left no number is mailed', async () => {
  const orderId = await onTheWay();
  await server.settle();
  await step(orderId, 'at-door');
  await step(orderId, 'at-door');
  await server.settle();
  await step(orderId, 'delivered', { paidInCash: true });
  await server.settle();
  const toldOf = (id: string) =>
    context.db
      .selectFrom('messages')
      .select(['channel', 'body_text as text'])
      .where('order_id', '=', id)
      .where('template', '=', 'order_news')
      .orderBy('created_at')
      .execute();
  expect((await toldOf(orderId)).map(({ channel }) => channel)).toEqual(['sms', 'sms']);
  const mailed = await placed({ phone: '' });
  await cooked(mailed.orderId);
  await step(mailed.orderId, 'taken');
  await step(mailed.orderId, 'on-the-way');
  await server.settle();
  await step(mailed.orderId, 'at-door');
  await server.settle();
  expect((await toldOf(mailed.orderId)).map(({ channel }) => channel)).toEqual(['mail', 'mail']);
});

test('what a driver without a network says an hour later is no news to the guest', async () => {
  const { orderId } = await placed();
  await cooked(orderId);
  await step(orderId, 'taken');
  server.clock.set(halifax('20:00'));
  await step(orderId, 'on-the-way', { doneAt: halifax('18:40') });
  await server.settle();
  const told = await context.db
    .selectFrom('messages')
    .select('id')
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_news')
    .execute();
  expect(told).toEqual([]);
});

test('what is picked up is brought by nobody, and of another place nobody takes a step', async () => {
  const wish = payload({ dishes: { 'mango-lassi': 1 } });
  const { order } = (await server.call('createCustomerOrderCash', { body: wish }, keyed(SITE_KEY))).body;
  expect((await step(order.orderId, 'taken')).status).toBe(409);
  const { orderId } = await placed();
  expect((await step(orderId, 'taken', {}, elsewhere)).status).toBe(403);
});

test('a guest whose order the house moves hears the new time, once', async () => {
  const { orderId, version } = await placed();
  const wantedFor = halifax('19:45');
  const moved = await server.call('changeOrder', { body: { orderId, version, wantedFor } }, keyed(kim));
  expect(moved.body.error).toBeUndefined();
  await server.settle();
  await server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, kim);
  await server.settle();
  const told = await context.db
    .selectFrom('messages')
    .select('body_text as text')
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_news')
    .execute();
  expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/is ready about 7:45 p\.m\. now\.$/)]);
});

test('whoever worked here once, took a driver’s cash and deletes their account is named by it no more', async () => {
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
  const gone = await server.call('deleteMe', { body: { confirm: true, password: 'Demo-pass-1!' } }, guest);
  expect(gone.body.error).toBeUndefined();
  expect([await named(displayName), await named('Deleted customer')]).toEqual([0, 1]);
});
