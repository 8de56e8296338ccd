import { expect, test } from 'vitest';
import { testServer } from '../../../testing/server.ts';

const server = await testServer();
const manager = await server.signIn('manager.truro@demo.test');
const { db } = server.context;

const menu = async () => (await server.call('getLocationMenuAdmin', { query: { locationId: 'truro' } }, manager)).body;
async function versionsOf(...ids: string[]) {
  const { items } = await menu();
  return ids.map((id) => {
    const item = items.find((each) => each.id === id);
    if (!item) throw new Error(`no ${id}`);
    return { itemId: id, version: item.version, price: item.price };
  });
}
type Body = Parameters<typeof server.call<'editMenuItems'>>[1]['body'];
const edit = (items: { itemId: string; version: number }[], change: NonNullable<Body>['change']) =>
  server.call(
    'editMenuItems',
    { body: { locationId: 'truro', items: items.map(({ itemId, version }) => ({ itemId, version })), change } },
    manager,
  );
const BOTH = ['butter-chicken', 'mango-lassi'];

test('raises prices by a rounded percentage in one menu version with one audit entry', async () => {
  const before = await versionsOf(...BOTH);
  const { version } = await menu();
  const { status, body } = await edit(before, { price: { percent: 10, ending: '.95' } });
  expect([status, body.version]).toEqual([200, version + 1]);
  const after = await versionsOf(...BOTH);
  for (const [at, item] of after.entries()) {
    expect(item.price).toBeCloseTo(Math.round((before[at]?.price ?? 0) * 1.1 - 0.95) + 0.95, 2);
    expect(item.version).toBe((before[at]?.version ?? 0) + 1);
  }
  const guests = await server.call('getLocationMenu', { query: { locationId: 'truro' } });
  expect(guests.body.items.find(({ id }) => id === 'mango-lassi')?.price).toBe(after[1]?.price);
  const log = await db
    .selectFrom('audit_log')
    .select(['subject_id', 'before', 'after'])
    .where('action', '=', 'edit-menu-items')
    .execute();
  expect(log).toMatchObject([
    {
      subject_id: 'truro',
      before: { 'mango-lassi': { price_cents: Math.round((before[1]?.price ?? 0) * 100) } },
      after: { 'mango-lassi': { price_cents: Math.round((after[1]?.price ?? 0) * 100) } },
    },
  ]);
});

test('sets category and tax class of many dishes; repeating it changes nothing', async () => {
  const change = { category: 'drinks', taxClass: 'liquor' } as const;
  expect((await edit(await versionsOf(...BOTH), change)).status).toBe(200);
  expect((await menu()).items.filter(({ id }) => BOTH.includes(id))).toMatchObject([
    { category: 'drinks', taxClass: 'liquor' },
    { category: 'drinks', taxClass: 'liquor' },
  ]);
  const { version } = await menu();
  expect((await edit(await versionsOf(...BOTH), change)).body.version).toBe(version);
});

test('names the dishes that changed in the meantime and changes none', async () => {
  const items = await versionsOf(...BOTH);
  const updates = { calories: 11 };
  await server.call('updateMenuItem', { body: { locationId: 'truro', itemId: 'mango-lassi', updates } }, manager);
  const refused = await edit(items, { price: { by: 1 } });
  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'Changed by somebody else in the meantime: Mango Lassi. Please check again.' },
  });
  expect((await versionsOf('butter-chicken'))[0]?.price).toBe(items[0]?.price);
  expect(
    await edit([...(await versionsOf('butter-chicken')), { itemId: 'gone', version: 1 }], { price: { by: 1 } }),
  ).toMatchObject({
    status: 409,
  });
  expect((await edit(await versionsOf(...BOTH), { category: 'atlantis' })).status).toBe(400);
  expect((await edit(await versionsOf(...BOTH), {})).status).toBe(400);
});

test('plans prices of many dishes at all locations from a day on, and refuses today and foreign menus', async () => {
  const admin = await server.signIn('admin@demo.test');
  const dishesAt = async (locationId: string) => {
    const { body } = await server.call('getLocationMenuAdmin', { query: { locationId } }, admin);
    return body.items.filter(({ id }) => BOTH.includes(id)).map(({ id, ...dish }) => ({ itemId: id, ...dish }));
  };
  const items = (await dishesAt('truro')).map(({ itemId, version }) => ({ itemId, version }));
  const plan = (from: string, as = admin) =>
    server.call(
      'editMenuItems',
      { body: { locationId: 'truro', items, change: { nextPrice: { by: 1, from, alsoAt: ['new-glasgow'] } } } },
      as,
    );
  const today = server.clock.now().toISOString().slice(0, 10);
  expect((await plan(today)).body).toMatchObject({ error: 'Choose a day after today.' });
  expect((await plan('2099-12-01', manager)).status).toBe(403);
  const before = [...(await dishesAt('truro')), ...(await dishesAt('new-glasgow'))];
  expect(before.map(({ nextPrice }) => nextPrice)).toEqual(before.map(() => null));
  expect((await plan('2099-12-01')).status).toBe(200);
  const after = [...(await dishesAt('truro')), ...(await dishesAt('new-glasgow'))];
  expect(after.length).toBeGreaterThan(BOTH.length);
  for (const [at, dish] of after.entries()) {
    expect(dish).toMatchObject({ price: before[at]?.price, nextPriceFrom: '2099-12-01' });
    expect(dish.nextPrice).toBeCloseTo((before[at]?.price ?? 0) + 1, 2);
  }
});

test('a manager can only change their own menu', async () => {
  const body = {
    locationId: 'new-glasgow',
    items: [{ itemId: 'mango-lassi', version: 1 }],
    change: { taxClass: 'meal' as const },
  };
  expect((await server.call('editMenuItems', { body }, manager)).status).toBe(403);
});
