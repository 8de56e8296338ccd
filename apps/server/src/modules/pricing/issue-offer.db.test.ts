import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { htmlOf } from '../outbox/templates/index.ts';

const server = await testServer();
const { db } = server.context;

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

test('a new account gets one welcome mail with its own 10 % code [A-MAIL-26]', async () => {
  await signUp('asha@guest.test');
  const [mail, ...more] = await messagesTo('asha@guest.test', 'welcome');
  expect(more).toEqual([]);
  const { welcome_code: code } = await db
    .selectFrom('users')
    .select('welcome_code')
    .where('email', '=', 'asha@guest.test')
    .executeTakeFirstOrThrow();
  expect(code).toMatch(/^WELCOME-[A-HJKMNP-Z2-9]{5}$/);
  expect(mail?.subject).toBe('Welcome to Sizzle & Spice: 10% off your first order');
  expect(mail?.body_text).toContain(`Hello Asha Menon,`);
  expect(mail?.body_text).toContain(`10% off your first order, with the code: ${code}`);
  expect(mail?.mail_content && htmlOf(mail.mail_content)).toContain(code);
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
