import { GUEST_COOKIE } from '@tiffin/domain/people';
import type { Context as HonoContext } from 'hono';
import { isMacOfRing, macOf, type KeyRing } from './key-ring.ts';

export const COOKIE_PREFIX = 'tiffin';

const SESSION = `${COOKIE_PREFIX}.session_token`;

/** Over TLS the `__Host-` prefix keeps neighbouring hosts from setting the cookie. */
export function cookiePrefix(overTls: boolean): string {
  return `${overTls ? '__Host-' : ''}${COOKIE_PREFIX}`;
}

export function sessionCookieName(overTls: boolean): string {
  return `${cookiePrefix(overTls)}.session_token`;
}

export function readSessionCookie(cookies: string | null, overTls: boolean): string | null {
  return valueOf(cookies, sessionCookieName(overTls));
}

/** The cookie of a sign-in that waits for its code. */
export function readWaitingCookie(cookies: string | null, overTls: boolean): string | null {
  return valueOf(cookies, `${cookiePrefix(overTls)}.two_factor`);
}

/** Whether a cookie pair could be read as a session by any reader. */
export function isSessionPair(pair: string): boolean {
  return pair.split('=')[0]?.trim().endsWith(SESSION) ?? false;
}

/** A session cookie signed as the sign-in library signs it. */
export function sessionPair(token: string, { keys, overTls }: CookieParts): string {
  return `${sessionCookieName(overTls)}=${signedValue(token, keys)}`;
}

function signedValue(value: string, keys: KeyRing): string {
  return encodeURIComponent(`${value}.${macOf(keys.current('sign-in').key, value, 'base64')}`);
}

/** The value of a signed cookie; null if no key of the ring signed it. */
export function signedValueIn(raw: string, keys: KeyRing): string | null {
  let text: string;
  try {
    text = decodeURIComponent(raw);
  } catch {
    return null;
  }
  const dot = text.lastIndexOf('.');
  if (dot < 1) return null;
  const value = text.slice(0, dot);
  const mac = text.slice(dot + 1);
  return isMacOfRing(keys, 'sign-in', { content: value, mac, encoding: 'base64' }) ? value : null;
}

/**
 * A cookie that the sign-in library signed, signed again with the current key, the only one it accepts. Other cookies
 * are returned as they are.
 */
export function signAgain(pair: string, { keys, overTls }: CookieParts): string {
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  if (equals < 0 || !name.startsWith(`${cookiePrefix(overTls)}.`)) return pair;
  const value = signedValueIn(pair.slice(equals + 1), keys);
  return value === null ? pair : `${name}=${signedValue(value, keys)}`;
}

export function sessionCookie(token: string, parts: CookieParts, seconds: number): string {
  return cookieLine(sessionPair(token, parts), parts.overTls, seconds);
}

export interface CookieParts {
  readonly keys: KeyRing;
  readonly overTls: boolean;
}

const TABLET_SECONDS = 400 * 86_400;

export function tabletCookie(token: string, overTls: boolean): string {
  return cookieLine(`${cookiePrefix(overTls)}.tablet=${token}`, overTls, TABLET_SECONDS);
}

export function readTabletCookie(cookies: string | null, overTls: boolean): string | null {
  return valueOf(cookies, `${cookiePrefix(overTls)}.tablet`);
}

const DRAWER_VALUE = 'drawer:';

/** Marks the device that opened a cash drawer. Signed, so that a device cannot claim a drawer that it did not open. */
export function drawerCookie(drawerId: string, { keys, overTls }: CookieParts): string {
  const pair = `${cookiePrefix(overTls)}.drawer=${signedValue(DRAWER_VALUE + drawerId, keys)}`;
  return cookieLine(pair, overTls, TABLET_SECONDS);
}

/** The drawer that this device opened last; null if it opened none. */
export function readDrawerCookie(cookies: string | null, { keys, overTls }: CookieParts): string | null {
  const raw = valueOf(cookies, `${cookiePrefix(overTls)}.drawer`);
  const value = raw && signedValueIn(raw, keys);
  return value?.startsWith(DRAWER_VALUE) ? value.slice(DRAWER_VALUE.length) : null;
}

/** Whether the browser continues without an account; the web app sets this cookie until the browser is closed. */
export function isGuestBrowser(cookies: string | null): boolean {
  return valueOf(cookies, GUEST_COOKIE) !== null;
}

/** Signing in or out ends ordering as a guest. */
export function expiredGuestCookie(overTls: boolean): string {
  return cookieLine(`${GUEST_COOKIE}=`, overTls, 0);
}

function cookieLine(pair: string, overTls: boolean, seconds: number): string {
  return `${pair}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${overTls ? '; Secure' : ''}`;
}

export function expiredSessionCookie(overTls: boolean): string {
  return cookieLine(`${sessionCookieName(overTls)}=`, overTls, 0);
}

export function removeSessionCookie(c: Pick<HonoContext, 'header'>, { overTls }: CookieParts): void {
  c.header('set-cookie', expiredSessionCookie(overTls), { append: true });
}

/** Whether the response replaces or ends the browser's session. */
export function changesSession(answer: Response, overTls: boolean): boolean {
  return answer.headers.getSetCookie().some((each) => each.startsWith(`${sessionCookieName(overTls)}=`));
}

/** Whether the response starts a sign-in that waits for its code. */
export function startsSecondStep(answer: Response, overTls: boolean): boolean {
  return readWaitingCookie(cookiesSetBy(answer), overTls) !== null;
}

/** The cookies that a response sets, as the browser sends them back. Those that it removes have no value. */
export function cookiesSetBy(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

function valueOf(cookies: string | null, name: string): string | null {
  return new RegExp(`(?:^|;\\s*)${escaped(name)}=([^;]+)`).exec(cookies ?? '')?.[1] ?? null;
}

function escaped(name: string): string {
  return name.replaceAll('.', String.raw`\.`);
}
