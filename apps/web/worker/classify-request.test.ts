import { expect, test } from 'vitest';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routeConfig from '../app/routes.ts';
import { pagePattern } from '../app/shared/page/handle.ts';
import { classifyRequest, offlineAddress, pageOf } from './classify-request.ts';

const ORIGIN = 'https://tiffin.test';

/** Uses the real route modules, so that each route's own settings are tested. */
const routes = Object.fromEntries(await Promise.all(flat(routeConfig).map(loaded)));
const offlinePages = new RegExp(pagePattern('worksOffline', routes));

function flat(entries: readonly RouteConfigEntry[]): readonly RouteConfigEntry[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);
}

async function loaded({ id, file, path }: RouteConfigEntry) {
  const module: { readonly handle?: unknown } = await import(/* @vite-ignore */ `../app/${file}`);
  return [id ?? file, { ...(path !== undefined && { path }), module }] as const;
}

test('the server caches pages that are the same for everyone, and never a personal page', () => {
  const sameForAll = new RegExp(pagePattern('sameForAll', routes));
  for (const address of ['/', '/contact', '/menu/truro', '/privacy', '/terms']) expect(address).toMatch(sameForAll);
  for (const address of [
    '/dashboard',
    '/checkout',
    '/menu',
    '/menu/truro/x',
    '/login',
    '/order-success',
    '/receipt/1',
  ]) {
    expect(address).not.toMatch(sameForAll);
  }
});

test.each([
  ['/', true, 'page'],
  ['/menu/truro', true, 'page'],
  ['/menu/truro?dish=dosa', true, 'page'],
  ['/menu/truro.data', false, 'page'],
  ['/_root.data', false, 'page'],
  ['/dashboard', true, 'page'],
  ['/order-success?orderId=TRU-1', true, 'page'],
  ['/checkout', true, 'page'],
  ['/contact', true, 'page'],
  ['/reservations', true, 'page'],
  ['/reservations/RES-1', true, 'page'],
  ['/admin/dashboard', true, 'page'],
  ['/assets/entry-abc.js', false, 'asset'],
  ['/images/abc.webp', false, 'picture'],
  ['/icon-192.png', false, 'picture'],
  ['/favicon.svg', false, 'asset'],
  ['/favicon.ico', false, 'asset'],
  ['/scenes/laid-table.svg', false, 'asset'],
  ['/house.css', false, 'asset'],
  ['/api/getMenu', false, 'network'],
  ['/api/exportMyData', true, 'network'],
  ['/api/events', false, 'network'],
  ['/privacy', true, 'page'],
  ['/login', true, 'online-only'],
  ['/login.data', false, 'network'],
  ['/receipt/TRU-1', true, 'online-only'],
  ['/payment-cancel', true, 'online-only'],
  ['/nowhere', true, 'online-only'],
  ['/worker.js', false, 'network'],
  ['/menu/truro', false, 'network'],
])('%s (navigation: %s) is handled as %s', (path, isNavigation, requestClass) => {
  expect(classifyRequest({ url: new URL(path, ORIGIN), method: 'GET', isNavigation }, ORIGIN, offlinePages)).toBe(
    requestClass,
  );
});

test('sends writes and requests to other origins to the network', () => {
  const menu = new URL('/menu/truro', ORIGIN);
  expect(classifyRequest({ url: menu, method: 'POST', isNavigation: true }, ORIGIN, offlinePages)).toBe('network');
  expect(
    classifyRequest(
      { url: new URL('https://elsewhere.test/'), method: 'GET', isNavigation: true },
      ORIGIN,
      offlinePages,
    ),
  ).toBe('network');
});

test.each([
  ['/dashboard.data?_routes=root,routes/guest/dashboard', '/dashboard'],
  ['/menu/truro.data?dish=dosa&_routes=root', '/menu/truro?dish=dosa'],
  ['/menu/truro.data?q=a%20b', '/menu/truro?q=a%20b'],
  ['/_root.data', '/'],
])('the data %s belongs to the page %s', (data, page) => {
  expect(pageOf(new URL(data, ORIGIN)).href).toBe(ORIGIN + page);
});

test.each([
  ['/checkout?location=truro', '/offline#/checkout?location=truro'],
  ['/fr/contact', '/fr/offline#/fr/contact'],
])('without the server, %s leads to the offline page in its language and back', (requested, page) => {
  expect(offlineAddress(new URL(requested, ORIGIN)).href).toBe(ORIGIN + page);
});
