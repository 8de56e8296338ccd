import type { BetterAuthPlugin } from 'better-auth';
import type { twoFactor } from 'better-auth/plugins/two-factor';
import { expiredSessionCookie, isSessionPair, startsSecondStep } from './session-cookie.ts';

/**
 * The library asks for a code only after a password. This runs the same step after a sign-in with a provider: the new
 * session ends, and the sign-in waits for its code.
 */
export function codeAfterProvider(codes: ReturnType<typeof twoFactor>): BetterAuthPlugin {
  return {
    id: 'code-after-provider',
    hooks: {
      after: codes.hooks.after.map(({ handler }) => ({
        matcher: ({ path }) => path?.startsWith('/callback/') ?? false,
        handler,
      })),
    },
  };
}

/** If a sign-in with a provider waits for its code, the browser goes to the page that asks for it. */
export function redirectToCodePage(answer: Response, overTls: boolean): Response {
  if (!startsSecondStep(answer, overTls)) return answer;
  const headers = new Headers({
    'cache-control': 'no-store',
    location: codePage(answer.headers.get('location') ?? '/'),
  });
  // The session that the provider began is over.
  for (const each of answer.headers.getSetCookie()) if (!isSessionPair(each)) headers.append('set-cookie', each);
  headers.append('set-cookie', expiredSessionCookie(overTls));
  return new Response(null, { status: 302, headers });
}

/** The sign-in page with the field for the code; it leads on to the target, which may be the sign-in page itself. */
function codePage(target: string): string {
  const url = new URL(target, 'http://here.invalid');
  const from = url.pathname === '/login' ? url.searchParams.get('from') : target;
  const query = new URLSearchParams({ step: 'code' });
  if (from !== null && from !== '/') query.set('from', from);
  return `/login?${query}`;
}
