import type { ShouldRevalidateFunctionArgs, UIMatch } from 'react-router';

export type Surface = 'guest' | 'staff';

/** The settings of a route for the frame around it, the server and the service worker. */
export interface Handle {
  /** Guest pages have wide spacing, the back office has dense rows. */
  readonly surface?: Surface | ((loaderData: unknown) => Surface);
  /** The page starts with the brand colour right below the top bar. */
  readonly brandTop?: boolean;
  /** The page and its top bar use the whole width. */
  readonly wide?: boolean;
  /** The page leads to one action, so its footer is one row. */
  readonly shortFooter?: boolean;
  /** The same for everyone who is not signed in, whatever the query: the server caches it. */
  readonly sameForAll?: boolean;
  /** Usable without the server: the device caches its last version. Never for payments, receipts or sign-in. */
  readonly worksOffline?: boolean;
  /** Offline, the page itself says how old its data is, so the frame does not. */
  readonly showsItsAge?: boolean;
}

/** A route in the router's build. */
interface BuiltRoute {
  readonly path?: string;
  readonly parentId?: string;
  readonly module: { readonly handle?: unknown };
}

/**
 * A pattern of the addresses whose routes have this setting, for the server's cache and the worker, which do not know
 * routes.
 */
export function pagePattern(
  setting: 'sameForAll' | 'worksOffline',
  routes: Readonly<Record<string, BuiltRoute | undefined>>,
): string {
  const addressOf = (route: BuiltRoute | undefined): string =>
    route ? [addressOf(routes[route.parentId ?? '']), route.path].filter(Boolean).join('/') : '';
  const addresses = Object.values(routes)
    .filter((route) => handleOf(route?.module)[setting])
    .map((route) => `/${addressOf(route).replaceAll(/:\w+/g, '[\\w-]+')}`);
  return `^(?:${addresses.join('|')})$`;
}

function handleOf({ handle }: { readonly handle?: unknown } = {}): Handle {
  return typeof handle === 'object' && handle !== null ? handle : {};
}

/** What a dialog or a part of the page adds to the address does not change the data of its page. */
export function reloadsUnlessOnlyQuery(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const onlyQuery = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return onlyQuery ? false : defaultShouldRevalidate;
}

/** The surface of the innermost route that states one. */
export function surfaceOf(matches: readonly UIMatch[]): Surface {
  const match = matches.findLast((each) => handleOf(each).surface);
  const surface = match && handleOf(match).surface;
  return typeof surface === 'function' ? surface(match?.loaderData) : (surface ?? 'guest');
}

export function hasSetting(
  matches: readonly UIMatch[],
  setting: 'brandTop' | 'wide' | 'shortFooter' | 'showsItsAge',
): boolean {
  return matches.some((match) => handleOf(match)[setting]);
}
