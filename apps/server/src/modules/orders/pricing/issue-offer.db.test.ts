import { expect, test } from 'vitest';
import { confirmAddress, customerWithOffer, signUpForOffers } from '../../../testing/customer-with-offer.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { testServer, type Caller } from '../../../testing/server.ts';
import { htmlOf } from '../../outbox/templates/index.ts';

const server = await testServer();
const { db } = server.context;
const payload = await payloadMaker(server);

async function signUp(email: string, more: object = {}): Promise<Response> {
  return server.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Good-pass-1', name: 'Asha Menon', ...more }),
  });
}

function messagesTo(email: string, template: string) {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', email)
    .where('template', '=', template)
    .execute();
}

const codeOf = async (email: string) =>
  (await db.selectFrom('users').select('welcome_code').where('email', '=', email).executeTakeFirstOrThrow())
    .welcome_code;

test('a new account that agreed to offers gets one welcome mail with its own 10 % code once its address is confirmed [A-MAIL-26]', async () => {
  const email = 'asha@guest.test';
  const caller = await signUpForOffers(server, email);
  expect([await messagesTo(email, 'welcome'), await codeOf(email)]).toEqual([[], null]);
  await confirmAddress(server, email, caller);
  await server.call('updateMe', { body: { preferences: { marketing: true } } }, caller);
  const [mail, ...more] = await messagesTo(email, 'welcome');
  expect(more).toEqual([]);
  const code = await codeOf(email);
  expect(code).toMatch(/^WELCOME-[A-HJKMNP-Z2-9]{5}$/);
  expect(mail?.subject).toBe('Welcome to Sizzle & Spice: 10% off your first order');
  expect(mail?.body_text).toContain(`Hello Asha Menon,`);
  expect(mail?.body_text).toContain(`10% off your first order, with the code: ${code}`);
  expect(mail?.mail_content && htmlOf(mail.mail_content)).toContain(code);
  // What the law asks of an offer: the sender's postal address and a way to unsubscribe.
  expect(mail?.body_text).toContain('/unsubscribe?token=');
  expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
});

test('the consent is stored with its date, its form and the words that the person read', async () => {
  const email = 'francine@guest.test';
  await server.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'fr' },
    body: JSON.stringify({ email, password: 'Good-pass-1', name: 'Francine', offers: true }),
  });
  const rows = await db.selectFrom('consents').selectAll().where('email', '=', email).execute();
  expect(rows).toMatchObject([{ source: 'sign-up page', purpose: 'promotions', withdrawn_at: null }]);
  expect(rows[0]?.given_at).toEqual(server.context.clock.now());
  expect(rows[0]?.wording).toMatch(/^Envoyez-moi des offres par courriel. De la part de Sizzle & Spice/);
});

test.each([
  ['says nothing about offers', {}],
  ['sends the box as a text', { offers: 'true' }],
  ['does not tick the box', { offers: false }],
])('an account that %s gets no offer', async (name, more) => {
  const email = `${name.replaceAll(' ', '-')}@guest.test`;
  await signUp(email, more);
  await confirmAddress(server, email, await server.signIn(email, 'Good-pass-1'));
  expect([await messagesTo(email, 'welcome'), await codeOf(email)]).toEqual([[], null]);
});

test('an account that agrees on its page later gets the offer then, but not after its first order', async () => {
  const agree = (caller: Caller) => server.call('updateMe', { body: { preferences: { marketing: true } } }, caller);
  const [late, ordered] = ['late@guest.test', 'ordered@guest.test'];
  for (const email of [late, ordered]) {
    await signUp(email);
    await confirmAddress(server, email, await server.signIn(email, 'Good-pass-1'));
  }
  const caller = await server.signIn(ordered, 'Good-pass-1');
  expect((await server.call('createCustomerOrderCash', { body: payload() }, caller)).status).toBe(200);
  await agree(caller);
  await agree(await server.signIn(late, 'Good-pass-1'));
  expect([await codeOf(late), await codeOf(ordered)]).toEqual([expect.stringMatching(/^WELCOME-/), null]);
});

test('an owner changes and stops the welcome offer, and each code keeps what was promised with it', async () => {
  const admin = await server.signIn('admin@demo.test');
  const change = async (settings: object) =>
    expect((await server.call('updateSettings', { body: { settings } }, admin)).status).toBe(200);
  const siteOffer = async () => (await server.call('getSite', {})).body.site.welcomePercent;
  const before = await customerWithOffer(server, 'ten@guest.test');
  await change({ welcomePercent: 15 });
  expect(await siteOffer()).toBe(15);
  const fifteen = await customerWithOffer(server, 'fifteen@guest.test');
  const [mail] = await messagesTo('fifteen@guest.test', 'welcome');
  expect(mail?.body_text).toContain(`15% off your first order, with the code: ${fifteen.code}`);
  await change({ welcomeIsActive: false });
  expect(await siteOffer()).toBeUndefined();
  const caller = await signUpForOffers(server, 'none@guest.test');
  await confirmAddress(server, 'none@guest.test', caller);
  expect([await messagesTo('none@guest.test', 'welcome'), await codeOf('none@guest.test')]).toEqual([[], null]);
  const offerOf = async (as: Caller) => (await server.call('getWelcomeOffer', { query: {} }, as)).body.offer;
  expect([await offerOf(before.caller), await offerOf(fifteen.caller)]).toEqual([
    { code: before.code, percentOff: 10 },
    { code: fifteen.code, percentOff: 15 },
  ]);
  const { body } = await server.call('getPromotions', {}, admin);
  expect(body.welcome).toMatchObject({ percentOff: 15, isActive: false });
  await change({ welcomePercent: 10, welcomeIsActive: true });
});

test('a welcome mail that still waits is cancelled when the customer unsubscribes', async () => {
  const email = 'gone@guest.test';
  const { caller, code } = await customerWithOffer(server, email);
  await server.call('updateMe', { body: { preferences: { marketing: false } } }, caller);
  expect(await messagesTo(email, 'welcome')).toMatchObject([{ status: 'cancelled' }]);
  // The offer was promised, so it still applies.
  expect((await server.call('getWelcomeOffer', { query: {} }, caller)).body.offer?.code).toBe(code);
});

test('the mail that asks to confirm an address has the restaurant’s branding', async () => {
  const [mail] = await messagesTo('asha@guest.test', 'verify_email');
  expect(mail?.subject).toBe('Confirm your email address');
  expect(mail?.mail_content && htmlOf(mail.mail_content)).toContain('Sizzle &amp; Spice');
});

test('a new account has a complete profile immediately [C-AUTH-07]', async () => {
  await signUp('New.Guest@guest.test', { name: '  Lena  ', phone_number: '(902) 555-0123' });
  const caller = await server.signIn('new.guest@guest.test', 'Good-pass-1');
  const { body } = await server.call('getMe', {}, caller);
  expect(body.me).toEqual({
    uid: expect.any(String),
    email: 'new.guest@guest.test',
    emailVerified: false,
    displayName: 'Lena',
    photoURL: null,
    role: 'customer',
    isAdmin: false,
    locationIds: [],
    loyaltyPoints: 0,
    totalOrders: 0,
    totalSpent: 0,
    createdAt: expect.stringMatching(/Z$/),
    lastLoginAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
    isActive: true,
    phoneNumber: '+19025550123',
    countryCode: '+1',
    preferences: { notifications: true, marketing: false },
    signupMethod: 'email_password',
    language: 'en',
  });
});

test('an e-mail address that contains the word admin belongs to an ordinary customer [C-AUTH-02] [C-AUTH-01]', async () => {
  await signUp('admin.of.everything@guest.test');
  const caller = await server.signIn('admin.of.everything@guest.test', 'Good-pass-1');
  expect((await server.call('getMe', {}, caller)).body.me).toMatchObject({ role: 'customer', isAdmin: false });
  expect((await server.call('getUsers', {}, caller)).status).toBe(403);
});

test('the signed-in person has an isAdmin flag [A-ROLE-05]', async () => {
  const { body } = await server.call('getMe', {}, await server.signIn('admin@demo.test'));
  expect(body.me).toMatchObject({ role: 'admin', isAdmin: true });
});

test('a sign-up always creates a customer, whatever role the request contains', async () => {
  await signUp('mallory@guest.test', { role: 'admin', is_active: true, emailVerified: true, total_orders: 99 });
  const row = await db.selectFrom('users').selectAll().where('email', '=', 'mallory@guest.test').executeTakeFirst();
  expect(row === undefined || (row.role === 'customer' && row.total_orders === 0 && !row.email_verified)).toBe(true);
});
