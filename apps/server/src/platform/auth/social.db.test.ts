import { expect, test } from 'vitest';
import { appShows } from '../../testing/authenticator-app.ts';
import { postCode, setUpCodes } from '../../testing/second-step.ts';
import type { Caller } from '../../testing/server.ts';
import { cookieOf, PROVIDERS, socialServer } from '../../testing/social-sign-in.ts';

const { server, provider, signInWith } = await socialServer();

test.each(PROVIDERS)(
  '%s creates the profile at the first sign-in and finds it at the second [C-AUTH-06]',
  async (name) => {
    provider.as({ id: `${name}-1`, name: 'Ada Verma', email: `ada.${name}@example.test`, email_verified: true });
    const first = await signInWith(name);
    expect(first.status).toBe(302);
    expect(first.headers.get('location')).toBe('/menu/truro');
    const { me } = (await server.call('getMe', {}, cookieOf(first))).body;
    expect(me).toMatchObject({
      email: `ada.${name}@example.test`,
      displayName: 'Ada Verma',
      role: 'customer',
      signupMethod: name,
    });
    const { me: again } = (await server.call('getMe', {}, cookieOf(await signInWith(name)))).body;
    expect(again?.uid).toBe(me?.uid);
  },
);

test.each(PROVIDERS)('signing in with %s ends the device’s earlier session', async (name) => {
  provider.as({ id: `${name}-2`, name: 'Ada Verma', email: `ada2.${name}@example.test`, email_verified: true });
  const earlier = await server.signIn('customer@demo.test');
  const now = cookieOf(await signInWith(name, { earlier }));
  expect((await server.call('getMe', {}, now)).body.me?.email).toBe(`ada2.${name}@example.test`);
  expect((await server.call('getMe', {}, earlier)).body.me).toBeNull();
});

test('a provider’s unverified address does not give access to an existing account', async () => {
  provider.as({ id: 'mallory', name: 'Mallory', email: 'admin@demo.test', email_verified: false });
  const answer = await signInWith('facebook');
  expect(cookieOf(answer).cookie).not.toContain('session_token=');
  expect((await server.call('getMe', {}, cookieOf(answer))).body.me).toBeNull();
});

test('offers only the configured providers', async () => {
  expect((await server.call('getSite', {})).body.site.signInProviders).toEqual(['google', 'facebook']);
});

test('errors appear on our own page, never on the library’s page with text from the URL', async () => {
  const words = 'error=locked&error_description=Your%20account%20is%20locked,%20call%20900%20555%200100';
  const answer = await server.fetch(`/api/auth/error?${words}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?social=failed']);
  expect(await answer.text()).not.toContain('900');
});

test.each([
  ['admin@demo.test', '/login?from=%2Fadmin%2Fdashboard'],
  ['manager.truro@demo.test', '/admin/dashboard'],
])('%s with codes needs a code after a provider too, and goes on to the page behind %s', async (email, callbackURL) => {
  const uri = await setUpCodes(server, email);
  const { db } = server.context;
  provider.as({ id: email, name: 'Morgan', email, email_verified: true });
  // The first sign-in links the provider.
  await signInWith('google', { callbackURL });
  const answer = await signInWith('google', { callbackURL });
  const waiting = cookieOf(answer);
  expect(answer.headers.get('location')).toBe('/login?step=code&from=%2Fadmin%2Fdashboard');
  expect(waiting.cookie).not.toContain('session_token=');
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([]);
  const done = await postCode(server, '/verify-totp', { code: appShows(uri) }, waiting);
  expect(done.status).toBe(200);
  expect((await server.call('getMe', {}, cookieOf(done))).body.me?.email).toBe(email);
});

test('a provider sign-in that waits for its code is logged, and a new device only the first time', async () => {
  const email = 'staff.glasgow@demo.test';
  const { db } = server.context;
  await db.updateTable('users').set({ role: 'manager' }).where('email', '=', email).execute();
  const uri = await setUpCodes(server, email);
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  provider.as({ id: email, name: 'Morgan', email, email_verified: true });
  // The first sign-in links the provider.
  await signInWith('facebook');
  await db.deleteFrom('audit_log').execute();
  /** Signs in with provider and code; returns the logged actions with their proofs, and the cookies of the device. */
  const signInOnce = async (device: Caller) => {
    const waiting = cookieOf(await signInWith('facebook', { earlier: device }));
    await db.deleteFrom('used_codes').execute();
    expect((await postCode(server, '/verify-totp', { code: appShows(uri) }, waiting)).status).toBe(200);
    const entries = await db
      .deleteFrom('audit_log')
      .where('subject_id', '=', id)
      .returning(['action', 'proven_by as provenBy'])
      .execute();
    const logged = entries.map(({ action, provenBy }) => `${action} ${provenBy}`).toSorted();
    return { logged, device: waiting };
  };
  const first = await signInOnce({});
  expect(first.logged).toEqual(['new-device code', 'second-factor-asked social', 'signed-in code']);
  const second = await signInOnce(first.device);
  expect(second.logged).toEqual(['second-factor-asked social', 'signed-in code']);
});
