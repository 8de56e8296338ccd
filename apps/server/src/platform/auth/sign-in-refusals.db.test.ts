import { expect, test } from 'vitest';
import { REQUEST_LIMITS } from '@tiffin/contract';
import { reservePasswordCheck } from './concurrent-sign-ins.ts';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { TRUST_PROXY: '1' } });
const json = { 'content-type': 'application/json' };

function post(path: string, body: unknown, headers: Record<string, string> = json, caller: Caller = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return server.fetch(`/api/auth${path}`, { method: 'POST', headers, body: text }, caller);
}

const openStreamOf = async (caller: Caller) => (await server.fetch('/api/events', {}, caller)).body?.getReader();

/** Reads until the stream ends. */
async function ends(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<boolean> {
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return true;
  }
}

test.each([
  '/update-user',
  '/change-password',
  '/change-email',
  '/verify-password',
  '/send-verification-email',
  '/revoke-sessions',
  '/delete-user',
])('the endpoint %s of the sign-in library is blocked', async (path) => {
  const caller = await server.signIn('customer@demo.test');
  const answer = await post(path, { email: 'customer@demo.test', name: 'X', newPassword: 'aaaaaa' }, json, caller);
  expect(answer.status).toBe(404);
});

test('a form body is refused, so that the rate limit and the library read the same e-mail address', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = '{"a":"&email=manager.truro@demo.test&password=Demo-pass-1!&z=","email":"somebody@else.test"}';
  expect((await post('/sign-in/email', body, form)).status).toBe(415);
});

test('wrong passwords from one address do not lock the person out at another', async () => {
  const email = 'staff.glasgow@demo.test';
  const otherGuest = { ...json, 'x-forwarded-for': '203.0.113.9' };
  for (let i = 0; i < 10; i++)
    expect((await post('/sign-in/email', { email, password: 'no' }, otherGuest)).status).toBe(401);
  expect((await post('/sign-in/email', { email, password: 'no' }, otherGuest)).status).toBe(429);
  const home = { ...json, 'x-forwarded-for': '198.51.100.7' };
  expect((await post('/sign-in/email', { email, password: 'Demo-pass-1!' }, home)).status).toBe(200);
});

test('a password reset refuses weak passwords', async () => {
  const answer = await post('/reset-password', { token: 'whatever', newPassword: 'aaaaaa' });
  expect(await answer.json()).toMatchObject({ code: 'weak-password' });
});

test('a sign-up ignores a picture and refuses a name that contains a web address', async () => {
  const provided = { email: 'fresh@demo.test', password: 'Good-pass-1', name: 'Win $250 at http://evil.test' };
  expect((await post('/sign-up/email', provided)).status).toBe(400);
  const made = await post('/sign-up/email', { ...provided, name: 'Fresh Guest', image: 'javascript:alert(1)' });
  expect(made.status).toBe(200);
  expect(await made.text()).not.toContain('javascript:');
});

test('signing out ends the person’s live event streams', async () => {
  const caller = await server.signIn('staff.truro@demo.test');
  const stream = await openStreamOf(caller);
  expect((await post('/sign-out', {}, json, caller)).status).toBe(200);
  expect(await ends(stream)).toBe(true);
});

test('a new password ends the person’s live event streams', async () => {
  const caller = await server.signIn('customer2@demo.test');
  const stream = await openStreamOf(caller);
  await post('/request-password-reset', { email: 'customer2@demo.test', redirectTo: '/reset-password' });
  const mail = await server.context.db
    .selectFrom('messages')
    .select('body_text')
    .where('template', '=', 'password_reset')
    .executeTakeFirstOrThrow();
  const token = /reset-password\/([\w-]+)/.exec(mail.body_text)?.[1];
  expect((await post('/reset-password', { token, newPassword: 'Another-pass-2' })).status).toBe(200);
  expect(await ends(stream)).toBe(true);
});

const from = (address: string) => ({ ...json, 'x-forwarded-for': address });

test('sixty wrong passwords from one address do not lock out people on their known devices there', async () => {
  const office = from('203.0.113.60');
  const own = { email: 'manager.truro@demo.test', password: 'Demo-pass-1!' };
  // Successful sign-ins never count.
  for (let n = 0; n < 8; n++) expect((await post('/sign-in/email', own, office)).status).toBe(200);
  const first = await post('/sign-in/email', own, office);
  const device = first.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .find((cookie) => cookie?.startsWith('tiffin.device='));
  expect(device).toMatch(/^tiffin\.device=[\w-]{16}\.[\w-]{22}$/);
  for (let n = 0; n < 60; n++) {
    const guess = { email: `nobody${n % 12}@demo.test`, password: 'no' };
    expect((await post('/sign-in/email', guess, office)).status).toBe(401);
  }
  expect((await post('/sign-in/email', own, office)).status).toBe(429);
  const existing = { ...office, cookie: device ?? '' };
  expect((await post('/sign-in/email', own, existing)).status).toBe(200);
  // The device is known for this account only, and its guesses are limited, too.
  expect((await post('/sign-in/email', { ...own, email: 'admin@demo.test' }, existing)).status).toBe(429);
  for (let n = 0; n < 10; n++) {
    expect((await post('/sign-in/email', { ...own, password: 'no' }, existing)).status).toBe(401);
  }
  expect((await post('/sign-in/email', own, existing)).status).toBe(429);
});

test('signing in on a shared device gives no additional guesses at another person’s password', async () => {
  const till = from('203.0.113.61');
  let cookie = '';
  const signIn = async (email: string, password: string) => {
    const answer = await post('/sign-in/email', { email, password }, { ...till, cookie });
    const device = answer.headers.getSetCookie().find((each) => each.startsWith('tiffin.device='));
    cookie = device?.split(';')[0] ?? cookie;
    return answer.status;
  };
  const manager = 'manager.truro@demo.test';
  const cashier = () => signIn('staff.glasgow@demo.test', 'Demo-pass-1!');
  expect([await signIn(manager, 'Demo-pass-1!'), await cashier()]).toEqual([200, 200]);
  for (let n = 0; n < 9; n++) expect(await signIn(manager, 'no')).toBe(401);
  expect(await cashier()).toBe(200);
  expect([await signIn(manager, 'no'), await signIn(manager, 'no')]).toEqual([401, 429]);
  expect(await cashier()).toBe(200);
});

test('an account has a few simultaneous sign-ins, and refused ones do not count towards its limit', async () => {
  const own = { email: 'staff.glasgow@demo.test', password: 'Demo-pass-1!' };
  const others = Array.from({ length: 5 }, (_, n) =>
    reservePasswordCheck({ email: own.email, address: `198.51.100.${n}`, isKnownDevice: false }),
  );
  const signIn = () => post('/sign-in/email', own, from('203.0.113.77'));
  for (let n = 0; n < 11; n++) {
    const sentAway = await signIn();
    expect([sentAway.status, sentAway.headers.get('retry-after')]).toEqual([429, '2']);
  }
  for (const leave of others) leave();
  expect((await signIn()).status).toBe(200);
});

test('guesses from all known devices of an account share one limit', async () => {
  const till = from('203.0.113.62');
  const own = { email: 'admin@demo.test', password: 'Demo-pass-1!' };
  const cookies = await Promise.all(
    [1, 2].map(async () => (await post('/sign-in/email', own, till)).headers.getSetCookie().join('; ')),
  );
  const guess = (n: number) =>
    post('/sign-in/email', { ...own, password: 'no' }, { ...till, cookie: cookies[n] ?? '' });
  expect((await guess(0)).status).toBe(401);
  await server.context.db
    .updateTable('rate_limits')
    .set({ count: REQUEST_LIMITS.signInFromDevices.most })
    .where('key', '=', `sign-in-devices:${own.email}`)
    .execute();
  expect((await guess(1)).status).toBe(429);
});

const RESET = { email: 'staff.truro@demo.test', redirectTo: '/reset-password' };

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

async function resetLinks(): Promise<string[]> {
  const mails = await server.context.db
    .selectFrom('messages')
    .select('body_text')
    .where('template', '=', 'password_reset')
    .where('recipient', '=', RESET.email)
    .orderBy('created_at')
    .execute();
  return mails.map((mail) => /reset-password\/([\w-]+)/.exec(mail.body_text)?.[1] ?? '');
}

test('of several reset links only the latest works, once, and it invalidates all others', async () => {
  for (let n = 0; n < 3; n++) {
    expect((await post('/request-password-reset', RESET, from('203.0.113.70'))).status).toBe(200);
    server.clock.forward(1_000);
  }
  const [oldest, older, newest] = await resetLinks();
  const use = async (token: string | undefined, newPassword: string) =>
    (await post('/reset-password', { token, newPassword }, from('203.0.113.70'))).status;
  expect(await use(oldest, 'Another-pass-3')).toBe(400);
  expect(await use(older, 'Another-pass-3')).toBe(400);
  const { rows } = await server.context.database.pool.query('select t::text as row from verifications t');
  expect(rows.filter(({ row }) => String(row).includes(newest ?? '?'))).toEqual([]);
  expect(await use(newest, 'Another-pass-3')).toBe(200);
  expect(await use(newest, 'Another-pass-4')).toBe(400);
  const left = await server.context.db.selectFrom('verifications').select('id').execute();
  expect(left).toEqual([]);
});

test('a reset request takes the same rounded time, whether or not the account exists', async () => {
  for (const email of [RESET.email, 'nobody@guest.test']) {
    const began = performance.now();
    const answer = await post('/request-password-reset', { ...RESET, email }, from('203.0.113.75'));
    // Timers may fire a millisecond early.
    expect([answer.status, performance.now() - began > 98]).toEqual([200, true]);
  }
});

test('reset requests from other people lock nobody out and send at most five mails an hour', async () => {
  server.clock.forward(60 * 60_000);
  const before = (await resetLinks()).length;
  for (let n = 0; n < 8; n++) {
    const answer = await post('/request-password-reset', RESET, from(`203.0.113.${80 + n}`));
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ status: true })]);
    server.clock.forward(1_000);
  }
  const links = (await resetLinks()).slice(before);
  expect(links).toHaveLength(5);
  const home = from('203.0.113.99');
  expect((await post('/request-password-reset', RESET, home)).status).toBe(200);
  expect((await post('/reset-password', { token: links[4], newPassword: 'Another-pass-5' }, home)).status).toBe(200);
  const signedIn = await post('/sign-in/email', { email: RESET.email, password: 'Another-pass-5' }, home);
  const cookie = cookiesOf(signedIn);
  expect((await post('/request-password-reset', RESET, { ...home, cookie })).status).toBe(200);
  expect(await resetLinks()).toHaveLength(before + 6);
});

test('on a shared device each account has five reset requests, and all devices of an account together have thirty', async () => {
  server.clock.forward(60 * 60_000);
  const till = from('203.0.113.110');
  const emails = ['manager.truro@demo.test', 'staff.glasgow@demo.test'];
  let cookie = '';
  for (const email of emails) {
    cookie = cookiesOf(await post('/sign-in/email', { email, password: 'Demo-pass-1!' }, { ...till, cookie }));
  }
  const ask = async (email = '') =>
    (await post('/request-password-reset', { ...RESET, email }, { ...till, cookie })).status;
  for (let n = 0; n < 5; n++) expect(await ask(emails[0])).toBe(200);
  expect([await ask(emails[0]), await ask(emails[1])]).toEqual([429, 200]);
  const { name, most } = REQUEST_LIMITS.passwordResetFromDevices;
  await server.context.db
    .updateTable('rate_limits')
    .set({ count: most })
    .where('key', '=', `${name}:${emails[1]}`)
    .execute();
  expect(await ask(emails[1])).toBe(429);
});
