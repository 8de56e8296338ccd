import { expect, test } from 'vitest';
import { bookingOf, messagesAboutReservation, tokenOf } from '../../testing/bookings.ts';
import { testServer, type Caller } from '../../testing/server.ts';
import { remindGuests } from '../messages/notices/remind-guests.ts';

// A Friday evening, Halifax time.
const NOW = '2026-11-20T22:00:00.000Z';
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const priya = await server.signIn('customer@demo.test');
const host = await server.signIn('staff.truro@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');

type Changes = Parameters<typeof bookingOf>[0];

async function booked(changes: Changes = {}, as: Caller = {}) {
  const { status, body } = await server.call('createReservation', { body: bookingOf(changes) }, as);
  expect(status).toBe(200);
  return { ...body.reservation, token: tokenOf(body.manageUrl) };
}
type Booked = Awaited<ReturnType<typeof booked>>;

interface NewDetails {
  readonly date?: string;
  readonly time?: string;
  readonly partySize?: number;
  readonly specialRequests?: string | null;
  readonly version?: number;
  readonly token?: string;
}

/** Changes a reservation by its link; other details stay as they are. */
function change(made: Booked, details: NewDetails, as: Caller = {}) {
  const { date, time, partySize } = made.reservationDetails;
  const body = { reservationId: made.reservationId, token: made.token, date, time, partySize, ...details };
  return server.call('changeReservation', { body }, as);
}
const rowOf = (id: string) => db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function seatsLeft(date: string, time: string): Promise<number> {
  const { body } = await server.call('getReservationSlots', {
    query: { locationId: 'truro', date, partySize: '1' },
  });
  return body.slots.find((slot) => slot.time === time)?.seatsLeft ?? 0;
}

test('a guest moves a reservation by its link: same number, next version, new seats taken and old ones free', async () => {
  const made = await booked({ date: '2026-11-30', partySize: 6, specialRequests: 'High chair' });
  const { status, body } = await change(made, {
    date: '2026-12-01',
    time: '19:30',
    partySize: 4,
    version: made.version,
  });
  expect(status).toBe(200);
  expect(body.reservation).toMatchObject({
    id: made.id,
    reservationId: made.reservationId,
    status: 'confirmed',
    version: made.version + 1,
    startsAt: '2026-12-01T23:30:00.000Z',
    reservationDetails: { date: '2026-12-01', time: '19:30', partySize: 4, specialRequests: 'High chair' },
    lastChange: {
      at: NOW,
      by: 'guest',
      before: {
        date: '2026-11-30',
        time: '18:00',
        partySize: 6,
        specialRequests: 'High chair',
        startsAt: made.startsAt,
      },
    },
  });
  expect([await seatsLeft('2026-11-30', '18:00'), await seatsLeft('2026-12-01', '19:30')]).toEqual([40, 36]);
  const audit = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_id', '=', made.reservationId)
    .executeTakeFirstOrThrow();
  expect(audit).toMatchObject({
    action: 'change-reservation',
    actor_kind: 'nobody',
    before: { date: '2026-11-30', time: '18:00', partySize: 6 },
    after: { date: '2026-12-01', time: '19:30', partySize: 4 },
  });
});

test('the guest gets one mail with both times that moves the event in their calendar', async () => {
  const made = await booked({ date: '2026-12-02' });
  await server.settle();
  server.clock.forward(1_000);
  await change(made, { time: '20:00', partySize: 3 });
  const mails = await messagesAboutReservation(server, made.reservationId);
  expect(mails.map(({ template }) => template)).toEqual(['reservation_confirmation', 'reservation_changed']);
  const [confirmation, mail] = mails;
  expect(mail?.subject).toBe('Changed: your table is now on Wednesday, December 2, 2026 at 8:00 p.m.');
  expect(mail?.body_text).toContain('Wednesday, December 2, 2026 at 6:00 p.m., 2 guests');
  const linesOf = (message: typeof mail) =>
    message?.mail_content?.calendar?.file.replaceAll('\r\n ', '').split('\r\n') ?? [];
  expect(linesOf(mail)).toEqual(expect.arrayContaining(['SEQUENCE:1', 'DTSTART:20261203T000000Z', 'METHOD:REQUEST']));
  const uid = linesOf(mail).find((line) => line.startsWith('UID:'));
  expect(linesOf(confirmation)).toContain(uid);
  server.clock.set(NOW);
});

test('a guest without a mail address gets a text message with both times', async () => {
  const { body } = await server.call(
    'addReservationByPhone',
    { body: { ...bookingOf({ date: '2026-12-02' }), customerInfo: { name: 'Vera Voice', phone: '9025550188' } } },
    host,
  );
  const made = { ...body.reservation, token: tokenOf(body.manageUrl) };
  await server.settle();
  server.clock.forward(1_000);
  await change(made, { time: '19:00' });
  const [, sms] = await messagesAboutReservation(server, made.reservationId);
  expect(sms).toMatchObject({ channel: 'sms', recipient: '+19025550188', template: 'reservation_changed' });
  expect(sms?.body_text).toContain('is now Wed, Dec 2 at 7:00 p.m., for 2 (before: Wed, Dec 2 at 6:00 p.m.)');
  server.clock.set(NOW);
});

test('a change to the present details changes nothing and sends nothing', async () => {
  const made = await booked({ date: '2026-12-02', specialRequests: 'Window' });
  await server.settle();
  for (const details of [{}, { specialRequests: ' Window ' }, { version: 77 }]) {
    const { status, body } = await change(made, details);
    expect([status, body.reservation.version]).toEqual([200, made.version]);
  }
  expect(await messagesAboutReservation(server, made.reservationId)).toHaveLength(1);
});

test('requests stay unless they are sent, and null removes them', async () => {
  const made = await booked({ date: '2026-12-03', specialRequests: 'Window' });
  expect((await change(made, { time: '19:00' })).body.reservation.reservationDetails.specialRequests).toBe('Window');
  const { body } = await change(made, { time: '19:00', specialRequests: null });
  expect(body.reservation.reservationDetails.specialRequests).toBeNull();
});

test('the own seats do not count against the new party', async () => {
  const at = { date: '2026-12-04', time: '19:00' };
  await booked({ ...at, partySize: 18 });
  const made = await booked({ ...at, partySize: 20 });
  expect(await seatsLeft(at.date, at.time)).toBe(2);
  expect((await change(made, { partySize: 19 })).status).toBe(200);
  expect((await change(made, { partySize: 20 })).status).toBe(200);
  expect(await seatsLeft(at.date, at.time)).toBe(2);
});

test('a full time is refused with the nearest free times, and the old reservation stays', async () => {
  const full = { date: '2026-12-05', time: '19:00', partySize: 20 };
  await booked(full);
  await booked(full);
  const made = await booked({ date: '2026-12-05', time: '18:00' });
  const { status, body } = await change(made, { time: '19:00' });
  expect([status, body.code, body.error]).toEqual([409, 'slot-unavailable', 'This time is no longer available']);
  expect(body['alternatives']).toMatchObject([{ time: '18:00' }, { time: '18:30' }, { time: '19:30' }]);
  expect(await rowOf(made.id)).toMatchObject({ time: '18:00', sequence: 0, last_change: null });
});

test.each([
  ['a past day', { date: '2026-11-19' }, 409, { code: 'slot-unavailable', reason: 'past' }],
  ['61 days ahead', { date: '2027-01-20' }, 409, { code: 'slot-unavailable', reason: 'too-far-ahead' }],
  ['a time between the slots', { time: '18:15' }, 409, { code: 'slot-unavailable' }],
  ['a day that does not exist', { date: '2027-02-30' }, 400, { code: 'invalid-argument' }],
  ['a party of 21', { partySize: 21 }, 400, { error: 'Please specify a valid party size (1-20 people)' }],
  ['requests of 501 letters', { specialRequests: 'x'.repeat(501) }, 400, { code: 'invalid-argument' }],
  ['a wrong token', { token: 'guessed' }, 404, { code: 'reservation-not-found' }],
])('refuses %s', async (_case, details, status, answer) => {
  const made = await booked();
  const refused = await change(made, details);
  expect([refused.status, refused.body]).toMatchObject([status, answer]);
  expect(await rowOf(made.id)).toMatchObject({ date: '2026-11-27', time: '18:00', party_size: 2, sequence: 0 });
});

test('a closed day and a location that takes no reservations are refused, but requests can still be changed', async () => {
  const made = await booked({ locationId: 'new-glasgow', date: '2026-12-04' });
  await db
    .insertInto('location_exceptions')
    .values({ location_id: 'new-glasgow', date: '2026-12-05', closed: true, open: null, close: null, note: 'Wedding' })
    .execute();
  expect((await change(made, { date: '2026-12-05' })).body).toMatchObject({ reason: 'closed' });
  const setActive = (isActive: boolean) =>
    db.updateTable('locations').set({ is_active: isActive }).where('id', '=', 'new-glasgow').execute();
  await setActive(false);
  expect((await change(made, { time: '19:00' })).body).toMatchObject({ code: 'location-inactive' });
  expect((await change(made, { specialRequests: 'Window' })).status).toBe(200);
  await setActive(true);
});

test('a cancelled, seated or finished reservation and one whose time has come cannot be changed', async () => {
  const made = await booked({ date: '2026-11-21', time: '12:00' });
  const refused = { status: 409, code: 'invalid-transition' };
  const codeOf = async (details: NewDetails = { time: '18:00' }) => {
    const { status, body } = await change(made, details);
    return { status, code: body.code, error: body.error };
  };
  const setStatus = (status: 'seated' | 'completed' | 'cancelled' | 'confirmed') =>
    db.updateTable('reservations').set({ status }).where('id', '=', made.id).execute();
  for (const status of ['seated', 'completed', 'cancelled'] as const) {
    await setStatus(status);
    const error = `A reservation that is ${status} can no longer be changed`;
    expect(await codeOf()).toEqual({ ...refused, error });
  }
  await setStatus('confirmed');
  server.clock.set('2026-11-21T16:00:00.000Z');
  expect(await codeOf()).toEqual({
    status: 409,
    code: 'failed-precondition',
    error: 'This reservation is already past',
  });
  server.clock.set(NOW);
});

test('the customer changes their own, staff of the location any; staff elsewhere and others may not', async () => {
  const made = await booked({ date: '2026-12-07' }, priya);
  const withoutToken = { ...made, token: '' };
  expect((await change(withoutToken, { time: '18:30' }, priya)).body.reservation.lastChange?.by).toBe('guest');
  expect((await change(withoutToken, { time: '19:00' }, host)).body.reservation.lastChange?.by).toBe('staff');
  expect((await change(withoutToken, { time: '19:30' }, elsewhere)).status).toBe(403);
  expect((await change(withoutToken, { time: '19:30' })).status).toBe(404);
  expect((await rowOf(made.id)).time).toBe('19:00');
});

test('the same key gets the same response and one change', async () => {
  const made = await booked({ date: '2026-12-08' });
  const key = { 'idempotency-key': 'change-once' };
  const answers = [await change(made, { time: '19:00' }, key), await change(made, { time: '19:00' }, key)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect((await rowOf(made.id)).sequence).toBe(1);
});

test('of two guests who change into the last seats at once, one gets them and the other keeps the old reservation', async () => {
  const at = { date: '2026-12-09', time: '19:00' };
  await booked({ ...at, partySize: 20 });
  await booked({ ...at, partySize: 16 });
  const guests = await Promise.all(['18:00', '20:00'].map((time) => booked({ date: at.date, time, partySize: 4 })));
  const answers = await Promise.all(guests.map((made) => change(made, { time: at.time })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const rows = await Promise.all(guests.map(({ id }) => rowOf(id)));
  for (const [index, row] of rows.entries()) {
    const won = answers[index]?.status === 200;
    expect([row.time, row.sequence]).toEqual(won ? [at.time, 1] : [guests[index]?.reservationDetails.time, 0]);
  }
  expect(await seatsLeft(at.date, at.time)).toBe(0);
});

test('a change and a new booking compete for the last seats: one of them gets them', async () => {
  const at = { date: '2026-12-10', time: '19:00' };
  await booked({ ...at, partySize: 20 });
  await booked({ ...at, partySize: 18 });
  const made = await booked({ date: '2026-12-11' });
  const [changed, other] = await Promise.all([
    change(made, { ...at }),
    server.call('createReservation', { body: bookingOf(at) }),
  ]);
  expect([changed.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('of two tabs that change the same reservation, one wins and the other gets the current state', async () => {
  const made = await booked({ date: '2026-12-14' });
  const answers = await Promise.all(['19:00', '20:00'].map((time) => change(made, { time, version: made.version })));
  const won = answers.find(({ status }) => status === 200);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body).toMatchObject({ code: 'conflict', reservation: won?.body.reservation });
  expect((await rowOf(made.id)).sequence).toBe(1);
});

test('a change and a cancellation at once: the reservation ends cancelled, and the guest gets no mail about the change', async () => {
  const made = await booked({ date: '2026-12-15' });
  const [, cancelled] = await Promise.all([
    change(made, { time: '19:00' }),
    server.call('cancelReservation', { body: { reservationId: made.id, token: made.token } }),
  ]);
  expect(cancelled.status).toBe(200);
  expect((await rowOf(made.id)).status).toBe('cancelled');
  expect((await messagesAboutReservation(server, made.reservationId)).map(({ template }) => template)).toEqual([
    'reservation_cancelled',
  ]);
});

test('the reminder moves with the reservation', async () => {
  const made = await booked({ date: '2026-11-24', time: '19:00' });
  await server.settle();
  server.clock.set('2026-11-23T23:00:00.000Z');
  await remindGuests(server.context);
  server.clock.forward(60_000);
  await change(made, { date: '2026-11-27' });
  await remindGuests(server.context);
  server.clock.set('2026-11-26T23:00:00.000Z');
  await remindGuests(server.context);
  await remindGuests(server.context);
  const reminders = (await messagesAboutReservation(server, made.reservationId)).filter(
    ({ template }) => template === 'reservation_reminder',
  );
  expect(reminders.map(({ subject }) => subject)).toEqual([
    'See you soon: Tuesday, November 24, 2026 at 7:00 p.m.',
    'See you soon: Friday, November 27, 2026 at 7:00 p.m.',
  ]);
  server.clock.set(NOW);
});

test('a second booking is refused with the existing reservation only for the account that owns it', async () => {
  const made = await booked({ date: '2026-12-16' }, priya);
  const again = bookingOf({
    date: '2026-12-17',
    customerInfo: { name: 'Priya', email: made.customerInfo.email, phone: '9025550170' },
  });
  const own = await server.call('createReservation', { body: again }, priya);
  expect(own.body).toMatchObject({ code: 'reservation-exists', reservation: { id: made.id } });
  for (const as of [{}, await server.signIn('customer2@demo.test')]) {
    const { body } = await server.call('createReservation', { body: again }, as);
    expect(body.code).toBe('reservation-exists');
    expect(body['reservation']).toBeUndefined();
  }
});
