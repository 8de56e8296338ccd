import { expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const payload = await payloadMaker(server);
const admin = await server.signIn('admin@demo.test');
const asha = await server.signIn('customer@demo.test');
const cook = await server.signIn('staff.truro@demo.test');
const locationId = 'truro';

const offer = (curbside: boolean) =>
  server.call('updateLocation', { body: { locationId, updates: { curbside } } }, admin);
const place = async (more: object = {}, as: Caller = asha) => {
  const request = { ...payload({ dishes: { 'mango-lassi': 1 } }), vehicle: 'Blue Honda', ...more };
  const key = { 'idempotency-key': crypto.randomUUID() };
  return (await server.call('createCustomerOrderCash', { body: request }, { ...as, ...key })).body.order;
};
const here = (orderId: string, as: Caller = asha, token?: string) =>
  server.call('reportArrival', { body: { orderId, ...(token && { token }) } }, as);
const vehicleOf = async (orderId: string) => {
  const events = await context.db.selectFrom('events').select('data').where('type', '=', 'order.updated').execute();
  return events.filter(({ data }) => JSON.stringify(data).includes(`"orderId":"${orderId}"`));
};

test('the guest’s car is stored only for a pickup at a location with curbside pickup', async () => {
  await offer(true);
  expect(await place()).toMatchObject({ curbside: { vehicle: 'Blue Honda', hereAt: null } });
  const address = '22 Willow Street, Truro';
  const delivery = payload({ dishes: { 'mango-lassi': 4 }, orderType: 'delivery', address });
  expect(await place({ ...delivery })).not.toHaveProperty('curbside');
  await offer(false);
  expect(await place()).not.toHaveProperty('curbside');
});

test('a guest can report their arrival once, and the board is notified once', async () => {
  await offer(true);
  const { orderId } = await place();
  const before = (await vehicleOf(orderId)).length;
  const both = await Promise.all([here(orderId), here(orderId)]);
  expect(both.map(({ body }) => body.order.curbside?.hereAt)).toEqual([
    context.clock.now().toISOString(),
    context.clock.now().toISOString(),
  ]);
  expect((await vehicleOf(orderId)).length - before).toBe(1);
  const shown = await server.call('getOrderDetails', { query: { orderId } }, cook);
  expect(shown.body.order.curbside?.hereAt).toBe(context.clock.now().toISOString());
});

test('a guest without an account can report arrival with the order link, others cannot', async () => {
  await offer(true);
  const order = await place({}, SITE_KEY);
  expect((await here(order.orderId, SITE_KEY, 'wrong')).status).toBe(404);
  expect((await here(order.orderId, asha)).status).toBe(404);
  expect((await here(order.orderId, {}, order.metadata.orderToken)).status).toBe(200);
});

test('arrival cannot be reported for a pickup at the counter or a finished order', async () => {
  await offer(true);
  const { orderId } = await place({ vehicle: '' });
  expect((await here(orderId)).body.code).toBe('failed-precondition');
  const cancelled = await place();
  await server.call('cancelCustomerOrder', { body: { orderId: cancelled.orderId } }, asha);
  expect((await here(cancelled.orderId)).status).toBe(409);
});

test.each([
  ['too long', 'x'.repeat(81)],
  ['no text', 7],
])('a car that is %s is refused', async (_what, vehicle) => {
  const request = { ...payload({ dishes: { 'mango-lassi': 1 } }), vehicle: vehicle as string };
  const { status } = await server.call(
    'createCustomerOrderCash',
    { body: request },
    { ...asha, 'idempotency-key': crypto.randomUUID() },
  );
  expect(status).toBe(400);
});
