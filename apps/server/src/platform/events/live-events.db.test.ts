import { liveEvent } from '@tiffin/contract/live-events';
import { expect, test } from 'vitest';
import { bookingOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';

const server = await testServer();
const admin = await server.signIn('admin@demo.test');

test('what happens is told live as the description of the API says', async () => {
  const { db } = server.context;
  await db.deleteFrom('events').execute();
  const payload = (await payloadMaker(server))();
  const { orderId } = (await server.call('createCustomerOrderCash', { body: payload }, SITE_KEY)).body;
  await server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, admin);
  const { reservation } = (await server.call('createReservation', { body: bookingOf() }, SITE_KEY)).body;
  const { date, time } = reservation.reservationDetails;
  const changed = { reservationId: reservation.reservationId, date, time, partySize: 3 };
  await server.call('changeReservation', { body: changed }, admin);
  const waiting = { locationId: 'truro', name: 'Robin', phone: '902-555-0171', partySize: 2 };
  await server.call('joinWaitlist', { body: waiting }, admin);
  const sold = { locationId: 'truro', itemIds: [payload.items[0]?.id ?? ''], isAvailable: false };
  await server.call('setMenuAvailability', { body: sold }, admin);
  await server.call('updateLocation', { body: { locationId: 'truro', updates: { capacity: 41 } } }, admin);
  await server.call('updateSettings', { body: { settings: { tagline: 'New' } } }, admin);
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'customer@demo.test')
    .executeTakeFirstOrThrow();
  await server.call('updateUser', { body: { userId, updates: { loyaltyPoints: 3 } } }, admin);

  const events = await db.selectFrom('events').selectAll().execute();
  const told = events.map(({ type, location_id: locationId, at, data }) => {
    const event = JSON.parse(JSON.stringify({ id: '1-1', type, locationId, at, ...data })) as { type: string };
    return [event.type, liveEvent.safeParse(event).error?.issues];
  });
  expect(new Set(told.map(([type]) => type))).toEqual(
    new Set([
      'order.created',
      'order.updated',
      'reservation.created',
      'reservation.updated',
      'floor.changed',
      'menu.changed',
      'location.changed',
      'site.changed',
      'user.changed',
    ]),
  );
  expect(told.filter(([, issues]) => issues !== undefined)).toEqual([]);
});
