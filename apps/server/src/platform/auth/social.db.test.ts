import { afterAll, expect, test, vi } from 'vitest';
import { testServer, type Caller } from '../../testing/server.ts';

const PROVIDERS = ['google', 'facebook'] as const;
const ids = {
  GOOGLE_CLIENT_ID: 'tiffin',
  GOOGLE_CLIENT_SECRET: 'tiffin-secret',
  FACEBOOK_CLIENT_ID: 'tiffin',
  FACEBOOK_CLIENT_SECRET: 'tiffin-secret',
};
const server = await testServer({ env: { ...ids, PUBLIC_URL: 'http://tiffin.test' } });
// The provider warns that it is not configured for production.
vi.spyOn(console, 'warn').mockImplementation(() => undefined);
vi.spyOn(console, 'info').mockImplementation(() => undefined);
const { identityProvider } = await import('../../testing/identity-provider.ts');
const provider = await identityProvider(PROVIDERS.map((name) => `http://tiffin.test/api/auth/callback/${name}`));

// Redirects requests for the social networks to the provider on loopback.
const LOCAL: Record<string, string> = {
  'https://oauth2.googleapis.com/token': '/token',
  'https://graph.facebook.com/v24.0/oauth/access_token': '/token',
  'https://graph.facebook.com/debug_token': '/debug_token',
  'https://graph.facebook.com/me': '/me',
};
const realFetch = globalThis.fetch;
vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
  const requested = new URL(input instanceof Request ? input.url : input);
  const path = LOCAL[`${requested.origin}${requested.pathname}`];
  return realFetch(path ? `${provider.url}${path}${requested.search}` : input, init);
});
afterAll(() => provider.close());

/** Follows the sign-in like a browser: to the provider, through its pages, and back with the code. */
async function signInWith(name: (typeof PROVIDERS)[number], earlier: Caller = {}): Promise<Response> {
  const started = await server.fetch('/api/auth/sign-in/social', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: name, callbackURL: '/menu/truro' }),
  });
  const { url } = (await started.json()) as { url: string };
  const state = started.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const cookies = new Map<string, string>();
  let next = `${provider.url}/auth${new URL(url).search}`;
  while (next.startsWith(provider.url)) {
    const page = await realFetch(next, { redirect: 'manual', headers: { cookie: [...cookies.values()].join('; ') } });
    for (const each of page.headers.getSetCookie()) cookies.set(each.split('=')[0] ?? '', each.split(';')[0] ?? '');
    next = new URL(page.headers.get('location') ?? 'about:blank', provider.url).href;
  }
  const back = new URL(next);
  const cookie = [earlier['cookie'], state].filter(Boolean).join('; ');
  return server.fetch(`${back.pathname}${back.search}`, {}, { cookie });
}

function cookieOf(answer: Response): { cookie: string } {
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  };
}

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
  const now = cookieOf(await signInWith(name, earlier));
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
