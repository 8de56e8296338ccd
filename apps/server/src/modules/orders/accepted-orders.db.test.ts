import { expect, test } from 'vitest';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db, clock } = server.context;
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const details = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;
const step = async (orderId: string, status: 'preparing' | 'ready') =>
  (await server.call('updateOrderStatus', { body: { orderId, status } }, manager)).body.order;

async function guestOrder(): Promise<string> {
  const body = await till.payload({ paymentMethod: 'cash' });
  return (await server.call('createCustomerOrderCash', { body }, SITE_KEY)).body.orderId;
}

async function tillOrder(): Promise<string> {
  const body = { ...(await till.payload({ paymentMethod: 'cash' })), cashConfirmed: true as const };
  return (await server.call('createAdminOrderCash', { body }, { ...staff, ...key() })).body.orderId;
}

test('an order taken at the till is accepted by the person who took it, and stays pending', async () => {
  const orderId = await tillOrder();
  const accepted = { status: 'pending', acceptedAt: clock.now().toISOString(), acceptedBy: 'Arjun Patel' };
  expect(await details(orderId)).toMatchObject(accepted);
  server.clock.forward(60_000);
  expect(await step(orderId, 'preparing')).toMatchObject({ ...accepted, status: 'preparing' });
  await server.call('correctOrderStatus', { body: { orderId } }, manager);
  expect(await details(orderId)).toMatchObject(accepted);
});

test('a guest’s order is accepted by whoever starts it, and no longer when that is undone', async () => {
  const orderId = await guestOrder();
  const open = { status: 'pending', acceptedAt: null, acceptedBy: null };
  expect(await details(orderId)).toMatchObject(open);
  server.clock.forward(60_000);
  const at = clock.now().toISOString();
  expect(await step(orderId, 'preparing')).toMatchObject({ acceptedAt: at, acceptedBy: 'Meera Nair' });
  await server.call('correctOrderStatus', { body: { orderId } }, manager);
  expect(await details(orderId)).toMatchObject(open);
  await step(orderId, 'preparing');
  server.clock.forward(60_000);
  expect(await step(orderId, 'ready')).toMatchObject({ acceptedAt: at });
});

test('whoever has the link of an order sees when it was accepted, but not by whom', async () => {
  const orderId = await guestOrder();
  await step(orderId, 'preparing');
  const { metadata } = await details(orderId);
  const query = { orderId, token: metadata.orderToken };
  const { order } = (await server.call('getCustomerOrderDetails', { query })).body;
  expect(order).toMatchObject({ acceptedAt: expect.any(String), acceptedBy: null });
});

test('an order of an earlier version has nobody who accepted it, and is accepted when it is started', async () => {
  const orderId = await tillOrder();
  await db.updateTable('orders').set({ accepted_at: null, accepted_by: null }).where('id', '=', orderId).execute();
  expect(await details(orderId)).toMatchObject({ acceptedAt: null, acceptedBy: null });
  expect(await step(orderId, 'preparing')).toMatchObject({ acceptedBy: 'Meera Nair' });
});
