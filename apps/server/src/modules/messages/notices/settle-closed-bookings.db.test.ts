import { expect, test } from 'vitest';
import { bookingOf, messagesAboutReservation, tokenOf } from '../../../testing/bookings.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { remindGuests } from './remind-guests.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const owner = await server.signIn('admin@demo.test');
const host = await server.signIn('staff.truro@demo.test');
const payload = await payloadMaker(server);

type Changes = Parameters<typeof bookingOf>[0];
type Choice = { bookings?: 'keep' | 'move' | 'cancel'; message?: string };

async function booked(changes: Changes = {}) {
  const { body } = await server.call('createReservation', { body: bookingOf(changes) });
  // The confirmation is sent before the hours change.
  await server.settle();
  return { ...body.reservation, token: tokenOf(body.manageUrl), manageUrl: body.manageUrl };
}
const closedOn = (date: string) => ({ date, closed: true, open: null, close: null, note: null });
const setDates = (hoursExceptions: object[], choice: Choice = {}) =>
  server.call(
    'updateLocation',
    { body: { locationId: 'truro', updates: { hoursExceptions: hoursExceptions as never }, ...choice } },
    owner,
  );
const see = async (reservationId: string) =>
  (await server.call('getReservation', { query: { reservationId } }, host)).body.reservation;
const messageAbout = async (reservationId: string, template: string) =>
  (await messagesAboutReservation(server, reservationId)).findLast((message) => message.template === template);
const datesOfTruro = async () => {
  const { body } = await server.call('getLocation', { query: { locationId: 'truro' } });
  return body.location.hoursExceptions.map(({ date }) => date);
};

test('closing a day with bookings is refused and names them in the order of their times', async () => {
  const late = await booked({ date: '2026-12-01', time: '20:00' });
  const early = await booked({ date: '2026-12-01', time: '18:00', partySize: 4 });
  await booked({ date: '2026-12-02' });
  const { status, body } = await setDates([closedOn('2026-12-01')]);
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'hours-booked',
    error:
      'Guests have booked or ordered for times when the location is then closed. Save the hours under Locations and choose there what becomes of them.',
    orders: 0,
    bookings: [
      { reservationId: early.reservationId, name: 'Robin Guest', partySize: 4, startsAt: early.startsAt },
      { reservationId: late.reservationId, partySize: 2 },
    ],
  });
  expect(await datesOfTruro()).toEqual([]);
});

test('shorter hours ask only about the bookings after the new closing time', async () => {
  const date = '2026-12-03';
  await booked({ date, time: '18:00' });
  const late = await booked({ date, time: '20:30' });
  const shorter = { date, closed: false, open: '11:30', close: '20:00', note: null };
  const { body } = await setDates([shorter]);
  expect(body).toMatchObject({ bookings: [{ reservationId: late.reservationId }] });
  expect(body).not.toHaveProperty('bookings.1');
});

test('bookings that are kept stay as they were, nobody is written to, and later changes ask no more', async () => {
  const made = await booked({ date: '2026-12-04' });
  expect((await setDates([closedOn('2026-12-04')], { bookings: 'keep' })).status).toBe(200);
  expect(await see(made.id)).toMatchObject({ status: 'confirmed', version: made.version });
  expect(await messagesAboutReservation(server, made.reservationId)).toHaveLength(1);
  expect((await setDates([closedOn('2026-12-04'), closedOn('2026-12-26')])).status).toBe(200);
});

test('bookings that are cancelled tell their guests why, by mail or by text', async () => {
  const date = '2026-12-05';
  const made = await booked({ date });
  const customerInfo = { name: 'Vera Voice', phone: '9025550188' };
  const called = await server.call('addReservationByPhone', { body: { ...bookingOf({ date }), customerInfo } }, host);
  await setDates([closedOn(date)], { bookings: 'cancel', message: 'The kitchen is being rebuilt.' });
  expect(await see(made.id)).toMatchObject({
    status: 'cancelled',
    cancellationReason: 'The kitchen is being rebuilt.',
  });
  const mail = await messageAbout(made.reservationId, 'reservation_cancelled');
  expect(mail?.body_text).toContain('The kitchen is being rebuilt.');
  const sms = await messageAbout(called.body.reservation.reservationId, 'reservation_cancelled');
  expect(sms).toMatchObject({ channel: 'sms', recipient: '+19025550188' });
});

test('without words, the mail about a cancellation says in its language that the restaurant is closed', async () => {
  const made = await booked({ date: '2026-12-07' });
  await db.updateTable('reservations').set({ language: 'fr' }).where('id', '=', made.id).execute();
  await setDates([closedOn('2026-12-07')], { bookings: 'cancel' });
  const mail = await messageAbout(made.reservationId, 'reservation_cancelled');
  expect(mail?.body_text).toContain('Fermeture');
  expect(mail?.body_text).not.toContain('Restaurant closure');
});

test('guests who are asked to move get the link, are marked until they choose, and are not reminded of the old time', async () => {
  const date = '2026-12-08';
  const made = await booked({ date, time: '18:00' });
  const other = await booked({ date, time: '19:00' });
  await setDates([closedOn(date)], { bookings: 'move', message: 'A wedding has the whole house.' });
  const mail = await messageAbout(made.reservationId, 'reservation_move');
  expect(mail).toMatchObject({ channel: 'mail', recipient: made.customerInfo.email });
  expect(mail?.body_text).toContain('A wedding has the whole house.');
  expect(mail?.body_text).toContain(made.manageUrl);
  expect(await see(made.id)).toMatchObject({ status: 'confirmed', moveOfferedAt: server.clock.now().toISOString() });

  const moved = { reservationId: made.id, token: made.token, date: '2026-12-09', time: '18:00', partySize: 2 };
  expect((await server.call('changeReservation', { body: moved })).status).toBe(200);
  expect(await see(made.id)).not.toHaveProperty('moveOfferedAt');

  server.clock.set('2026-12-07T23:30:00Z');
  await remindGuests(server.context);
  expect(await messageAbout(other.reservationId, 'reservation_reminder')).toBeUndefined();
  const again = await messageAbout(other.reservationId, 'reservation_move');
  expect(again?.once_key).toContain('reservation_reminder');
  server.clock.set('2026-11-20T22:05:00Z');
});

test('a location that opens after all takes the mark back', async () => {
  const made = await booked({ date: '2026-12-10' });
  await setDates([closedOn('2026-12-10')], { bookings: 'move' });
  expect(await see(made.id)).toHaveProperty('moveOfferedAt');
  expect((await setDates([])).status).toBe(200);
  expect(await see(made.id)).not.toHaveProperty('moveOfferedAt');
});

test('planned orders at closed times are counted, and stay', async () => {
  const at = '2026-11-22T22:00:00.000Z';
  const orderData = { ...payload({ dishes: { 'mango-lassi': 1 } }), wantedFor: at };
  const placed = await server.call('createCustomerOrderCash', { body: orderData }, SITE_KEY);
  const { body } = await setDates([closedOn('2026-11-22')]);
  expect(body).toMatchObject({ code: 'hours-booked', bookings: [], orders: 1 });
  expect((await setDates([closedOn('2026-11-22')], { bookings: 'cancel' })).status).toBe(200);
  const order = await db.selectFrom('orders').select('status').where('id', '=', placed.body.order.orderId).execute();
  expect(order).toEqual([{ status: 'pending' }]);
});

test('a key for locations alone can keep bookings, but neither cancel nor move them', async () => {
  await server.call('confirmIdentity', { body: { password: 'Demo-pass-1!' } }, owner);
  const { body } = await server.call('createApiKey', { body: { name: 'Hours', scopes: ['locations:write'] } }, owner);
  const key = { 'x-api-key': body.key ?? '' };
  const change = (bookings: 'keep' | 'move' | 'cancel') =>
    server.call('updateLocation', { body: { locationId: 'truro', updates: { hoursExceptions: [] }, bookings } }, key);
  expect((await change('cancel')).body).toMatchObject({ code: 'scope-missing' });
  expect((await change('move')).body).toMatchObject({ code: 'scope-missing' });
  expect((await change('keep')).status).toBe(200);
});
