import { beforeEach, expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { bookingOf, messagesAboutReservation, tokenOf } from '../../testing/bookings.ts';
import { testServer, type Caller } from '../../testing/server.ts';

// A Friday evening at 6:42.
const NOW = '2026-11-20T22:42:00.000Z';
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const host = await server.signIn('staff.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const minutesLater = (minutes: number) => clock.set(new Date(Date.parse(NOW) + minutes * 60_000).toISOString());

const settings = (updates: object) => server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin);
const book = (changes: Parameters<typeof bookingOf>[0] = {}) =>
  server.call('createReservation', { body: bookingOf(changes) }, newKey());
const slotsOf = async (partySize: number, date = '2026-11-27') =>
  (await server.call('getReservationSlots', { query: { locationId: 'truro', date, partySize: String(partySize) } }))
    .body.slots;
const slotAt = async (time: string, partySize: number) => (await slotsOf(partySize)).find((slot) => slot.time === time);
const walkIn = (fields: object = {}) =>
  server.call('addWalkIn', { body: { locationId: 'truro', partySize: 2, ...fields } }, { ...newKey(), ...host });
const setStatus = (
  reservationId: string,
  status: 'seated' | 'confirmed' | 'completed' | 'no-show',
  tableNumber?: string,
) => server.call('updateReservationStatus', { body: { reservationId, status, tableNumber } }, host);
const tableOf = async (reservationId: string) =>
  (await server.call('getReservation', { query: { reservationId } }, host)).body.reservation.tableNumber;

const areas = [{ areaId: 'room', name: 'Room' }];
const tableAt = (x: number, name: string, seats: number) =>
  ({ tableId: `t${name}`, name, area: 'Room', seats, x, y: 0, width: 100, height: 80, shape: 'rectangle' }) as const;
const TABLES = [tableAt(0, '1', 2), tableAt(120, '2', 2), tableAt(240, '3', 4), tableAt(360, '4', 4)];
async function draw(
  tables: readonly object[] = TABLES,
  joins: readonly (readonly string[])[] = [['3', '4']],
  moveBookings = false,
) {
  const { version } = (await server.call('getFloor', { query: { locationId: 'truro' } }, host)).body;
  const body = { locationId: 'truro', version, areas, tables, joins, moveBookings } as never;
  return server.call('saveFloor', { body }, { ...newKey(), ...manager });
}

beforeEach(async () => {
  clock.set(NOW);
  await context.db.deleteFrom('sittings').execute();
  await context.db.deleteFrom('table_plans').execute();
  await context.db.deleteFrom('reservations').where('location_id', '=', 'truro').execute();
  await draw([], []);
  await settings({ countsStays: true, capacity: 40, pacing: null });
});

test('two parties of 20 at 19:30 leave no seat at 20:00; staff and guests read the same', async () => {
  await book({ time: '19:30', partySize: 20 });
  await book({ time: '19:30', partySize: 20 });
  expect(await slotAt('20:00', 1)).toMatchObject({ available: false, seatsLeft: 0 });
  expect(await slotAt('17:00', 20)).toMatchObject({ available: true, seatsLeft: 40 });
  const refused = await book({ time: '20:00' });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'time-full', nearest: [{ time: '17:30' }, { time: '17:45' }, { time: '18:00' }] },
  ]);
  const { day } = (await server.call('getReservationDay', { query: { locationId: 'truro', date: '2026-11-27' } }, host))
    .body;
  expect(day).toMatchObject({ countsStays: true, seatsPerSlot: 40 });
  expect(day.slots.find(({ time }) => time === '20:00')).toMatchObject({ seatsTaken: 40, seatsLeft: 0 });
});

test('of sixteen guests who book the only table at once, one gets it, and the others read the nearest times', async () => {
  await draw([tableAt(0, '12', 2)], []);
  const all = await Promise.all(
    Array.from({ length: 16 }, (_, guest) => book({ time: ['18:00', '18:30', '19:00', '19:15'][guest % 4] ?? '' })),
  );
  const refused = all.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(15);
  for (const { body } of refused) {
    expect(body).toMatchObject({ code: 'time-full', nearest: [{}, {}, {}] });
  }
  expect(await context.db.selectFrom('table_plans').select('table_id').execute()).toEqual([{ table_id: 't12' }]);
  expect((await auditData(context)).broken).toEqual([]);
});

test('six get the joined tables, then four find nothing, and two get a table for two', async () => {
  await draw();
  expect((await book({ partySize: 6 })).body.reservation).toMatchObject({ tableNumber: '3+4' });
  expect(await slotAt('18:00', 4)).toMatchObject({ available: false });
  expect((await book({ partySize: 4 })).body).toMatchObject({ code: 'time-full' });
  expect((await book()).body.reservation.tableNumber).toBe('1');
  expect((await book()).body.reservation.tableNumber).toBe('2');
  expect((await book()).body).toMatchObject({ code: 'time-full' });
});

test('a booking moves within its own time on its table; a refused move changes nothing and sends nothing', async () => {
  await draw();
  const made = (await book({ time: '19:00', partySize: 4 })).body;
  await book({ time: '19:00', partySize: 4 });
  const { reservationId, version } = made.reservation;
  const change = (time: string, partySize: number) =>
    server.call('changeReservation', {
      body: { reservationId, token: tokenOf(made.manageUrl), date: '2026-11-27', time, partySize },
    });
  expect(await slotAt('19:30', 4)).toMatchObject({ available: false });
  const own = await server.call('getReservationSlots', {
    query: { locationId: 'truro', date: '2026-11-27', partySize: '4', changing: made.reservation.id },
  });
  expect(own.body.slots.find(({ time }) => time === '19:30')).toMatchObject({ available: true });
  expect((await change('19:30', 4)).body.reservation).toMatchObject({ reservationId, tableNumber: '3' });
  const messages = (await messagesAboutReservation(server, reservationId)).length;
  expect((await change('20:00', 6)).body).toMatchObject({ code: 'time-full' });
  const { reservation } = (await server.call('getReservation', { query: { reservationId } }, host)).body;
  expect(reservation).toMatchObject({
    version: version + 1,
    tableNumber: '3',
    reservationDetails: { time: '19:30', partySize: 4 },
  });
  expect(await messagesAboutReservation(server, reservationId)).toHaveLength(messages);
});

test('a cancelled or missed booking frees its table, and so does a party that left', async () => {
  await draw([tableAt(0, '1', 2)], []);
  const first = (await book({ date: '2026-11-20', time: '19:00' })).body.reservation;
  expect((await book({ date: '2026-11-20', time: '19:00' })).status).toBe(409);
  await server.call('cancelReservation', { body: { reservationId: first.id, reason: 'Plans changed' } }, host);
  const second = (await book({ date: '2026-11-20', time: '19:00' })).body.reservation;
  minutesLater(35);
  await setStatus(second.id, 'no-show');
  const { body } = await walkIn();
  expect(body.reservation).toMatchObject({ tableNumber: '1', status: 'seated' });
  expect((await walkIn()).body).toMatchObject({ code: 'time-full', seatsLeft: 0 });
  await setStatus(body.reservation.id, 'completed');
  expect((await walkIn()).status).toBe(200);
  expect((await auditData(context)).broken).toEqual([]);
});

test('a walk-in at a table takes it for a stay, and the host may seat one although nothing is free', async () => {
  await draw([tableAt(0, '1', 2)], []);
  await walkIn({ tableNumber: '1' });
  const tonight = async (time: string) => (await slotsOf(2, '2026-11-20')).find((slot) => slot.time === time);
  // From 6:42 until 8:12.
  expect([await tonight('20:00'), await tonight('20:15')]).toMatchObject([{ available: false }, { available: true }]);
  expect((await walkIn()).status).toBe(409);
  expect((await walkIn({ evenIfFull: true })).status).toBe(200);
});

test('a party that sits too long is no error, and the next booking stays on the list', async () => {
  await draw([tableAt(0, '1', 2), tableAt(120, '2', 2)], []);
  const early = (await book({ date: '2026-11-20', time: '19:00' })).body.reservation;
  const late = (await book({ date: '2026-11-20', time: '20:30' })).body.reservation;
  expect([early.tableNumber, late.tableNumber]).toEqual(['1', '1']);
  await setStatus(early.id, 'seated', '1');
  minutesLater(120);
  expect((await setStatus(late.id, 'confirmed', '2')).body.reservation.tableNumber).toBe('2');
  expect((await setStatus(late.id, 'seated', '2')).status).toBe(200);
  const sittings = await context.db.selectFrom('sittings').select('table_id').where('ended_at', 'is', null).execute();
  expect(sittings.map((row) => row.table_id).toSorted()).toEqual(['t1', 't2']);
});

test('the host cannot move a booking to a table where another party is expected then', async () => {
  await draw();
  const [first, second] = [(await book()).body.reservation, (await book()).body.reservation];
  const refused = await setStatus(second.id, 'confirmed', '1');
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'Another party is expected at table 1 then. Choose another table.',
  ]);
  expect([await tableOf(first.id), await tableOf(second.id)]).toEqual(['1', '2']);
  expect((await setStatus(second.id, 'confirmed', '4')).status).toBe(200);
});

test('bookings from before the plan was drawn count, and none loses its table when it is drawn again', async () => {
  const before = (await book({ partySize: 4 })).body.reservation;
  await draw();
  // One of the two tables for four is for the earlier booking.
  expect((await book({ partySize: 4 })).body.reservation.tableNumber).toBe('4');
  expect((await book({ partySize: 4 })).body).toMatchObject({ code: 'time-full' });
  const two = (await book()).body.reservation;
  await draw([{ ...TABLES[0], name: '9' }, ...TABLES.slice(1)]);
  expect([await tableOf(two.id), await tableOf(before.id)]).toEqual(['9', null]);
  expect((await draw(TABLES.slice(1))).body).toMatchObject({ code: 'table-booked', bookings: [{ tableNumber: '9' }] });
  expect((await draw(TABLES.slice(1), [['3', '4']], true)).body.bookings).toMatchObject([{ tableNumber: '2' }]);
  expect(await tableOf(two.id)).toBe('2');
  // Tables 3 and 4 are for the two parties of four.
  expect((await draw(TABLES.slice(2), [], true)).body.bookings).toMatchObject([{ tableNumber: null }]);
  expect(await tableOf(two.id)).toBeNull();
});

test('a party at joined tables has both for its stay; at one of them, the other can be booked', async () => {
  await draw();
  const six = (await book({ partySize: 6 })).body.reservation;
  expect(six.tableNumber).toBe('3+4');
  await setStatus(six.id, 'seated');
  expect((await book({ partySize: 4 })).body).toMatchObject({ code: 'time-full' });
  expect((await walkIn({ partySize: 4 })).status).toBe(409);
  await setStatus(six.id, 'seated', '3');
  expect((await book({ partySize: 4 })).body.reservation.tableNumber).toBe('4');
  expect((await auditData(context)).broken).toEqual([]);
});

test('the limit of arrivals holds apart from the seats, and settings are read by staff only', async () => {
  await settings({ pacing: { guestsPer15: 6 }, stayMinutes: [{ partyFrom: 1, minutes: 60 }] });
  await book({ partySize: 4 });
  expect((await book({ partySize: 3 })).body).toMatchObject({ code: 'time-full' });
  expect((await book({ partySize: 3, time: '18:15' })).status).toBe(200);
  expect((await book({ partySize: 3, time: '18:30' })).status).toBe(200);
  const read = async (as: Caller) =>
    (await server.call('getLocations', {}, as)).body.locations.find(({ id }) => id === 'truro');
  expect(await read(host)).toMatchObject({
    countsStays: true,
    stayMinutes: [{ partyFrom: 1, minutes: 60 }],
    pacing: { guestsPer15: 6 },
  });
  expect(await read({})).not.toHaveProperty('pacing');
  await settings({ countsStays: false });
  expect(await read(host)).toMatchObject({ countsStays: false });
  const slot = await slotAt('18:00', 2);
  expect(slot).toMatchObject({ seatsLeft: 36 });
  expect(slot).not.toHaveProperty('available');
});
