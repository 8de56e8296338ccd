import { expect, test, vi } from 'vitest';
import { LEASE_IS_OVER_MS } from '../platform/db/leased.ts';
import { CachedResponse } from '../platform/http/cached-response.ts';
import { testServer } from '../testing/server.ts';
import { PageCache } from './page-cache.ts';

const requested = {
  sameForAll: /^\/(?:terms|menu\/[\w-]+)?$/,
  hasSession: (headers: Headers) => headers.get('cookie') === 'session=signed',
};

const server = await testServer();
const query = (path: string, headers: Record<string, string> = {}) => new Request(`http://here${path}`, { headers });

/** A cache whose pages tell how often they were made. */
function counting() {
  let made = 0;
  const cache = new PageCache(server.context, requested);
  const make = () => Promise.resolve(new CachedResponse(`page ${++made}`, 'text/html'));
  return { cache, page: (request: Request) => cache.page(request, make), made: () => made };
}

test('a page is made once, and given to everybody who asks', async () => {
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
])('%s gets a page of its own', async (_, request) => {
  const { page, made } = counting();
  expect(await page(request)).toBeNull();
  expect(made()).toBe(0);
});

test('queries and cookies that are no session of ours make no other page', async () => {
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

test('addresses that somebody makes up push out no page, and are not waited for as pages are', async () => {
  const { cache, page, made } = counting();
  await page(query('/menu/truro'));
  const nothing = () => Promise.resolve(null);
  const never = () => new Promise<null>(() => undefined);
  for (let n = 0; n < 60; n++) await cache.page(query(`/menu/gone-${n}`), nothing);
  for (let n = 0; n < 60; n++) void cache.page(query(`/menu/slow-${n}`), never);
  await vi.waitFor(async () => {
    await page(query('/menu/truro'));
    expect(cache.held('/menu/truro')).not.toBeNull();
  });
  expect(made()).toBe(1);
  expect([cache.isKnown('/menu/truro'), cache.isKnown('/menu/gone-1'), cache.isKnown('/menu/slow-1')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a change of the menu shows on the next request, on every copy of the server', async () => {
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

test('a page that is made is there at once, until the minute is over', async () => {
  const cache = new PageCache(server.context, requested);
  const made = new CachedResponse('page', 'text/html');
  expect(cache.held('/terms')).toBeNull();
  // A lease may end between the two on a crowded machine: then once more.
  await vi.waitFor(async () => {
    await cache.page(query('/terms'), () => Promise.resolve(made));
    expect(cache.held('/terms')).toBe(made);
  });
  server.clock.forward(60_000);
  expect(cache.held('/terms')).toBeNull();
});

test('doors open and specials end on the minute: then the page is made anew', async () => {
  const { page, made } = counting();
  await page(query('/'));
  server.clock.forward(60_000);
  await page(query('/'));
  expect(made()).toBe(2);
});

test('a page whose parts are as they were is given on, for an hour at most', async () => {
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

test('what could not be made is not kept', async () => {
  const cache = new PageCache(server.context, requested);
  expect(await cache.page(query('/menu/nowhere'), () => Promise.resolve(null))).toBeNull();
  await expect(cache.page(query('/'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const page = await cache.page(query('/'), () => Promise.resolve(new CachedResponse('well', 'text/html')));
  expect(page).not.toBeNull();
});

test('a page is made only once no lease from before the change is left', async () => {
  const cache = new PageCache(server.context, requested);
  const began = performance.now();
  let madeAt = 0;
  await cache.page(query('/'), () => {
    madeAt = performance.now();
    return Promise.resolve(new CachedResponse('page', 'text/html'));
  });
  // Timers of Node may be a millisecond early.
  expect(madeAt - began).toBeGreaterThanOrEqual(LEASE_IS_OVER_MS - 1);
});
