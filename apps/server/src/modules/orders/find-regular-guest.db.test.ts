import { expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const staff = await server.signIn('staff.truro@demo.test');
const staffElsewhere = await server.signIn('staff.glasgow@demo.test');
const admin = await server.signIn('admin@demo.test');
const payload = await payloadMaker(server);

const lookUp = (phone: string, as: Caller = staff, locationId = 'truro') =>
  server.call('lookupGuestByPhone', { query: { phone, locationId } }, as);

async function orderAtTill(phone: string, more: object = {}) {
  const customer = { name: 'Jordan Example', email: '', phone };
  const body = { ...payload({ customer, tipCents: 0 }), ...more };
  const placed = await server.call('createAdminOrderUnpaid', { body }, staff);
  if (!placed.body.success) throw new Error(placed.body.error);
  return placed.body.order;
}

async function orderOnline(phone: string) {
  const customer = { name: 'Somebody Else', email: 'else@example.test', phone };
  const { body } = await server.call('createCustomerOrderCash', { body: payload({ customer }) }, SITE_KEY);
  if (!body.success) throw new Error(body.error);
  return body.orderId;
}

test('staff find a guest without an account by phone: name, last dishes and the allergies stated last', async () => {
  await orderAtTill('9025550201', { allergies: [{ code: 'milk' }] });
  server.clock.forward(60_000);
  const last = await orderAtTill('9025550201');
  const { body } = await lookUp('(902) 555-0201');
  expect(body.guest).toMatchObject({
    name: 'Jordan Example',
    orders: 2,
    lastOrder: { orderId: last.orderId, total: last.pricing.total, orderType: 'pickup' },
    allergies: [{ code: 'milk' }],
    delivery: null,
  });
  expect(body.guest?.lastOrder.items.map(({ name }) => name)).toEqual(last.items.map(({ name }) => name));
});

test('the last address is that of the last delivery', async () => {
  const customer = { name: 'Jordan Example', email: '', phone: '9025550202' };
  const body = payload({
    customer,
    tipCents: 0,
    dishes: { 'mango-lassi': 5 },
    orderType: 'delivery',
    address: '22 Willow Street, Truro',
  });
  const placed = await server.call('createAdminOrderUnpaid', { body }, staff);
  expect(placed.body.error).toBeUndefined();
  server.clock.forward(60_000);
  await orderAtTill('9025550202');
  const { guest } = (await lookUp('9025550202')).body;
  expect(guest?.lastOrder.orderType).toBe('pickup');
  expect(guest?.delivery).toMatchObject({
    address: '22 Willow Street, Truro',
    postalCode: expect.stringMatching(/^B2N/),
  });
});

test('an order that somebody placed online with this number counts only after it was handed over', async () => {
  const orderId = await orderOnline('9025550203');
  expect((await lookUp('9025550203')).body.guest).toBeNull();
  for (const status of ['preparing', 'ready', 'completed'] as const) {
    await server.call('updateOrderStatus', { body: { orderId, status } }, staff);
  }
  expect((await lookUp('9025550203')).body.guest?.name).toBe('Somebody Else');
});

test('a cancelled order, one of another location and one older than guests are remembered are not shown', async () => {
  const { orderId } = await orderAtTill('9025550204');
  expect((await lookUp('9025550204', admin, 'glasgow')).body.guest).toBeNull();
  await db
    .updateTable('orders')
    .set({ order_time: new Date('2020-01-01') })
    .where('id', '=', orderId)
    .execute();
  expect((await lookUp('9025550204')).body.guest).toBeNull();
  const other = await orderAtTill('9025550204');
  await server.call('cancelOrder', { body: { orderId: other.orderId, reason: 'Customer asked' } }, staff);
  expect((await lookUp('9025550204')).body.guest).toBeNull();
});

test('staff of another location are refused, and an unknown location too', async () => {
  expect((await lookUp('9025550201', staffElsewhere)).status).toBe(403);
  expect((await lookUp('9025550201', staff, 'nowhere')).status).toBe(403);
});

test.each(['902555', 'pizza', '+44 20 7946 0018'])('nobody has the number %s', async (phone) => {
  expect((await lookUp(phone)).body).toMatchObject({ success: true, guest: null });
});

test('each search is in the audit log with the order it showed, and without the number', async () => {
  const { orderId } = await orderAtTill('9025550206');
  await db.deleteFrom('audit_log').where('action', '=', 'look-up-phone').execute();
  await lookUp('9025550206');
  await lookUp('9025559996');
  const entries = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'subject_kind', 'subject_id', 'location_id', 'after'])
    .where('action', '=', 'look-up-phone')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { actor_name: 'Arjun Patel', subject_kind: 'order', subject_id: orderId, location_id: 'truro', after: null },
    { actor_name: 'Arjun Patel', subject_kind: 'user', subject_id: 'nobody', location_id: 'truro', after: null },
  ]);
});

test('the personal data of an erased guest is not found', async () => {
  const { orderId } = await orderAtTill('9025550207', { allergies: [{ text: 'celery' }] });
  await db.updateTable('orders').set({ status: 'completed' }).where('id', '=', orderId).execute();
  expect((await lookUp('9025550207')).body.guest?.allergies).toEqual([{ text: 'celery' }]);
  const { body } = await server.call('forgetPerson', { body: { phone: '9025550207' } }, admin);
  expect(body.error).toBeUndefined();
  expect((await lookUp('9025550207')).body.guest).toBeNull();
});
