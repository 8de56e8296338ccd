import { parseCsv } from '@tiffin/domain/core';
import { reservationsCsv, type Reservation, type ReservationFilter } from '@tiffin/domain/reservation';
import { HALIFAX } from '@tiffin/domain/core';
import { filterReservations, reservationCards } from '@tiffin/domain/testing';
import { expect, test } from 'vitest';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const host = await server.signIn('staff.truro@demo.test');
const owner = await server.signIn('admin@demo.test');
const priya = await server.signIn('customer@demo.test');

type Filter = Record<string, string>;
const list = (query: Filter = {}, as = owner) => server.call('getAllReservations', { query }, as);

const NAMES = ['Asha Rao', 'Ravi Nair', 'Mei Chen', 'Omar Aziz', 'Ada Byron', 'Leo Roy', 'Ines Sa', 'ZOË ASH'];

// Twenty-four reservations at both locations on several days; some cancelled, one past.
for (let i = 0; i < 24; i++) {
  server.clock.forward(60_000);
  const { body } = await server.call(
    'createReservation',
    {
      body: bookingOf({
        locationId: i % 3 === 0 ? 'new-glasgow' : 'truro',
        date: ['2026-11-20', '2026-11-21', '2026-11-28'][i % 3 === 0 ? 2 : i % 2] ?? '',
        time: '20:00',
        partySize: (i % 5) + 1,
        customerInfo: {
          name: NAMES[i % NAMES.length] ?? '',
          email: `Guest.${i}_100%@example.com`.replace('%', ''),
          phone: `902-555-01${String(i).padStart(2, '0')}`,
        },
      }),
    },
    i === 5 ? priya : {},
  );
  if (i % 6 === 1) {
    await server.call('cancelReservation', {
      body: { reservationId: body.reservation.id, token: tokenOf(body.manageUrl) },
    });
  }
}
// Saturday noon: Friday's reservations are past
server.clock.set('2026-11-21T16:00:00.000Z');

const everything = (await list({ limit: '1000' })).body.reservations;
const asDomain: Reservation[] = everything.map((each) => ({
  ...each,
  startsAt: new Date(each.startsAt),
  reservedAt: new Date(each.reservedAt),
  updatedAt: new Date(each.updatedAt),
  cancelledAt: each.cancelledAt === null ? null : new Date(each.cancelledAt),
}));
const moment = { now: new Date('2026-11-21T16:00:00.000Z'), zone: HALIFAX };

test('lists reservations newest first, up to a thousand [A-DATA-21] [A-RES-38]', async () => {
  expect(everything).toHaveLength(24);
  expect(everything.map((each) => each.reservedAt)).toEqual(
    everything.map((each) => each.reservedAt).toSorted((a, b) => b.localeCompare(a)),
  );
  expect((await list({ limit: '1001' })).status).toBe(400);
});

test.each<[Filter, Partial<ReservationFilter>]>([
  [{ status: 'confirmed' }, { status: 'confirmed' }],
  [{ status: 'cancelled' }, { status: 'cancelled' }],
  [{ locationId: 'new-glasgow' }, { location: 'new-glasgow' }],
  [{ date: 'today' }, { date: 'today' }],
  [{ date: 'upcoming' }, { date: 'upcoming' }],
  [{ date: 'past' }, { date: 'past' }],
  [{ search: 'ASHA' }, { search: 'ASHA' }],
  [{ search: ' guest.7_ ' }, { search: ' guest.7_ ' }],
  [{ search: 'zoë' }, { search: 'zoë' }],
  [{ search: 'res-ngl' }, { search: 'res-ngl' }],
  [{ search: '5550110' }, { search: '5550110' }],
  [{ search: '%' }, { search: '%' }],
  [{ search: '_1' }, { search: '_1' }],
  [
    { search: 'a', status: 'confirmed', date: 'upcoming' },
    { search: 'a', status: 'confirmed', date: 'upcoming' },
  ],
  [{ search: 'nobody at all' }, { search: 'nobody at all' }],
])('filtering by %j returns what the domain rules say [A-RES-33]', async (query, filter) => {
  const expected = filterReservations(
    asDomain,
    { search: '', status: 'all', location: 'all', date: 'all', ...filter },
    moment,
  );
  const { body } = await list({ ...query, limit: '1000' });
  expect(body.reservations.map((each) => each.id)).toEqual(expected.map((each) => each.id));
  expect(body.total).toBe(expected.length);
});

test('finds a phone number as people write it', async () => {
  expect((await list({ search: '(902) 555-0103' })).body.total).toBe(1);
  expect((await list({ search: '555-0103' })).body.total).toBe(1);
});

test('pages by number or by cursor return every reservation once', async () => {
  const byOffset = [];
  for (const offset of [0, 10, 20]) {
    const { body } = await list({ limit: '10', offset: String(offset) });
    expect(body.total).toBe(24);
    byOffset.push(...body.reservations);
  }
  const byCursor = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: Awaited<ReturnType<typeof list>> = await list({ limit: '10', ...(cursor && { cursor }) });
    byCursor.push(...body.reservations);
    cursor = body.nextCursor;
  }
  expect(byOffset).toEqual(everything);
  expect(byCursor).toEqual(everything);
  expect((await list({ cursor: 'nonsense' })).status).toBe(400);
});

test('the figures equal those of the domain rules [A-RES-02]', async () => {
  const { figures } = (await server.call('getReservationStats', { query: {} }, owner)).body;
  expect(figures).toMatchObject(reservationCards(asDomain, moment));
  const today = asDomain.filter((each) => each.status === 'confirmed' && each.reservationDetails.date === '2026-11-21');
  expect(figures.guestsToday).toBe(today.reduce((sum, each) => sum + each.reservationDetails.partySize, 0));
  expect(figures.nextAt).toBe('2026-11-22T00:00:00.000Z');
  const truro = (await server.call('getReservationStats', { query: { locationId: 'truro' } }, host)).body.figures;
  expect(truro).toMatchObject(
    reservationCards(
      asDomain.filter((each) => each.location === 'truro'),
      moment,
    ),
  );
});

test('staff see only the reservations of their locations', async () => {
  const { body } = await list({ limit: '1000' }, host);
  expect(new Set(body.reservations.map((each) => each.location))).toEqual(new Set(['truro']));
  expect(body.total).toBe(16);
  expect((await list({ locationId: 'new-glasgow' }, host)).status).toBe(403);
  expect((await list({}, priya)).status).toBe(403);
  expect((await list({}, {})).status).toBe(401);
});

test('a guest sees their own reservations, latest first [C-DATA-05] [A-DATA-20] [C-DASH-02]', async () => {
  await server.call('createReservation', { body: bookingOf({ locationId: 'new-glasgow', date: '2026-12-01' }) }, priya);
  const { body } = await server.call('getMyReservations', { query: {} }, priya);
  expect(body.reservations.map((each) => each.location)).toEqual(['new-glasgow', 'truro']);
  expect(body.nextCursor).toBeNull();
  const first = await server.call('getMyReservations', { query: { limit: '1' } }, priya);
  const rest = await server.call(
    'getMyReservations',
    { query: { limit: '1', cursor: first.body.nextCursor ?? '' } },
    priya,
  );
  expect([...first.body.reservations, ...rest.body.reservations]).toEqual(body.reservations);
  expect((await server.call('getMyReservations', { query: {} })).status).toBe(401);
});

test('the export has the same rows [A-RES-39]', () => {
  const rows = parseCsv(reservationsCsv(asDomain, HALIFAX, (id) => (id === 'truro' ? 'Truro Heights' : id)));
  expect(rows).toHaveLength(25);
  const [first] = asDomain;
  expect(rows?.[0]?.slice(0, 5)).toEqual(['ID', 'Customer', 'Email', 'Phone', 'Location']);
  expect(rows?.[1]?.slice(0, 4)).toEqual([
    everything[0]?.reservationId,
    first?.customerInfo.name,
    first?.customerInfo.email,
    // Spreadsheets would calculate what begins with a plus.
    `'${first?.customerInfo.phone}`,
  ]);
});

test('the day view has taken and free seats per time slot, and the reservations', async () => {
  const { day } = (await server.call('getReservationDay', { query: { locationId: 'truro' } }, host)).body;
  expect(day).toMatchObject({
    date: '2026-11-21',
    isToday: true,
    isClosed: false,
    seatsPerSlot: 40,
    timeZone: HALIFAX,
  });
  expect(day.slots).toHaveLength(20);
  const expected = asDomain.filter(
    (each) => each.location === 'truro' && each.reservationDetails.date === '2026-11-21' && each.status !== 'cancelled',
  );
  const guests = expected.reduce((sum, each) => sum + each.reservationDetails.partySize, 0);
  expect(day.slots.find((slot) => slot.time === '20:00')).toMatchObject({ seatsTaken: guests, seatsLeft: 40 - guests });
  expect(new Set(day.reservations.map((each) => each.id))).toEqual(new Set(expected.map((each) => each.id)));
  const closed = await server.call('getReservationDay', { query: { locationId: 'truro', date: '2026-11-28' } }, host);
  expect(closed.body.day).toMatchObject({ isToday: false, reservations: [] });
  expect((await server.call('getReservationDay', { query: { locationId: 'new-glasgow' } }, host)).status).toBe(403);
});
