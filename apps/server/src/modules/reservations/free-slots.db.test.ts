import { expect, test } from 'vitest';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });

const slots = (date: string, partySize: number | string = 2, locationId = 'truro') =>
  server.call('getReservationSlots', { query: { locationId, date, partySize: String(partySize) } });
const timesOf = (answer: Awaited<ReturnType<typeof slots>>) => answer.body.slots.map((slot) => slot.time);

test.each([
  ['2027-03-01T15:00:00.000Z', '2027-03-13', '2027-03-13T16:00:00.000Z'],
  ['2027-03-01T15:00:00.000Z', '2027-03-14', '2027-03-14T15:00:00.000Z'],
  ['2027-10-01T15:00:00.000Z', '2027-11-06', '2027-11-06T15:00:00.000Z'],
  ['2027-10-01T15:00:00.000Z', '2027-11-07', '2027-11-07T16:00:00.000Z'],
])(
  'from %s, %s has twenty slots, 12:00 to 21:30, the first at %s [C-RES-12] [C-RES-17] [A-LIMIT-20] [A-LIMIT-21]',
  async (now, date, first) => {
    server.clock.set(now);
    const answer = await slots(date);
    expect(answer.status).toBe(200);
    expect(timesOf(answer)).toHaveLength(20);
    expect(answer.body.slots[0]).toEqual({
      date,
      time: '12:00',
      label: '12:00 p.m.',
      seatsLeft: 40,
      startsAt: first,
      isNextDay: false,
    });
    expect(answer.body.slots.at(-1)).toMatchObject({ time: '21:30', label: '9:30 p.m.' });
    server.clock.set('2026-11-20T22:00:00.000Z');
  },
);

test('past time slots are not offered; New Glasgow closes earlier on a Sunday', async () => {
  expect(timesOf(await slots('2026-11-20'))).toEqual(['18:30', '19:00', '19:30', '20:00', '20:30', '21:00', '21:30']);
  expect(timesOf(await slots('2026-11-22', 2, 'new-glasgow')).at(-1)).toBe('20:30');
  expect((await slots('2026-11-19')).body).toMatchObject({ slots: [], isClosed: false });
  expect((await slots('2027-01-19')).body.slots).toHaveLength(20);
  expect((await slots('2027-01-20')).body.slots).toEqual([]);
});

test('a closed day has no time slots [C-RES-14]', async () => {
  await server.context.db
    .insertInto('location_exceptions')
    .values({ location_id: 'truro', date: '2026-12-25', closed: true, open: null, close: null, note: 'Christmas' })
    .execute();
  expect((await slots('2026-12-25')).body).toMatchObject({ slots: [], isClosed: true });
});

test('a location without hours has the default week; a missing day is 11:00 to 23:00 [C-RES-13] [A-LIMIT-19]', async () => {
  const { db } = server.context;
  const { hours } = await db
    .selectFrom('locations')
    .select('hours')
    .where('id', '=', 'truro')
    .executeTakeFirstOrThrow();
  const setHours = (hoursColumn: object | null) =>
    db
      .updateTable('locations')
      .set({ hours: hoursColumn && JSON.stringify(hoursColumn) })
      .where('id', '=', 'truro')
      .execute();
  await setHours(null);
  expect(timesOf(await slots('2026-11-27')).at(-1)).toBe('22:30');
  expect(timesOf(await slots('2026-11-29'))[0]).toBe('12:30');
  await setHours({ monday: { open: '17:00', close: '02:00', closed: false } });
  expect(timesOf(await slots('2026-11-27'))).toEqual(expect.arrayContaining(['11:30', '22:30']));
  // closing after midnight belongs to the day it opened
  const monday = await slots('2026-11-23');
  expect(monday.body.slots.at(-1)).toMatchObject({ time: '01:30', date: '2026-11-23', isNextDay: true });
  await setHours(hours);
});

test('a time slot shows its free seats and is hidden when the party does not fit [C-RES-15] [C-RES-16] [C-DATA-07]', async () => {
  const at = { date: '2026-12-02', time: '19:00' };
  const made = [];
  for (const partySize of [20, 16]) {
    made.push(await server.call('createReservation', { body: bookingOf({ ...at, partySize }) }));
  }
  expect((await slots(at.date, 4)).body.slots.find((slot) => slot.time === at.time)?.seatsLeft).toBe(4);
  expect(timesOf(await slots(at.date, 5))).not.toContain(at.time);
  const last = await server.call('createReservation', { body: bookingOf({ ...at, partySize: 4 }) });
  expect(timesOf(await slots(at.date, 1))).not.toContain(at.time);
  // a cancellation frees the seats at once
  await server.call('cancelReservation', {
    body: { reservationId: last.body.reservation.id, token: tokenOf(last.body.manageUrl) },
  });
  expect(timesOf(await slots(at.date, 4))).toContain(at.time);
});

test('a full time slot of one location leaves the same hour free at another [C-DATA-07]', async () => {
  const at = { date: '2026-12-03', time: '19:00' };
  for (const partySize of [20, 20]) {
    const booked = await server.call('createReservation', { body: bookingOf({ ...at, partySize }) });
    expect(booked.status).toBe(200);
  }
  const slotAt = async (locationId: string) => {
    const query = { locationId, date: at.date, partySize: '2' };
    const { body } = await server.call('getReservationSlots', { query });
    return body.slots.find((slot) => slot.time === at.time)?.seatsLeft;
  };
  expect(await slotAt('truro')).toBeUndefined();
  expect(await slotAt('new-glasgow')).toBe(40);
});

test('a location that states its capacity takes that many guests at one time, booked or seated without a booking', async () => {
  const { db } = server.context;
  const state = (capacity: number | null) =>
    db.updateTable('locations').set({ capacity }).where('id', '=', 'new-glasgow').execute();
  const admin = await server.signIn('admin@demo.test');
  const here = { locationId: 'new-glasgow', date: '2026-12-04', time: '19:00' };
  const leftAt = async () => {
    const { body } = await server.call('getReservationDay', { query: here }, admin);
    const slot = body.day.slots.find(({ time }) => time === here.time);
    return [body.day.seatsPerSlot, slot?.seatsTaken, slot?.seatsLeft];
  };
  const book = (partySize: number) => server.call('createReservation', { body: bookingOf({ ...here, partySize }) });
  await state(60);
  for (const partySize of [20, 20, 16]) expect((await book(partySize)).status).toBe(200);
  expect(await leftAt()).toEqual([60, 56, 4]);
  expect(timesOf(await slots(here.date, 5, here.locationId))).not.toContain(here.time);
  expect((await book(5)).body).toMatchObject({ code: 'slot-unavailable' });
  expect((await book(4)).status).toBe(200);
  await state(10);
  expect(timesOf(await slots('2026-12-05', 11, here.locationId))).toEqual([]);
  const days = await server.call('getReservationDays', { query: { locationId: here.locationId, partySize: '11' } });
  expect(days.body.days.map(({ state: found }) => found)).not.toContain('free');
  const walkIn = { locationId: here.locationId, partySize: 11 };
  const seated = await server.call('addWalkIn', { body: walkIn }, { ...admin, 'idempotency-key': crypto.randomUUID() });
  expect(seated.body).toMatchObject({ code: 'slot-unavailable', seatsLeft: 10 });
  await state(null);
  expect((await leftAt())[0]).toBe(40);
});

test('the calendar has today and the next sixty days: free, full and closed', async () => {
  const days = await server.call('getReservationDays', { query: { locationId: 'truro', partySize: '2' } });
  expect(days.body.timeZone).toBe('America/Halifax');
  expect(days.body.days).toHaveLength(61);
  expect(days.body.days[0]).toEqual({ date: '2026-11-20', state: 'free' });
  expect(days.body.days.find((day) => day.date === '2026-12-25')?.state).toBe('closed');
  server.clock.set('2026-11-21T01:30:00.000Z'); // 9:30 p.m.: the last time slot has begun
  const late = await server.call('getReservationDays', { query: { locationId: 'truro', partySize: '2' } });
  expect(late.body.days[0]).toEqual({ date: '2026-11-20', state: 'full' });
  server.clock.set('2026-11-20T22:00:00.000Z');
});

test.each([
  ['an unknown location', { locationId: 'halifax' }, 404, 'Location not found'],
  ['no location', { locationId: '' }, 400, 'locationId is required'],
  ['a party of 0', { partySize: '0' }, 400, 'Please specify a valid party size (1-20 people)'],
  ['a party of 21', { partySize: '21' }, 400, 'Please specify a valid party size (1-20 people)'],
  ['a party of 1.5', { partySize: '1.5' }, 400, 'Please specify a valid party size (1-20 people)'],
  ['a party of words', { partySize: 'four' }, 400, 'Please specify a valid party size (1-20 people)'],
  ['no such day', { date: '2026-02-30' }, 400, 'Invalid date, expected YYYY-MM-DD'],
  ['no day', { date: '' }, 400, 'Invalid date, expected YYYY-MM-DD'],
])('refuses time slots for %s: %o → %i %s', async (_case, changes, status, error) => {
  const query = { locationId: 'truro', date: '2026-11-27', partySize: '2', ...changes };
  const answer = await server.call('getReservationSlots', { query });
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error });
});
