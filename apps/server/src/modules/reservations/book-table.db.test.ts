import { expect, test } from 'vitest';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';

// A Friday evening; reservations are for later days.
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;

const guest = (name: string, email = `${name.toLowerCase()}@example.com`) => ({ name, email, phone: '902-555-0123' });
const book = (changes: Parameters<typeof bookingOf>[0] = {}, as = {}) =>
  server.call('createReservation', { body: bookingOf(changes) }, as);

test('a guest without an account books a table [C-RES-01] [C-RES-02] [C-RES-03] [C-RES-06] [C-DATA-04]', async () => {
  const { status, body } = await server.call('createReservation', {
    body: {
      ...bookingOf({ date: '2026-11-27', time: '19:00', partySize: 4 }),
      customerInfo: { name: ' Asha Rao ', email: ' Asha@Example.COM ', phone: '(902) 555-0123' },
      specialRequests: ' A high chair, please ',
      deviceInfo: { userAgent: 'Phone/1.0', platform: 'iPhone' },
    },
  });
  expect(status).toBe(200);
  expect(body.reservation).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    reservationId: expect.stringMatching(/^RES-TRU-20261127-[A-Z]{4}$/),
    location: 'truro',
    locationName: 'Truro Heights',
    customerInfo: { name: 'Asha Rao', email: 'asha@example.com', phone: '+19025550123', firebaseId: null },
    reservationDetails: { date: '2026-11-27', time: '19:00', partySize: 4, specialRequests: 'A high chair, please' },
    startsAt: '2026-11-27T23:00:00.000Z',
    status: 'confirmed',
    tableNumber: null,
    reservedAt: '2026-11-20T22:00:00.000Z',
    updatedAt: '2026-11-20T22:00:00.000Z',
    seatedAt: null,
    cancelledAt: null,
    cancellationReason: null,
    source: 'web',
    deviceInfo: { userAgent: 'Phone/1.0', platform: 'iPhone' },
    language: 'en',
    version: 0,
  });
  expect(body.manageUrl).toMatch(
    new RegExp(`/reservations/${body.reservation.reservationId}\\?token=[A-Za-z0-9_-]{32}$`),
  );
});

test('a reservation in New Glasgow has NGL in its number and belongs to the signed-in customer [C-RES-03]', async () => {
  const priya = await server.signIn('customer@demo.test');
  const { body } = await book({ locationId: 'new-glasgow', customerInfo: guest('Priya') }, priya);
  expect(body.reservation.reservationId).toMatch(/^RES-NGL-/);
  expect(body.reservation.customerInfo.firebaseId).toEqual(expect.any(String));
});

const TOO_FAR_AHEAD = 'Tables can be booked up to 60 days ahead. Please choose an earlier day.';
const UNSUPPORTED_YEAR = 'Dates must be between the years 1900 and 2200';

test.each([
  ['a past date', { date: '2026-11-19' }, 409, 'This day is over. Please choose another day.'],
  ['a time already past today', { date: '2026-11-20', time: '18:00' }, 409, 'This time is no longer available'],
  ['61 days ahead', { date: '2027-01-20' }, 409, TOO_FAR_AHEAD],
  ['the last supported year', { date: '2200-12-31' }, 409, TOO_FAR_AHEAD],
  ['the year 9999', { date: '9999-12-31' }, 400, UNSUPPORTED_YEAR],
  ['the year 0', { date: '0000-01-01' }, 400, UNSUPPORTED_YEAR],
  ['a time between the slots', { time: '18:15' }, 409, 'This time is no longer available'],
  ['a time after closing', { time: '22:00' }, 409, 'This time is no longer available'],
  ['no such day', { date: '2027-02-30' }, 400, 'Invalid date, expected YYYY-MM-DD'],
  ['a date in words', { date: 'tomorrow' }, 400, 'Invalid date, expected YYYY-MM-DD'],
  ['a party of 0', { partySize: 0 }, 400, 'Please specify a valid party size (1-20 people)'],
  ['a party of 21', { partySize: 21 }, 400, 'Please specify a valid party size (1-20 people)'],
  ['a party of 1.5', { partySize: 1.5 }, 400, 'Please specify a valid party size (1-20 people)'],
  ['an unknown location', { locationId: 'halifax' }, 404, 'Location not found'],
  ['a name of one letter', { customerInfo: guest('A') }, 400, 'Name must be at least 2 characters'],
  ['no mail address', { customerInfo: guest('Bad', 'asha@example') }, 400, 'Please enter a valid email address'],
  [
    'half a phone number',
    { customerInfo: { ...guest('Bad'), phone: '555-0123' } },
    400,
    'Please enter a valid phone number',
  ],
])('refuses %s: %o → %i %s [C-ERR-40]', async (_case, changes, status, error) => {
  const answer = await book(changes);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error });
});

test('refuses a location that is inactive, has no Dine-in, is closed that day or has invalid hours [C-ERR-41] [A-ERR-86]', async () => {
  const change = (changes: Record<string, unknown>) =>
    db.updateTable('locations').set(changes).where('id', '=', 'new-glasgow').execute();
  const input = { locationId: 'new-glasgow', customerInfo: guest('Nobody') };
  const before = await db.selectFrom('locations').selectAll().where('id', '=', 'new-glasgow').executeTakeFirstOrThrow();

  await change({ is_active: false });
  expect((await book(input)).body).toMatchObject({ code: 'location-inactive', success: false });
  await change({ is_active: true, features: ['Takeout'] });
  expect((await book(input)).body).toMatchObject({ code: 'failed-precondition' });
  await change({ features: before.features, hours: JSON.stringify({ friday: { open: 'noon', close: '22:00' } }) });
  expect((await book(input)).body).toMatchObject({
    code: 'hours-not-configured',
    error: 'Operating hours not properly configured for this location',
  });
  await change({ hours: JSON.stringify(before.hours) });
  await db
    .insertInto('location_exceptions')
    .values({ location_id: 'new-glasgow', date: '2026-11-28', closed: true, open: null, close: null, note: 'Wedding' })
    .execute();
  const closed = await book({ ...input, date: '2026-11-28', time: '19:00' });
  expect(closed.body).toMatchObject({
    code: 'slot-unavailable',
    error: 'We are closed on this day. Please choose another day.',
    reason: 'closed',
  });
  // the same time on the next open day, and its neighbours
  expect(closed.body['alternatives']).toMatchObject([
    { date: '2026-11-29', time: '18:30' },
    { date: '2026-11-29', time: '19:00' },
    { date: '2026-11-29', time: '19:30' },
  ]);
});

test('with 36 of 40 seats taken and ten parties of four at once, exactly one gets a table [C-RES-15]', async () => {
  const at = { date: '2026-12-04', time: '19:00', partySize: 4 };
  for (let i = 0; i < 9; i++) await book({ ...at, customerInfo: guest(`Early${'abcdefghi'[i]}`) });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => book({ ...at, customerInfo: guest(`Late${'abcdefghij'[i]}`) })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  const late = answers.filter((answer) => answer.status !== 200);
  expect(late.map((answer) => answer.status)).toEqual(Array.from({ length: 9 }, () => 409));
  for (const { body } of late) {
    expect(body).toMatchObject({ code: 'slot-unavailable', error: 'This time is no longer available' });
    expect(body['alternatives']).toEqual([
      { date: '2026-12-04', time: '18:00', label: '6:00 p.m.', seatsLeft: 40 },
      { date: '2026-12-04', time: '18:30', label: '6:30 p.m.', seatsLeft: 40 },
      { date: '2026-12-04', time: '19:30', label: '7:30 p.m.', seatsLeft: 40 },
    ]);
  }
  const { seats } = await db
    .selectFrom('reservations')
    .select(({ fn }) => fn.sum<number>('party_size').as('seats'))
    .where('date', '=', at.date)
    .where('time', '=', at.time)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  expect(seats).toBe(40);
});

test('simultaneous requests never exceed forty seats [C-RES-15]', async () => {
  const at = { date: '2026-12-05', time: '18:00' };
  const sizes = [20, 7, 9, 13, 1, 20, 4, 6, 3, 11, 2, 5];
  const answers = await Promise.all(
    sizes.map((partySize, i) => book({ ...at, partySize, customerInfo: guest(`Race${'abcdefghijkl'[i]}`) })),
  );
  const seated = answers.filter((answer) => answer.status === 200);
  const sum = seated.reduce((seats, { body }) => seats + body.reservation.reservationDetails.partySize, 0);
  expect(sum).toBeLessThanOrEqual(40);
  const smallestLeftOut = Math.min(...sizes.filter((_, i) => answers[i]?.status === 409));
  expect(sum + smallestLeftOut).toBeGreaterThan(40);
});

test('the same guest twice at once, with different letter case, gets one reservation [C-RES-08] [C-DATA-03]', async () => {
  const emails = ['twice@example.com', 'TWICE@example.com', ' Twice@Example.com ', 'twice@EXAMPLE.COM'];
  const answers = await Promise.all(
    // also on other days: the rule is per guest and location
    emails.map((email, i) => book({ date: `2026-12-0${6 + i}`, customerInfo: guest('Twice', email) })),
  );
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
    code: 'reservation-exists',
    error: 'You already have an active reservation at this location. Please cancel your existing reservation first.',
  });
  const elsewhere = await book({ locationId: 'new-glasgow', customerInfo: guest('Twice', 'twice@example.com') });
  expect(elsewhere.status).toBe(200);
});

test('a past or cancelled reservation never blocks a new one [C-RES-08]', async () => {
  const eaten = guest('Eaten');
  const first = await book({ date: '2026-11-21', time: '12:00', customerInfo: eaten });
  expect((await book({ customerInfo: eaten })).status).toBe(409);
  server.clock.set('2026-11-21T16:00:00.000Z'); // noon in Halifax: its time has come
  const second = await book({ date: '2026-11-28', customerInfo: eaten });
  expect(second.status).toBe(200);
  await server.call('cancelReservation', {
    body: { reservationId: second.body.reservation.id, token: tokenOf(second.body.manageUrl) },
  });
  expect((await book({ date: '2026-11-29', customerInfo: eaten })).status).toBe(200);
  expect(
    (await db.selectFrom('reservations').selectAll().where('id', '=', first.body.reservation.id).executeTakeFirst())
      ?.status,
  ).toBe('confirmed');
  server.clock.set('2026-11-20T22:00:00.000Z');
});

test('the database refuses a second active reservation of a guest', async () => {
  const { body } = await book({ date: '2026-12-10', customerInfo: guest('Belt') });
  const row = await db
    .selectFrom('reservations')
    .selectAll()
    .where('id', '=', body.reservation.id)
    .executeTakeFirstOrThrow();
  await expect(
    db
      .insertInto('reservations')
      .values({ ...row, last_change: null, deposit: null, id: 'another', reservation_id: 'RES-TRU-20261210-ZZZZ' })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'reservations_one_active' });
});

test('a repeated request returns the same reservation; another body with that key is refused', async () => {
  const headers = { 'idempotency-key': 'book-once' };
  const bookingInput = { date: '2026-12-11', customerInfo: guest('Once') };
  const answers = await Promise.all([
    book(bookingInput, headers),
    book(bookingInput, headers),
    book(bookingInput, headers),
  ]);
  expect(new Set(answers.map(({ body }) => body.reservation.id)).size).toBe(1);
  expect((await book({ ...bookingInput, partySize: 3 }, headers)).status).toBe(422);
});

test('stores 18:00 as the correct instant across a change of the clocks', async () => {
  const stored: string[] = [];
  for (const [now, date] of [
    ['2027-03-01T15:00:00.000Z', '2027-03-13'],
    ['2027-03-01T15:00:00.000Z', '2027-03-14'],
    ['2027-10-01T15:00:00.000Z', '2027-11-06'],
    ['2027-10-01T15:00:00.000Z', '2027-11-07'],
  ] as const) {
    server.clock.set(now);
    const { body } = await book({ date, time: '18:00', customerInfo: guest('Clock', `clock-${date}@example.com`) });
    stored.push(body.reservation.startsAt);
  }
  expect(stored).toEqual([
    '2027-03-13T22:00:00.000Z',
    '2027-03-14T21:00:00.000Z',
    '2027-11-06T21:00:00.000Z',
    '2027-11-07T22:00:00.000Z',
  ]);
  server.clock.set('2026-11-20T22:00:00.000Z');
});

test('stores guest texts unchanged; the customer key may book too', async () => {
  const odd = await book({ date: '2026-12-12', customerInfo: guest('<b>Bold</b>') });
  expect(odd.body.error).toBe('Name contains invalid characters');
  const { status, body } = await server.call(
    'createReservation',
    {
      body: {
        ...bookingOf({ date: '2026-12-12', customerInfo: guest("Zoë O'Neil-Ng", 'zoe@example.com') }),
        specialRequests: "'); drop table reservations; -- \u0000 <script>alert(1)</script>",
      },
    },
    SITE_KEY,
  );
  expect({ status, error: body.error }).toEqual({ status: 200 });
  expect(body.reservation.reservationDetails.specialRequests).toBe(
    "'); drop table reservations; --  <script>alert(1)</script>",
  );
});
