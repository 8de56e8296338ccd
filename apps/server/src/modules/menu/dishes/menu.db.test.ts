import { getLocationMenu } from '@tiffin/contract/menu/menu';
import { expect, test } from 'vitest';
import { testServer } from '../../../testing/server.ts';
import { MenuCache } from './menu-cache.ts';

const server = await testServer();
const { context } = server;
const asha = await server.signIn('customer@demo.test');
const admin = await server.signIn('admin@demo.test');
const menuOf = (locationId: string, headers: Record<string, string> = {}) =>
  server.fetch(`/api/getLocationMenu?locationId=${locationId}`, { headers });

test('a menu has its dishes with all fields, its categories and its version [C-MENU-05]', async () => {
  const { body } = await server.call('getLocationMenu', { query: { locationId: 'truro' } });
  expect(body.items.length).toBeGreaterThan(50);
  expect(body.items.find((item) => item.id === 'butter-chicken')).toMatchObject({
    name: 'Butter Chicken',
    category: 'non-veg-curries',
    isAvailable: true,
    maxQuantity: 10,
  });
  expect(body.categories.map((category) => category.count).reduce((sum, count) => sum + count, 0)).toBe(
    body.items.length,
  );
  expect((await server.call('getLocationMenu', { query: { locationId: 'atlantis' } })).status).toBe(404);
});

test('a menu of 62 dishes is at most 40 kB, because empty fields are left out', async () => {
  const text = await (await menuOf('truro')).text();
  const { items } = getLocationMenu.response.parse(JSON.parse(text));
  expect(items).toHaveLength(62);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(40_000);
  const dish = items.find((item) => item.image === undefined);
  for (const field of ['imageUrl', 'specialStartDate', 'served', 'createdAt', 'menuItemId']) {
    expect(dish).not.toHaveProperty(field);
  }
  expect(dish).toMatchObject({ left: null, soldOut: false, soldOutUntil: null, isTodaysSpecial: false });
});

test('answers 304 to a client that has the current menu, compressed or not', async () => {
  const first = await menuOf('truro');
  const etag = first.headers.get('etag') ?? '';
  const squeezed = await menuOf('truro', { 'accept-encoding': 'br' });
  expect(squeezed.headers.get('content-encoding')).toBe('br');
  expect(squeezed.headers.get('etag')).toBe(etag);
  for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const again = await menuOf('truro', { 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
  expect((await menuOf('truro', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('a change of the menu shows in the next request on every copy of the server', async () => {
  const copy = new MenuCache(context.db);
  const priceAt = async (cache: MenuCache) => (await cache.fresh('truro'))?.dishes.get('mango-lassi')?.price;
  await Promise.all([priceAt(copy), priceAt(context.menus)]);
  for (const price of [5.5, 5.75, 6, 6.25]) {
    const changed = await server.call(
      'updateMenuItem',
      { body: { locationId: 'truro', itemId: 'mango-lassi', updates: { price } } },
      admin,
    );
    expect(changed.status).toBe(200);
    const prices = await Promise.all([copy, context.menus, copy, context.menus].map(priceAt));
    expect(prices).toEqual([price * 100, price * 100, price * 100, price * 100]);
  }
});

test('no request after a change returns the earlier menu, with many readers and changes at once', async () => {
  const copies = [new MenuCache(context.db), new MenuCache(context.db)];
  let changed = 0;
  const stop = { now: false };
  const readers = copies
    .flatMap((copy) => [copy, copy, copy])
    .map(async (copy) => {
      const stale: string[] = [];
      while (!stop.now) {
        const least = changed;
        const version = (await copy.exact('new-glasgow'))?.location.menu_version ?? 0;
        if (version < least) stale.push(`${version} after ${least}`);
      }
      return stale;
    });
  for (let i = 0; i < 60; i++) {
    const { menu_version: version } = await context.db
      .updateTable('locations')
      .set(({ eb }) => ({ menu_version: eb('menu_version', '+', 1) }))
      .where('id', '=', 'new-glasgow')
      .returning('menu_version')
      .executeTakeFirstOrThrow();
    changed = version;
  }
  stop.now = true;
  expect((await Promise.all(readers)).flat()).toEqual([]);
});

test('a special begins and ends at midnight of the location without a job', async () => {
  await context.db
    .updateTable('menu_items')
    .set({ is_todays_special: true, special_start_date: '2026-11-21', special_end_date: '2026-11-21' })
    .where('location_id', '=', 'truro')
    .where('id', '=', 'mango-lassi')
    .execute();
  await context.db
    .updateTable('locations')
    .set(({ eb }) => ({ menu_version: eb('menu_version', '+', 1) }))
    .where('id', '=', 'truro')
    .execute();
  const special = async () => {
    const { body } = await server.call('getLocationMenu', { query: { locationId: 'truro' } });
    return body.items.find((item) => item.id === 'mango-lassi')?.isTodaysSpecial;
  };
  const states: (boolean | undefined)[] = [];
  for (const at of ['2026-11-21T03:59:59Z', '2026-11-21T04:00:00Z', '2026-11-22T03:59:59Z', '2026-11-22T04:00:00Z']) {
    server.clock.set(at);
    states.push(await special());
  }
  expect(states).toEqual([false, true, true, false]);
});

test('a guest’s favorites are stored on the server for that guest [C-DATA-01]', async () => {
  const mark = (itemId: string, isFavorite: boolean, as = asha) =>
    server.call('setFavorite', { body: { locationId: 'truro', itemId, isFavorite } }, as);
  await mark('butter-chicken', true);
  server.clock.forward(1000);
  await mark('mango-lassi', true);
  const again = await mark('mango-lassi', true);
  expect(again.body.favorites.map((each) => each.itemId)).toEqual(['mango-lassi', 'butter-chicken']);
  const liam = await server.signIn('customer2@demo.test');
  expect((await server.call('getFavorites', { query: {} }, liam)).body.favorites).toEqual([]);
  const elsewhere = await server.call('getFavorites', { query: { locationId: 'new-glasgow' } }, asha);
  expect(elsewhere.body.favorites).toEqual([]);
  const left = await mark('butter-chicken', false);
  expect(left.body.favorites).toEqual([
    { locationId: 'truro', itemId: 'mango-lassi', name: 'Mango Lassi', createdAt: expect.any(String) },
  ]);
  expect((await mark('unicorn', true)).status).toBe(404);
  expect((await mark('butter-chicken', true, {})).status).toBe(401);
});
