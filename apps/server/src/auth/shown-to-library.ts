import type { SignedIn } from './authenticate.ts';
import { isSessionPair, sessionPair, type CookieParts } from './session-cookie.ts';

/**
 * A request's headers as the sign-in library is shown them: with the one session that counts here, under
 * the name it reads, or with none. It reads cookies in a way of its own and might find another among
 * several; at a shared tablet it would tell what is its person's own.
 */
export function shownToLibrary(asked: Headers, signedIn: SignedIn | null, parts: CookieParts): Headers {
  const headers = new Headers(asked);
  const others = (asked.get('cookie') ?? '').split(';').filter((pair) => !isSessionPair(pair));
  const own = signedIn && !signedIn.tablet ? [sessionPair(signedIn.token, parts)] : [];
  headers.set('cookie', [...others, ...own].join(';'));
  return headers;
}
