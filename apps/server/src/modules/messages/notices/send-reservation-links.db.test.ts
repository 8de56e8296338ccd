import { expect, test } from 'vitest';
import { bookingOf, tokenOf } from '../../../testing/bookings.ts';
import { testServer } from '../../../testing/server.ts';

const server = await testServer();
const { db } = server.context;

const sendLinks = (email: string) => server.call('sendReservationLinks', { body: { email } });
async function mailsTo(email: string) {
  await server.settle();
  return db
    .selectFrom('messages')
    .selectAll()
    .where('template', '=', 'reservation_links')
    .where('recipient', '=', email)
    .execute();
}

test('a lost link is mailed to the address of the reservation, and the answer is the same without one', async () => {
  const email = 'lost.link@example.com';
  const guest = { name: 'Robin Guest', email, phone: '902-555-0170' };
  const first = await server.call('createReservation', { body: bookingOf({ customerInfo: guest }) });
  const second = await server.call('createReservation', {
    body: bookingOf({ customerInfo: guest, locationId: 'new-glasgow', date: '2026-11-28' }),
  });
  const found = await sendLinks(' Lost.Link@Example.com ');
  const nothing = await sendLinks('no.reservation@example.com');
  expect([found.status, found.body]).toEqual([200, { success: true, sentTo: email }]);
  expect([nothing.status, nothing.body]).toEqual([200, { success: true, sentTo: 'no.reservation@example.com' }]);
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  for (const { manageUrl } of [first.body, second.body]) expect(mail?.body_text).toContain(manageUrl);
  expect(await mailsTo('no.reservation@example.com')).toEqual([]);
});

test('cancelled and past reservations are not in the mail', async () => {
  const email = 'cancelled@example.com';
  const { body } = await server.call('createReservation', {
    body: bookingOf({ customerInfo: { name: 'Robin Guest', email, phone: '902-555-0170' } }),
  });
  const token = tokenOf(body.manageUrl);
  await server.call('cancelReservation', { body: { reservationId: body.reservation.id, token } });
  expect((await sendLinks(email)).status).toBe(200);
  expect(await mailsTo(email)).toEqual([]);
});

test.each(['', 'robin', 'robin@example', `${'x'.repeat(200)}@example.com`])(
  'refuses “%s” as an address',
  async (email) => {
    expect((await sendLinks(email)).status).toBe(400);
  },
);

test('an address gets three mails an hour, whether or not it has a reservation', async () => {
  for (const email of ['often@example.com', 'never@example.com']) {
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await sendLinks(email)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
});

const GUEST = { name: 'Robin Guest', phone: '902-555-0171' };
const sendTexts = (phone: string) => server.call('sendReservationLinks', { body: { phone } });
async function textsTo(recipient: string) {
  await server.settle();
  return db
    .selectFrom('messages')
    .selectAll()
    .where('template', '=', 'reservation_links')
    .where('channel', '=', 'sms')
    .where('recipient', '=', recipient)
    .execute();
}

test('a guest who gave only a phone number gets the link as a text, and the answer is the same without one', async () => {
  const staff = await server.signIn('staff.truro@demo.test');
  const { body } = await server.call(
    'addReservationByPhone',
    { body: { ...bookingOf({ date: '2026-11-29' }), customerInfo: GUEST } },
    staff,
  );
  const found = await sendTexts('(902) 555-0171');
  const nothing = await sendTexts('902 555 0172');
  expect([found.status, found.body]).toEqual([200, { success: true, sentTo: '+19025550171' }]);
  expect([nothing.status, nothing.body]).toEqual([200, { success: true, sentTo: '+19025550172' }]);
  const [sms, ...more] = await textsTo('+19025550171');
  expect(more).toEqual([]);
  expect(sms?.body_text).toContain(tokenOf(body.manageUrl));
  // It counts towards the few texts that unconfirmed numbers get, and goes only to countries that get them.
  expect(sms?.unproven).toBe(true);
  expect(await textsTo('+19025550172')).toEqual([]);
});

test('a number gets no link of a reservation that has an email address', async () => {
  const guest = { ...GUEST, phone: '902-555-0173', email: 'both@example.com' };
  await server.call('createReservation', { body: bookingOf({ customerInfo: guest, date: '2026-11-30' }) });
  expect((await sendTexts('902-555-0173')).status).toBe(200);
  expect(await textsTo('+19025550173')).toEqual([]);
});

test('a number gets three texts an hour, and both contacts or none are refused', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 4; count++) statuses.push((await sendTexts('902-555-0174')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  for (const body of [{}, { email: 'a@example.com', phone: '902-555-0175' }, { phone: '12' }])
    expect((await server.call('sendReservationLinks', { body })).status).toBe(400);
});
