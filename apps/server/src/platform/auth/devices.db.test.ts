import { expect, test } from 'vitest';
import { testServer, type Caller } from '../../testing/server.ts';

const HOURS = 3_600_000;
const server = await testServer({ env: { OFFICE_IDLE_HOURS: '12' } });
const secured = await testServer({ env: { PUBLIC_URL: 'https://tiffin.test' } });
const atHome: Caller = { origin: 'https://tiffin.test' };
const json = { 'content-type': 'application/json' };

const who = async (as: Caller, at = server) => (await at.call('getMe', {}, as)).body.me?.email ?? null;
const devicesOf = async (as: Caller) => (await server.call('getMyDevices', {}, as)).body.devices;

function signInOverTls(email: string, more: Caller = {}): Promise<Response> {
  const body = JSON.stringify({ email, password: 'Demo-pass-1!' });
  const init = { method: 'POST', headers: json, body };
  return secured.fetch('/api/auth/sign-in/email', init, { ...atHome, ...more });
}

function sessionIn(answer: Response): string {
  const line = answer.headers.getSetCookie().find((each) => each.includes('session_token='));
  return line?.split(';')[0] ?? '';
}

test('a person sees their devices and signs one of them out', async () => {
  const phone = await server.signIn('customer@demo.test');
  const laptop = await server.signIn('customer@demo.test');
  const [first, second, ...more] = await devicesOf(laptop);
  expect([first?.isThis, second?.isThis, more.length]).toEqual([true, false, 0]);
  const { body } = await server.call('signOutDevice', { body: { deviceId: second?.id ?? '' } }, laptop);
  expect(body.isThis).toBe(false);
  expect(await who(phone)).toBeNull();
  expect(await who(laptop)).toBe('customer@demo.test');
  const again = await server.call('signOutDevice', { body: { deviceId: second?.id ?? '' } }, laptop);
  expect([again.status, again.body.error]).toEqual([404, 'This device is already signed out.']);
});

test('signing out everywhere ends this device and its live events, and no other person’s', async () => {
  const other = await server.signIn('customer2@demo.test');
  const phone = await server.signIn('customer@demo.test');
  const laptop = await server.signIn('customer@demo.test');
  const reader = (await server.fetch('/api/events', {}, phone)).body?.getReader();
  await reader?.read();
  const answer = await server.call('signOutEverywhere', { body: {} }, laptop);
  expect(answer.body.signedOut).toBeGreaterThanOrEqual(2);
  expect(answer.headers.getSetCookie().join()).toMatch(/tiffin\.session_token=; Path=\/; Max-Age=0/);
  expect([await who(phone), await who(laptop), await who(other)]).toEqual([null, null, 'customer2@demo.test']);
  while (!(await reader?.read())?.done) continue;
  expect((await server.call('signOutEverywhere', { body: {} }, phone)).status).toBe(401);
});

test('nobody can sign out another person’s device, and a deactivated person not even their own', async () => {
  const admin = await server.signIn('admin@demo.test');
  const staff = await server.signIn('staff.truro@demo.test');
  const [owned] = await devicesOf(admin);
  const tried = await server.call('signOutDevice', { body: { deviceId: owned?.id ?? '' } }, staff);
  expect(tried.status).toBe(404);
  expect(await who(admin)).toBe('admin@demo.test');
  const { id } = await server.context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'staff.truro@demo.test')
    .executeTakeFirstOrThrow();
  await server.call('deactivateUser', { body: { userId: id } }, admin);
  expect((await server.call('signOutEverywhere', { body: {} }, staff)).status).toBe(401);
  expect(await who(admin)).toBe('admin@demo.test');
});

test('a request from another site cannot sign a person out', async () => {
  const asha = await server.signIn('customer@demo.test');
  const evil = { ...asha, origin: 'https://evil.test' };
  for (const path of ['/api/signOutEverywhere', '/api/auth/sign-out']) {
    const answer = await server.fetch(path, { method: 'POST', headers: json, body: '{}' }, evil);
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect(await who(asha)).toBe('customer@demo.test');
});

test('a back-office device is signed out after twelve unused hours; a used one and a guest’s are not', async () => {
  const used = await server.signIn('manager.truro@demo.test');
  const left = await server.signIn('manager.truro@demo.test');
  const guest = await server.signIn('customer@demo.test');
  for (let hour = 0; hour < 13; hour++) {
    server.clock.forward(HOURS);
    expect(await who(used)).toBe('manager.truro@demo.test');
  }
  expect(await who(left)).toBeNull();
  expect((await server.call('getLocationOrders', { query: { locationId: 'truro' } }, left)).status).toBe(401);
  expect(await devicesOf(used)).toHaveLength(1);
  const stored = () =>
    server.context.db.selectFrom('sessions').select('id').where('expires_at', '>', server.clock.now()).execute();
  const before = await stored();
  await server.fetch('/api/auth/sign-out', { method: 'POST', headers: json, body: '{}' }, left);
  expect(await stored()).toHaveLength(before.length - 1);
  expect(await who(guest)).toBe('customer@demo.test');
});

test('the list of devices leaves out expired sessions, also for an admin without a second step', async () => {
  const strict = await testServer({ env: { OFFICE_IDLE_HOURS: '12', ADMIN_SECOND_STEP: '1' } });
  await strict.signIn('admin@demo.test');
  strict.clock.forward(13 * HOURS);
  const { devices } = (await strict.call('getMyDevices', {}, await strict.signIn('admin@demo.test'))).body;
  expect(devices.map(({ isThis }) => isThis)).toEqual([true]);
});

test('a session works even if its last use cannot be stored', async () => {
  const as = await server.signIn('customer@demo.test');
  const { pool } = server.context.database;
  await pool.query(
    `create function refuse_use() returns trigger language plpgsql as 'begin raise exception ''read only''; end'`,
  );
  await pool.query('create trigger refuse_use before update on sessions for each row execute function refuse_use()');
  server.clock.forward(HOURS);
  expect(await who(as)).toBe('customer@demo.test');
  await pool.query('drop trigger refuse_use on sessions');
});

test('signing in ends the device’s earlier session and never adopts a planted token', async () => {
  const planted = await server.signIn('customer2@demo.test');
  const body = JSON.stringify({ email: 'customer@demo.test', password: 'Demo-pass-1!' });
  const answer = await server.fetch('/api/auth/sign-in/email', { method: 'POST', headers: json, body }, planted);
  const own = { cookie: sessionIn(answer) };
  expect(own.cookie).not.toBe(planted['cookie']?.split(';')[0]);
  expect(await who(own)).toBe('customer@demo.test');
  expect(await who(planted)).toBeNull();
});

test('over TLS a subdomain cannot set the session cookie', async () => {
  const answer = await signInOverTls('customer@demo.test');
  const line = answer.headers.getSetCookie().find((each) => each.includes('session_token='));
  expect(line).toMatch(/^__Host-tiffin\.session_token=/);
  expect(line).toMatch(/; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/);
  expect(line).not.toMatch(/Domain/i);
});

test('of several sessions in one request only one is used, also by the sign-in library', async () => {
  const value = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
  const own = value(sessionIn(await signInOverTls('customer2@demo.test')));
  const other = value(sessionIn(await signInOverTls('customer@demo.test')));
  const plain = value((await server.signIn('customer2@demo.test'))['cookie'] ?? '');
  const taken = value((await server.signIn('customer@demo.test'))['cookie'] ?? '');
  const [both, spaced, started] = [
    `__Secure-tiffin.session_token=${own}; __Host-tiffin.session_token=${other}`,
    `tiffin.session_token =${plain}; tiffin.session_token=${taken}`,
    `__Secure-tiffin.session_token=${own}`,
  ];
  for (const [at, cookie, email] of [
    [secured, both, 'customer@demo.test'],
    [server, spaced, 'customer@demo.test'],
    [secured, started, null],
  ] as const) {
    const as = { ...(at === secured && atHome), cookie };
    const session = (await (await at.fetch('/api/auth/get-session', {}, as)).json()) as {
      user: { email: string };
    } | null;
    // Scripts of a page must not get the session token.
    expect(JSON.stringify(session)).not.toContain('token');
    expect([cookie, await who(as, at), session?.user.email ?? null]).toEqual([cookie, email, email]);
  }
});

test('a session cookie without the host prefix is ignored, and sign-out expires the cookie', async () => {
  const cookie = sessionIn(await signInOverTls('customer@demo.test'));
  expect(await who({ ...atHome, cookie: cookie.replace('__Host-', '__Secure-') }, secured)).toBeNull();
  const own = { ...atHome, cookie };
  expect(await who(own, secured)).toBe('customer@demo.test');
  const left = await secured.fetch('/api/auth/sign-out', { method: 'POST', headers: json, body: '{}' }, own);
  expect(left.status).toBe(200);
  expect(left.headers.getSetCookie().join()).toContain('__Host-tiffin.session_token=; Path=/; Max-Age=0');
  expect(await who(own, secured)).toBeNull();
});
