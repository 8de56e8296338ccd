import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { testServer, type Caller } from '../../testing/server.ts';

// A Friday evening at 6:42.
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const host = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');
const admin = await server.signIn('admin@demo.test');
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const minutesLater = (minutes: number) => clock.set(new Date(Date.parse(NOW) + minutes * 60_000).toISOString());
const NOW = '2026-11-20T22:42:00.000Z';

const areas = [{ areaId: 'room', name: 'Room' }];
const tableAt = (x: number, fields: object = {}) =>
  ({ name: '1', area: 'Room', seats: 4, x, y: 0, width: 100, height: 80, shape: 'rectangle', ...fields }) as const;
const PLAN = [
  tableAt(0, { tableId: 't1' }),
  tableAt(120, { tableId: 't2', name: '2' }),
  tableAt(240, { tableId: 't3', name: '3', shape: 'circle' }),
];

const floor = async () => (await server.call('getFloor', { query: { locationId: 'truro' } }, host)).body;
const save = async (fields: object = {}, as: Caller = manager) => {
  const { version } = await floor();
  const body = { locationId: 'truro', version, areas, tables: PLAN, ...fields };
  return server.call('saveFloor', { body }, { ...newKey(), ...as });
};
const seat = (fields: object = {}, as: Caller = host) =>
  server.call('seatParty', { body: { tableId: 't1', partySize: 4, ...fields } }, { ...newKey(), ...as });
const move = (sittingId: string, tableId: string, as: Caller = host) =>
  server.call('moveSitting', { body: { sittingId, tableId } }, as);
const end = (sittingId: string, as: Caller = host) => server.call('endSitting', { body: { sittingId } }, as);
const at = async (tableId: string) => {
  const table = (await floor()).tables.find((each) => each.tableId === tableId);
  return table ? [table.state, table.sitting?.name ?? table.booking?.name] : null;
};
let guests = 0;
const book = async (fields: object = {}) => {
  guests += 1;
  const customerInfo = { name: 'Aisha Khan', email: `guest${guests}@example.com`, phone: '9025550161' };
  const body = { locationId: 'truro', date: '2026-11-20', time: '19:00', partySize: 2, customerInfo, ...fields };
  return (await server.call('addReservationByPhone', { body }, { ...newKey(), ...host })).body.reservation;
};
const setStatus = (reservationId: string, status: 'seated' | 'confirmed' | 'completed', tableNumber?: string) =>
  server.call('updateReservationStatus', { body: { reservationId, status, tableNumber } }, host);
const statusOf = async (reservationId: string) => {
  const { reservation } = (await server.call('getReservation', { query: { reservationId } }, host)).body;
  return [reservation.status, reservation.tableNumber];
};

beforeEach(async () => {
  clock.set(NOW);
  await context.db.deleteFrom('sittings').execute();
  await context.db.deleteFrom('reservations').where('location_id', '=', 'truro').execute();
  await save();
});

test('of sixteen walk-ins for one table at once, one sits, and the others read who was seated there', async () => {
  const all = await Promise.all(Array.from({ length: 16 }, (_, guest) => seat({ name: `Party ${guest}` })));
  const refused = all.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 15 }, () => [409, 'table-taken']),
  );
  expect(refused[0]?.body.error).toMatch(/^Since 6:42 p\.m\., Party \d+ sits at table 1\. Choose another table\.$/);
  expect(await context.db.selectFrom('sittings').select('id').execute()).toHaveLength(1);
  expect(
    await context.db.selectFrom('reservations').select('id').where('location_id', '=', 'truro').execute(),
  ).toHaveLength(1);
  expect((await auditData(context)).broken).toEqual([]);
});

test('the database refuses two parties at one table, whatever a screen or a query says', async () => {
  const row = { location_id: 'truro', table_id: 't1', party_size: 2, seated_at: NOW };
  const insert = (id: string, since: string, ended: string | null) =>
    context.db
      .insertInto('sittings')
      .values({ ...row, id, table_since: since, ended_at: ended })
      .execute();
  await insert('first', NOW, '2026-11-20T23:42:00.000Z');
  await expect(insert('overlaps', '2026-11-20T23:41:00.000Z', null)).rejects.toThrow(/sittings_one_at_a_time/);
  await insert('follows', '2026-11-20T23:42:00.000Z', null);
});

test('a walk-in takes seats that guests could book, and frees its table when it leaves', async () => {
  const { sittingId } = (await seat({ name: 'Chen', partySize: 3 })).body;
  expect(await at('t1')).toEqual(['seated', 'Chen']);
  const day = async () => (await server.call('getReservationDay', { query: { locationId: 'truro' } }, host)).body.day;
  expect((await day()).slots.find(({ time }) => time === '18:30')?.seatsTaken).toBe(3);
  expect((await end(sittingId)).status).toBe(200);
  expect((await end(sittingId)).status).toBe(200);
  expect(await at('t1')).toEqual(['free', undefined]);
  expect((await day()).slots.find(({ time }) => time === '18:30')?.seatsTaken).toBe(0);
  expect((await seat()).status).toBe(200);
});

test('a walk-in is seated where no tables can be booked, and its name is forgotten when it leaves', async () => {
  clock.set('2026-11-20T08:00:00.000Z');
  await context.db
    .updateTable('locations')
    .set({ features: ['Takeout'] })
    .where('id', '=', 'truro')
    .execute();
  const { sittingId } = (await seat({ name: 'Chen' })).body;
  await context.db
    .updateTable('locations')
    .set({ features: ['Dine-in'] })
    .where('id', '=', 'truro')
    .execute();
  expect(await at('t1')).toEqual(['seated', 'Chen']);
  await end(sittingId);
  const row = await context.db.selectFrom('sittings').selectAll().where('id', '=', sittingId).executeTakeFirstOrThrow();
  expect([row.name, row.reservation_id]).toEqual(['', null]);
});

test('the guests of a booking are seated, move with their reservation, and leave', async () => {
  const { reservationId } = await book();
  await setStatus(reservationId, 'confirmed', '2');
  expect(await at('t2')).toEqual(['reserved', 'Aisha Khan']);
  const { sittingId } = (await seat({ tableId: 't2', reservationId, partySize: 3 })).body;
  expect([await at('t2'), await statusOf(reservationId)]).toEqual([
    ['seated', 'Aisha Khan'],
    ['seated', '2'],
  ]);
  const twice = await seat({ tableId: 't3', reservationId });
  expect([twice.status, twice.body.error]).toEqual([409, 'This party sits at table 2 already. Move it from there.']);
  expect((await move(sittingId, 't3')).status).toBe(200);
  expect((await move(sittingId, 't3')).status).toBe(200);
  expect([await at('t2'), await at('t3')]).toEqual([
    ['free', undefined],
    ['seated', 'Aisha Khan'],
  ]);
  expect(await statusOf(reservationId)).toEqual(['seated', '3']);
  await end(sittingId);
  expect(await statusOf(reservationId)).toEqual(['completed', '3']);
  const left = await move(sittingId, 't1');
  expect([left.status, left.body.error]).toEqual([409, 'This party has left already.']);
});

test('a booking of two hours later does not reserve its table yet', async () => {
  const { reservationId } = await book({ time: '20:30' });
  await setStatus(reservationId, 'confirmed', '2');
  expect(await at('t2')).toEqual(['free', undefined]);
  minutesLater(18);
  expect(await at('t2')).toEqual(['reserved', 'Aisha Khan']);
});

test('of two parties that move to one table at once, one gets it and the other stays', async () => {
  const first = (await seat({ tableId: 't1', name: 'Chen' })).body.sittingId;
  const second = (await seat({ tableId: 't2', name: 'Roy' })).body.sittingId;
  const both = await Promise.all([move(first, 't3'), move(second, 't3')]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const rows = await context.db.selectFrom('sittings').select('table_id').execute();
  expect(new Set(rows.map((row) => row.table_id)).size).toBe(2);
});

test('a party that is seated, moved or brought back on the page of reservations is so on the floor, too', async () => {
  const { reservationId } = await book();
  await setStatus(reservationId, 'seated', '1');
  expect(await at('t1')).toEqual(['seated', 'Aisha Khan']);
  const other = await book();
  expect((await setStatus(other.reservationId, 'seated', '1')).body.code).toBe('table-taken');
  expect(await statusOf(other.reservationId)).toEqual(['confirmed', null]);
  await setStatus(reservationId, 'seated', '2');
  expect([await at('t1'), await at('t2')]).toEqual([
    ['free', undefined],
    ['seated', 'Aisha Khan'],
  ]);
  await setStatus(reservationId, 'seated', 'terrace');
  expect(await at('t2')).toEqual(['free', undefined]);
  await setStatus(reservationId, 'seated', '3');
  await setStatus(reservationId, 'confirmed');
  expect(await at('t3')).toEqual(['reserved', 'Aisha Khan']);
});

test.each(['confirmed', 'seated'] as const)(
  'a party that has ordered stays at its table when its booking is marked as %s elsewhere, and keeps its bill',
  async (status) => {
    const { reservationId } = await book();
    await setStatus(reservationId, 'seated', '1');
    const items = [{ id: 'mango-lassi', name: 'Mango Lassi', price: 5.95, quantity: 1 }];
    const round = await server.call('addRound', { body: { tableId: 't1', items } }, { ...newKey(), ...host });
    const refused = await setStatus(reservationId, status, 'terrace');
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This party has ordered at table 1. Move it to another table, or free its table when it leaves.',
    ]);
    expect([await at('t1'), await statusOf(reservationId)]).toEqual([
      ['ordered', 'Aisha Khan'],
      ['seated', '1'],
    ]);
    await setStatus(reservationId, 'seated', '2');
    const { tabs } = (await server.call('getTabs', { query: { locationId: 'truro' } }, host)).body;
    expect(tabs.find(({ billId }) => billId === round.body.tab.billId)).toMatchObject({ tableName: '2' });
  },
);

/** Plan with joined tables; `at` reads what is at each. */
const JOINS = { joins: [['1', '2']] };
const bothAt = async () => [await at('t1'), await at('t2')];
const SEATED = ['seated', 'Aisha Khan'];
const RESERVED = ['reserved', 'Aisha Khan'];
const FREE = ['free', undefined];

test('guests of a booking at joined tables who arrive sit at both, are brought back to both, and free both when they leave', async () => {
  await save(JOINS);
  const { reservationId } = await book({ partySize: 7 });
  await setStatus(reservationId, 'confirmed', '1+2');
  expect(await bothAt()).toEqual([RESERVED, RESERVED]);
  await setStatus(reservationId, 'seated');
  expect(await bothAt()).toEqual([SEATED, SEATED]);
  const { tables } = await floor();
  expect(tables[0]?.sitting).toMatchObject({ partySize: 7, tableIds: ['t1', 't2'] });
  expect(tables[0]?.sitting?.sittingId).toBe(tables[1]?.sitting?.sittingId);
  for (const tableId of ['t1', 't2']) {
    expect((await seat({ tableId })).body.error).toMatch(/Aisha Khan sits at table 1\+2\./);
  }
  expect((await save({ tables: [PLAN[0], PLAN[2]] })).body.error).toMatch(/People sit at table 2/);
  await setStatus(reservationId, 'confirmed');
  expect(await bothAt()).toEqual([RESERVED, RESERVED]);
  const { sittingId } = (await seat({ tableIds: ['t1', 't2'], reservationId, partySize: 7 })).body;
  expect([await bothAt(), await statusOf(reservationId)]).toEqual([
    [SEATED, SEATED],
    ['seated', '1+2'],
  ]);
  expect((await auditData(context)).broken).toEqual([]);
  await end(sittingId);
  expect(await bothAt()).toEqual([FREE, FREE]);
});

test('a party moves from joined tables to one of them, to others, and back; its reservation names where it sits', async () => {
  const { reservationId } = await book({ partySize: 7 });
  const { sittingId } = (await seat({ tableIds: ['t1', 't2'], reservationId, partySize: 7 })).body;
  const moveTo = (tableIds: string[]) => server.call('moveSitting', { body: { sittingId, tableIds } }, host);
  await moveTo(['t2']);
  expect([await bothAt(), await statusOf(reservationId)]).toEqual([
    [FREE, SEATED],
    ['seated', '2'],
  ]);
  await moveTo(['t2', 't3']);
  expect([await bothAt(), await at('t3')]).toEqual([[FREE, SEATED], SEATED]);
  await seat({ tableId: 't1', name: 'Chen' });
  expect((await moveTo(['t3', 't1'])).body.code).toBe('table-taken');
  expect(await statusOf(reservationId)).toEqual(['seated', '2+3']);
  expect((await move(sittingId, 't3')).status).toBe(200);
  expect(await at('t2')).toEqual(FREE);
  await save({ tables: [PLAN[0], PLAN[1], { ...PLAN[2], name: '9' }] });
  expect(await statusOf(reservationId)).toEqual(['seated', '9']);
  await moveTo(['t3', 't2']);
  await save({ tables: [PLAN[0], { ...PLAN[1], name: '8' }, { ...PLAN[2], name: '9' }] });
  expect(await statusOf(reservationId)).toEqual(['seated', '9+8']);
  expect((await auditData(context)).broken).toEqual([]);
});

test('of sixteen parties for overlapping pairs of three tables at once, one sits, and nobody else at its tables', async () => {
  const pairs = [
    ['t1', 't2'],
    ['t2', 't3'],
    ['t3', 't1'],
    ['t2', 't1'],
  ];
  for (let round = 0; round < 3; round += 1) {
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, guest) => seat({ tableId: undefined, tableIds: pairs[guest % 4], name: 'Party' })),
    );
    expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array<number>(15).fill(409),
    ]);
    const taken = (await floor()).tables.filter(({ sitting }) => sitting);
    expect(taken).toHaveLength(2);
    expect((await auditData(context)).broken).toEqual([]);
    await context.db.deleteFrom('sittings').execute();
  }
});

test('the database refuses two parties at a joined table; a copy of the previous version that moves a party frees the rest', async () => {
  const row = { location_id: 'truro', party_size: 2, seated_at: NOW, table_since: NOW };
  const insert = (id: string, tableId: string, joined: string[] | null = null) =>
    context.db
      .insertInto('sittings')
      .values({ ...row, id, table_id: tableId, joined })
      .execute();
  await insert('joined', 't1', ['t1', 't2']);
  for (const joined of [null, ['t2', 't3']])
    await expect(insert('other', 't2', joined)).rejects.toThrow(/sittings_one_at_a_time/);
  await context.db.updateTable('sittings').set({ table_id: 't3' }).where('id', '=', 'joined').execute();
  expect([await at('t1'), await at('t2'), await at('t3')]).toEqual([FREE, FREE, ['seated', '']]);
  await insert('other', 't2');
});

test.each([
  ['no table', { tableId: undefined }, 404],
  ['no tables', { tableIds: [] }, 400],
  ['a table that is not on the plan', { tableIds: ['t1', 'nowhere'] }, 404],
])('refuses to seat a party at %s', async (_what, fields, status) => {
  expect((await seat(fields)).status).toBe(status);
  expect(await bothAt()).toEqual([FREE, FREE]);
});

test('a party whose id was chosen by its caller is not seated a second time', async () => {
  const sittingId = crypto.randomUUID();
  expect((await seat({ sittingId })).body.sittingId).toBe(sittingId);
  const again = await seat({ sittingId, tableId: 't2' });
  expect([again.status, again.body.code]).toEqual([409, 'failed-precondition']);
  expect(await at('t2')).toEqual(FREE);
});

test('removing a table asks if it is booked; then its bookings get another table that fits, or none', async () => {
  const early = await book();
  const late = await book({ time: '20:00', partySize: 7 });
  await setStatus(early.reservationId, 'confirmed', '2');
  await setStatus(late.reservationId, 'confirmed', '2+3');
  const gone = await book({ time: '19:30' });
  await setStatus(gone.reservationId, 'confirmed', '2');
  await server.call('cancelReservation', { body: { reservationId: gone.reservationId, reason: 'Plans' } }, host);
  const without = { tables: [PLAN[0], PLAN[2]] };
  const asked = await save(without);
  expect([asked.status, asked.body.code]).toEqual([409, 'table-booked']);
  expect(asked.body.error).toBe('2 bookings are at tables that you remove.');
  const bookings = [
    {
      reservationId: early.reservationId,
      name: 'Aisha Khan',
      partySize: 2,
      startsAt: early.startsAt,
      tableNumber: '2',
    },
    { reservationId: late.reservationId, partySize: 7, startsAt: late.startsAt, tableNumber: '2+3' },
  ];
  const proposed = [
    { ...bookings[0], proposedTable: '1' },
    { ...bookings[1], proposedTable: null },
  ];
  expect(asked.body).toMatchObject({ tableIds: ['t2'], bookings: proposed });
  expect([(await floor()).tables.length, await statusOf(early.reservationId)]).toEqual([3, ['confirmed', '2']]);
  const saved = await save({ ...without, moveBookings: true });
  expect(saved.body.bookings).toMatchObject([{ tableNumber: '1' }, { tableNumber: null }]);
  expect([await statusOf(early.reservationId), await statusOf(late.reservationId)]).toEqual([
    ['confirmed', '1'],
    ['confirmed', null],
  ]);
  expect((await save(without)).status).toBe(200);
  const one = await save({ tables: [PLAN[2]] });
  expect(one.body.error).toBe('Aisha Khan has booked table 1, which you remove.');
});

test('however many bookings there are, a save reads their tables at once, and who sits where once for each day', async () => {
  const fourth = tableAt(360, { tableId: 't4', name: '4' });
  await save({ tables: [...PLAN, fourth] });
  const times = ['19:00', '19:00', '21:30', '21:30'];
  for (const [index, time] of times.entries()) {
    const { reservationId } = await book({ time });
    await setStatus(reservationId, 'confirmed', index % 2 === 0 ? '2' : '3');
  }
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const sentThat = (does: RegExp) => queries.mock.calls.filter(([query]) => does.test(JSON.stringify(query))).length;
  const without = { tables: [PLAN[0], fourth] };
  expect((await save(without)).body.error).toBe('4 bookings are at tables that you remove.');
  // Once for the bookings at the removed tables, and once for the new names of all tables.
  expect(sentThat(/from \\"table_plans\\"/)).toBe(2);
  const { bookings } = (await save({ ...without, moveBookings: true })).body;
  const tables = bookings?.map(({ tableNumber }) => tableNumber) ?? [];
  expect([
    tables.slice(0, 2).toSorted((a, b) => Number(a) - Number(b)),
    tables.slice(2).toSorted((a, b) => Number(a) - Number(b)),
  ]).toEqual([
    ['1', '4'],
    ['1', '4'],
  ]);
  // Once when the save asked, with other tables proposed, and once when it moved them there.
  expect(sentThat(/tables_of_sitting.*union all/)).toBe(2);
  queries.mockRestore();
});

test('seating twice with one key seats once', async () => {
  const key = newKey();
  const answers = [await seat({}, { ...host, ...key }), await seat({}, { ...host, ...key })];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body.sittingId).toBe(answers[1]?.body.sittingId);
});

test.each([
  ['an unknown table', { tableId: 'nowhere' }, 404],
  ['no guests', { partySize: 0 }, 400],
  ['too many guests', { partySize: 2_000_000_000 }, 400],
  ['an unknown reservation', { reservationId: 'RES-TRU-20261120-XXXX' }, 404],
])('refuses to seat a party with %s', async (_what, fields, status) => {
  const { body, ...answer } = await seat(fields);
  expect(answer.status).toBe(status);
  expect(body.error).not.toBe('');
  expect(await at('t1')).toEqual(['free', undefined]);
});

test('staff of another location see and change nothing, and guests of another location are not seated here', async () => {
  const { sittingId } = (await seat()).body;
  const refused = [
    await server.call('getFloor', { query: { locationId: 'truro' } }, elsewhere),
    await seat({ tableId: 't2' }, elsewhere),
    await move(sittingId, 't2', elsewhere),
    await end(sittingId, elsewhere),
    await save({}, elsewhere),
    await save({}, host),
  ];
  expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(403));
  const body = { locationId: 'new-glasgow', version: 0, areas: [{ name: 'Room' }], tables: [tableAt(0)] };
  await server.call('saveFloor', { body }, { ...newKey(), ...admin });
  const there = (await server.call('getFloor', { query: { locationId: 'new-glasgow' } }, admin)).body.tables[0];
  const across = await server.call('moveSitting', { body: { sittingId, tableId: there?.tableId ?? '' } }, admin);
  expect([across.status, across.body.error]).toEqual([400, 'This table is at another location.']);
  const { reservationId } = await book();
  const elsewhereSeated = await seat({ tableId: there?.tableId, reservationId }, admin);
  expect([elsewhereSeated.status, elsewhereSeated.body.error]).toEqual([400, 'This reservation is for Truro Heights.']);
  expect(await statusOf(reservationId)).toEqual(['confirmed', null]);
  const stolen = await save({ tables: [...PLAN, tableAt(360, { tableId: there?.tableId, name: '4' })] });
  expect([stolen.status, stolen.body.error]).toEqual([404, 'This table is not on the plan of this location.']);
});

test('a plan that somebody saved meanwhile is not overwritten, and comes back', async () => {
  const { version } = await floor();
  expect((await save({ tables: PLAN.slice(1) })).body.version).toBe(version + 1);
  const late = await save({ version });
  expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  expect(late.body.error).toMatch(/^Meera Nair saved this plan at 6:42/);
  expect(late.body).toMatchObject({ floor: { version: version + 1, tables: [{ tableId: 't2' }, { tableId: 't3' }] } });
  const body = { locationId: 'truro', version: version + 1, areas, tables: PLAN };
  const both = await Promise.all([1, 2].map(() => server.call('saveFloor', { body }, { ...newKey(), ...manager })));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('a table at which people sit is not removed; renamed, the reservation follows; an empty one goes and comes back', async () => {
  const { reservationId } = await book();
  await seat({ tableId: 't2', reservationId });
  const refused = await save({ tables: PLAN.slice(0, 1) });
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'People sit at table 2. Move them first, then remove it.',
  ]);
  expect(refused.body).toMatchObject({ tableIds: ['t2'] });
  const swapped = [
    { ...PLAN[0], name: '2' },
    { ...PLAN[1], name: '1' },
  ];
  expect((await save({ tables: swapped })).status).toBe(200);
  expect(await statusOf(reservationId)).toEqual(['seated', '1']);
  const removed = await seat({ tableId: 't3' });
  expect([removed.status, removed.body.error]).toEqual([404, 'Table 3 was removed from the plan. Choose another one.']);
  expect((await save()).status).toBe(200);
  expect((await seat({ tableId: 't3' })).status).toBe(200);
});

test('a table gets no name like that of joined tables, and one that has such a name can stay', async () => {
  const named = { tables: [...PLAN, tableAt(360, { tableId: 't4', name: '1+2' })] };
  const refused = await save(named);
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'Table 1+2 has a plus or a comma in its name. These are for joined tables, like 12+13. Rename it.',
  ]);
  await save({ tables: [...PLAN, tableAt(360, { tableId: 't4', name: '4' })] });
  await context.db.updateTable('floor_tables').set({ name: '1+2' }).where('id', '=', 't4').execute();
  expect((await save(named)).status).toBe(200);
});

test('a table is seated or removed, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    await save();
    const [seated, removed] = await Promise.all([seat({ tableId: 't3' }), save({ tables: PLAN.slice(0, 2) })]);
    expect([seated.status, removed.status].filter((status) => status === 200)).toHaveLength(1);
    await context.db.deleteFrom('sittings').execute();
  }
});

test.each([
  [
    'two tables of one name',
    { tables: [tableAt(0), tableAt(120)] },
    'There are two tables called 1. Rename one of them.',
  ],
  ['a table twice', { tables: [PLAN[0], { ...PLAN[0], name: '9' }] }, 'A table is in the plan twice.'],
  [
    'a table without a name',
    { tables: [tableAt(0, { name: ' ' })] },
    'A table has no name. Give it one, or remove it.',
  ],
  [
    'a table in no area',
    { tables: [tableAt(0, { area: 'Bar' })] },
    'Table 1 is in no area of this plan. Choose its area.',
  ],
  [
    'a huge coordinate',
    { tables: [tableAt(2 ** 52)] },
    'Table 1 does not fit on the plan. Move it, or change its size.',
  ],
  [
    'two areas of one name',
    { areas: [...areas, { name: 'room' }] },
    'There are two areas called room. Rename one of them.',
  ],
])('refuses a plan with %s', async (_what, fields, words) => {
  const { status, body } = await save(fields);
  expect([status, body.error]).toEqual([400, words]);
  expect((await floor()).tables).toHaveLength(3);
});
