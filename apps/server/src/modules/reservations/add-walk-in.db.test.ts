import { beforeEach, expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { testServer, type Caller } from '../../testing/server.ts';

// A Friday evening at 6:42.
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const host = await server.signIn('staff.truro@demo.test');
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const NOW = '2026-11-20T22:42:00.000Z';

const seat = (fields: object = {}, as: Caller = host) =>
  server.call('addWalkIn', { body: { locationId: 'truro', partySize: 4, ...fields } }, { ...newKey(), ...as });
const day = async () => (await server.call('getReservationDay', { query: { locationId: 'truro' } }, host)).body.day;
const leftAt = async (time: string) => (await day()).slots.find((slot) => slot.time === time)?.seatsLeft ?? -1;

beforeEach(async () => {
  clock.set(NOW);
  await context.db.deleteFrom('reservations').where('location_id', '=', 'truro').execute();
});

test('a party without a reservation is seated at once, takes seats, and hears nothing', async () => {
  await server.settle();
  const messages = () => context.db.selectFrom('messages').select('id').execute();
  const before = (await messages()).length;
  const { status, body } = await seat({ name: 'Taylor', tableNumber: '6' });
  expect([status, body.reservation]).toEqual([
    200,
    expect.objectContaining({
      status: 'seated',
      source: 'walk-in',
      tableNumber: '6',
      seatedAt: NOW,
      reservationDetails: expect.objectContaining({ date: '2026-11-20', time: '18:30', partySize: 4 }),
    }),
  ]);
  expect(await leftAt('18:30')).toBe(36);
  await server.settle();
  expect(await messages()).toHaveLength(before);
  const created = await context.db
    .selectFrom('events')
    .select('id')
    .where('type', '=', 'reservation.created')
    .execute();
  expect(created).toEqual([]);
  expect((await auditData(context)).broken).toEqual([]);
});

test('of two parties that need the last seats at once, one is seated, and the other learns what is left', async () => {
  await seat({ partySize: 20 });
  await seat({ partySize: 14 });
  const both = await Promise.all([seat(), seat()]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'slot-unavailable', seatsLeft: 2 });
  expect(await leftAt('18:30')).toBe(2);
});

test('the host may seat a party although the seats are taken; a guest then finds none', async () => {
  await seat({ partySize: 20 });
  await seat({ partySize: 20 });
  expect((await seat()).body.error).toBe('At 6:30 p.m. all seats are taken.');
  expect((await seat({ evenIfFull: true })).status).toBe(200);
  expect(await leftAt('18:30')).toBe(0);
});

test('two parties without a name or number do not count as the same guest', async () => {
  expect([(await seat()).status, (await seat()).status]).toEqual([200, 200]);
  expect(await leftAt('18:30')).toBe(32);
});

test('a repeated request seats the party once', async () => {
  const key = newKey();
  const [first, again] = [await seat({}, { ...host, ...key }), await seat({}, { ...host, ...key })];
  expect(again.body.reservation.id).toBe(first.body.reservation.id);
  expect(await leftAt('18:30')).toBe(36);
});

test('staff of another location cannot seat a party, and a wrong size is refused', async () => {
  const elsewhere = await server.signIn('staff.glasgow@demo.test');
  expect((await seat({}, elsewhere)).status).toBe(403);
  expect((await seat({ partySize: 0 })).status).toBe(400);
  expect((await seat({ locationId: 'nowhere' })).status).not.toBe(500);
});

test('a party that leaves frees its seats', async () => {
  const { body } = await seat();
  const { status } = await server.call(
    'updateReservationStatus',
    { body: { reservationId: body.reservation.id, status: 'completed' } },
    host,
  );
  expect([status, await leftAt('18:30')]).toEqual([200, 40]);
});
