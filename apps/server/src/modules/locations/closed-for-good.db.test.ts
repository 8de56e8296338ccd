import { expect, test } from 'vitest';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { testServer } from '../../testing/server.ts';

const server = await testServer();
const admin = await server.signIn('admin@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
const guest = await server.signIn('customer@demo.test');

const { orderId } = (
  await server.call('createCustomerOrderCash', { body: { ...(await payloadMaker(server))() } }, guest)
).body;
const booked = (await server.call('createReservation', { body: bookingOf() }, guest)).body;
const token = tokenOf(booked.manageUrl);

test.each([
  ['deactivated', () => server.call('toggleLocationStatus', { body: { locationId: 'truro', isActive: false } }, admin)],
  ['deleted', () => server.call('deleteLocation', { body: { locationId: 'truro' } }, admin)],
])('orders and reservations of a location stay readable when it is %s', async (_how, close) => {
  expect((await close()).status).toBe(200);
  const reservationId = booked.reservation.id;
  for (const caller of [admin, staff]) {
    const orders = await server.call('getLocationOrders', { query: { locationId: 'truro' } }, caller);
    expect(orders.body.orders).toMatchObject([{ orderId, locationInfo: { name: 'Truro Heights' } }]);
    const one = await server.call('getOrderDetails', { query: { orderId } }, caller);
    expect(one.body.order.orderId).toBe(orderId);
    const all = await server.call('getAllReservations', { query: {} }, caller);
    expect(all.body.reservations).toMatchObject([{ id: reservationId, locationName: 'Truro Heights' }]);
  }
  const mine = await server.call('getCustomerOrders', { query: {} }, guest);
  expect(mine.body.orders.map((order) => order.orderId)).toEqual([orderId]);
  const tables = await server.call('getMyReservations', { query: {} }, guest);
  expect(tables.body.reservations.map(({ id }) => id)).toEqual([reservationId]);
  const byLink = await server.call('getReservation', { query: { reservationId, token } });
  expect(byLink.body.reservation.locationName).toBe('Truro Heights');
});
