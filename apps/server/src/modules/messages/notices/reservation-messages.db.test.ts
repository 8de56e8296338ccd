import { expect, test } from 'vitest';
import { bookingOf, messagesAboutReservation, tokenOf } from '../../../testing/bookings.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { remindGuests } from './remind-guests.ts';
import { htmlOf } from '../../outbox/templates/index.ts';

const server = await testServer();
const { db } = server.context;
const host = await server.signIn('staff.truro@demo.test');

async function booked(changes: Parameters<typeof bookingOf>[0] = {}, as: Caller = {}) {
  const { body } = await server.call('createReservation', { body: bookingOf(changes) }, as);
  return { ...body.reservation, manageUrl: body.manageUrl };
}

test('a reservation is confirmed by one mail with the manage link [C-RES-04]', async () => {
  const made = await booked({ time: '19:00', partySize: 4, specialRequests: 'A high chair' });
  const [mail, ...more] = await messagesAboutReservation(server, made.reservationId);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    channel: 'mail',
    recipient: made.customerInfo.email,
    template: 'reservation_confirmation',
    subject: 'Your table on Friday, November 27, 2026 at 7:00 p.m.',
    status: 'outbox',
  });
  for (const text of [made.reservationId, '4 guests', 'A high chair', '395 Truro Heights Road', made.manageUrl]) {
    expect(mail?.body_text).toContain(text);
  }
  expect(mail?.mail_content && htmlOf(mail.mail_content)).toContain(made.manageUrl.replaceAll('&', '&amp;'));
});

test('the confirmation invites the guest’s calendar, and a cancellation removes the event with a higher number', async () => {
  const made = await booked({ date: '2026-12-04', time: '19:30' });
  await server.settle();
  const query = { reservationId: made.id, token: tokenOf(made.manageUrl) };
  await server.call('cancelReservation', { body: query });
  const mails = await messagesAboutReservation(server, made.reservationId);
  const calendars = mails.map(({ mail_content: content }) => content?.calendar);
  expect(calendars.map((calendar) => calendar?.method)).toEqual(['REQUEST', 'CANCEL']);
  const lines = calendars.map((calendar) => calendar?.file.replaceAll('\r\n ', '').split('\r\n') ?? []);
  const numbers = lines.map((each) => Number(each.find((line) => line.startsWith('SEQUENCE:'))?.slice(9)));
  expect(numbers).toEqual([0, 1]);
  const ids = lines.map((each) => each.find((line) => line.startsWith('UID:')));
  expect(new Set(ids).size).toBe(1);
  expect(lines[0]?.find((line) => line.startsWith('ATTENDEE'))).toContain(`MAILTO:${made.customerInfo.email}`);
  expect(lines[0]).toContain('BEGIN:VALARM');
  expect(lines[1]).toContain('STATUS:CANCELLED');
  // A stored calendar keeps no key to the reservation.
  expect(lines.flat().join()).not.toContain(tokenOf(made.manageUrl));
});

test('the guest sees the status of the confirmation and nothing else', async () => {
  const made = await booked({ date: '2026-12-09' });
  const confirmation = async () => {
    const query = { reservationId: made.id, token: tokenOf(made.manageUrl) };
    return (await server.call('getReservation', { query })).body.confirmation;
  };
  expect(await confirmation()).toBeNull();
  await server.settle();
  // No mail server is configured.
  expect(await confirmation()).toEqual({ to: made.customerInfo.email, status: 'not sent' });
  const setStatus = (status: 'queued' | 'sent') =>
    db.updateTable('messages').set({ status }).where('reservation_id', '=', made.reservationId).execute();
  await setStatus('queued');
  expect((await confirmation())?.status).toBe('on its way');
  await setStatus('sent');
  expect((await confirmation())?.status).toBe('sent');
});

test('a guest without a mail address gets a text message', async () => {
  const { body } = await server.call(
    'addReservationByPhone',
    { body: { ...bookingOf({ date: '2026-12-02' }), customerInfo: { name: 'Vera Voice', phone: '9025550188' } } },
    host,
  );
  const [sms] = await messagesAboutReservation(server, body.reservation.reservationId);
  expect(sms).toMatchObject({ channel: 'sms', recipient: '+19025550188' });
  expect(sms?.body_text).toBe(
    `Sizzle & Spice: Hi Vera, your table for 2 at Truro Heights, Wed, Dec 2 at 6:00 p.m., is booked. See or cancel it: ${body.manageUrl}`,
  );
});

test('a cancellation is sent once; an immediately cancelled reservation gets no confirmation', async () => {
  const byHost = await booked();
  await server.settle();
  server.clock.forward(1_000);
  await server.call('cancelReservation', { body: { reservationId: byHost.id, reason: 'Kitchen emergency' } }, host);
  const messages = await messagesAboutReservation(server, byHost.reservationId);
  expect(messages.map((each) => each.template)).toEqual(['reservation_confirmation', 'reservation_cancelled']);
  expect(messages[1]?.body_text).toContain('Kitchen emergency');

  const byGuest = await booked();
  await server.call('cancelReservation', { body: { reservationId: byGuest.id, token: tokenOf(byGuest.manageUrl) } });
  const last = await messagesAboutReservation(server, byGuest.reservationId);
  expect(last.map((each) => each.template)).toEqual(['reservation_cancelled']);
  expect(last[0]?.body_text).toContain('is cancelled, as you wished');
});

test('a reminder is sent once, the day before at the same local time, also across a change of the clocks', async () => {
  const made = await booked({ date: '2026-11-24', time: '19:00' });
  const soon = await booked({ date: '2026-11-21', time: '18:30' });
  const off = await booked({ date: '2026-11-24', time: '19:00' });
  await server.call('cancelReservation', { body: { reservationId: off.id, token: tokenOf(off.manageUrl) } });
  await server.settle();
  const reminders = async (reservationId: string) =>
    (await messagesAboutReservation(server, reservationId)).filter((each) => each.template === 'reservation_reminder');

  server.clock.set('2026-11-20T22:45:00.000Z'); // Tomorrow's reservation was made within the last hour.
  await remindGuests(server.context);
  expect(await reminders(soon.reservationId)).toEqual([]);

  server.clock.set('2026-11-23T22:59:00.000Z');
  await remindGuests(server.context);
  expect(await reminders(made.reservationId)).toEqual([]);
  server.clock.set('2026-11-23T23:00:00.000Z');
  await Promise.all([remindGuests(server.context), remindGuests(server.context)]);
  await remindGuests(server.context);
  const [reminder, ...again] = await reminders(made.reservationId);
  expect(again).toEqual([]);
  expect(reminder?.subject).toBe('See you soon: Tuesday, November 24, 2026 at 7:00 p.m.');
  expect(await reminders(off.reservationId)).toEqual([]);
  server.clock.set('2026-11-20T22:00:00.000Z');
});

test('a guest confirms once after the reminder, and the host sees who did not where that is asked for', async () => {
  const admin = await server.signIn('admin@demo.test');
  const asks = (asksConfirmation: boolean) =>
    server.call('updateLocation', { body: { locationId: 'truro', updates: { asksConfirmation } } }, admin);
  await asks(true);
  const [made, silent, moved] = [
    await booked({ date: '2026-11-24', time: '19:00' }),
    await booked({ date: '2026-11-24', time: '19:00' }),
    await booked({ date: '2026-11-24', time: '18:30' }),
  ];
  const late = await booked({ date: '2026-11-21' });
  server.clock.set('2026-11-23T23:00:00.000Z');
  await Promise.all([remindGuests(server.context), remindGuests(server.context)]);
  const messages = await messagesAboutReservation(server, made.reservationId);
  const reminders = messages.filter(({ template }) => template === 'reservation_reminder');
  expect(reminders.map((mail) => mail.body_text)).toEqual([
    expect.stringContaining('Please confirm that you are coming.'),
  ]);
  expect(reminders[0]?.body_text).toContain('Confirm or cancel');

  const confirm = () =>
    server.call('confirmReservation', { body: { reservationId: made.id, token: tokenOf(made.manageUrl) } });
  const twice = await Promise.all([confirm(), confirm()]);
  expect(twice.map(({ body }) => body.reservation.version)).toEqual([1, 1]);
  const query = { locationId: 'truro', date: '2026-11-24' };
  const { day } = (await server.call('getReservationDay', { query }, host)).body;
  const answers = new Map(day.reservations.map(({ id, guestConfirmation }) => [id, guestConfirmation]));
  expect([made, silent].map(({ id }) => answers.get(id))).toEqual(['given', 'asked']);

  // Another time is another question.
  const body = { reservationId: moved.id, date: '2026-11-28', time: '18:00', partySize: 2 };
  expect((await server.call('changeReservation', { body }, host)).body.reservation).not.toHaveProperty(
    'guestConfirmation',
  );
  // Nobody reminded this guest, who booked less than a day before, so nobody waits for an answer.
  const { reservation } = (await server.call('getReservation', { query: { reservationId: late.id } }, host)).body;
  expect(reservation).not.toHaveProperty('guestConfirmation');

  await server.call('cancelReservation', { body: { reservationId: silent.id, reason: 'Full' } }, host);
  const over = await server.call('confirmReservation', { body: { reservationId: silent.id } }, host);
  expect(over.body.code).toBe('invalid-transition');
  await asks(false);
  server.clock.set('2026-11-20T22:00:00.000Z');
});

test('sends no reminder to guests who opted out, nor when it would be too late', async () => {
  const priya = await server.signIn('customer@demo.test');
  await server.call('updateMe', { body: { preferences: { notifications: false } } }, priya);
  const quiet = await booked({ date: '2026-11-25' }, priya);
  const missed = await booked({ date: '2026-11-26' });
  server.clock.set('2026-11-26T21:00:00.000Z'); // An hour before, after the server was down for a day.
  await remindGuests(server.context);
  for (const each of [quiet, missed]) {
    const sentMessages = await messagesAboutReservation(server, each.reservationId);
    expect(sentMessages.map((message) => message.template)).toEqual(['reservation_confirmation']);
  }
  server.clock.set('2026-11-20T22:00:00.000Z');
});

test('sending the confirmation again needs e-mail, name, date, time and party size [C-RES-05] [A-MAIL-20] [C-API-08] [C-API-15] [A-API-19]', async () => {
  const made = await booked({ date: '2026-12-03', time: '19:30', partySize: 3 });
  const fields = {
    customerEmail: made.customerInfo.email.toUpperCase(),
    customerName: 'Robin Guest',
    reservationDate: '2026-12-03',
    reservationTime: '7:30 PM',
    partySize: 3,
    tableNumber: '7',
    specialRequests: null,
    restaurantLocation: { name: 'Truro Heights', address: '395 Truro Heights Road' },
    metadata: { source: 'web' },
  };
  const send = (body: object, as: Caller = SITE_KEY) => server.call('sendReservationConfirmation', { body }, as);
  for (const field of ['customerEmail', 'customerName', 'reservationDate', 'reservationTime', 'partySize'] as const) {
    const { [field]: _left, ...rest } = fields;
    const answer = await send(rest);
    expect([answer.status, answer.body.error]).toEqual([400, 'Missing required reservation data']);
  }
  expect((await send(fields, {})).status).toBe(401);
  expect((await send(fields)).body).toMatchObject({ success: true, sentTo: made.customerInfo.email });
  expect((await send({ ...fields, restaurantLocation: 'truro', reservationTime: '19:30' }, host)).status).toBe(200);
  const sent = (await messagesAboutReservation(server, made.reservationId)).filter(
    (each) => each.template === 'reservation_confirmation',
  );
  expect(sent).toHaveLength(3);
  // Only staff may set the table number.
  expect(sent.filter((each) => /Table:? +7/.test(each.body_text.replaceAll(/\n/g, ' ')))).toHaveLength(1);
});

test('sends nothing to a guest without such a reservation [A-ERR-81]', async () => {
  const made = await booked({ date: '2026-12-04' });
  const fields = {
    customerEmail: made.customerInfo.email,
    customerName: 'Robin Guest',
    reservationDate: '2026-12-04',
    reservationTime: '18:00',
    partySize: 2,
  };
  for (const changes of [
    { customerEmail: 'stranger@example.com' },
    { reservationDate: '2026-12-05' },
    { reservationTime: '18:30' },
    { partySize: 3 },
    { restaurantLocation: 'new-glasgow' },
  ]) {
    const body = { ...fields, ...changes };
    const answer = await server.call('sendReservationConfirmation', { body }, host);
    expect([answer.status, answer.body.error]).toEqual([404, 'Failed to send reservation confirmation']);
  }
  expect(await messagesAboutReservation(server, made.reservationId)).toHaveLength(1);
});

test('a guest gets the same response whether or not the reservation exists', async () => {
  const made = await booked({ date: '2026-12-08' });
  const fields = {
    customerEmail: made.customerInfo.email,
    customerName: 'Robin Guest',
    reservationDate: '2026-12-08',
    reservationTime: '18:00',
  };
  const ask = async (partySize: number) => {
    const { status, body } = await server.call(
      'sendReservationConfirmation',
      { body: { ...fields, partySize } },
      SITE_KEY,
    );
    return { status, body };
  };
  const right = await ask(2);
  expect(right).toEqual({
    status: 200,
    body: { success: true, message: expect.any(String), sentTo: made.customerInfo.email },
  });
  expect(await ask(3)).toEqual(right);
  expect(await messagesAboutReservation(server, made.reservationId)).toHaveLength(2);
  const others = [await ask(3), await ask(3), await ask(3), await ask(3)];
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
});

test('the public key can send the same confirmation only a few times an hour', async () => {
  const made = await booked({ date: '2026-12-05' });
  const body = {
    customerEmail: made.customerInfo.email,
    customerName: 'Robin Guest',
    reservationDate: '2026-12-05',
    reservationTime: '18:00',
    partySize: 2,
  };
  const statuses = [];
  for (let i = 0; i < 6; i++)
    statuses.push((await server.call('sendReservationConfirmation', { body }, SITE_KEY)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
