import { WAITLIST_LIMITS } from '@tiffin/domain/reservation';
import { beforeEach, expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';
import { testServer, type Caller } from '../../testing/server.ts';
import { endWaits } from './end-waits.ts';

// A Friday evening at 6:42.
const NOW = '2026-11-20T22:42:00.000Z';
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const host = await server.signIn('staff.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const minutesLater = (minutes: number) => clock.set(new Date(Date.parse(NOW) + minutes * 60_000).toISOString());

let numbers = 100;
const join = (changes: object = {}, as: Caller = {}) => {
  numbers += 1;
  const body = { locationId: 'truro', name: 'Robin Guest', phone: `902-555-0${numbers}`, partySize: 2, ...changes };
  return server.call('joinWaitlist', { body }, { ...newKey(), ...as });
};
async function joined(changes: object = {}) {
  const { waitId, manageUrl } = (await join(changes)).body;
  return { waitId, token: tokenOf(manageUrl) };
}
const callParty = (waitId: string) => server.call('callWaiting', { body: { waitId } }, host);
const answer = (party: { waitId: string; token?: string }, coming: boolean, as: Caller = {}) =>
  server.call('answerCall', { body: { ...party, coming } }, as);
const list = async () => (await server.call('getWaitlist', { query: { locationId: 'truro' } }, host)).body;
const states = async () => (await list()).waits.map(({ state }) => state);
const stateOf = async (party: { waitId: string; token: string }) =>
  (await server.call('getWait', { query: party })).body.wait.state;
const walkIn = (fields: object = {}) =>
  server.call('addWalkIn', { body: { locationId: 'truro', partySize: 2, ...fields } }, { ...newKey(), ...host });
const texts = () =>
  context.db.selectFrom('messages').select(['recipient', 'body_text']).where('template', '=', 'waitlist').execute();
const settings = (updates: object) => server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin);

/** The only table, for two. */
const table = (tables = [1]) => ({
  locationId: 'truro',
  areas: [{ areaId: 'room', name: 'Room' }],
  tables: tables.map((number) => ({
    tableId: `t${number}`,
    name: String(number),
    area: 'Room',
    seats: 2,
    x: number * 120,
    y: 0,
    width: 100,
    height: 80,
    shape: 'rectangle' as const,
  })),
});
async function draw(tables = [1]) {
  const { version } = (await server.call('getFloor', { query: { locationId: 'truro' } }, host)).body;
  await server.call('saveFloor', { body: { ...table(tables), version } }, { ...newKey(), ...manager });
}

beforeEach(async () => {
  clock.set(NOW);
  for (const each of ['sittings', 'table_plans', 'waits', 'messages'] as const) {
    await context.db.deleteFrom(each).execute();
  }
  await context.db.deleteFrom('reservations').where('location_id', '=', 'truro').execute();
  await settings({ countsStays: true, capacity: 40, pacing: null });
  await draw();
});

test('sixteen parties that join at once get sixteen places, and a number that waits keeps its own', async () => {
  const all = await Promise.all(Array.from({ length: 16 }, () => join()));
  expect(all.map(({ body }) => body.partiesAhead).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 16 }, (_, index) => index),
  );
  expect(all[0]?.body.quotedMinutes).toBeGreaterThan(0);
  const twice = await Promise.all(Array.from({ length: 4 }, () => join({ phone: '902 555 0999' })));
  expect(new Set(twice.map(({ body }) => body.waitId)).size).toBe(1);
  // Somebody else may have typed the number.
  expect(twice.filter(({ body }) => body.manageUrl !== '')).toHaveLength(1);
  expect(await states()).toHaveLength(17);
  expect((await texts())[0]?.body_text).toContain('you are on the waitlist of Truro Heights');
});

test('guests need a phone number, and staff may leave it out', async () => {
  expect((await join({ phone: '' })).body).toMatchObject({ code: 'invalid-argument', field: 'phone' });
  expect((await join({ phone: '' }, host)).status).toBe(200);
  expect((await join({ phone: '12' }, host)).status).toBe(400);
});

test('two hosts who call one party keep one table and send one text, and nobody else gets the table', async () => {
  const party = await joined();
  const both = await Promise.all([callParty(party.waitId), callParty(party.waitId)]);
  expect(both.map(({ body }) => body.state)).toEqual(['called', 'called']);
  expect((await texts()).filter(({ body_text: text }) => text?.includes('Answer until 6:52 p.m.'))).toHaveLength(1);
  expect((await list()).waits).toMatchObject([
    { state: 'called', tableNumber: '1', answerBy: '2026-11-20T22:52:00.000Z' },
  ]);
  expect((await walkIn()).body).toMatchObject({ code: 'time-full' });
  const booked = await server.call(
    'createReservation',
    { body: bookingOf({ date: '2026-11-20', time: '19:30' }) },
    newKey(),
  );
  expect(booked.body).toMatchObject({ code: 'time-full' });
  const floor = (await server.call('getFloor', { query: { locationId: 'truro' } }, host)).body;
  expect(floor.tables[0]).toMatchObject({ state: 'reserved', booking: { name: 'Robin Guest' } });
  expect((await callParty((await joined()).waitId)).body).toMatchObject({ code: 'time-full' });
});

test('seats per time are kept for the party that was called, too', async () => {
  await settings({ countsStays: false, capacity: 4 });
  await callParty((await joined({ partySize: 3 })).waitId);
  expect((await walkIn()).body).toMatchObject({ code: 'slot-unavailable', seatsLeft: 1 });
});

test('a party that comes keeps its table, is seated there and is off the list', async () => {
  const party = await joined();
  expect((await answer(party, true)).body.code).toBe('failed-precondition');
  await callParty(party.waitId);
  expect((await answer({ waitId: party.waitId }, true)).status).toBe(404);
  expect((await answer({ waitId: party.waitId, token: 'x' }, true)).status).toBe(404);
  expect((await answer(party, true)).body.state).toBe('coming');
  minutesLater(30);
  await endWaits(context);
  const { reservationId } = (await list()).waits[0] ?? {};
  const seat = { body: { tableId: 't1', partySize: 2, reservationId } };
  expect((await server.call('seatParty', seat, { ...newKey(), ...host })).status).toBe(200);
  expect(await states()).toEqual([]);
  expect(await stateOf(party)).toBe('seated');
  expect((await answer(party, false)).status).toBe(409);
  expect((await auditData(context)).broken).toEqual([]);
});

test('after ten minutes without an answer the next party that fits is called', async () => {
  const first = await joined();
  await joined({ partySize: 4 });
  const third = await joined();
  await callParty(first.waitId);
  minutesLater(9);
  await endWaits(context);
  expect(await stateOf(first)).toBe('called');
  minutesLater(10);
  expect((await answer(first, true)).body.error).toContain('The 10 minutes are over');
  await Promise.all([endWaits(context), endWaits(context)]);
  expect([await stateOf(first), await stateOf(third)]).toEqual(['no-answer', 'called']);
  expect((await answer(first, true)).status).toBe(409);
  expect((await texts()).filter(({ body_text: text }) => text?.includes('is ready'))).toHaveLength(2);
  expect((await auditData(context)).broken).toEqual([]);
});

test('a party that declines frees its table for the next one, and one that does not wait any more is not called', async () => {
  const [first, second] = [await joined(), await joined()];
  await callParty(first.waitId);
  expect((await answer(first, false)).body.state).toBe('left');
  expect(await stateOf(second)).toBe('called');
  expect((await answer({ waitId: second.waitId }, false, host)).body.state).toBe('left');
  expect((await callParty(first.waitId)).body.error).toBe('This party is not on the waitlist any more.');
  expect((await walkIn()).status).toBe(200);
});

test.each([1, 2, 3, 4])('a call that ends while the guest answers has one result (%s)', async () => {
  const party = await joined();
  await callParty(party.waitId);
  minutesLater(10);
  const [byHost, ended, byGuest] = await Promise.all([
    answer({ waitId: party.waitId }, true, host),
    endWaits(context),
    answer(party, true),
  ]);
  const state = await stateOf(party);
  expect([byHost.status === 200, byGuest.status === 200 && state !== 'coming']).toEqual([state === 'coming', false]);
  expect(ended).toBeUndefined();
  const kept = await context.db.selectFrom('table_plans').select('table_id').execute();
  expect(kept).toHaveLength(state === 'coming' ? 1 : 0);
  expect((await auditData(context)).broken).toEqual([]);
});

test('a party that waits is seated without a call by one of two hosts', async () => {
  await draw([1, 2]);
  const { waitId } = await joined();
  const seat = (tableId: string) =>
    server.call('seatParty', { body: { tableId, partySize: 2, name: 'Robin', waitId } }, { ...newKey(), ...host });
  const both = await Promise.all([seat('t1'), seat('t2')]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await states()).toEqual([]);
  expect((await list()).quotes).toEqual({ told: 1, kept: 1 });
  const other = await joined();
  expect((await walkIn({ evenIfFull: true, waitId: other.waitId })).status).toBe(200);
  expect(await stateOf(other)).toBe('seated');
});

test('names and numbers are emptied after the evening, and when the guest is erased', async () => {
  const party = await joined();
  const erased = await joined({ phone: '902-555-0198' });
  const proven = await server.signIn('admin@demo.test');
  const forgotten = await server.call('forgetPerson', { body: { phone: '+1 902 555 0198' } }, proven);
  expect(forgotten.body).toMatchObject({ erased: true });
  expect(await stateOf(erased)).toBe('left');
  minutesLater(12 * 60 + 1);
  await endWaits(context);
  expect(await stateOf(party)).toBe('left');
  const left = await context.db.selectFrom('waits').select(['name', 'phone', 'language']).execute();
  expect(left).toEqual([
    { name: '', phone: '', language: null },
    { name: '', phone: '', language: null },
  ]);
});

/** Parties that wait already, from an hour ago. */
async function fillList(count: number): Promise<void> {
  await context.db
    .insertInto('waits')
    .values(
      Array.from({ length: count }, (_, at) => ({
        id: `full-${at}`,
        location_id: 'truro',
        name: 'Somebody',
        phone: '',
        party_size: 2,
        parties_ahead: at,
        quoted_minutes: 10,
        joined_at: new Date(Date.parse(NOW) - 3_600_000 + at),
      })),
    )
    .execute();
}

test('guests cannot join a full waitlist, two at once neither, and staff still add a party', async () => {
  await fillList(WAITLIST_LIMITS.ofGuests - 1);
  const both = await Promise.all([join(), join()]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = await join();
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'The waitlist is full at the moment. Please ask at the door, or try again later.',
  ]);
  expect((await join({}, host)).status).toBe(200);
});

test('a guest who waits keeps the place on a full waitlist, and staff read when theirs is full', async () => {
  const phone = '902-555-0190';
  await join({ phone });
  await fillList(WAITLIST_LIMITS.all - 1);
  expect((await join({ phone })).status).toBe(200);
  expect((await join({}, host)).body.error).toBe('200 parties wait already. Please remove those that are gone.');
});
