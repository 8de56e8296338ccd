import { expect, test } from 'vitest';
import { hashPassword } from '../../platform/auth/password-hash.ts';
import { cookieOf } from '../../testing/sign-in.ts';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer();
const { db } = server.context;
const json = { 'content-type': 'application/json' };
const PASSWORD = 'Demo-pass-1!';
/** Good enough for a customer, too short for staff. */
const SHORT = 'Short-1!';

const post = (path: string, body: object) =>
  server.fetch(`/api/auth${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) });
const me = async (as: Caller) => (await server.call('getMe', {}, as)).body.me;
const idOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

async function signUp(email: string, password = SHORT): Promise<Caller> {
  const answer = await post('/sign-up/email', { email, password, name: 'Robin Guest' });
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

/** As if the person had opened the link in the mail. */
async function confirmAddress(email: string): Promise<void> {
  await db.updateTable('users').set({ email_confirmed_at: server.clock.now() }).where('email', '=', email).execute();
}

function change(as: Caller, oldPassword: string, newPassword: string) {
  return server.call('changePassword', { body: { oldPassword, newPassword } }, as);
}

/** As an earlier version stored it. */
async function storePassword(email: string, password: string): Promise<void> {
  await db
    .updateTable('sign_in_accounts')
    .set({ password: await hashPassword(password) })
    .where('user_id', '=', await idOf(email))
    .execute();
}

test('a customer changes the password with the old one: other devices are signed out, and a mail is sent', async () => {
  const email = 'changer@guest.test';
  const here = await signUp(email);
  const elsewhere = await server.signIn(email, SHORT);
  const other = await server.signIn('customer2@demo.test');
  expect((await change(here, 'not the old one', 'Better-1!')).body.code).toBe('wrong-password');
  expect((await change(here, SHORT, 'abc')).body.code).toBe('weak-password');
  expect((await change(here, SHORT, SHORT)).body.code).toBe('weak-password');
  expect((await me(elsewhere))?.email).toBe(email);
  await post('/request-password-reset', { email, redirectTo: '/reset-password' });
  expect((await change(here, SHORT, 'Better-1!')).status).toBe(200);
  expect([(await me(here))?.email, await me(elsewhere), (await me(other))?.email]).toEqual([
    email,
    null,
    'customer2@demo.test',
  ]);
  expect((await post('/sign-in/email', { email, password: SHORT })).status).toBe(401);
  await server.signIn(email, 'Better-1!');
  const mails = await db
    .selectFrom('messages')
    .select(['template', 'subject', 'body_text'])
    .where('recipient', '=', email)
    .where('template', 'in', ['password_changed', 'password_reset'])
    .execute();
  expect(mails.find(({ template }) => template === 'password_changed')?.subject).toBe('Your password was changed');
  // A link that someone requested before no longer works.
  const token = /reset-password\/([\w-]+)/.exec(mails.map((mail) => mail.body_text).join())?.[1];
  expect((await post('/reset-password', { token, newPassword: 'Third-pass-3' })).status).toBe(400);
});

test('a stolen session cannot guess the old password', async () => {
  const as = await signUp('stolen@guest.test');
  for (let n = 0; n < 10; n++) expect((await change(as, `guess ${n}`, 'Better-1!')).status).toBe(401);
  expect((await change(as, SHORT, 'Better-1!')).status).toBe(429);
});

test('an account without a password is told how to set one', async () => {
  const email = 'provider.only@guest.test';
  const as = await signUp(email);
  await db
    .updateTable('sign_in_accounts')
    .set({ provider_id: 'google', password: null })
    .where('user_id', '=', await idOf(email))
    .execute();
  expect((await change(as, SHORT, 'Better-1!')).body).toMatchObject({
    code: 'failed-precondition',
    error: expect.stringContaining('Forgot password?'),
  });
});

test('staff choose at least ten characters and no common password', async () => {
  const as = await server.signIn('staff.truro@demo.test');
  expect((await me(as))?.hasWeakPassword).toBeUndefined();
  for (const [password, words] of [
    ['Short-1!x', 'Passwords of staff have at least 10 characters.'],
    ['1Q2W3E4R5T', 'Too many people use this password. Please choose another.'],
  ] as const)
    expect((await change(as, PASSWORD, password)).body).toMatchObject({ code: 'weak-password', error: words });
  expect((await change(as, PASSWORD, 'a sentence is fine')).status).toBe(200);
});

test('a reset link follows the rule of the person’s role', async () => {
  const email = 'manager.truro@demo.test';
  await post('/request-password-reset', { email, redirectTo: '/reset-password' });
  const { body_text: text } = await db
    .selectFrom('messages')
    .select('body_text')
    .where('recipient', '=', email)
    .where('template', '=', 'password_reset')
    .executeTakeFirstOrThrow();
  const token = /reset-password\/([\w-]+)/.exec(text)?.[1];
  expect((await post('/reset-password', { token, newPassword: SHORT })).status).toBe(400);
  expect((await post('/reset-password', { token, newPassword: 'a sentence is fine' })).status).toBe(200);
});

test('staff with a weak password from before the rule are not locked out, but asked to change it', async () => {
  const email = 'staff.glasgow@demo.test';
  await storePassword(email, SHORT);
  await db.updateTable('users').set({ staff_since: null }).where('email', '=', email).execute();
  const as = await server.signIn(email, SHORT);
  expect(await me(as)).toMatchObject({ role: 'staff', hasWeakPassword: true });
  const query = { locationId: 'new-glasgow' };
  expect((await server.call('getLocationOrders', { query }, as)).status).toBe(200);
  expect((await change(as, SHORT, 'a sentence is fine')).status).toBe(200);
  expect((await me(as))?.hasWeakPassword).toBeUndefined();
  await server.signIn(email, 'a sentence is fine');
  expect((await me(as))?.hasWeakPassword).toBeUndefined();
});

test('a customer with a weak password who becomes staff works only after choosing another', async () => {
  const email = 'promoted@guest.test';
  const before = await signUp(email);
  await confirmAddress(email);
  const admin = await server.signIn('admin@demo.test');
  const updates = { role: 'staff' as const, locationIds: ['truro'] };
  expect((await server.call('updateUser', { body: { userId: await idOf(email), updates } }, admin)).status).toBe(200);
  expect(await me(before)).toBeNull();
  const as = await server.signIn(email, SHORT);
  expect(await me(as)).toMatchObject({ role: 'staff', needsNewPassword: true });
  const query = { locationId: 'truro' };
  const refused = await server.call('getLocationOrders', { query }, as);
  expect([refused.status, refused.body.code]).toEqual([403, 'new-password-needed']);
  expect((await change(as, SHORT, 'a sentence is fine')).status).toBe(200);
  expect((await server.call('getLocationOrders', { query }, as)).status).toBe(200);
  // Until then they act as a customer, but it is a change of staff.
  const { entries } = (
    await server.call('getAuditLog', { query: { kind: 'access', search: 'change-password' } }, admin)
  ).body;
  expect(entries.map(({ subjectId }) => subjectId)).toContain(await idOf(email));
});

test('a customer with a good password who becomes staff works after signing in again', async () => {
  const email = 'promoted.well@guest.test';
  await signUp(email, 'Long-enough-1');
  await confirmAddress(email);
  const admin = await server.signIn('admin@demo.test');
  const updates = { role: 'staff' as const, locationIds: ['truro'] };
  await server.call('updateUser', { body: { userId: await idOf(email), updates } }, admin);
  const as = await server.signIn(email, 'Long-enough-1');
  expect((await server.call('getLocationOrders', { query: { locationId: 'truro' } }, as)).status).toBe(200);
});
