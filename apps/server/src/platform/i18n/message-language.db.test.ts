import { cents } from '@tiffin/domain/core';
import { DEMO_PASSWORD } from '@tiffin/demo/people';
import { expect, test } from 'vitest';
import { moneyText } from '../../modules/outbox/templates/mail-formats.ts';
import { htmlOf } from '../../modules/outbox/templates/index.ts';
import { receiptPdf } from '../../modules/orders/receipt-pdf.ts';
import { readReceipt } from '../../modules/orders/read-receipt.ts';
import { bookingOf, messagesAboutReservation } from '../../testing/bookings.ts';
import { ASHA, payloadMaker } from '../../testing/order-payload.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { inLanguage } from './request-language.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const truro = await payloadMaker(server);

const FRENCH: Caller = { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' };
const ENGLISH: Caller = { 'accept-language': 'en-CA,en;q=0.9,fr;q=0.8' };

async function place(as: Caller, request = {}) {
  const body = truro({ dishes: { 'butter-chicken': 1 }, customer: ASHA, ...request });
  const placed = await server.call('createCustomerOrderCash', { body }, { ...SITE_KEY, ...as });
  expect(placed.body).toMatchObject({ success: true });
  return placed.body.order;
}

async function messagesAbout(orderId: string) {
  await server.settle();
  const all = await db.selectFrom('messages').selectAll().where('order_id', '=', orderId).execute();
  return { mail: all.find(({ channel }) => channel === 'mail'), sms: all.find(({ channel }) => channel === 'sms') };
}

test('an order in French gets messages in French, with amounts in the French format', async () => {
  const order = await place(FRENCH, { tipCents: 150 });
  expect(order.language).toBe('fr');
  const { mail, sms } = await messagesAbout(order.orderId);
  expect(mail?.subject).toBe(`Votre commande ${order.orderId} est confirmée`);
  expect(mail?.body_text).toContain('Commande confirmée!');
  expect(mail?.body_text).toMatch(/Pourboire +1,50\u00a0\$/);
  expect(mail?.body_text).toMatch(/Total +\d+,\d\d\u00a0\$/);
  expect(sms?.body_text).toContain(`Bonjour Asha, nous avons bien reçu votre commande ${order.orderId}.`);
  // The mail is rendered when it is sent, and when staff look at it.
  const html = mail?.mail_content ? htmlOf(mail.mail_content) : '';
  expect(html).toContain('<html lang="fr-CA"');
  expect(html).toMatch(/\d+,\d\d\u00a0\$/);
});

test('an order in English gets English messages, and so does one without a stored language', async () => {
  const order = await place(ENGLISH, { tipCents: 150 });
  const old = await place(FRENCH, { tipCents: 150 });
  await db.updateTable('orders').set({ language: null }).where('id', '=', old.orderId).execute();
  expect(order.language).toBe('en');
  for (const { orderId } of [order, old]) {
    const { mail, sms } = await messagesAbout(orderId);
    expect(mail?.subject).toBe(`Your order ${orderId} is confirmed`);
    expect(mail?.body_text).toMatch(/Tip +\$1\.50/);
    expect(mail?.mail_content?.language).toBeUndefined();
    expect(sms?.body_text).toContain(`Hi Asha, we have your order ${orderId}.`);
  }
});

test('orders of the till get messages in the restaurant’s language', async () => {
  const staff = await server.signIn('staff.truro@demo.test');
  const { body } = await server.call(
    'createAdminOrderCash',
    { body: { ...truro({ dishes: { 'butter-chicken': 1 } }), cashConfirmed: true } },
    { ...staff, ...FRENCH },
  );
  expect(body).toMatchObject({ success: true });
  expect(body.order.language).toBeUndefined();
});

test('a reservation stores the language of its guest’s messages, and its mail is in that language to the last line', async () => {
  const { body } = await server.call('createReservation', { body: bookingOf({}) }, { ...SITE_KEY, ...FRENCH });
  expect(body.reservation.language).toBe('fr');
  const [mail] = await messagesAboutReservation(server, body.reservation.reservationId);
  expect(mail?.body_text).toContain('Voir, modifier ou annuler');
  expect(mail?.body_text).toContain('Vous recevez ce courriel parce que vous avez réservé une table chez nous.');
});

async function signIn(email: string, as: Caller): Promise<string | null> {
  const signedIn = await server.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...as },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  expect(signedIn.status).toBe(200);
  const row = await db.selectFrom('users').select('language').where('email', '=', email).executeTakeFirstOrThrow();
  return row.language;
}

test('a guest gets messages in the language of the page of their last sign-in', async () => {
  expect(await signIn('customer@demo.test', FRENCH)).toBe('fr');
  expect(await signIn('customer@demo.test', ENGLISH)).toBe('en');
});

test('staff keep the language they chose, whichever page they sign in on', async () => {
  const cook = 'staff.truro@demo.test';
  expect(await signIn(cook, ENGLISH)).toBe('en');
  const chosen = await server.call('updateMe', { body: { language: 'fr' } }, await server.signIn(cook));
  expect(chosen.status).toBe(200);
  expect(await signIn(cook, ENGLISH)).toBe('fr');
});

test('simultaneous requests each get errors in their own language', async () => {
  const ask = async (as: Caller) =>
    (await server.call('getLocationMenu', { query: { locationId: 'atlantis' } }, as)).body.error;
  const reported = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? FRENCH : ENGLISH)));
  expect(reported).toEqual(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'Établissement introuvable' : 'Location not found')),
  );
});

test('a menu is cached per language, and its response tells caches so', async () => {
  const ask = (as: Caller) => server.fetch('/api/getLocationMenu?locationId=truro', {}, as);
  // Twice: the second comes from the fast lane.
  for (const as of [FRENCH, ENGLISH, FRENCH, ENGLISH]) {
    const answer = await ask(as);
    expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'accept-encoding, accept-language']);
  }
});

test('a receipt contains French letters correctly', async () => {
  const order = await place(FRENCH);
  const source = await readReceipt(context, order.orderId, order.metadata.orderToken);
  const name = 'Bœuf à la crème, façon «\u00a0grand-mère\u00a0» l’été, Ÿ\u202f!';
  const items = source.order.items.map((item) => ({ ...item, name }));
  const pdf = await inLanguage('fr', () => receiptPdf({ ...source, order: { ...source.order, items } }));
  const drawn = (await readPdf(pdf)).texts.join(' ');
  for (const word of ['Bœuf', 'à la', 'crème,', 'façon', '«', 'grand-mère', 'l’été,', 'Ÿ'])
    expect(drawn).toContain(word);
  expect(drawn).not.toContain('?');
});

test('amounts have the format of the language', () => {
  expect(inLanguage('fr', () => moneyText(cents(1250), 'CAD'))).toBe('12,50\u00a0$');
  expect(moneyText(cents(1250), 'CAD')).toBe('$12.50');
});

test('errors of the contract are in the caller’s language and contain its limits', async () => {
  const ask = async (as: Caller) => {
    const body = { settings: { tagline: 'x'.repeat(5000), phone: 'abc' } };
    const answer = await server.call(
      'updateSettings',
      { body },
      { ...(await server.signIn('admin@demo.test')), ...as },
    );
    return [
      answer.status,
      (answer.body as { fields?: readonly { message: string }[] }).fields?.map(({ message }) => message),
    ];
  };
  expect(await ask(FRENCH)).toEqual([400, ['Au plus 200 caractères', 'Ce n’est pas un numéro de téléphone']]);
  expect(await ask(ENGLISH)).toEqual([400, ['At most 200 characters', 'Not a phone number']]);
});
