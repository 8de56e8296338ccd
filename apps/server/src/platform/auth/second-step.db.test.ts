import { expect, test } from 'vitest';
import { Authenticator } from '../../testing/authenticator.ts';
import { appShows } from '../../testing/authenticator-app.ts';
import { relyingPartyOf } from './passkey-proof.ts';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer();
const strict = await testServer({ env: { ADMIN_SECOND_STEP: '1' } });
const json = { 'content-type': 'application/json' };
const password = 'Demo-pass-1!';

type Server = typeof server;

async function post(path: string, body: object, as: Caller = {}, at: Server = server) {
  const answer = await at.fetch(`/api/auth${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) }, as);
  const content = (await answer.clone().json()) as Record<string, unknown>;
  return { status: answer.status, body: content, cookies: cookiesOf(answer) };
}

function cookiesOf(answer: Response): Caller {
  const lines = answer.headers.getSetCookie().filter((each) => !/Max-Age=0/i.test(each));
  return { cookie: lines.map((each) => each.split(';')[0]).join('; ') };
}

const who = async (as: Caller, at: Server = server) => (await at.call('getMe', {}, as)).body.me?.email ?? null;
const signInAs = (email: string, at: Server = server) => post('/sign-in/email', { email, password }, {}, at);

/** Sets up codes. Returns the session, the text of the QR code and the recovery codes. */
async function setUp(as: Caller, at: Server = server) {
  const made = await post('/two-factor/enable', { password }, as, at);
  expect(made).toMatchObject({ status: 200 });
  const uri = String(made.body['totpURI']);
  const first = await post('/two-factor/verify-totp', { code: appShows(uri, -1) }, as, at);
  expect(first).toMatchObject({ status: 200 });
  return { session: first.cookies, uri, recovery: made.body['backupCodes'] as string[] };
}

const manager = await setUp(await server.signIn('manager.truro@demo.test'));

test('a person with codes needs password and code to sign in, and each code works once', async () => {
  const started = await signInAs('manager.truro@demo.test');
  expect(started.body).toMatchObject({ twoFactorRedirect: true });
  expect(await who(started.cookies)).toBeNull();
  const code = appShows(manager.uri);
  expect((await post('/two-factor/verify-totp', { code })).body['code']).toBe('sign-in-over');
  const done = await post('/two-factor/verify-totp', { code }, started.cookies);
  expect(done.status).toBe(200);
  expect(await who(done.cookies)).toBe('manager.truro@demo.test');
  expect(Object.keys(done.body)).toEqual(['user']);

  const watcher = await signInAs('manager.truro@demo.test');
  const replayed = await post('/two-factor/verify-totp', { code }, watcher.cookies);
  expect([replayed.status, replayed.body['code']]).toEqual([401, 'wrong-code']);
  expect(replayed.cookies['cookie']).not.toContain('session_token=');
  const sessions = server.context.db.selectFrom('sessions').select('id').where('proven_by', '=', 'code');
  expect(await sessions.execute()).toHaveLength(2);
});

test('of two simultaneous sign-ins with one code only one succeeds', async () => {
  const [one, other] = [await signInAs('manager.truro@demo.test'), await signInAs('manager.truro@demo.test')];
  await server.context.db.deleteFrom('used_codes').execute();
  const code = appShows(manager.uri);
  const answers = await Promise.all(
    [one, other].map(({ cookies }) => post('/two-factor/verify-totp', { code }, cookies)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test('codes without a started sign-in count towards no limit, and real sign-ins continue', async () => {
  for (let n = 0; n < 31; n++) {
    const nobody = await post('/two-factor/verify-totp', { code: '000000' }, { cookie: 'tiffin.two_factor=2fa-x.eA' });
    expect([nobody.status, nobody.body['code']]).toEqual([401, 'sign-in-over']);
  }
  const started = await signInAs('manager.truro@demo.test');
  await server.context.db.deleteFrom('used_codes').execute();
  const done = await post('/two-factor/verify-totp', { code: appShows(manager.uri) }, started.cookies);
  expect(done.status).toBe(200);
});

test('a recovery code works once, and both kinds of code have the same error', async () => {
  const [code = ''] = manager.recovery;
  const started = await signInAs('manager.truro@demo.test');
  expect((await post('/two-factor/verify-backup-code', { code: 'aaaaa-aaaaa' }, started.cookies)).body).toMatchObject({
    code: 'wrong-code',
    error: 'This code is not right. Codes change every 30 seconds and work once.',
  });
  const done = await post('/two-factor/verify-backup-code', { code }, started.cookies);
  expect(await who(done.cookies)).toBe('manager.truro@demo.test');
  const again = await signInAs('manager.truro@demo.test');
  expect((await post('/two-factor/verify-backup-code', { code }, again.cookies)).status).toBe(401);
});

test('each sign-in allows five guesses at the code', async () => {
  const started = await signInAs('manager.truro@demo.test');
  for (let n = 0; n < 5; n++) {
    const wrong = await post('/two-factor/verify-totp', { code: `00000${n}` }, started.cookies);
    expect(wrong.body['code']).toBe('wrong-code');
  }
  const more = await post('/two-factor/verify-totp', { code: appShows(manager.uri, 1) }, started.cookies);
  expect(more.body['code']).toBe('sign-in-over');
  await server.context.db.updateTable('two_factors').set({ failed_verification_count: 0 }).execute();
});

test('ten wrong codes over several sign-ins block further codes, so that a stolen password is not enough', async () => {
  for (let n = 0; n < 10; n += 5) {
    const { cookies } = await signInAs('manager.truro@demo.test');
    for (const code of ['111111', '222222', '333333', '444444', '555555']) {
      expect((await post('/two-factor/verify-totp', { code }, cookies)).body['code']).toBe('wrong-code');
    }
  }
  const { cookies } = await signInAs('manager.truro@demo.test');
  for (const code of ['666666', appShows(manager.uri, 1)]) {
    const blocked = await post('/two-factor/verify-totp', { code }, cookies);
    expect([blocked.status, blocked.body['code']]).toEqual([429, 'too-many-requests']);
  }
  const open = { failed_verification_count: 0, locked_until: null };
  await server.context.db.updateTable('two_factors').set(open).execute();
});

test('a person with codes confirms with a code, and can then renew or disable their codes', async () => {
  server.clock.forward(11 * 60_000);
  const off = () => post('/two-factor/disable', { password }, manager.session);
  expect((await off()).body).toMatchObject({ code: 'fresh-sign-in-needed', ways: ['code'] });
  expect((await server.call('confirmIdentity', { body: { password } }, manager.session)).body.code).toBe('wrong-code');
  await server.context.db.deleteFrom('used_codes').execute();
  const code = appShows(manager.uri);
  expect((await server.call('confirmIdentity', { body: { code } }, manager.session)).status).toBe(200);
  expect((await server.call('confirmIdentity', { body: { code } }, manager.session)).body.code).toBe('wrong-code');
  const refreshed = await post('/two-factor/generate-backup-codes', { password }, manager.session);
  expect(refreshed.body['backupCodes']).toHaveLength(10);
  const done = await off();
  expect(done.status).toBe(200);
  expect((await signInAs('manager.truro@demo.test')).body['twoFactorRedirect']).toBeUndefined();
});

test('customers, staff and signed-out visitors cannot set up codes', async () => {
  for (const email of ['customer@demo.test', 'staff.truro@demo.test']) {
    const as = await server.signIn(email);
    expect((await post('/two-factor/enable', { password }, as)).body['code']).toBe('permission-denied');
    expect((await server.call('getMyDevices', {}, as)).body.mayHaveCodes).toBe(false);
  }
  expect((await post('/two-factor/enable', { password })).status).toBe(401);
});

test('a stolen session cannot guess the password by setting up codes', async () => {
  const as = await server.signIn('admin@demo.test');
  const guess = () => post('/two-factor/enable', { password: 'guess' }, as);
  for (let n = 0; n < 10; n++) expect((await guess()).body['code']).toBe('wrong-password');
  expect((await guess()).status).toBe(429);
});

test('secrets and recovery codes cannot be read anywhere', async () => {
  const stored = await server.context.db.selectFrom('two_factors').selectAll().execute();
  const secret = new URL(manager.uri).searchParams.get('secret') ?? 'none';
  for (const word of [secret, ...manager.recovery]) expect(JSON.stringify(stored)).not.toContain(word);
});

async function forgetCodes(): Promise<void> {
  await server.context.db.deleteFrom('two_factors').execute();
  await server.context.db.deleteFrom('used_codes').execute();
  await server.context.db.deleteFrom('passkeys').execute();
  await server.context.db.deleteFrom('rate_limits').execute();
  await server.context.db.updateTable('users').set({ two_factor_enabled: false }).execute();
}

test('a thief of the password cannot finish setting up codes once the owner has a passkey', async () => {
  await forgetCodes();
  const email = 'manager.truro@demo.test';
  const started = await post('/two-factor/enable', { password }, await server.signIn(email));
  const owner = await server.signIn(email);
  const { options } = (await server.call('startPasskeyRegistration', { body: {} }, owner)).body;
  const made = new Authenticator(relyingPartyOf(server.context).origin).make(options);
  expect((await server.call('addPasskey', { body: { name: 'Phone', made } }, owner)).status).toBe(200);
  const code = appShows(String(started.body['totpURI']));
  const thief = await post('/two-factor/verify-totp', { code }, await server.signIn(email));
  expect([thief.status, thief.body['code'], thief.body['ways']]).toEqual([403, 'fresh-sign-in-needed', ['passkey']]);
  const own = await post('/two-factor/verify-totp', { code }, owner);
  expect([own.status, own.body['code']]).toEqual([409, 'failed-precondition']);
});

test('a code of one account does not confirm the session of another', async () => {
  await forgetCodes();
  const own = await setUp(await server.signIn('admin@demo.test'));
  const taken = await setUp(await server.signIn('manager.truro@demo.test'));
  server.clock.forward(11 * 60_000);
  const planted = own.session['cookie']?.replace('session_token=', 'session_token =');
  const as = { cookie: `${planted}; ${taken.session['cookie']}` };
  const { body } = await server.call('confirmIdentity', { body: { code: appShows(own.uri) } }, as);
  expect(body.code).toBe('wrong-code');
  await server.context.db.deleteFrom('used_codes').execute();
  const refreshed = () => post('/two-factor/generate-backup-codes', { password }, taken.session);
  expect((await refreshed()).body['code']).toBe('fresh-sign-in-needed');
  expect((await server.call('confirmIdentity', { body: { code: appShows(taken.uri) } }, as)).status).toBe(200);
  expect((await refreshed()).status).toBe(200);
});

test('starting a sign-in with codes ends the device’s earlier session', async () => {
  const earlier = await server.signIn('customer@demo.test');
  const started = await post('/sign-in/email', { email: 'manager.truro@demo.test', password }, earlier);
  expect(started.body['twoFactorRedirect']).toBe(true);
  expect(await who(earlier)).toBeNull();
});

test('when codes were removed in the meantime, the error is not that the code is wrong', async () => {
  await forgetCodes();
  const { session, uri } = await setUp(await server.signIn('admin@demo.test'));
  await server.context.db.deleteFrom('two_factors').execute();
  const { body } = await server.call('confirmIdentity', { body: { code: appShows(uri) } }, session);
  expect(body.code).toBe('failed-precondition');
});

test('an admin without the second step cannot delete their admin account', async () => {
  const weak = await strict.signIn('admin@demo.test');
  const { status, body } = await strict.call('deleteMe', { body: { confirm: true, password } }, weak);
  expect([status, body.error]).toEqual([403, 'Staff accounts are closed by an admin.']);
  expect(await who(weak, strict)).toBe('admin@demo.test');
});

test('where admins need a second step, an admin without codes can only set them up', async () => {
  const weak = await strict.signIn('admin@demo.test');
  expect((await strict.call('getMe', {}, weak)).body.me).toMatchObject({ role: 'admin', needsSecondStep: true });
  for (const name of ['getUsers', 'getLocationOrders', 'getApiKeys', 'getLocationMenuAdmin'] as const) {
    const { status, body } = await strict.call(name, { query: { locationId: 'truro' } }, weak);
    expect([name, status, body.code]).toEqual([name, 403, 'second-step-needed']);
  }
  const { session } = await setUp(weak, strict);
  expect((await strict.call('getUsers', {}, session)).status).toBe(200);
  expect((await strict.call('getMe', {}, session)).body.me?.needsSecondStep).toBeUndefined();
  expect(await who(weak, strict)).toBeNull();
  // Codes are optional for managers.
  const boss = await strict.signIn('manager.truro@demo.test');
  expect((await strict.call('getLocationOrders', { query: { locationId: 'truro' } }, boss)).status).toBe(200);
});

test('a session from before the codes asks for a code as well', async () => {
  await forgetCodes();
  const email = 'manager.truro@demo.test';
  const earlier = await server.signIn(email);
  const { uri } = await setUp(await server.signIn(email));
  const query = { locationId: 'truro' };
  const denied = await server.call('getLocationOrders', { query }, earlier);
  expect([denied.status, denied.body.code]).toEqual([403, 'second-step-needed']);
  expect((await server.call('getMe', {}, earlier)).body.me?.needsSecondStep).toBe(true);
  await server.context.db.deleteFrom('used_codes').execute();
  expect((await server.call('confirmIdentity', { body: { code: appShows(uri) } }, earlier)).status).toBe(200);
  expect((await server.call('getLocationOrders', { query }, earlier)).status).toBe(200);
});

test('a new password by mail does not replace the code', async () => {
  const email = 'manager.truro@demo.test';
  await post('/request-password-reset', { email, redirectTo: '/reset-password' });
  const { body_text: text } = await server.context.db
    .selectFrom('messages')
    .select('body_text')
    .where('template', '=', 'password_reset')
    .executeTakeFirstOrThrow();
  const token = /reset-password\/([\w-]+)/.exec(text)?.[1];
  const newPassword = 'A-new-pass-for-me-2';
  const reset = await post('/reset-password', { token, newPassword });
  expect([reset.status, reset.cookies['cookie']]).toEqual([200, '']);
  const started = await post('/sign-in/email', { email, password: newPassword });
  expect(started.body).toMatchObject({ twoFactorRedirect: true });
  expect(await who(started.cookies)).toBeNull();
});
