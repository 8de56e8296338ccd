import { expect, test } from 'vitest';
import { REQUEST_LIMITS } from '@tiffin/contract';
import { bookingOf } from '../../testing/bookings.ts';
import { newestMessage } from '../../testing/newest-message.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const mailer = { name: 'mail', through: 'mail.test', send: () => Promise.resolve({ providerId: 'taken' }) };
const server = await testServer({ mailer, env: { DEMO_MAILS: '1' } });

async function signUp(email: string): Promise<Caller> {
  const body = JSON.stringify({ email, password: 'Good-pass-1', name: 'Vera Guest' });
  const headers = { 'content-type': 'application/json' };
  await server.fetch('/api/auth/sign-up/email', { method: 'POST', headers, body });
  return server.signIn(email, 'Good-pass-1');
}

const book = (as: Caller, changes: Parameters<typeof bookingOf>[0] = {}) =>
  server.call('createReservation', { body: bookingOf(changes) }, as);

function linksTo(email: string) {
  return server.context.db
    .selectFrom('messages')
    .select('status')
    .where('recipient', '=', email)
    .where('template', '=', 'verify_email')
    .orderBy('created_at')
    .execute();
}

test('messages to unconfirmed recipients do not use up the limit of confirmation links', async () => {
  const email = 'vera@guest.test';
  const customerInfo = { name: 'Vera Guest', email, phone: '902-555-0133' };
  expect((await book(SITE_KEY, { customerInfo })).status).toBe(200);
  const order = {
    customerEmail: email,
    customerName: 'Vera Guest',
    reservationDate: '2026-11-27',
    reservationTime: '6:00 PM',
    partySize: 2,
  };
  for (let n = 0; n < 5; n++) await server.call('sendReservationConfirmation', { body: order }, SITE_KEY);
  await server.settle();
  const sent = await server.context.db
    .selectFrom('messages')
    .select('status')
    .where('recipient', '=', email)
    .where('status', '=', 'sent')
    .execute();
  expect(sent).toHaveLength(5);
  await signUp(email);
  expect(await linksTo(email)).toEqual([{ status: 'queued' }]);
});

test('the code can be sent again, its link leads on to the reservations after a booking, and nothing is sent after confirmation', async () => {
  const email = 'ida@guest.test';
  const guest = await signUp(email);
  server.clock.forward(1_000);
  const ask = async () => (await server.call('sendEmailConfirmation', { body: {} }, guest)).body.isSent;
  expect(await ask()).toBe(true);
  const text = await newestMessage(server.context.db, email, 'verify_email');
  expect(text).toMatch(new RegExp(`${server.context.publicUrl}/confirm-email\\?code=\\d{6}\\n`));
  await server.context.db
    .updateTable('users')
    .set({ email_confirmed_at: server.clock.now() })
    .where('email', '=', email)
    .execute();
  server.clock.forward(1_000);
  expect(await ask()).toBe(false);
  expect(await linksTo(email)).toHaveLength(2);
});

test('an error that asks for confirmation mentions the link only if one is sent', async () => {
  const email = 'sam@guest.test';
  const guest = await signUp(email);
  expect((await book(guest)).status).toBe(200);
  server.clock.forward(1_000);
  const ask = async () => (await book(guest)).body.error;
  for (let n = 0; n < REQUEST_LIMITS.askForProof.most; n++) {
    expect(await ask()).toMatch(/ or call us at .*\. A link to confirm it is on its way to you\.$/);
  }
  expect(await linksTo(email)).toHaveLength(1 + REQUEST_LIMITS.askForProof.most);
  expect(await newestMessage(server.context.db, email, 'verify_email')).toMatch(
    /\/confirm-email\?code=\d{6}&next=%2Freservations\n/,
  );
  expect(await ask()).toMatch(/^Please confirm your email address first\. Then book again, or call us at [\d() -]+\.$/);
  expect(await linksTo(email)).toHaveLength(1 + REQUEST_LIMITS.askForProof.most);
});
