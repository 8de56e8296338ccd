import type { Context } from '../../context.ts';
import { prepared } from '../db/prepared-statements.ts';
import type { SignedInSession } from './authenticate.ts';
import { isSessionPair, sessionPair, signAgain, type CookieParts } from './session-cookie.ts';

const readSession = prepared<{ session: object; user: object }>(
  'session-of',
  `select json_build_object('id', s.id, 'userId', s.user_id, 'expiresAt', s.expires_at, 'createdAt', s.created_at,
     'updatedAt', s.updated_at, 'ipAddress', s.ip_address, 'userAgent', s.user_agent) as session,
   json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'emailVerified', u.email_verified, 'image', u.image,
     'role', u.role, 'phone_number', u.phone_number, 'sign_up_method', u.sign_up_method,
     'twoFactorEnabled', u.two_factor_enabled, 'createdAt', u.created_at, 'updatedAt', u.updated_at) as "user"
   from sessions s join users u on u.id = s.user_id where s.id = $1`,
);

/**
 * Answers the session endpoint of the sign-in library with one query, and without the token, which scripts must not
 * read. Null on a shared tablet, which must not show personal data.
 */
export async function sessionOf({ db }: Pick<Context, 'db'>, signedIn: SignedInSession | null) {
  if (!signedIn || signedIn.tablet) return null;
  return (await readSession(db, [signedIn.sessionId])).rows[0] ?? null;
}

/**
 * The headers of a request for the sign-in library, whose cookies contain only the valid session or none: the library
 * parses cookies in its own way and could pick another one. Its other cookies are signed again, because it knows only
 * the current key.
 */
export function headersForLibrary(request: Headers, signedIn: SignedInSession | null, parts: CookieParts): Headers {
  const headers = new Headers(request);
  const others = (request.get('cookie') ?? '')
    .split(';')
    .filter((pair) => !isSessionPair(pair))
    .map((pair) => signAgain(pair, parts));
  const own = signedIn && !signedIn.tablet ? [sessionPair(signedIn.token, parts)] : [];
  headers.set('cookie', [...others, ...own].join(';'));
  return headers;
}
