import { afterAll, afterEach, expect, test } from 'vitest';
import { appShows } from '../../testing/authenticator-app.ts';
import { postCode, setUpCodes } from '../../testing/second-step.ts';
import { ISSUER_CLIENT, staffIssuer, type IssuerFault } from '../../testing/staff-issuer.ts';
import { testServer } from '../../testing/server.ts';
import { cookieOf } from '../../testing/social-sign-in.ts';

const issuer = await staffIssuer();
afterAll(() => issuer.close());
const env = {
  PUBLIC_URL: 'http://tiffin.test',
  RATE_LIMITS: '0',
  OIDC_ISSUER: issuer.url,
  OIDC_CLIENT_ID: ISSUER_CLIENT.id,
  OIDC_CLIENT_SECRET: ISSUER_CLIENT.secret,
  OIDC_NAME: 'Acme ID',
};
const server = await testServer({ env });
const { db } = server.context;
afterEach(() => issuer.fail({}));

interface Detour {
  /** Changes the address to which the issuer sends the browser back. */
  readonly changeReturn?: (back: URL) => void;
  readonly withoutCookies?: boolean;
}

async function begin(at = server) {
  const started = await at.fetch('/api/auth/sign-in/social', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'oidc', callbackURL: '/admin', errorCallbackURL: '/login?social=failed' }),
  });
  return { started, body: (await started.json()) as { url: string } };
}

/** Follows the sign-in like a browser: to the issuer and back with the code. */
async function signIn({ changeReturn, withoutCookies }: Detour = {}): Promise<Response> {
  const { started, body } = await begin();
  const page = await fetch(body.url, { redirect: 'manual' });
  const back = new URL(page.headers.get('location') ?? '');
  changeReturn?.(back);
  return server.fetch(`${back.pathname}${back.search}`, {}, withoutCookies ? {} : cookieOf(started));
}

const me = async (answer: Response) => (await server.call('getMe', {}, cookieOf(answer))).body.me;

async function userOf(email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'is_active', 'role', 'last_login_at'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}

async function waysIn(email: string): Promise<string[]> {
  const { id } = await userOf(email);
  const rows = await db.selectFrom('sign_in_accounts').select('provider_id').where('user_id', '=', id).execute();
  return rows.map((row) => row.provider_id);
}

async function confirm(email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified: true, email_confirmed_at: server.clock.now() })
    .where('email', '=', email)
    .execute();
}

async function expectRefused(answer: Response, email: string): Promise<void> {
  expect(answer.status).toBe(302);
  // The library's error page leads to the sign-in page as well.
  expect(answer.headers.get('location')).toMatch(/^\/login\?social=failed|\/api\/auth\/error\?error=state_/);
  expect(await me(answer)).toBeNull();
  expect(await waysIn(email)).toEqual(['credential']);
}

const STAFF = 'staff.truro@demo.test';
const verified = (email: string) => ({ sub: `sub of ${email}`, email, email_verified: true });

test.each<[string, IssuerFault]>([
  ['a wrong issuer', { claims: { iss: 'https://evil.example' } }],
  ['a wrong audience', { claims: { aud: 'another-client' } }],
  ['an expired token', { claims: { iat: 1_700_000_000, exp: 1_700_000_300 } }],
  ['no nonce', { claims: { nonce: null } }],
  ['the nonce of another sign-in', { claims: { nonce: 'another' } }],
  ['a token signed with another key', { signedByOther: true }],
  ['an unsigned token', { unsigned: true }],
  ['no ID token', { withoutIdToken: true }],
  ['an unverified address', { claims: { email_verified: false } }],
  ['an address without a statement whether it is verified', { claims: { email_verified: null } }],
  ['an address of nobody', { claims: { email: 'nobody@example.test' } }],
])('refuses %s', async (_case, fault) => {
  await confirm(STAFF);
  issuer.as(verified(STAFF));
  issuer.fail(fault);
  await expectRefused(await signIn(), STAFF);
  const nobody = await db.selectFrom('users').select('id').where('email', '=', 'nobody@example.test').execute();
  expect(nobody).toEqual([]);
});

test.each<[string, Detour]>([
  ['without the state', { changeReturn: (back) => back.searchParams.delete('state') }],
  ['with another state', { changeReturn: (back) => back.searchParams.set('state', 'another') }],
  ['in a browser that did not start it', { withoutCookies: true }],
  ['with a code that was not issued', { changeReturn: (back) => back.searchParams.set('code', 'guessed') }],
  ['without a code', { changeReturn: (back) => back.searchParams.delete('code') }],
])('refuses a return %s', async (_case, detour) => {
  await confirm(STAFF);
  issuer.as(verified(STAFF));
  await expectRefused(await signIn(detour), STAFF);
});

test('refuses the issuer when its description names another one', async () => {
  await confirm(STAFF);
  issuer.as(verified(STAFF));
  // A copy that has not fetched the description yet.
  const copy = await testServer({ env, sameDatabaseAs: server });
  issuer.fail({ describedIssuer: 'https://evil.example', claims: { iss: 'https://evil.example' } });
  const { started, body } = await begin(copy);
  const page = await fetch(body.url, { redirect: 'manual' });
  const back = new URL(page.headers.get('location') ?? '');
  await expectRefused(await copy.fetch(`${back.pathname}${back.search}`, {}, cookieOf(started)), STAFF);
});

test('refuses a customer and leaves their password', async () => {
  await confirm('customer@demo.test');
  issuer.as(verified('customer@demo.test'));
  await expectRefused(await signIn(), 'customer@demo.test');
  expect(await server.signIn('customer@demo.test')).toBeTruthy();
});

test('refuses a deactivated member of staff and leaves their password', async () => {
  const email = 'staff.glasgow@demo.test';
  await confirm(email);
  await db.updateTable('users').set({ is_active: false }).where('email', '=', email).execute();
  issuer.as(verified(email));
  await expectRefused(await signIn(), email);
});

test('refuses staff whose address is not confirmed here, because their second factor could be replaced', async () => {
  const email = 'manager.truro@demo.test';
  await db
    .updateTable('users')
    .set({ email_verified: false, email_confirmed_at: null })
    .where('email', '=', email)
    .execute();
  issuer.as(verified(email));
  await expectRefused(await signIn(), email);
});

test('signs in staff by their verified address, ends the password, mails the owner and logs it', async () => {
  await confirm(STAFF);
  const before = await server.signIn(STAFF);
  issuer.as(verified(STAFF));
  const answer = await signIn();
  expect(answer.headers.get('location')).toBe('/admin');
  expect(await me(answer)).toMatchObject({ email: STAFF, role: 'staff' });
  expect(await waysIn(STAFF)).toEqual(['oidc']);
  expect((await server.call('getMe', {}, before)).body.me).toBeNull();
  const mail = await db
    .selectFrom('messages')
    .select(['recipient', 'subject'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(mail).toMatchObject({ recipient: STAFF, subject: 'You now sign in with Acme ID' });
  const { id } = await userOf(STAFF);
  const log = await db
    .selectFrom('audit_log')
    .select(['action', 'proven_by'])
    .where('subject_id', '=', id)
    .where('action', 'in', ['signed-in', 'new-device'])
    .orderBy('at', 'desc')
    .execute();
  expect(log).toContainEqual({ action: 'signed-in', proven_by: 'social' });

  // The issuer's subject decides from now on; a second sign-in needs no second link.
  const again = await signIn();
  expect(await me(again)).toMatchObject({ email: STAFF });
  const other = await db.selectFrom('sign_in_accounts').selectAll().where('user_id', '=', id).execute();
  expect(other).toMatchObject([{ account_id: `sub of ${STAFF}`, access_token: null, id_token: null }]);
});

test('a member of staff who became a customer cannot sign in any more', async () => {
  await db.updateTable('users').set({ role: 'customer' }).where('email', '=', STAFF).execute();
  issuer.as(verified(STAFF));
  const answer = await signIn();
  expect(answer.headers.get('location')).toMatch(/^\/login\?social=failed/);
  expect(await me(answer)).toBeNull();
});

test('an admin with codes needs a code after the issuer, too', async () => {
  const email = 'admin@demo.test';
  await confirm(email);
  const uri = await setUpCodes(server, email);
  issuer.as(verified(email));
  // The first sign-in links the issuer.
  await signIn();
  const answer = await signIn();
  expect(answer.headers.get('location')).toBe('/login?step=code&from=%2Fadmin');
  expect(await me(answer)).toBeNull();
  const done = await postCode(server, '/verify-totp', { code: appShows(uri) }, cookieOf(answer));
  expect(done.status).toBe(200);
  expect(await me(done)).toMatchObject({ email });
});

test('shows the name of the issuer, and passwords work while it does not answer', async () => {
  const { site } = (await server.call('getSite', {})).body;
  expect(site).toMatchObject({ staffSignIn: { name: 'Acme ID' }, signInProviders: [] });
  const copy = await testServer({ env: { ...env, OIDC_ISSUER: 'http://127.0.0.1:9' } });
  expect(await copy.signIn('customer@demo.test')).toBeTruthy();
  expect((await begin(copy)).started.status).toBeGreaterThanOrEqual(400);
});
