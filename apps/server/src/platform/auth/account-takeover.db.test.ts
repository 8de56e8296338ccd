import { expect, test } from 'vitest';
import { cookieOf, socialServer } from '../../testing/social-sign-in.ts';
import type { Caller } from '../../testing/server.ts';

const { server, provider, signInWith } = await socialServer();
const { db } = server.context;
const PASSWORD = 'Good-pass-1';
const json = { 'content-type': 'application/json' };

function post(path: string, body: object, as: Caller = {}): Promise<Response> {
  return server.fetch(`/api/auth${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) }, as);
}

async function signUp(email: string, more: { readonly offers?: boolean } = {}): Promise<Caller> {
  const answer = await post('/sign-up/email', { email, password: PASSWORD, name: 'Vera Guest', ...more });
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

const who = async (as: Caller) => (await server.call('getMe', {}, as)).body.me;

/** The mails of one template to an address, the newest first. */
function mailsTo(email: string, template: string) {
  return db
    .selectFrom('messages')
    .select('body_text')
    .where('recipient', '=', email)
    .where('template', '=', template)
    .orderBy('created_at', 'desc')
    .execute();
}

const offersOf = async (as: Caller, email: string) => ({
  agreed: (await who(as))?.preferences.marketing,
  mails: await mailsTo(email, 'welcome'),
});

async function mailedCode(email: string): Promise<string> {
  const [mail] = await mailsTo(email, 'verify_email');
  const link = /\S+\/confirm-email\?code=\d{6}/.exec(mail?.body_text ?? '')?.[0] ?? '';
  const code = new URL(link).searchParams.get('code') ?? '';
  expect(mail?.body_text).toContain(`Your code is: ${code}`);
  return code;
}

const confirm = async (code: string, as: Caller) => (await server.call('confirmEmail', { body: { code } }, as)).status;

/** Customers cannot add passkeys today, but former staff have some. */
async function addPasskey(email: string): Promise<void> {
  const passkey = { name: 'Phone', public_key: Buffer.from('key'), counter: 0, transports: [], added_at: new Date() };
  await db
    .insertInto('passkeys')
    .values({ ...passkey, id: `passkey of ${email}`, credential_id: email, user_id: await idOf(email) })
    .execute();
}

const idOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

async function waysInto(email: string) {
  const userId = await idOf(email);
  const accounts = await db
    .selectFrom('sign_in_accounts')
    .select('provider_id')
    .where('user_id', '=', userId)
    .execute();
  const passkeys = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute();
  return { accounts: accounts.map(({ provider_id: id }) => id), passkeys: passkeys.length };
}

const asGoogle = (email: string) =>
  provider.as({ id: `google ${email}`, name: 'The Owner', email, email_verified: true });

test('opening the links of old and new mails confirms nothing', async () => {
  const owner = await signUp('opened@guest.test');
  const code = await mailedCode('opened@guest.test');
  const old = await server.fetch('/api/auth/verify-email?token=eyJhbGciOiJIUzI1NiJ9.e30.x&callbackURL=%2Fdashboard');
  expect([old.status, old.headers.get('location')]).toEqual([302, '/confirm-email?old=1']);
  for (const caller of [{}, owner]) {
    await server.fetch(`/confirm-email?code=${code}`, {}, caller);
    await server.fetch(`/api/auth/verify-email?token=${code}`, {}, caller);
  }
  expect((await who(owner))?.emailVerified).toBe(false);
});

test('a link that the sign-in library signed confirms nothing either', async () => {
  const email = 'signed@guest.test';
  const owner = await signUp(email);
  const { createEmailVerificationToken } = await import('better-auth/api');
  const { secret } = await (await server.context.auth()).$context;
  const token = await createEmailVerificationToken(secret, email, undefined, 3_600, { userId: await idOf(email) });
  const answer = await server.fetch(`/api/auth/verify-email?token=${token}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/confirm-email?old=1']);
  expect((await who(owner))?.emailVerified).toBe(false);
});

test('only a session of the account confirms its address, with the mailed code, once', async () => {
  const email = 'vera@guest.test';
  const owner = await signUp(email);
  const code = await mailedCode(email);
  const other = await signUp('other@guest.test');
  expect([await confirm(code, {}), await confirm(code, other)]).toEqual([401, 409]);
  expect((await who(other))?.emailVerified).toBe(false);
  expect(await confirm(code === '000000' ? '000001' : '000000', owner)).toBe(409);
  // Another device of the same account may confirm too.
  const phone = await server.signIn(email, PASSWORD);
  expect(await confirm(code, phone)).toBe(200);
  expect((await who(owner))?.emailVerified).toBe(true);
  expect(await confirm(code, owner)).toBe(200);
  expect(await db.selectFrom('sent_codes').select('id').where('recipient', '=', email).execute()).toEqual([]);
});

test('a code works for a day, and a new one ends it', async () => {
  const email = 'late@guest.test';
  const owner = await signUp(email);
  const first = await mailedCode(email);
  server.clock.forward(60 * 60_000);
  await server.call('sendEmailConfirmation', { body: {} }, owner);
  const second = await mailedCode(email);
  // By chance both may be the same.
  const wrong = first === second ? '0' : first;
  expect(await confirm(wrong, owner)).toBe(409);
  server.clock.forward(24 * 60 * 60_000 + 1);
  expect(await confirm(second, owner)).toBe(409);
  await server.call('sendEmailConfirmation', { body: {} }, owner);
  server.clock.forward(23 * 60 * 60_000);
  expect(await confirm(await mailedCode(email), owner)).toBe(200);
});

test('a code allows five guesses, and an account twenty a day', async () => {
  const email = 'guesser@guest.test';
  const owner = await signUp(email);
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) {
    if (n % 5 === 0) {
      server.clock.forward(61 * 60_000);
      await server.call('sendEmailConfirmation', { body: {} }, owner);
    }
    const right = await mailedCode(email);
    statuses.push(await confirm(right === '000000' ? '000001' : '000000', owner));
    // After five guesses the right code is refused too.
    if (n === 4) statuses.push(await confirm(right, owner));
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 409));
  expect(statuses.at(-1)).toBe(429);
  expect(await confirm(await mailedCode(email), owner)).toBe(429);
});

test.each(['en', 'fr'])(
  'an account that someone else made cannot read the code in its own data, in %s',
  async (language) => {
    const email = `victim.${language}@guest.test`;
    const answer = await server.fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { ...json, 'accept-language': language },
      body: JSON.stringify({ email, password: PASSWORD, name: 'Mallory' }),
    });
    const attacker = cookieOf(answer);
    const [mail] = await mailsTo(email, 'verify_email');
    const code = /code=(\d{6})/.exec(mail?.body_text ?? '')?.[1] ?? 'no code';
    expect(mail?.body_text).toContain(language === 'fr' ? 'Votre code est' : 'Your code is');
    const data = await (await server.fetch('/api/exportMyData', {}, attacker)).text();
    expect(data).toContain(email);
    expect(data).not.toContain(code);
  },
);

test('the owner of an address who signs in with Google takes over an account that someone else made', async () => {
  const email = 'hijacked@guest.test';
  const attacker = await signUp(email, { offers: true });
  await addPasskey(email);
  await db.updateTable('users').set({ phone_number: '+19025550199' }).where('email', '=', email).execute();
  // The link in the mail is opened by a scanner.
  await server.fetch(`/confirm-email?code=${await mailedCode(email)}`);
  asGoogle(email);
  const owner = cookieOf(await signInWith('google'));
  expect(await who(owner)).toMatchObject({ email, emailVerified: true, phoneNumber: null });
  expect(await who(attacker)).toBeNull();
  expect((await post('/sign-in/email', { email, password: PASSWORD })).status).toBe(401);
  expect(await waysInto(email)).toEqual({ accounts: ['google'], passkeys: 0 });
  const [mail] = await mailsTo(email, 'provider_linked');
  expect(mail?.body_text).toContain('signed in to your account at Sizzle & Spice with Google');
  expect(await offersOf(owner, email)).toEqual({ agreed: false, mails: [] });
});

test('an unconfirmed provider does not survive either', async () => {
  const email = 'by.facebook@guest.test';
  provider.as({ id: 'mallory at facebook', name: 'Mallory', email, email_verified: false });
  const attacker = cookieOf(await signInWith('facebook'));
  expect((await who(attacker))?.emailVerified).toBe(false);
  asGoogle(email);
  const owner = cookieOf(await signInWith('google'));
  expect(await waysInto(email)).toEqual({ accounts: ['google'], passkeys: 0 });
  expect([await who(attacker), (await who(owner))?.emailVerified]).toEqual([null, true]);
});

test('linking a provider to a confirmed account ends its sessions and its password, and mails the owner', async () => {
  const email = 'confirmed@guest.test';
  const earlier = await signUp(email);
  expect(await confirm(await mailedCode(email), earlier)).toBe(200);
  await addPasskey(email);
  asGoogle(email);
  const now = cookieOf(await signInWith('google'));
  expect([await who(earlier), (await who(now))?.email]).toEqual([null, email]);
  expect((await post('/sign-in/email', { email, password: PASSWORD })).status).toBe(401);
  // The owner's own passkey stays.
  expect(await waysInto(email)).toEqual({ accounts: ['google'], passkeys: 1 });
  expect(await mailsTo(email, 'provider_linked')).toHaveLength(1);
  // Later sign-ins change nothing.
  await signInWith('google');
  expect((await who(now))?.email).toBe(email);
  expect(await mailsTo(email, 'provider_linked')).toHaveLength(1);
});

test('an address that only an old link confirmed is confirmed again, and its passkeys do not survive a provider', async () => {
  const email = 'old.link@guest.test';
  const attacker = await signUp(email, { offers: true });
  await addPasskey(email);
  await db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute();
  expect((await who(attacker))?.emailVerified).toBe(false);
  asGoogle(email);
  await signInWith('google');
  expect(await waysInto(email)).toEqual({ accounts: ['google'], passkeys: 0 });
});

test('staff with an unconfirmed address keep their second factor: no provider is linked', async () => {
  const email = 'staff.glasgow@demo.test';
  await db.updateTable('users').set({ email_confirmed_at: null }).where('email', '=', email).execute();
  asGoogle(email);
  const answer = await signInWith('google');
  expect(answer.headers.get('location')).toMatch(/^\/login\?social=failed/);
  expect(cookieOf(answer).cookie).not.toContain('session_token=');
  expect(await waysInto(email)).toMatchObject({ accounts: ['credential'] });
});

test('Google’s word counts only for an address that Google has verified', async () => {
  provider.as({ id: 'mallory at google', name: 'Mallory', email: 'customer@demo.test', email_verified: false });
  const answer = await signInWith('google');
  expect(cookieOf(answer).cookie).not.toContain('session_token=');
  expect(await waysInto('customer@demo.test')).toMatchObject({ accounts: ['credential'] });
});

test('a sign-in whose password ends while it is checked gets no session', async () => {
  const email = 'race@guest.test';
  await signUp(email);
  const userId = await idOf(email);
  const { database } = server.context;
  await database.pool.query(
    `create function end_password() returns trigger language plpgsql as
     'begin delete from sign_in_accounts where user_id = new.user_id; return new; end'`,
  );
  await database.pool.query(
    'create trigger end_password before insert on sessions for each row execute function end_password()',
  );
  const answer = await post('/sign-in/email', { email, password: PASSWORD });
  await database.pool.query('drop trigger end_password on sessions');
  expect(answer.status).toBe(401);
  expect(cookieOf(answer).cookie).not.toContain('session_token=');
  const left = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();
  // The session of the sign-up is not affected by this trigger.
  expect(left).toHaveLength(1);
});

test('a password reset by the owner of an address ends everything that someone else added to the account', async () => {
  const email = 'reset.victim@guest.test';
  const attacker = await signUp(email, { offers: true });
  await addPasskey(email);
  await post('/request-password-reset', { email, redirectTo: '/reset-password' });
  const [mail] = await mailsTo(email, 'password_reset');
  const token = /reset-password\/([\w-]+)/.exec(mail?.body_text ?? '')?.[1];
  expect((await post('/reset-password', { token, newPassword: 'Another-pass-2' })).status).toBe(200);
  expect(await who(attacker)).toBeNull();
  expect(await waysInto(email)).toEqual({ accounts: ['credential'], passkeys: 0 });
  const owner = await server.signIn(email, 'Another-pass-2');
  expect((await who(owner))?.emailVerified).toBe(true);
  expect(await offersOf(owner, email)).toEqual({ agreed: false, mails: [] });
});

test('provider tokens are not stored', async () => {
  asGoogle('tokens@guest.test');
  for (let n = 0; n < 2; n++) await signInWith('google');
  const row = await db
    .selectFrom('sign_in_accounts')
    .select(['access_token', 'refresh_token', 'id_token', 'access_token_expires_at'])
    .where('user_id', '=', await idOf('tokens@guest.test'))
    .executeTakeFirstOrThrow();
  expect(Object.values(row)).toEqual([null, null, null, null]);
});
