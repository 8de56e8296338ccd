import { hostileValuesFor } from '@tiffin/contract/testing/request-values';
import { DEMO_PASSWORD } from '@tiffin/demo/people';
import { expect, test } from 'vitest';
import { appShows } from '../testing/authenticator-app.ts';
import { testServer, type Caller } from '../testing/server.ts';
import { cookieOf } from '../testing/social-sign-in.ts';
import { POSTED_CALLS } from './sign-in.ts';

const server = await testServer({
  env: {
    RATE_LIMITS: '0',
    PUBLIC_URL: 'http://tiffin.test',
    GOOGLE_CLIENT_ID: 'tiffin',
    GOOGLE_CLIENT_SECRET: 'tiffin-secret',
  },
});
const json = { 'content-type': 'application/json' };
const MANAGER = 'manager.truro@demo.test';

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, as: Caller = {}) =>
  server.fetch(`/api/auth${path}`, { method: 'POST', headers: json, body }, as);

/** Right values by the name of their field. */
const RIGHT: Readonly<Record<string, unknown>> = {
  email: MANAGER,
  password: DEMO_PASSWORD,
  name: 'Robin Guest',
  phone_number: '9025550123',
  provider: 'google',
  callbackURL: '/menu/truro',
  errorCallbackURL: '/login',
  newUserCallbackURL: '/dashboard',
  redirectTo: '/reset-password',
  newPassword: 'Another-pass-2!',
  token: 'unknown',
  code: '000000',
};
/** Each attempt hashes a password, so these calls get only every fifth value. */
const SHARES: Readonly<Record<string, number>> = { '/sign-in/email': 5, '/sign-up/email': 5, '/two-factor/enable': 5 };
const HOSTILE = hostileValuesFor({ path: '', schema: { type: 'string' }, requestWith: (value) => value });

async function requestFor(path: string, fields: readonly string[]): Promise<Record<string, unknown>> {
  const request = Object.fromEntries(fields.map((field) => [field, RIGHT[field]]));
  return path === '/sign-up/email' ? { ...request, email: `${crypto.randomUUID()}@guest.test` } : request;
}

/** Sets up codes for the manager, so that a sign-in waits for one. */
const session = await server.signIn(MANAGER);
const made = (await (
  await post('/two-factor/enable', JSON.stringify({ password: DEMO_PASSWORD }), session)
).json()) as {
  totpURI: string;
};
await post('/two-factor/verify-totp', JSON.stringify({ code: appShows(made.totpURI, -1) }), session);

/** The caller who gets furthest with a call. */
async function callerFor(path: string): Promise<Caller> {
  if (!path.startsWith('/two-factor/')) return {};
  if (!path.startsWith('/two-factor/verify')) return server.signIn('admin@demo.test');
  return cookieOf(await post('/sign-in/email', JSON.stringify({ email: MANAGER, password: DEMO_PASSWORD })));
}

test.each(Object.entries(POSTED_CALLS))('%s answers hostile values in each field without a 5xx', async (path, call) => {
  const failed: string[] = [];
  let as = await callerFor(path);
  const right = await post(path, JSON.stringify(await requestFor(path, call.fields)), as);
  // The sign-in of the right request may have ended.
  expect(right.status).toBeLessThan(500);
  const share = SHARES[path] ?? 1;
  for (const field of call.fields) {
    as = await callerFor(path);
    for (const value of HOSTILE.filter((_, index) => index % share === 0)) {
      const request = { ...(await requestFor(path, call.fields)), [field]: value };
      const { status } = await post(path, JSON.stringify(request), as);
      if (status >= 500) failed.push(`${status} ${field}: ${JSON.stringify(value).slice(0, 80)}`);
    }
  }
  expect(failed).toEqual([]);
});

const DEEP = 10_000;
const BODIES: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[] = [
  ['nothing', ''],
  ['an open brace', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"email"'],
  ['a number', '1e400'],
  ['deeply nested lists', '['.repeat(DEEP) + ']'.repeat(DEEP)],
  ['deeply nested objects in every field', JSON.stringify(nestedFields())],
  ['a field twice', '{"email":"a@b.ca","email":{"$gt":""},"password":[],"code":{},"token":[]}'],
  ['the fields of an account', '{"role":"admin","emailVerified":true,"__proto__":{"role":"admin"}}'],
  ['no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d)],
  ['a megabyte', JSON.stringify({ email: 'x'.repeat(1_000_000) })],
];

function nestedFields(): Record<string, unknown> {
  const nested = Array.from({ length: 60 }).reduce<unknown>((inside) => ({ a: [inside] }), 'end');
  return Object.fromEntries(Object.keys(RIGHT).map((field) => [field, nested]));
}

test.each(BODIES)('a body of %s is refused by every sign-in call without a 5xx', async (_what, body) => {
  const failed: string[] = [];
  for (const path of Object.keys(POSTED_CALLS)) {
    const { status } = await post(path, body);
    if (status >= 500) failed.push(`${status} ${path}`);
  }
  expect(failed).toEqual([]);
});

const LONG = 'x'.repeat(5_000);

test.each([
  '/get-session',
  '/verify-email?token=%00',
  '/verify-email?token=%ED%A0%80&callbackURL=%00',
  '/reset-password/%00?callbackURL=%00',
  '/reset-password/%ED%A0%80',
  `/reset-password/${LONG}?callbackURL=${LONG}`,
  '/callback/google?code=%00&state=%00',
  '/callback/google?error=%00&error_description=%ED%A0%80',
  `/callback/google?code=${LONG}&state=${LONG}`,
  '/callback/constructor?state=x&code=x',
  '/error?error=%00',
])('%s is answered without a 5xx, also with hostile cookies', async (path) => {
  for (const value of ['%00', '%ED%A0%80', '%', LONG, '__proto__', 'a.b.c']) {
    const cookie = ['session_token', 'two_factor', 'device', 'state']
      .map((name) => `tiffin.${name}=${value}`)
      .join('; ');
    expect((await server.fetch(`/api/auth${path}`, {}, { cookie })).status).toBeLessThan(500);
  }
});

test('afterwards everybody can still sign in', async () => {
  const as = await server.signIn('customer@demo.test');
  expect((await server.call('getMe', {}, as)).body.me?.role).toBe('customer');
  expect((await server.call('healthCheck', {})).body.status).toBe('healthy');
});
