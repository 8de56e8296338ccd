import { spokenPath } from '@tiffin/domain/core';

/** How the worker answers a request. */
export type Plan =
  /** Files whose names hold their content's hash: once kept, never asked for again. */
  | 'asset'
  /** Pictures of dishes and icons: likewise, but only so many. */
  | 'picture'
  /** Pages and their data: from the server, and when it is not reached as they were last seen. */
  | 'page'
  /** Pages that need the server: without it, it is our page that says so. */
  | 'unkept'
  /** None of the worker's business. */
  | 'network';

interface Asked {
  readonly url: URL;
  readonly method: string;
  readonly isNavigation: boolean;
}

const DATA = /\.data$/;
/** What pages are made of. The colours of the house stand in their sheet's address. */
const ASSETS = /^\/(?:assets\/|scenes\/|favicon\.(?:svg|ico)$|house\.css$)/;
const ICONS = /^\/(?:icon|badge|apple-touch)-[\w-]+\.png$/;

/** `keptPages`: the addresses of the pages whose routes say that they are kept offline. */
export function planFor({ url, method, isNavigation }: Asked, origin: string, keptPages: RegExp): Plan {
  if (method !== 'GET' || url.origin !== origin) return 'network';
  const { pathname } = url;
  if (ASSETS.test(pathname)) return 'asset';
  if (pathname.startsWith('/images/') || ICONS.test(pathname)) return 'picture';
  const isData = DATA.test(pathname);
  if (!isNavigation && !isData) return 'network';
  if (keptPages.test(pagePath(pathname))) return 'page';
  return isNavigation && !pathname.startsWith('/api/') ? 'unkept' : 'network';
}

/** '/menu/valley.data' → '/menu/valley'; the start page's data has a name of its own. */
function pagePath(pathname: string): string {
  const { path } = spokenPath(pathname.replace(DATA, ''));
  return path === '/_root' || path === '/_' ? '/' : path;
}

/** The address of the page that data is of: '/dashboard.data?_routes=root' → '/dashboard'. */
export function pageOf(data: URL): URL {
  const page = new URL(pagePath(data.pathname) + data.search, data.origin);
  if (page.searchParams.has('_routes')) page.searchParams.delete('_routes');
  return page;
}

/** The page itself, without a filter or an open dish. */
export function withoutSearch(url: URL): string {
  return url.origin + url.pathname;
}

export interface Build {
  readonly id: string;
  readonly files: readonly string[];
}

/** Tabs left open over this many deployments still find all their parts. */
const BUILDS_KEPT = 3;

/** The builds whose files stay: this one, and those before it that open tabs may still run on. */
export function buildsToKeep(existing: readonly Build[], present: Build): readonly Build[] {
  return [present, ...existing.filter(({ id }) => id !== present.id)].slice(0, BUILDS_KEPT);
}
