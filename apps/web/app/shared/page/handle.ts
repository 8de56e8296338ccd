import type { UIMatch } from 'react-router';

export type Surface = 'guest' | 'staff';

/** What a route says about itself: to the frame around it, to the server and to the service worker. */
export interface Handle {
  /** Guests get room, the back office gets rows. */
  readonly surface?: Surface | ((loaderData: unknown) => Surface);
  /** The page starts with aubergine right under the top bar. */
  readonly brandTop?: boolean;
  /** The page uses the whole width, and so does the top bar. */
  readonly wide?: boolean;
  /** The same to everybody who is not signed in, whatever its query says: the server keeps it in memory. */
  readonly sameForAll?: boolean;
  /** What one goes on using without the server: the device keeps it as it was last seen. Never payments, receipts, sign-in. */
  readonly keptOffline?: boolean;
}

/** A route as the router's build of the pages has it. */
interface BuiltRoute {
  readonly path?: string;
  readonly parentId?: string;
  readonly module: { readonly handle?: unknown };
}

/** A pattern of the addresses whose routes say so, for those who know no routes: the server's memory and the worker. */
export function pagesThat(
  say: 'sameForAll' | 'keptOffline',
  routes: Readonly<Record<string, BuiltRoute | undefined>>,
): string {
  const addressOf = (route: BuiltRoute | undefined): string =>
    route ? [addressOf(routes[route.parentId ?? '']), route.path].filter(Boolean).join('/') : '';
  const addresses = Object.values(routes)
    .filter((route) => handleOf(route?.module)[say])
    .map((route) => `/${addressOf(route).replaceAll(/:\w+/g, '[\\w-]+')}`);
  return `^(?:${addresses.join('|')})$`;
}

function handleOf({ handle }: { readonly handle?: unknown } = {}): Handle {
  return typeof handle === 'object' && handle !== null ? handle : {};
}

export function surfaceOf(matches: readonly UIMatch[]): Surface {
  const match = matches.findLast((each) => handleOf(each).surface);
  const surface = match && handleOf(match).surface;
  return typeof surface === 'function' ? surface(match?.loaderData) : (surface ?? 'guest');
}

export function hasBrandTop(matches: readonly UIMatch[]): boolean {
  return matches.some((match) => handleOf(match).brandTop);
}

export function isWide(matches: readonly UIMatch[]): boolean {
  return matches.some((match) => handleOf(match).wide);
}
