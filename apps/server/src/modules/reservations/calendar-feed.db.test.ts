import { expect, test } from 'vitest';
import { bookingOf } from '../../testing/bookings.ts';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const staff = await server.signIn('staff.truro@demo.test');
const admin = await server.signIn('admin@demo.test');

async function addressFor(caller: Caller): Promise<string> {
  const { status, body } = await server.call('createCalendarFeed', { body: { locationId: 'truro' } }, caller);
  expect(status).toBe(200);
  return new URL(body.address ?? '').pathname;
}

async function linesAt(path: string): Promise<string[]> {
  const answer = await server.fetch(path);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  return (await answer.text()).replaceAll('\r\n ', '').split('\r\n');
}

test('a calendar shows the reservations with shortened names and the special hours of its location', async () => {
  const booking = bookingOf();
  const { reservation } = (await server.call('createReservation', { body: booking })).body;
  const [closed, late] = [6, 7].map((days) => new Date(clock.now().getTime() + days * 86_400_000));
  const hoursExceptions = [
    { date: closed?.toISOString().slice(0, 10) ?? '', closed: true, open: null, close: null, note: 'Staff party' },
    { date: late?.toISOString().slice(0, 10) ?? '', closed: false, open: '17:00', close: '22:00', note: null },
  ];
  const updates = { hoursExceptions };
  expect((await server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin)).status).toBe(200);

  const lines = await linesAt(await addressFor(staff));
  const { name, email, phone } = booking.customerInfo;
  const [first, last] = name.split(' ');
  expect(lines).toContain(
    `SUMMARY:${first} ${last?.charAt(0)}.\\, table for ${reservation.reservationDetails.partySize}`,
  );
  expect(lines).toContain(`DTSTART:${reservation.startsAt.replaceAll(/[-:]|\.\d{3}/g, '')}`);
  expect(lines).toContain('SUMMARY:Closed: Staff party');
  expect(lines).toContain(`DTSTART;VALUE=DATE:${hoursExceptions[1]?.date.replaceAll('-', '')}`);
  expect(lines).toContain('SUMMARY:Open 5:00 p.m. – 10:00 p.m.');
  for (const personal of [email, phone, last ?? '']) expect(lines.join('\n')).not.toContain(personal);

  const body = { reservationId: reservation.reservationId, reason: 'Ill' };
  await server.call('cancelReservation', { body }, staff);
  expect((await linesAt(await addressFor(staff))).join('\n')).not.toContain(reservation.reservationId);
});

test('a new address ends the earlier one of the same person, and nobody else’s', async () => {
  const manager = await server.signIn('manager.truro@demo.test');
  const [first, other] = [await addressFor(staff), await addressFor(manager)];
  const second = await addressFor(staff);
  expect((await server.fetch(first)).status).toBe(401);
  for (const path of [second, other, second.replace('.ics', '')]) expect((await server.fetch(path)).status).toBe(200);
});

test('an address ends when its owner no longer works at the location', async () => {
  const path = await addressFor(staff);
  const { uid } = (await server.call('getMe', {}, staff)).body.me ?? { uid: '' };
  const works = context.db.deleteFrom('user_locations').where('user_id', '=', uid);
  await works.execute();
  expect((await server.fetch(path)).status).toBe(401);
  expect((await server.call('createCalendarFeed', { body: { locationId: 'truro' } }, staff)).status).toBe(403);
  await context.db.insertInto('user_locations').values({ user_id: uid, location_id: 'truro' }).execute();
  expect((await server.fetch(path)).status).toBe(200);
});

test('only a person gets an address, and no record holds its key', async () => {
  const fresh = { ...(await server.signIn('admin@demo.test')), 'idempotency-key': 'one-calendar' };
  const { key } = (await server.call('createApiKey', { body: { name: 'Program' } }, fresh)).body;
  const refused = await server.call(
    'createCalendarFeed',
    { body: { locationId: 'truro' } },
    { 'x-api-key': key ?? '' },
  );
  expect(refused.body.code).toBe('permission-denied');
  const again = { ...admin, 'idempotency-key': 'another-calendar' };
  const path = await addressFor(again);
  expect((await server.call('createCalendarFeed', { body: { locationId: 'truro' } }, again)).body.address).toBeNull();
  const secret = path.split('/').at(-1)?.replace('.ics', '') ?? '';
  for (const table of ['calendar_feeds', 'audit_log', 'idempotency_keys'] as const)
    expect(JSON.stringify(await context.db.selectFrom(table).selectAll().execute())).not.toContain(secret);
});
