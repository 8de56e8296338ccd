import { splitLanguagePath } from '@tiffin/domain/core';

export type RequestClass =
  /** Files with a hash of their content in the name: once cached, never requested again. */
  | 'asset'
  /** Pictures of dishes and icons: cached likewise, up to a limit. */
  | 'picture'
  /** Pages and their data: from the server, or from the cache when the server is unreachable. */
  | 'page'
  /** Pages that need the server: without it, the worker shows its offline page. */
  | 'online-only'
  /** Requests that the worker does not handle. */
  | 'network';

interface ClassifiedRequest {
  readonly url: URL;
  readonly method: string;
  readonly isNavigation: boolean;
}

const DATA = /\.data$/;
/** Static files. The address of the stylesheet contains the restaurant's colours. */
const ASSETS = /^\/(?:assets\/|scenes\/|favicon\.(?:svg|ico)$|house\.css$)/;
const ICONS = /^\/(?:icon|badge|apple-touch)-[\w-]+\.png$/;

/** How the worker answers a request. `offlinePages` matches the addresses of pages whose routes set `worksOffline`. */
export function classifyRequest(
  { url, method, isNavigation }: ClassifiedRequest,
  origin: string,
  offlinePages: RegExp,
): RequestClass {
  if (method !== 'GET' || url.origin !== origin) return 'network';
  const { pathname } = url;
  if (ASSETS.test(pathname)) return 'asset';
  if (pathname.startsWith('/images/') || ICONS.test(pathname)) return 'picture';
  const isData = DATA.test(pathname);
  if (!isNavigation && !isData) return 'network';
  if (offlinePages.test(pagePath(pathname))) return 'page';
  return isNavigation && !pathname.startsWith('/api/') ? 'online-only' : 'network';
}

/** '/menu/valley.data' → '/menu/valley'; the start page's data has a different name. */
function pagePath(pathname: string): string {
  const { path } = splitLanguagePath(pathname.replace(DATA, ''));
  return path === '/_root' || path === '/_' ? '/' : path;
}

/** The address of the page that the data belongs to: '/dashboard.data?_routes=root' → '/dashboard'. */
export function pageOf(data: URL): URL {
  const page = new URL(pagePath(data.pathname) + data.search, data.origin);
  if (page.searchParams.has('_routes')) page.searchParams.delete('_routes');
  return page;
}

/** The address of the page without filters or an open dish. */
export function withoutSearch(url: URL): string {
  return url.origin + url.pathname;
}

/** The page about being offline, in the language of the requested one, whose address is the fragment. */
export function offlineAddress(requested: URL): URL {
  const { language } = splitLanguagePath(requested.pathname);
  const page = new URL(language === null ? '/offline' : `/${language}/offline`, requested.origin);
  page.hash = requested.pathname + requested.search;
  return page;
}
