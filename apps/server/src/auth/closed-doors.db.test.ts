import { expect, test } from 'vitest';
import { testServer, type Caller } from '../testing/server.ts';

const server = await testServer({ env: { TRUST_PROXY: '1' } });
const json = { 'content-type': 'application/json' };

function post(path: string, body: unknown, headers: Record<string, string> = json, caller: Caller = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return server.fetch(`/api/auth${path}`, { method: 'POST', headers, body: text }, caller);
}

const openStreamOf = async (caller: Caller) => (await server.fetch('/api/events', {}, caller)).body?.getReader();

/** Reads to the end of a stream: it must come. */
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
])('%s of the sign-in library is not offered', async (path) => {
  const caller = await server.signIn('customer@demo.test');
  const answer = await post(path, { email: 'customer@demo.test', name: 'X', newPassword: 'aaaaaa' }, json, caller);
  expect(answer.status).toBe(404);
});

test('what is counted is what is read: a form in JSON’s clothes is not taken', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = '{"a":"&email=manager.truro@demo.test&password=Demo-pass-1!&z=","email":"somebody@else.test"}';
  expect((await post('/sign-in/email', body, form)).status).toBe(415);
});

test('a stranger’s wrong guesses do not lock the person out elsewhere', async () => {
  const email = 'staff.glasgow@demo.test';
  const stranger = { ...json, 'x-forwarded-for': '203.0.113.9' };
  for (let i = 0; i < 10; i++)
    expect((await post('/sign-in/email', { email, password: 'no' }, stranger)).status).toBe(401);
  expect((await post('/sign-in/email', { email, password: 'no' }, stranger)).status).toBe(429);
  const home = { ...json, 'x-forwarded-for': '198.51.100.7' };
  expect((await post('/sign-in/email', { email, password: 'Demo-pass-1!' }, home)).status).toBe(200);
});

test('a reset takes no weak password', async () => {
  const answer = await post('/reset-password', { token: 'whatever', newPassword: 'aaaaaa' });
  expect(await answer.json()).toMatchObject({ code: 'weak-password' });
});

test('signing up takes no picture and no name with a web address in it', async () => {
  const given = { email: 'fresh@demo.test', password: 'Good-pass-1', name: 'Win $250 at http://evil.test' };
  expect((await post('/sign-up/email', given)).status).toBe(400);
  const made = await post('/sign-up/email', { ...given, name: 'Fresh Guest', image: 'javascript:alert(1)' });
  expect(made.status).toBe(200);
  expect(await made.text()).not.toContain('javascript:');
});

test('signing out ends what the person’s streams hear', async () => {
  const caller = await server.signIn('staff.truro@demo.test');
  const stream = await openStreamOf(caller);
  expect((await post('/sign-out', {}, json, caller)).status).toBe(200);
  expect(await ends(stream)).toBe(true);
});

test('so does a new password', async () => {
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
