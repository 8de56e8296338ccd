import { expect, test, vi } from 'vitest';
import { LEASE_EXPIRED_MS } from '../platform/db/lease-cache.ts';
import { CachedResponse } from '../platform/http/cached-response.ts';
import { testServer } from '../testing/server.ts';
import { PageCache } from './page-cache.ts';

const requested = {
  sameForAll: /^\/(?:terms|menu\/[\w-]+)?$/,
  hasSession: (headers: Headers) => headers.get('cookie') === 'session=signed',
};

const server = await testServer();
const query = (path: string, headers: Record<string, string> = {}) => new Request(`http://here${path}`, { headers });

/** A cache whose pages contain how often they were rendered. */
function counting() {
  let made = 0;
  const cache = new PageCache(server.context, requested);
  const make = () => Promise.resolve(new CachedResponse(`page ${++made}`, 'text/html'));
  return { cache, page: (request: Request) => cache.page(request, make), made: () => made };
}

test('renders a page once and serves it to all visitors', async () => {
  const { page, made } = counting();
  const pages = await Promise.all(Array.from({ length: 20 }, () => page(query('/menu/truro'))));
  expect(new Set(pages.map((each) => each?.etag)).size).toBe(1);
  expect(made()).toBe(1);
  await page(query('/menu/new-glasgow'));
  await page(query('/'));
  expect(made()).toBe(3);
});

test.each([
  ['a session', query('/menu/truro', { cookie: 'session=signed' })],
  ['another page', query('/reservations')],
  ['a deeper address', query('/menu/truro/x')],
  ['a page’s data, which is not HTML', query('/menu/truro.data')],
  ['a question for the head alone', new Request('http://here/', { method: 'HEAD' })],
  ['a form', new Request('http://here/', { method: 'POST' })],
])('%s gets its own page', async (_, request) => {
  const { page, made } = counting();
  expect(await page(request)).toBeNull();
  expect(made()).toBe(0);
});

test('queries and unknown cookies do not create separate pages', async () => {
  const { page, made } = counting();
  const pages = await Promise.all([
    page(query('/menu/truro')),
    ...Array.from({ length: 60 }, (_, n) => page(query(`/menu/truro?x=${n}`))),
    page(query('/menu/truro?dish=samosas')),
    page(query('/menu/truro?utm_source=flyer&fbclid=1')),
    page(query('/menu/truro', { cookie: 'tiffin.session_token=forged; theme=dark' })),
    page(query('/menu/truro', { authorization: 'Bearer x' })),
  ]);
  expect(new Set(pages.map((each) => each?.etag)).size).toBe(1);
  expect(made()).toBe(1);
});

test('invented addresses neither evict pages nor count as known paths', async () => {
  const { cache, page, made } = counting();
  await page(query('/menu/truro'));
  const nothing = () => Promise.resolve(null);
  const never = () => new Promise<null>(() => undefined);
  for (let n = 0; n < 60; n++) await cache.page(query(`/menu/gone-${n}`), nothing);
  for (let n = 0; n < 60; n++) void cache.page(query(`/menu/slow-${n}`), never);
  await vi.waitFor(async () => {
    await page(query('/menu/truro'));
    expect(cache.cached('/menu/truro')).not.toBeNull();
  });
  expect(made()).toBe(1);
  expect([
    cache.isCacheable('/menu/truro'),
    cache.isCacheable('/menu/gone-1'),
    cache.isCacheable('/menu/slow-1'),
  ]).toEqual([true, false, false]);
});

test('a menu change is visible on the next request, in every copy of the server', async () => {
  const copies = [counting(), counting()];
  for (const { page } of copies) await page(query('/menu/truro'));
  const manager = await server.signIn('manager.truro@demo.test');
  const { status } = await server.call(
    'setMenuAvailability',
    { body: { locationId: 'truro', itemIds: ['vegetable-samosas'], isAvailable: false } },
    manager,
  );
  expect(status).toBe(200);
  for (const { page, made } of copies) {
    await page(query('/menu/truro'));
    await page(query('/menu/truro'));
    expect(made()).toBe(2);
  }
});

test('a rendered page is available immediately until the minute ends', async () => {
  const cache = new PageCache(server.context, requested);
  const made = new CachedResponse('page', 'text/html');
  expect(cache.cached('/terms')).toBeNull();
  // Retry, because the lease may end in between on a slow machine.
  await vi.waitFor(async () => {
    await cache.page(query('/terms'), () => Promise.resolve(made));
    expect(cache.cached('/terms')).toBe(made);
  });
  server.clock.forward(60_000);
  expect(cache.cached('/terms')).toBeNull();
});

test('pages are rendered again each minute, because opening hours and specials change on it', async () => {
  const { page, made } = counting();
  await page(query('/'));
  server.clock.forward(60_000);
  await page(query('/'));
  expect(made()).toBe(2);
});

test('reuses a page whose parts are unchanged, for at most an hour', async () => {
  const { cache, made } = counting();
  const make = () => Promise.resolve(new CachedResponse(`page ${made()}`, 'text/html'));
  let asWas = true;
  const visit = () => cache.page(query('/'), make, () => Promise.resolve(asWas));
  const first = await visit();
  const again = async (minutes: number) => {
    server.clock.forward(minutes * 60_000);
    return (await visit()) === first;
  };
  expect(await again(1)).toBe(true);
  expect(await again(58)).toBe(true);
  expect(await again(1)).toBe(false);
  const second = await visit();
  asWas = false;
  server.clock.forward(60_000);
  expect(await visit()).not.toBe(second);
});

test('does not cache failed renders', async () => {
  const cache = new PageCache(server.context, requested);
  expect(await cache.page(query('/menu/nowhere'), () => Promise.resolve(null))).toBeNull();
  await expect(cache.page(query('/'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const page = await cache.page(query('/'), () => Promise.resolve(new CachedResponse('well', 'text/html')));
  expect(page).not.toBeNull();
});

test('renders only after all leases from before the change have ended', async () => {
  const cache = new PageCache(server.context, requested);
  const began = performance.now();
  let madeAt = 0;
  await cache.page(query('/'), () => {
    madeAt = performance.now();
    return Promise.resolve(new CachedResponse('page', 'text/html'));
  });
  // Node timers may fire a millisecond early.
  expect(madeAt - began).toBeGreaterThanOrEqual(LEASE_EXPIRED_MS - 1);
});
