import { expect, test } from 'vitest';
import { bookingOf } from '../../../testing/bookings.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { releaseBatches } from './release-batches.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const owner = await server.signIn('admin@demo.test');
const host = await server.signIn('staff.truro@demo.test');
const payload = await payloadMaker(server);
const date = '2026-11-22';
const to = { day: { locationId: 'truro', date } };
const closing = {
  subject: 'Snow tonight, {customerName}',
  message: 'We close at eight. Your table is kept until then.',
};
const guestOf = (email: string) => ({ name: `Guest ${email.split('@')[0]}`, email, phone: '902-555-0170' });
const book = (email: string, changes: Parameters<typeof bookingOf>[0] = {}) =>
  server.call('createReservation', { body: bookingOf({ date, customerInfo: guestOf(email), ...changes }) });

const recipientsOf = async (mailingId: string) => {
  await releaseBatches(context);
  const rows = await context.db
    .selectFrom('messages')
    .select(['recipient', 'template', 'subject'])
    .where('mailing_id', '=', mailingId)
    .orderBy('recipient')
    .execute();
  return rows.map(({ recipient, template, subject }) => [recipient, template, subject]);
};

test('a message to the guests of a day goes to its bookings and planned orders, without consent, and to nobody else', async () => {
  await book('booked@example.com');
  await book('later@example.com', { date: '2026-11-23' });
  await book('elsewhere@example.com', { locationId: 'new-glasgow' });
  const { body: gone } = await book('gone@example.com');
  const token = new URL(gone.manageUrl).searchParams.get('token') ?? '';
  await server.call('cancelReservation', { body: { reservationId: gone.reservation.id, token } });
  const phoneOnly = { name: 'Vera Voice', phone: '9025550188' };
  const byPhone = { body: { ...bookingOf({ date }), customerInfo: phoneOnly } };
  expect((await server.call('addReservationByPhone', byPhone, host)).status).toBe(200);
  const orderData = { ...payload({ dishes: { 'mango-lassi': 1 } }), wantedFor: '2026-11-22T22:00:00.000Z' };
  const placed = await server.call('createCustomerOrderCash', { body: orderData }, SITE_KEY);
  expect(placed.status).toBe(200);

  const preview = await server.call(
    'previewEmail',
    { body: { templateId: 'custom', templateData: closing, to } },
    owner,
  );
  expect(preview.body).toMatchObject({
    recipients: 2,
    withoutEmail: [{ name: 'Vera Voice', phone: '+19025550188' }],
  });
  clock.forward(1_000);
  const { body } = await server.call(
    'startMailing',
    { body: { templateId: 'custom', templateData: closing, to } },
    owner,
  );
  const sent = await recipientsOf(body.mailing.id);
  expect(sent).toHaveLength(2);
  expect(sent).toContainEqual(['booked@example.com', 'custom', 'Snow tonight, Guest booked']);
  expect(sent.map(([recipient]) => recipient)).toContain(placed.body.order.customerInfo.email);
  const { after } = await context.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'start-mailing')
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ recipients: 2, isAboutOwnOrders: true });
});

test('an offer to the guests of a day needs consent, and a day without guests sends nothing', async () => {
  const offer = { offerTitle: 'Two for one', message: 'Come by', subject: 'Offer' };
  const preview = await server.call(
    'previewEmail',
    { body: { templateId: 'promotion', templateData: offer, to } },
    owner,
  );
  expect(preview.body.recipients).toBe(0);
  clock.forward(1_000);
  const empty = { day: { locationId: 'truro', date: '2026-12-19' } };
  const body = { templateId: 'custom', templateData: closing, to: empty };
  expect((await server.call('startMailing', { body }, owner)).status).toBe(400);
});

test('a key for messages alone does not learn who comes', async () => {
  await server.call('confirmIdentity', { body: { password: 'Demo-pass-1!' } }, owner);
  const { body } = await server.call('createApiKey', { body: { name: 'Mails', scopes: ['messages:write'] } }, owner);
  const request = { body: { templateId: 'custom', templateData: closing, to } };
  for (const call of ['previewEmail', 'startMailing'] as const)
    expect((await server.call(call, request, { 'x-api-key': body.key ?? '' })).body).toMatchObject({
      code: 'scope-missing',
    });
});
