/// <reference lib="webworker" />
import { say } from '@tiffin/domain/core';
import { buildsToKeep, type Build } from './builds-to-keep.ts';
import { classifyRequest, offlineAddress, pageOf, withoutSearch } from './classify-request.ts';
import { offlinePage } from './offline-page.ts';

/** Injected by the build: its id, the files of its pages, and the pattern of pages to cache. */
declare const BUILD: {
  readonly id: string;
  readonly guest: readonly string[];
  readonly staff: readonly string[];
  readonly offlinePages: string;
};
declare const self: ServiceWorkerGlobalScope;

// One constant, because the build replaces each mention of BUILD with its whole value.
const build = BUILD;
const OFFLINE_PAGES = new RegExp(build.offlinePages);

const ASSETS = 'tiffin-assets';
const PICTURES = 'tiffin-pictures';
/** Personal data: deleted on sign-out and when someone else signs in. */
const PAGES = 'tiffin-pages';
const BUILDS = '/builds-kept';
const MAX_PICTURES = 300;
/**
 * After this time, the last cached version is better than nothing. A stale page updates when the server is reachable
 * again; stale data on an open page would not.
 */
const PATIENCE_MS = { page: 4_000, data: 20_000 } as const;

type PageMessage =
  /** Cache this page as it is now, and for staff all files of the back office. */
  | { readonly wish: 'keep'; readonly url: string; readonly isStaff: boolean }
  /** Replace the previous version of the worker. */
  | { readonly wish: 'take-over' };

interface Notice {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
}

self.addEventListener('install', (event) => {
  event.waitUntil(storeFiles(build.guest));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldFiles(), self.clients.claim()]));
});

self.addEventListener('message', (event) => {
  const message: PageMessage = event.data;
  if (message.wish === 'take-over') event.waitUntil(self.skipWaiting());
  else
    event.waitUntil(
      Promise.all([
        storePage(message.url),
        message.isStaff ? storeFiles(build.staff) : storeOfflinePage(new URL(message.url)),
      ]),
    );
});

self.addEventListener('push', (event) => {
  const notice: Notice | null = event.data?.json() ?? null;
  if (!notice) return;
  const { title, body, url, tag } = notice;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, data: url, icon: '/icon-192.png', badge: '/badge-96.png' }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openOrFocus(new URL(String(event.notification.data), self.location.origin)));
});

/** Opens the page of the notification, or focuses the window that already shows it. */
async function openOrFocus(url: URL): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window' });
  const existing = open.find((client) => new URL(client.url).pathname === url.pathname);
  if (!existing) await self.clients.openWindow(url.href);
  else {
    await existing.focus();
    if (existing.url !== url.href) await existing.navigate(url.href);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const requestClass = classifyRequest(
    { url, method: request.method, isNavigation: request.mode === 'navigate' },
    self.location.origin,
    OFFLINE_PAGES,
  );
  if (requestClass === 'asset') event.respondWith(fromCacheFirst(ASSETS, request));
  else if (requestClass === 'picture') event.respondWith(fromCacheFirst(PICTURES, request));
  else if (requestClass === 'page') event.respondWith(pageOrStored(event, url));
  else if (requestClass === 'online-only')
    event.respondWith(fetch(request).catch(() => whenOffline(url, say`This page needs a connection.`)));
});

async function fromCacheFirst(name: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  const stored = await cache.match(request, { ignoreVary: true });
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok && answer.status === 200) {
    await cache.put(request, answer.clone()).catch(() => {});
    if (name === PICTURES) await dropOldest(cache);
  }
  return answer;
}

async function dropOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_PICTURES)).map((key) => cache.delete(key)));
}

/** Answers from the server, or from the cache when the server is unreachable or too slow. */
async function pageOrStored(event: FetchEvent, url: URL): Promise<Response> {
  const fresh = fetchAndStore(event.request);
  event.waitUntil(fresh.catch(() => {}));
  const stored = await storedPage(event.request, url);
  const isNavigation = event.request.mode === 'navigate';
  if (!stored && isNavigation)
    return fresh.catch(() => whenOffline(url, say`This page is not stored on this device yet.`));
  if (!stored) return fresh.catch((error: unknown) => reloadWhole(event.request, url, error));
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), isNavigation ? PATIENCE_MS.page : PATIENCE_MS.data);
  });
  return (await Promise.race([fresh, late]).catch(() => null)) ?? markStored(stored);
}

/**
 * Data requests vary too much to cache. If the page is cached, the router is told to reload it as a whole. A page that
 * is open and only refreshes its data stays as it is.
 */
async function reloadWhole(request: Request, url: URL, error: unknown): Promise<Response> {
  const whole = pageOf(url);
  const cache = await caches.open(PAGES);
  const isStored = await Promise.all(
    [whole.href, withoutSearch(whole)].map((each) => cache.match(each, { ignoreVary: true })),
  );
  const isOpen = request.referrer !== '' && new URL(request.referrer).pathname === whole.pathname;
  if (isOpen || isStored.every((each) => each === undefined)) throw error;
  return new Response(null, {
    status: 204,
    headers: {
      'x-remix-redirect': whole.pathname + whole.search,
      'x-remix-reload-document': 'true',
      'cache-control': 'no-store',
    },
  });
}

/** The header tells the page that it comes from an earlier visit, so that it reloads when the server is reachable. */
function markStored(stored: Response): Response {
  if (stored.status !== 200) return stored;
  const headers = new Headers(stored.headers);
  headers.set('server-timing', 'kept');
  return new Response(stored.body, { status: stored.status, headers });
}

async function fetchAndStore(request: Request): Promise<Response> {
  // Opened before the request: if somebody signs out meanwhile, the page goes into the deleted cache.
  const opened = caches.open(PAGES);
  const answer = await fetch(request);
  const cache = await opened;
  // The page moved or this person may no longer see it, so the cached copy is outdated.
  if (answer.type === 'opaqueredirect' || answer.redirected || answer.status === 403 || answer.status === 404) {
    await cache.delete(request.url);
  } else if (answer.status === 200) {
    await cache.put(request.url, answer.clone()).catch(() => {});
  }
  return answer;
}

/**
 * The cached copy for exactly this address. A page without its search is a different one, so the browser is redirected
 * to it.
 */
async function storedPage(request: Request, url: URL): Promise<Response | undefined> {
  const cache = await caches.open(PAGES);
  const stored = await cache.match(url.href, { ignoreVary: true });
  if (stored || url.search === '' || request.mode !== 'navigate') return stored;
  const plain = withoutSearch(url);
  return (await cache.match(plain, { ignoreVary: true })) && Response.redirect(plain);
}

/** Caches a page that was opened before the worker started, also under its address without a search. */
async function storePage(address: string): Promise<void> {
  const url = new URL(address);
  if (classifyRequest({ url, method: 'GET', isNavigation: true }, self.location.origin, OFFLINE_PAGES) !== 'page')
    return;
  const cache = await caches.open(PAGES);
  await Promise.all(
    [...new Set([url.origin + url.pathname + url.search, withoutSearch(url)])].map(async (each) => {
      const answer = await fetch(each, { headers: { accept: 'text/html' } }).catch(() => null);
      if (answer?.status === 200 && !answer.redirected) await cache.put(each, answer).catch(() => {});
    }),
  );
}

/** The stored page about being offline, which leads back to the requested one, or a short one without it. */
async function whenOffline(url: URL, reason: string): Promise<Response> {
  const address = offlineAddress(url);
  const cache = await caches.open(PAGES);
  const isStored = (await cache.match(withoutSearch(address), { ignoreVary: true })) !== undefined;
  return isStored && address.pathname !== url.pathname ? Response.redirect(address.href) : offlinePage(reason);
}

const OFFLINE_PAGE_AGE_MS = 86_400_000;

/** It contains phone numbers and opening hours, so it is renewed each day. */
async function storeOfflinePage(opened: URL): Promise<void> {
  const address = withoutSearch(offlineAddress(opened));
  const cache = await caches.open(PAGES);
  const stored = await cache.match(address, { ignoreVary: true });
  const isFresh = Date.now() - Date.parse(stored?.headers.get('date') ?? '') < OFFLINE_PAGE_AGE_MS;
  if (!isFresh) await storePage(address);
}

/** Stores each file separately: one that fails is fetched when it is needed. */
async function storeFiles(files: readonly string[]): Promise<void> {
  const cache = await caches.open(ASSETS);
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await Promise.all(files.filter((file) => !stored.has(file)).map((file) => cache.add(file).catch(() => {})));
}

async function dropOldFiles(): Promise<void> {
  const cache = await caches.open(ASSETS);
  const cached: readonly Build[] = (await (await cache.match(BUILDS))?.json()) ?? [];
  const builds = buildsToKeep(cached, { id: build.id, files: [...build.guest, ...build.staff] });
  await cache.put(BUILDS, new Response(JSON.stringify(builds)));
  const filesToKeep = new Set([BUILDS, ...builds.flatMap(({ files }) => files)]);
  const keys = await cache.keys();
  await Promise.all(keys.filter(({ url }) => !filesToKeep.has(new URL(url).pathname)).map((key) => cache.delete(key)));
}
