import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { bookingOf } from '../../testing/bookings.ts';
import { testServer } from '../../testing/server.ts';
import { remindGuests } from '../messages/notices/remind-guests.ts';

// A Friday evening at 6:42.
const NOW = '2026-11-20T22:42:00.000Z';
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const admin = await server.signIn('admin@demo.test');
const host = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });

const fileOf = (...rows: string[]) => ({
  kind: 'bookings' as const,
  locationId: 'truro',
  file: Buffer.from(['date,time,guests,name,phone,email,notes', ...rows].join('\n')).toString('base64'),
});
const preview = async (body: ReturnType<typeof fileOf>) =>
  (await server.call('previewFileImport', { body }, admin)).body;
async function bring(...rows: string[]) {
  const body = fileOf(...rows);
  const { token } = await preview(body);
  return (await server.call('importFile', { body: { ...body, token } }, { ...admin, ...newKey() })).body;
}
const undo = async (importId: string) =>
  (await server.call('undoFileImport', { body: { kind: 'bookings', importId } }, { ...admin, ...newKey() })).body;
const stored = () =>
  db.selectFrom('reservations').selectAll().where('location_id', '=', 'truro').orderBy('starts_at').execute();
const names = async () => (await stored()).map((row) => row.customer_name);
const brokenRules = async () => {
  await server.settle();
  return (await auditData(context)).broken;
};
const messages = async () => {
  await server.settle();
  return db.selectFrom('messages').select(['template', 'recipient', 'created_at']).execute();
};
const settings = (updates: object) => server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin);

beforeEach(async () => {
  await server.settle();
  server.clock.set(NOW);
  await db.deleteFrom('table_plans').execute();
  await db.deleteFrom('events').execute();
  await db.deleteFrom('messages').execute();
  await db.deleteFrom('reservations').execute();
});

test('the owner takes over bookings: the host sees them, and guests get no confirmation and no account', async () => {
  const users = db.selectFrom('users').select(({ fn }) => fn.countAll<number>().as('count'));
  const before = await users.executeTakeFirstOrThrow();
  const body = fileOf(
    '2026-11-27,7:00 PM,4,Asha Menon,902-555-0144,asha@b.test,By the window',
    '2026-12-24,18:10,2,Ravi Rao,,,',
    '2026-11-19,19:00,2,Late Guest,,,',
    '2026-11-27,,2,No Time,,,',
  );
  const plan = await preview(body);
  expect(plan).toMatchObject({
    added: [
      { row: 2, name: 'Asha Menon', text: 'November 27, 2026 at 7:00 p.m., 4 guests' },
      { row: 3, name: 'Ravi Rao', text: 'December 24, 2026 at 6:10 p.m., 2 guests' },
    ],
    notes: [expect.stringContaining('no confirmation')],
    refused: [{ row: 4 }, { row: 5 }],
  });
  expect(await names()).toEqual([]);
  const imported = await server.call('importFile', { body: { ...body, token: plan.token } }, { ...admin, ...newKey() });
  expect(imported.body).toMatchObject({ added: 2, summary: 'Bookings: 2' });
  const query = { locationId: 'truro', date: '2026-11-27' };
  expect((await server.call('getReservationDay', { query }, host)).body.day.reservations).toMatchObject([
    {
      customerInfo: { name: 'Asha Menon', email: 'asha@b.test', phone: '+19025550144', firebaseId: null },
      reservationDetails: { time: '19:00', partySize: 4, specialRequests: 'By the window' },
      status: 'confirmed',
      source: 'phone',
    },
  ]);
  expect(await messages()).toEqual([]);
  expect(await users.executeTakeFirstOrThrow()).toEqual(before);
  expect(await brokenRules()).toEqual([]);
});

test('guests of taken-over bookings get the reminder of all others, and a booking without a contact none', async () => {
  await bring('2026-11-24,19:00,4,Asha Menon,,asha@b.test,', '2026-11-24,19:00,2,Ravi Rao,,,');
  server.clock.set('2026-11-23T23:00:00.000Z');
  await remindGuests(context);
  expect(await messages()).toMatchObject([{ template: 'reservation_reminder', recipient: 'asha@b.test' }]);
});

test('a booking that is here at this time is refused, by address or number; another time of the guest is taken', async () => {
  const made = bookingOf({ time: '19:00' });
  await server.call('createReservation', { body: made }, newKey());
  const { email } = made.customerInfo;
  const rows = [
    `2026-11-27,19:00,2,Robin Guest,,${email},`,
    '2026-11-27,19:00,2,Robin Guest,902-555-0170,,',
    `2026-11-27,20:00,2,Robin Guest,,${email},`,
    `2026-11-28,20:00,2,Robin Guest,,${email},`,
  ];
  expect(await preview(fileOf(...rows))).toMatchObject({
    added: [{ row: 4 }, { row: 5 }],
    refused: [
      { row: 2, reason: 'This booking is here already.' },
      { row: 3, reason: 'This booking is here already.' },
    ],
  });
  expect(await bring(...rows)).toMatchObject({ added: 2 });
  expect(await preview(fileOf(...rows))).toMatchObject({ added: [], refused: [{}, {}, {}, {}] });
  expect(await brokenRules()).toEqual([]);
});

test('bookings beyond the capacity are taken and noted, and guests of the site get no seat there', async () => {
  await settings({ capacity: 10 });
  const rows = ['2026-11-27,19:00,8,Asha Menon,,a@b.test,', '2026-11-27,19:00,8,Ravi Rao,,r@b.test,'];
  const plan = await preview(fileOf(...rows));
  expect(plan.added.map(({ text }) => text.includes('beyond what is free'))).toEqual([false, true]);
  expect(plan.notes).toContainEqual(expect.stringContaining('they were promised: 1.'));
  expect(await bring(...rows)).toMatchObject({ added: 2 });
  const booked = await server.call('createReservation', { body: bookingOf({ time: '19:00' }) }, newKey());
  expect(booked.status).toBe(409);
  await settings({ capacity: null });
});

test('bookings outside the opening hours of their day are taken and noted', async () => {
  const rows = ['2026-11-27,07:30,2,Asha Menon,,a@b.test,', '2026-11-27,19:00,2,Ravi Rao,,r@b.test,'];
  const plan = await preview(fileOf(...rows));
  expect(plan.added.map(({ text }) => text.endsWith(', outside the opening hours'))).toEqual([true, false]);
  expect(plan.notes.slice(1)).toEqual(['Outside the opening hours, and taken because they were promised: 1.']);
  expect(await bring(...rows)).toMatchObject({ added: 2 });
});

test('where stays count, bookings keep the tables that are free, and one without a table is noted and taken', async () => {
  const tableAt = (x: number, name: string, seats: number) =>
    ({ tableId: `t${name}`, name, area: 'Room', seats, x, y: 0, width: 100, height: 80, shape: 'rectangle' }) as const;
  const { version } = (await server.call('getFloor', { query: { locationId: 'truro' } }, host)).body;
  const floor = { areas: [{ areaId: 'room', name: 'Room' }], tables: [tableAt(0, '1', 2), tableAt(120, '2', 4)] };
  const body = { locationId: 'truro', version, ...floor, joins: [], moveBookings: false } as never;
  expect((await server.call('saveFloor', { body }, { ...newKey(), ...manager })).status).toBe(200);
  await settings({ countsStays: true });
  const rows = ['a', 'b', 'c'].map((name, at) => `2026-11-27,19:${at}0,2,Guest ${name},,${name}@b.test,`);
  const plan = await preview(fileOf(...rows));
  expect(plan.added.map(({ text }) => text.includes('beyond what is free'))).toEqual([false, false, true]);
  const { importId } = await bring(...rows);
  expect((await stored()).map((row) => row.table_number)).toEqual(['1', '2', null]);
  expect(await brokenRules()).toEqual([]);
  expect(await undo(importId)).toMatchObject({ removed: 3, stayed: 0 });
  expect(await db.selectFrom('table_plans').selectAll().execute()).toEqual([]);
  await settings({ countsStays: false });
});

test('undo removes bookings to come that nobody changed, without a mail, and the audit log counts them', async () => {
  const { importId } = await bring(
    '2026-11-21,19:00,2,Past Guest,,p@b.test,',
    '2026-11-27,19:00,2,Asha Menon,,a@b.test,',
    '2026-11-28,19:00,2,Ravi Rao,,r@b.test,',
    '2026-11-29,19:00,2,Mia Changed,,m@b.test,',
  );
  const changed = (await stored()).find((row) => row.customer_name === 'Mia Changed');
  const step = { reservationId: changed?.id ?? '', date: '2026-11-29', time: '20:00', partySize: 3 };
  const change = await server.call('changeReservation', { body: step }, { ...host, ...newKey() });
  expect(change.status).toBe(200);
  server.clock.set('2026-11-22T12:00:00.000Z');
  await server.settle();
  const before = await messages();
  expect(await undo(importId)).toMatchObject({ removed: 2, stayed: 2 });
  expect(await names()).toEqual(['Past Guest', 'Mia Changed']);
  expect(await messages()).toEqual(before);
  const entry = db.selectFrom('audit_log').select('after').where('action', '=', 'undo-import-bookings');
  expect(await entry.where('subject_id', '=', importId).execute()).toEqual([{ after: { removed: 2, stayed: 2 } }]);
  expect(await brokenRules()).toEqual([]);
});

test('a booking of which the guest was reminded stays', async () => {
  const { importId } = await bring('2026-11-24,19:00,4,Asha Menon,,asha@b.test,');
  server.clock.set('2026-11-23T23:00:00.000Z');
  await remindGuests(context);
  expect(await undo(importId)).toMatchObject({ removed: 0, stayed: 1 });
});

test('an import that fails in between writes nothing, and works when it is sent again', async () => {
  const rows = ['2026-11-27,19:00,2,Asha Menon,,a@b.test,', '2026-11-28,19:00,2,Crash Guest,,c@b.test,'];
  await sql`alter table reservations add constraint crash check (customer_name <> 'Crash Guest')`.execute(db);
  const body = fileOf(...rows);
  const { token } = await preview(body);
  const failed = await server.call('importFile', { body: { ...body, token } }, { ...admin, ...newKey() });
  expect(failed.status).toBe(500);
  expect(await names()).toEqual([]);
  await sql`alter table reservations drop constraint crash`.execute(db);
  expect(await bring(...rows)).toMatchObject({ added: 2 });
});

test('an import is refused with the current list when somebody booked what it shows as free', async () => {
  const made = bookingOf({ time: '19:00' });
  const body = fileOf(`2026-11-27,19:00,2,Robin Guest,,${made.customerInfo.email},`);
  const { token } = await preview(body);
  await server.call('createReservation', { body: made }, newKey());
  const refused = await server.call('importFile', { body: { ...body, token } }, { ...admin, ...newKey() });
  expect(refused).toMatchObject({ status: 409, body: { plan: { added: [], refused: [{ row: 2 }] } } });
});
