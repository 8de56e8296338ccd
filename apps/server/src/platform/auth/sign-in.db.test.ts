import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';

const server = await testServer();
const json = { 'content-type': 'application/json' };

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return server.fetch(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
}

test('the stored role decides, whatever the e-mail address looks like [C-AUTH-03] [C-AUTH-05]', async () => {
  await post('/api/auth/sign-up/email', {
    email: 'not.an.admin@demo.test',
    password: 'Good-pass-1',
    name: 'Adele Min',
  });
  const caller = await server.signIn('not.an.admin@demo.test', 'Good-pass-1');
  const { body } = await server.call('getMe', {}, caller);
  expect(body.me).toMatchObject({ role: 'customer', isAdmin: false });
  expect((await server.call('getUsers', {}, caller)).status).toBe(403);
  expect(body.me).toMatchObject({ email: 'not.an.admin@demo.test', displayName: 'Adele Min', phoneNumber: null });
});

test('the stored profile completes what the sign-in knows [C-AUTH-05]', async () => {
  const caller = await server.signIn('customer2@demo.test');
  const profile = { displayName: 'Ravi Nair', phoneNumber: '+19025550155' };
  expect((await server.call('updateMe', { body: profile }, caller)).status).toBe(200);
  const again = await server.signIn('customer2@demo.test');
  expect((await server.call('getMe', {}, again)).body.me).toMatchObject({ email: 'customer2@demo.test', ...profile });
});

async function expectNoSignIn(email: string, password: string, code: string, words: string) {
  const answer = await post('/api/auth/sign-in/email', { email, password });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ success: false, code, error: words });
}

test('an unknown address [C-ERR-10]', () =>
  expectNoSignIn('nobody@demo.test', 'Demo-pass-1!', 'user-not-found', 'No account found with this email address.'));
test('a wrong password [C-ERR-11]', () =>
  expectNoSignIn('customer@demo.test', 'wrong', 'wrong-password', 'Incorrect password. Please try again.'));

const expectNoSignUp = async (provided: object, code: string) => {
  const answer = await post('/api/auth/sign-up/email', provided);
  expect(await answer.json()).toMatchObject({ success: false, code });
};

test('an address that already has an account [C-ERR-12]', () =>
  expectNoSignUp({ email: 'customer@demo.test', password: 'Good-pass-1', name: 'Twice' }, 'email-already-in-use'));
test('a password of three letters [C-ERR-13]', () =>
  expectNoSignUp({ email: 'weak@demo.test', password: 'abc', name: 'Weak' }, 'weak-password'));
test('a password of lower-case letters alone [C-ERR-13]', () =>
  expectNoSignUp({ email: 'weak@demo.test', password: 'abcdefgh', name: 'Weak' }, 'weak-password'));
test('an invalid address [C-ERR-14]', () =>
  expectNoSignUp({ email: 'not an address', password: 'Good-pass-1', name: 'Odd' }, 'invalid-email'));

test('the eleventh wrong password in a quarter of an hour is rate limited [C-ERR-15]', async () => {
  const provided = { email: 'customer2@demo.test', password: 'wrong' };
  for (let i = 0; i < 10; i++) expect((await post('/api/auth/sign-in/email', provided)).status).toBe(401);
  const answer = await post('/api/auth/sign-in/email', provided);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ error: 'Too many failed attempts. Please try again later.' });
});

test('a tampered cookie is treated as signed out', async () => {
  const { cookie = '' } = await server.signIn('customer@demo.test');
  const { body } = await server.call('getMe', {}, { cookie: cookie.replace(/session_token=./, 'session_token=x') });
  expect(body.me).toBeNull();
});

test('a deactivated person is signed out from the next request', async () => {
  const caller = await server.signIn('staff.glasgow@demo.test');
  await server.context.db
    .updateTable('users')
    .set({ is_active: false })
    .where('email', '=', 'staff.glasgow@demo.test')
    .execute();
  const { body } = await server.call('getMe', {}, caller);
  expect(body.me).toBeNull();
  const again = await post('/api/auth/sign-in/email', { email: 'staff.glasgow@demo.test', password: 'Demo-pass-1!' });
  expect(await again.json()).toMatchObject({ code: 'account-inactive' });
});

test('a deactivated person gets a specific error only with the right password', async () => {
  const request = { email: 'manager.truro@demo.test', password: 'Demo-pass-1!' };
  const { id: userId } = await server.context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', request.email)
    .executeTakeFirstOrThrow();
  const admin = await server.signIn('admin@demo.test');
  expect((await server.call('deactivateUser', { body: { userId } }, admin)).status).toBe(200);
  expect((await post('/api/auth/sign-in/email', request)).status).toBe(403);
  expect((await post('/api/auth/sign-in/email', { ...request, password: 'Demo-pass-2!' })).status).toBe(401);
});

test('a new password by mail ends the existing sessions', async () => {
  const before = await server.signIn('customer@demo.test');
  const request = await post('/api/auth/request-password-reset', {
    email: 'customer@demo.test',
    redirectTo: '/reset-password',
  });
  expect(request.status).toBe(200);
  const mail = await server.context.db
    .selectFrom('messages')
    .selectAll()
    .where('template', '=', 'password_reset')
    .executeTakeFirstOrThrow();
  const token = /reset-password\/([\w-]+)/.exec(mail.body_text)?.[1];
  expect((await post('/api/auth/reset-password', { token, newPassword: 'Another-pass-2' })).status).toBe(200);
  expect((await server.call('getMe', {}, before)).body.me).toBeNull();
  await server.signIn('customer@demo.test', 'Another-pass-2');
});

test('a write from another site is refused', async () => {
  const caller = await server.signIn('customer@demo.test', 'Another-pass-2');
  const answer = await server.call(
    'updateMe',
    { body: { displayName: 'Mallory' } },
    { ...caller, origin: 'https://evil.test' },
  );
  expect(answer.status).toBe(403);
});

test('signing out ends the session', async () => {
  const caller = await server.signIn('customer@demo.test', 'Another-pass-2');
  const answer = await server.fetch('/api/auth/sign-out', { method: 'POST', headers: json, body: '{}' }, caller);
  expect(answer.status).toBe(200);
  expect((await server.call('getMe', {}, caller)).body.me).toBeNull();
});

test('the session token is in the cookie alone, never in a response', async () => {
  const account = { email: 'cookie.only@demo.test', password: 'Good-pass-1' };
  const up = await post('/api/auth/sign-up/email', { ...account, name: 'Cookie Only' });
  const within = await post('/api/auth/sign-in/email', account);
  for (const answer of [up, within]) {
    const cookie = /session_token=([^;]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? '';
    const [token = ''] = decodeURIComponent(cookie).split('.');
    expect(token.length).toBeGreaterThan(20);
    const caller = { cookie: `tiffin.session_token=${cookie}` };
    const texts = [await answer.text()];
    for (const path of ['auth/get-session', 'getMe', 'getMyDevices', 'exportMyData'])
      texts.push(await (await server.fetch(`/api/${path}`, {}, caller)).text());
    expect(texts[0]).toContain(account.email);
    for (const text of texts) expect(text).not.toContain(token);
  }
  expect(
    (await server.fetch('/api/auth/list-sessions', {}, await server.signIn(account.email, account.password))).status,
  ).toBe(404);
});
