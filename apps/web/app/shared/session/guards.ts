import { splitLanguagePath } from '@tiffin/domain/core';
import { GUEST_COOKIE } from '@tiffin/domain/people';
import { redirect, replace } from 'react-router';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { isBackOffice } from './roles.ts';
import { serverContext, type Me, type PageRequest } from '../api/server-context.ts';

/**
 * Where to go after signing in: only a path of this site. `//elsewhere`, `/\elsewhere`, schemes and control characters
 * lead to the home page.
 */
export function safeRedirect(requested: string | null | undefined, otherwise: string): string {
  if (!requested || !requested.startsWith('/')) return otherwise;
  const thisSite = 'https://here.invalid';
  if (!URL.canParse(requested, thisSite)) return otherwise;
  const url = new URL(requested, thisSite);
  if (url.origin !== thisSite) return otherwise;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? otherwise : path;
}

type SignedIn = NonNullable<Me>;

/** The signed-in person, or a redirect to sign-in that remembers the requested page. */
export async function requireSignedIn({ request, context }: PageRequest): Promise<SignedIn> {
  const me = await context.get(serverContext).me();
  if (me) return me;
  throw redirectInstead(request, paths.login({ from: addressOf(request) }));
}

/**
 * A redirect after which the history has the new address in place of the guarded page. A pressed link has no entry yet,
 * so replacing would remove the page with the link. Back and Forward already moved to the entry of the guarded page, and
 * then the browser names that page as the referrer.
 */
function redirectInstead(request: Request, address: string): Response {
  const referrer = request.headers.get('referer');
  const isAtGuardedPage =
    referrer && URL.canParse(referrer) && pathOf(new URL(referrer)) === pathOf(new URL(request.url));
  return isAtGuardedPage ? replace(address) : redirect(address);
}

/**
 * The person who orders, or null for a guest who chose to continue without an account, if the restaurant allows that.
 */
export async function requireGuest(page: PageRequest): Promise<SignedIn | null> {
  const { api, me } = page.context.get(serverContext);
  const isGuest = new RegExp(`(?:^|;\\s*)${GUEST_COOKIE}=`).test(page.request.headers.get('cookie') ?? '');
  if (isGuest && !(await me()) && (await api('getSite')).site.guestCheckout) return null;
  return requireSignedIn(page);
}

/**
 * A member of staff; `null` for a signed-in customer, who sees the forbidden page. A locked shared tablet asks for a PIN
 * instead of a password.
 */
export async function requireBackOffice(page: PageRequest): Promise<SignedIn | null> {
  const server = page.context.get(serverContext);
  if (!(await server.me()) && (await server.api('getTablet')).tablet)
    throw redirectInstead(page.request, officePaths.tablet());
  const me = await requireSignedIn(page);
  if (me.needsSecondStep || me.needsNewPassword)
    throw redirectInstead(page.request, paths.devices({ from: addressOf(page.request) }));
  return isBackOffice(me.role) ? me : null;
}

/** True if the person was on the way to the checkout. */
export function isCheckout(from: string | undefined): from is string {
  return from?.split(/[?#]/)[0] === paths.checkout();
}

/** Redirects a signed-in person away from the sign-in pages. Otherwise returns the page to go to after signing in. */
export async function leaveWhenSignedIn({ request, context }: PageRequest): Promise<string | undefined> {
  const from = safeRedirect(new URL(request.url).searchParams.get('from'), '') || undefined;
  const me = await context.get(serverContext).me();
  if (!me) return from;
  const startPage = isBackOffice(me.role) ? paths.adminDashboard() : paths.home();
  throw replace(from ? addressAfterSignIn(from, request) : startPage);
}

/**
 * The page to go to after signing in. A menu whose document is loaded after a redirect would look for the location of
 * the cart instead; the anchor tells it that this menu was requested by name.
 */
function addressAfterSignIn(from: string, request: Request): string {
  const isDocument = !new URL(request.url).pathname.endsWith('.data');
  return isDocument && /^\/menu\/[^#]+$/.test(from) ? `${from}#main` : from;
}

/** The address of the page, also for a navigation in the browser, which requests `/checkout.data`. */
function addressOf(request: Request): string {
  const url = new URL(request.url);
  // The router names in it the routes whose data it needs.
  url.searchParams.delete('_routes');
  return pathOf(url) + url.search || '/';
}

/** The path of a page without its language, also of the request for its data. */
function pathOf(url: URL): string {
  return splitLanguagePath(url.pathname.replace(/(?:\/_root)?\.data$/, '')).path;
}
