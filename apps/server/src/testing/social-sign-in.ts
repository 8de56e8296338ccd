import { afterAll, vi } from 'vitest';
import { testServer, type Caller } from './server.ts';

export const PROVIDERS = ['google', 'facebook'] as const;

const ENVIRONMENT = {
  GOOGLE_CLIENT_ID: 'tiffin',
  GOOGLE_CLIENT_SECRET: 'tiffin-secret',
  FACEBOOK_CLIENT_ID: 'tiffin',
  FACEBOOK_CLIENT_SECRET: 'tiffin-secret',
  PUBLIC_URL: 'http://tiffin.test',
};

// Requests for the social networks go to a provider on loopback.
const LOCAL: Record<string, string> = {
  'https://oauth2.googleapis.com/token': '/token',
  'https://graph.facebook.com/v24.0/oauth/access_token': '/token',
  'https://graph.facebook.com/debug_token': '/debug_token',
  'https://graph.facebook.com/me': '/me',
};

/** A server on which people can sign in with providers, and the provider behind them. */
export async function socialServer() {
  const server = await testServer({ env: ENVIRONMENT });
  // The provider warns that it is not configured for production.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { identityProvider } = await import('./identity-provider.ts');
  const callbacks = PROVIDERS.map((name) => `${ENVIRONMENT.PUBLIC_URL}/api/auth/callback/${name}`);
  const provider = await identityProvider(callbacks);
  const realFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const requested = new URL(input instanceof Request ? input.url : input);
    const path = LOCAL[`${requested.origin}${requested.pathname}`];
    return realFetch(path ? `${provider.url}${path}${requested.search}` : input, init);
  });
  afterAll(() => provider.close());

  /** Follows the sign-in like a browser: to the provider, through its pages, and back with the code. */
  async function signInWith(
    name: (typeof PROVIDERS)[number],
    { earlier = {}, callbackURL = '/menu/truro' }: { earlier?: Caller; callbackURL?: string } = {},
  ): Promise<Response> {
    const started = await server.fetch('/api/auth/sign-in/social', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: name, callbackURL, errorCallbackURL: '/login?social=failed' }),
    });
    const { url } = (await started.json()) as { url: string };
    const state = cookieOf(started).cookie;
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

  return { server, provider, signInWith };
}

/** The cookies that a response sets, without those it removes. */
export function cookieOf(answer: Response): { cookie: string } {
  const lines = answer.headers.getSetCookie().filter((each) => !/Max-Age=0/i.test(each));
  return { cookie: lines.map((each) => each.split(';')[0]).join('; ') };
}
