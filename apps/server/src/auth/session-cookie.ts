import { createHmac } from 'node:crypto';

/** What the names of the sign-in cookies begin with. */
export const COOKIE_PREFIX = 'tiffin';

const OLD_NAME = `__Secure-${COOKIE_PREFIX}.session_token`;

/** Over TLS no page of a neighbouring host can set one of this name. */
export function cookiePrefix(overTls: boolean): string {
  return `${overTls ? '__Host-' : ''}${COOKIE_PREFIX}`;
}

export function sessionCookieName(overTls: boolean): string {
  return `${cookiePrefix(overTls)}.session_token`;
}

/** What the session's cookie says; one of the old name counts only where its session is as old. */
export interface SessionCookie {
  readonly value: string;
  readonly isOld: boolean;
}

export function readSessionCookie(cookies: string | null, overTls: boolean): SessionCookie | null {
  const value = valueOf(cookies, sessionCookieName(overTls));
  if (value !== null) return { value, isOld: false };
  const old = overTls ? valueOf(cookies, OLD_NAME) : null;
  return old === null ? null : { value: old, isOld: true };
}

/** The sign-in library reads one name only: a session that came under the old one is shown to it under the new. */
export function underNewName(cookies: string, overTls: boolean): string {
  return cookies.replace(new RegExp(`(^|;\\s*)${escaped(OLD_NAME)}=`), `$1${sessionCookieName(overTls)}=`);
}

/** A session's cookie, as the sign-in library would sign it. */
export function sessionCookie(token: string, { secret, overTls, seconds }: CookieParts): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return cookieLine(sessionCookieName(overTls), encodeURIComponent(`${token}.${signature}`), overTls, seconds);
}

interface CookieParts {
  readonly secret: string;
  readonly overTls: boolean;
  readonly seconds: number;
}

const TABLET_SECONDS = 400 * 86_400;

/** What makes a device a shared tablet. */
export function tabletCookie(token: string, overTls: boolean): string {
  return cookieLine(`${cookiePrefix(overTls)}.tablet`, token, overTls, TABLET_SECONDS);
}

export function readTabletCookie(cookies: string | null, overTls: boolean): string | null {
  return valueOf(cookies, `${cookiePrefix(overTls)}.tablet`);
}

function cookieLine(name: string, value: string, overTls: boolean, seconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${overTls ? '; Secure' : ''}`;
}

/** Takes the session's cookie out of the browser, under each name it may have. */
export function expiredCookies(overTls: boolean): string[] {
  const gone = (name: string) => cookieLine(name, '', overTls, 0);
  return [sessionCookieName(overTls), ...(overTls ? [OLD_NAME] : [])].map(gone);
}

export function setsSession(answer: Response, overTls: boolean): boolean {
  const begins = `${sessionCookieName(overTls)}=`;
  return answer.headers.getSetCookie().some((each) => each.startsWith(begins) && !each.startsWith(`${begins};`));
}

function valueOf(cookies: string | null, name: string): string | null {
  return new RegExp(`(?:^|;\\s*)${escaped(name)}=([^;]+)`).exec(cookies ?? '')?.[1] ?? null;
}

function escaped(name: string): string {
  return name.replaceAll('.', String.raw`\.`);
}
