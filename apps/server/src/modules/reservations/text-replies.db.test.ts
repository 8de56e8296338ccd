import { createHmac } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { twilioSender } from '../../adapters/messages/twilio.ts';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';
import { testServer } from '../../testing/server.ts';
import { remindGuests } from '../messages/notices/remind-guests.ts';
import { endWaits } from './end-waits.ts';

// A Friday evening at 6:42.
const NOW = '2026-11-20T22:42:00.000Z';
const account = { accountSid: 'AC0', authToken: 'token', from: '+19025550100', apiBase: 'http://127.0.0.1:2526' };
const server = await testServer({ env: { RATE_LIMITS: '0' }, sms: twilioSender({ ...account, hasReplies: true }) });
const { context, clock } = server;
const host = await server.signIn('staff.truro@demo.test');
const PHONE = '+19025550188';

async function reply(Body: string, { From = PHONE, key = 'token' } = {}) {
  const url = `${context.publicUrl}/api/text-replies`;
  const signature = createHmac('sha1', key).update(`${url}Body${Body}From${From}`).digest('base64');
  const { status } = await server.fetch('/api/text-replies', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    body: new URLSearchParams({ Body, From }).toString(),
  });
  await server.settle();
  return status;
}
async function texts() {
  const rows = await context.db.selectFrom('messages').select('body_text').where('recipient', '=', PHONE).execute();
  return rows.map((row) => row.body_text);
}
async function called(phone = PHONE) {
  const body = { locationId: 'truro', name: 'Vera Voice', phone, partySize: 2 };
  const { waitId, manageUrl } = (
    await server.call('joinWaitlist', { body }, { 'idempotency-key': crypto.randomUUID(), 'accept-language': 'fr' })
  ).body;
  await server.call('callWaiting', { body: { waitId } }, host);
  const query = { waitId, token: tokenOf(manageUrl) };
  return async () => (await server.call('getWait', { query })).body.wait.state;
}
/** Booked by phone, without a mail address, and reminded the day before. */
async function reminded() {
  const body = { ...bookingOf({ date: '2026-11-24', time: '19:00' }), customerInfo: { name: 'Vera', phone: PHONE } };
  const { reservationId } = (await server.call('addReservationByPhone', { body }, host)).body.reservation;
  clock.set('2026-11-23T23:00:00.000Z');
  await remindGuests(context);
  return async () => (await server.call('getReservation', { query: { reservationId } }, host)).body.reservation;
}

beforeEach(async () => {
  clock.set(NOW);
  for (const each of ['table_plans', 'waits', 'messages'] as const) await context.db.deleteFrom(each).execute();
  await context.db.deleteFrom('reservations').where('location_id', '=', 'truro').execute();
});

test('a party that was called answers its text with 1, and changes its mind with 2, in its language', async () => {
  const state = await called();
  expect(await texts()).toContainEqual(expect.stringContaining('Répondez 1'));
  expect(await reply(' 1. ')).toBe(200);
  expect(await state()).toBe('coming');
  expect(await texts()).toContainEqual(expect.stringContaining('Merci. Votre table vous attend.'));
  await reply('2');
  expect(await state()).toBe('left');
});

test('an answer that comes too late is told why, and the table of others stays theirs', async () => {
  await called();
  clock.forward(11 * 60_000);
  await endWaits(context);
  const state = await called('+19025550189');
  await reply('1');
  expect(await texts()).toContainEqual(expect.stringContaining('Les 10 minutes sont passées'));
  expect(await state()).toBe('called');
});

test('a guest without a mail address confirms the reminder with 1 and cancels with 2', async () => {
  const reservation = await reminded();
  expect(await texts()).toContainEqual(expect.stringContaining('Please answer 1 to confirm or 2 to cancel: http'));
  await reply('1');
  expect(await reservation()).toMatchObject({ status: 'confirmed', guestConfirmation: 'given' });
  expect(await texts()).toContain('Sizzle & Spice: Thank you. Your table is confirmed.');
  await reply('2');
  expect(await reservation()).toMatchObject({ status: 'cancelled' });
  expect(await texts()).toContainEqual(expect.stringContaining('is cancelled'));
});

test('the last question is answered: the call of a table, not the reminder before it', async () => {
  const reservation = await reminded();
  clock.forward(60_000);
  const state = await called();
  await reply('2');
  expect(await state()).toBe('left');
  expect((await reservation()).status).toBe('confirmed');
});

test('an unsigned answer, other words and the number of a mailed reservation change nothing', async () => {
  const state = await called();
  expect(await reply('2', { key: 'other' })).toBe(400);
  for (const text of ['On my way!', '12', '', 'STOP 1']) expect(await reply(text)).toBe(200);
  expect(await state()).toBe('called');
  await context.db.deleteFrom('waits').execute();
  const { reservation } = (
    await server.call('createReservation', { body: bookingOf({ date: '2026-11-24', time: '19:00' }) })
  ).body;
  clock.set('2026-11-23T23:00:00.000Z');
  await remindGuests(context);
  await reply('2', { From: reservation.customerInfo.phone });
  const now = await server.call('getReservation', { query: { reservationId: reservation.id } }, host);
  expect(now.body.reservation).toMatchObject({ status: 'confirmed', guestConfirmation: 'offered' });
});
