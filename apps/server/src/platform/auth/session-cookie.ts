import { createHmac } from 'node:crypto';
import { GUEST_COOKIE } from '@tiffin/domain/people';
import type { Context as HonoContext } from 'hono';

/** What the names of the sign-in cookies begin with. */
export const COOKIE_PREFIX = 'tiffin';

const SESSION = `${COOKIE_PREFIX}.session_token`;
const OLD_NAME = `__Secure-${SESSION}`;

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

/** What the cookie of a sign-in that waits for its code says, as the sign-in library sets it. */
export function readWaitingCookie(cookies: string | null, overTls: boolean): string | null {
  return valueOf(cookies, `${cookiePrefix(overTls)}.two_factor`);
}

/** Any pair of a cookie header that some reader could take for a session's. */
export function isSessionPair(pair: string): boolean {
  return pair.split('=')[0]?.trim().endsWith(SESSION) ?? false;
}

/** A session's cookie, as the sign-in library would sign it. */
export function sessionPair(token: string, { secret, overTls }: CookieParts): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `${sessionCookieName(overTls)}=${encodeURIComponent(`${token}.${signature}`)}`;
}

export function sessionCookie(token: string, parts: CookieParts, seconds: number): string {
  return cookieLine(sessionPair(token, parts), parts.overTls, seconds);
}

/** What cookies are made of; the context has both. */
export interface CookieParts {
  readonly secret: string;
  readonly overTls: boolean;
}

const TABLET_SECONDS = 400 * 86_400;

/** What makes a device a shared tablet. */
export function tabletCookie(token: string, overTls: boolean): string {
  return cookieLine(`${cookiePrefix(overTls)}.tablet=${token}`, overTls, TABLET_SECONDS);
}

export function readTabletCookie(cookies: string | null, overTls: boolean): string | null {
  return valueOf(cookies, `${cookiePrefix(overTls)}.tablet`);
}

/** A browser that goes on without an account; the web app sets it, for as long as the browser is open. */
export function isGuestBrowser(cookies: string | null): boolean {
  return valueOf(cookies, GUEST_COOKIE) !== null;
}

/** Whoever signs in, or out, orders as nobody's guest any more until they say so again. */
export function expiredGuest(overTls: boolean): string {
  return cookieLine(`${GUEST_COOKIE}=`, overTls, 0);
}

function cookieLine(pair: string, overTls: boolean, seconds: number): string {
  return `${pair}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${overTls ? '; Secure' : ''}`;
}

/** Takes the session's cookie out of the browser, under each name it may have. */
export function expiredCookies(overTls: boolean): string[] {
  const removed = (name: string) => cookieLine(`${name}=`, overTls, 0);
  return [sessionCookieName(overTls), ...(overTls ? [OLD_NAME] : [])].map(removed);
}

export function takeCookies(c: Pick<HonoContext, 'header'>, { overTls }: CookieParts): void {
  for (const removed of expiredCookies(overTls)) c.header('set-cookie', removed, { append: true });
}

/** The browser has another session afterwards, or none: whichever it had is known to nobody any more. */
export function changesSession(answer: Response, overTls: boolean): boolean {
  return answer.headers.getSetCookie().some((each) => each.startsWith(`${sessionCookieName(overTls)}=`));
}

function valueOf(cookies: string | null, name: string): string | null {
  return new RegExp(`(?:^|;\\s*)${escaped(name)}=([^;]+)`).exec(cookies ?? '')?.[1] ?? null;
}

function escaped(name: string): string {
  return name.replaceAll('.', String.raw`\.`);
}
