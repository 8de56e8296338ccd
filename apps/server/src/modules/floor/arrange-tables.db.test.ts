import { beforeEach, expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { testServer } from '../../testing/server.ts';
import { endWaits } from '../reservations/end-waits.ts';

// A Friday evening at 6:42.
const NOW = '2026-11-20T22:42:00.000Z';
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const host = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const minutesLater = (minutes: number) => clock.set(new Date(Date.parse(NOW) + minutes * 60_000).toISOString());

const tables = [2, 2, 4, 6].map((seats, index) => ({
  tableId: `t${index + 1}`,
  name: ['1', '2', 'B1', '9'][index] ?? '',
  area: 'Room',
  seats,
  x: index * 120,
  y: 0,
  width: 100,
  height: 80,
  shape: 'rectangle' as const,
}));
const floor = async () => (await server.call('getFloor', { query: { locationId: 'truro' } }, host)).body;
const at = async (tableId: string) => {
  const table = (await floor()).tables.find((each) => each.tableId === tableId);
  return [table?.state, table?.sitting?.name ?? table?.booking?.name];
};
const countStays = (countsStays: boolean) =>
  context.db.updateTable('locations').set({ counts_stays: countsStays }).where('id', '=', 'truro').execute();
let guests = 0;
const book = (fields: object = {}) => {
  guests += 1;
  const customerInfo = { name: 'Aisha Khan', email: `guest${guests}@example.com`, phone: '9025550161' };
  const body = { locationId: 'truro', date: '2026-11-20', time: '19:00', partySize: 2, customerInfo, ...fields };
  return server.call('addReservationByPhone', { body }, { ...newKey(), ...host });
};
const setTable = (reservationId: string, tableNumber: string, version?: number) =>
  server.call('updateReservationStatus', { body: { reservationId, status: 'confirmed', tableNumber, version } }, host);
const stateOf = async (reservationId: string) => {
  const { reservation } = (await server.call('getReservation', { query: { reservationId } }, host)).body;
  return [reservation.status, reservation.tableNumber];
};
const seat = async (fields: object) =>
  (await server.call('seatParty', { body: { partySize: 2, ...fields } }, { ...newKey(), ...host })).body;
const end = (sittingId: string) => server.call('endSitting', { body: { sittingId } }, host);
const resume = (sittingId: string, name?: string) => server.call('resumeSitting', { body: { sittingId, name } }, host);

beforeEach(async () => {
  clock.set(NOW);
  await context.db.deleteFrom('sittings').execute();
  await context.db.deleteFrom('table_plans').execute();
  await context.db.deleteFrom('reservations').where('location_id', '=', 'truro').execute();
  await countStays(true);
  const { version } = await floor();
  const body = { locationId: 'truro', version, areas: [{ name: 'Room' }], tables, joins: [] };
  await server.call('saveFloor', { body }, { ...newKey(), ...manager });
});

test.each([true, false])(
  'a host gives a booking any table of the plan by name, and one that is not there is refused (counting stays: %s)',
  async (countsStays) => {
    await countStays(countsStays);
    const { reservationId } = (await book()).body.reservation;
    expect((await setTable(reservationId, 'b1')).body.reservation.tableNumber).toBe('B1');
    expect(await at('t3')).toEqual(['reserved', 'Aisha Khan']);
    expect((await setTable(reservationId, '2+9')).body.reservation.tableNumber).toBe('2+9');
    const refused = await setTable(reservationId, '77');
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'There is no table 77 on the plan. Choose another one, or join some like 12+13.',
    ]);
    expect(await stateOf(reservationId)).toEqual(['confirmed', '2+9']);
  },
);

test('a booking is not moved to a table where another party is expected, and stays where it is', async () => {
  const first = (await book({ tableNumber: 'B1' })).body.reservation;
  const second = (await book({ time: '20:00', tableNumber: '9' })).body.reservation;
  const refused = await setTable(second.reservationId, 'B1');
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'Another party is expected at table B1 then. Choose another table.',
  ]);
  expect([await stateOf(first.reservationId), await stateOf(second.reservationId)]).toEqual([
    ['confirmed', 'B1'],
    ['confirmed', '9'],
  ]);
});

test('of two bookings that sixteen hosts move to the same joined tables at once, one gets them', async () => {
  const ids: string[] = [];
  for (const time of ['19:00', '19:15']) ids.push((await book({ time })).body.reservation.reservationId);
  const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => setTable(ids[index % 2] ?? '', '9+B1')));
  const winners = new Set(answers.flatMap(({ body }) => body.reservation?.reservationId ?? []));
  expect([winners.size, answers.some(({ body }) => body.code === 'table-taken')]).toEqual([1, true]);
  expect((await auditData(context)).broken).toEqual([]);
});

test('a party that somebody seated meanwhile is not brought back by a move of its booking', async () => {
  const { reservationId, version } = (await book({ tableNumber: '1' })).body.reservation;
  await seat({ tableId: 't1', reservationId });
  expect((await setTable(reservationId, '2', version)).body.code).toBe('conflict');
  expect([await at('t1'), await stateOf(reservationId)]).toEqual([
    ['seated', 'Aisha Khan'],
    ['seated', '1'],
  ]);
});

test('twelve guests fit at no table, and are booked at tables that the host chooses, once', async () => {
  const twelve = { partySize: 12, time: '20:00' };
  expect((await book(twelve)).body.code).toBe('time-full');
  const both = await Promise.all([1, 2].map(() => book({ ...twelve, tableNumber: 'B1+9+2' })));
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.error).toBe(
    'Table B1+9+2 is not free at this time. Choose another time, or other tables.',
  );
  expect(both.find(({ status }) => status === 200)?.body.reservation.tableNumber).toBe('B1+9+2');
  const third = await book({ time: '20:30', partySize: 4 });
  expect(third.body.code).toBe('time-full');
  expect((await auditData(context)).broken).toEqual([]);
});

test('where seats are counted by time, the chosen tables are kept, and the seats still limit', async () => {
  await countStays(false);
  await context.db.updateTable('locations').set({ capacity: 14 }).where('id', '=', 'truro').execute();
  expect((await book({ partySize: 12, tableNumber: '9+B1' })).body.reservation.tableNumber).toBe('9+B1');
  expect((await book({ partySize: 4, tableNumber: '1' })).body.code).toBe('slot-unavailable');
  await context.db.updateTable('locations').set({ capacity: 40 }).where('id', '=', 'truro').execute();
});

test('a party that was sent home by mistake sits at its tables again, and so does its reservation', async () => {
  const { reservationId } = (await book({ tableNumber: '9' })).body.reservation;
  const { sittingId } = await seat({ tableIds: ['t4', 't3'], reservationId });
  const before = (await floor()).tables.find(({ tableId }) => tableId === 't4')?.sitting;
  await end(sittingId);
  minutesLater(2);
  expect((await resume(sittingId)).status).toBe(200);
  expect((await resume(sittingId)).status).toBe(200);
  const after = (await floor()).tables.find(({ tableId }) => tableId === 't4')?.sitting;
  expect([after, await stateOf(reservationId)]).toEqual([before, ['seated', '9+B1']]);
  const actions = await context.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', sittingId)
    .execute();
  expect(actions.map(({ action }) => action).toSorted()).toEqual(['end-sitting', 'resume-sitting', 'seat-party']);
  expect((await auditData(context)).broken).toEqual([]);
});

test('a party is not brought back to a table that others took meanwhile, or after a quarter of an hour', async () => {
  const first = await seat({ tableId: 't1', name: 'Chen' });
  await end(first.sittingId);
  const [resumed, seated] = await Promise.all([
    resume(first.sittingId, 'Chen'),
    server.call('seatParty', { body: { tableId: 't1', partySize: 2, name: 'Khan' } }, { ...newKey(), ...host }),
  ]);
  expect([resumed.status, seated.status].toSorted((one, other) => one - other)).toEqual([200, 409]);
  await context.db.deleteFrom('sittings').execute();
  const second = await seat({ tableId: 't1', name: 'Chen' });
  await end(second.sittingId);
  minutesLater(16);
  const late = await resume(second.sittingId);
  expect([late.status, late.body.error]).toEqual([409, 'This party left more than 15 minutes ago. Seat it again.']);
});

test('a no-show that was marked by mistake is awaited at its table again', async () => {
  const { reservationId } = (await book({ tableNumber: '9' })).body.reservation;
  minutesLater(40);
  const mark = (status: 'no-show' | 'confirmed') =>
    server.call('updateReservationStatus', { body: { reservationId, status } }, host);
  await mark('no-show');
  expect(await at('t4')).toEqual(['free', undefined]);
  await mark('confirmed');
  expect([await at('t4'), await stateOf(reservationId)]).toEqual([
    ['reserved', 'Aisha Khan'],
    ['confirmed', '9'],
  ]);
});

test('a table that is kept for a called party says so, and how its wait ended is no cancellation by a customer', async () => {
  const callParty = async (name: string) => {
    const party = { locationId: 'truro', name, phone: '', partySize: 2 };
    const { waitId } = (await server.call('joinWaitlist', { body: party }, { ...newKey(), ...host })).body;
    await server.call('callWaiting', { body: { waitId } }, host);
    const booking = (await floor()).tables.flatMap((table) => table.booking ?? []).find((each) => each.name === name);
    expect(booking).toMatchObject({ isCalled: true });
    return { waitId, reservationId: booking?.reservationId ?? '' };
  };
  const reasonOf = async (reservationId: string) =>
    (await server.call('getReservation', { query: { reservationId } }, host)).body.reservation.cancellationReason;
  const gone = await callParty('Tim');
  await server.call('answerCall', { body: { waitId: gone.waitId, coming: false } }, host);
  const silent = await callParty('Una');
  minutesLater(11);
  await endWaits(context);
  expect([await reasonOf(gone.reservationId), await reasonOf(silent.reservationId)]).toEqual([
    'Left the waitlist',
    'No answer to the call from the waitlist',
  ]);
  const booked = await book({ tableNumber: '9' });
  const { booking } = (await floor()).tables.find(({ tableId }) => tableId === 't4') ?? {};
  expect([booking?.reservationId, booking?.isCalled]).toEqual([booked.body.reservation.reservationId, undefined]);
});
