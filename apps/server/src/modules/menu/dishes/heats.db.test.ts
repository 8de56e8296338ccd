import type { InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const admin = await server.signIn('admin@demo.test');
const elsewhere = await server.signIn('manager.truro@demo.test');
const cook = await server.signIn('staff.truro@demo.test');
const locationId = 'truro';
const DISH = 'butter-chicken';
const HEATS = 'spice_level';

type Group = InputOf<'saveOptionGroup'>['body'];
const menu = async (language = 'en') =>
  (await server.call('getLocationMenu', { query: { locationId } }, { 'accept-language': language })).body;
const heats = async () => {
  const group = (await server.call('getOptionGroups', {}, admin)).body.groups.find(({ id }) => id === HEATS);
  if (!group) throw new Error('a house has no heats');
  return group;
};
const save = async (more: Partial<Group>, as: Caller = admin) => {
  const { usedBy: _dishes, heldBy: _too, ...group } = await heats();
  return server.call('saveOptionGroup', { body: { ...group, ...more } }, as);
};
const once = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });
/** Orders a dish with the given heat fields. */
async function order(fields: object, as: Caller = SITE_KEY) {
  const payload = await payloadMaker(server);
  const body = payload({ dishes: { [DISH]: 1 } });
  const items = body.items.map(({ selectedSpiceLevel: _level, spiceLevelName: _name, ...item }) => ({
    ...item,
    ...fields,
  }));
  return server.call('createCustomerOrderCash', { body: { ...body, items } }, once(as));
}
const heatOf = (answer: Awaited<ReturnType<typeof order>>) => {
  const [item] = answer.body.order.items;
  return [item?.selectedSpiceLevel, item?.spiceLevelId, item?.spiceLevelName, item?.price, item?.options];
};
/** Sends what a page does that knows the heat levels and their prices. */
async function dearOrder(heat: string, as: Caller = SITE_KEY) {
  const payload = await payloadMaker(server);
  return server.call(
    'createCustomerOrderCash',
    { body: payload({ dishes: { [DISH]: 1 }, heats: { [DISH]: heat } }) },
    once(as),
  );
}

test('a new restaurant has the default heat levels; the menu has them once and orders in three fields', async () => {
  const { heats: levels, items } = await menu();
  expect(levels?.options.map(({ id, name, price }) => [id, name, price])).toEqual([
    ['mild', 'Mild', 0],
    ['medium', 'Medium', 0],
    ['hot', 'Hot', 0],
  ]);
  expect(items.some(({ optionGroups }) => optionGroups.some(({ id }) => id === HEATS))).toBe(false);
  expect((await menu('fr')).heats).toMatchObject({
    name: 'Niveau de piquant',
    options: [{ name: 'Doux' }, {}, { name: 'Fort' }],
  });
  expect(heatOf(await order({}))).toEqual([1, 'mild', 'Mild', 17.49, undefined]);
  expect(heatOf(await order({ selectedSpiceLevel: 3 }))).toEqual([3, 'hot', 'Hot', 17.49, undefined]);
  // A name from the client and an unknown level.
  expect(heatOf(await order({ selectedSpiceLevel: 5, spiceLevelName: 'Lava', spiceLevelId: 'lava' }))).toEqual([
    5,
    'hot',
    'Hot',
    17.49,
    undefined,
  ]);
});

test('an editor of every menu renames, prices and adds heat levels; menu, order and ledger follow', async () => {
  const before = await menu();
  const { options, usedBy } = await heats();
  expect(usedBy.some(({ itemId }) => itemId === DISH)).toBe(true);
  expect((await save({}, elsewhere)).status).toBe(403);
  const named = options.map((option) =>
    option.id === 'hot' ? { ...option, name: 'Vindaloo hot', price: 0.5 } : option,
  );
  const saved = await save({ options: [...named, { name: 'Phaal', price: 1 }] });
  expect([saved.status, saved.body.group?.options.map(({ id }) => id)]).toEqual([
    200,
    ['mild', 'medium', 'hot', 'heat-4'],
  ]);
  const after = await menu();
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.heats?.options.map(({ name }) => name)).toEqual(['Mild', 'Medium', 'Vindaloo hot', 'Phaal']);
  const placed = await dearOrder('hot');
  expect([placed.status, heatOf(placed)]).toEqual([200, [3, 'hot', 'Vindaloo hot', 17.99, undefined]]);
  // An older page does not know the price of the heat level, so its expected total is wrong.
  expect((await order({ selectedSpiceLevel: 4 })).body).toMatchObject({ code: 'pricing-mismatch' });
  expect(heatOf(await order({ selectedSpiceLevel: 2 }))).toEqual([2, 'medium', 'Medium', 17.49, undefined]);
  expect((await auditData(server.context)).broken).toEqual([]);
});

test('a hotter level on a placed line costs its price; a level of the same price keeps the line price', async () => {
  const placed = await order({ selectedSpiceLevel: 1 });
  const { orderId, version } = placed.body.order;
  const change = (selectedSpiceLevel: number) =>
    server.call(
      'changeOrder',
      { body: { orderId, version, preview: true, change: [{ line: 1, selectedSpiceLevel }] } },
      cook,
    );
  const hotter = (await change(4)).body.change;
  expect([hotter.lines[0]?.spice, hotter.now.subtotal - hotter.was.subtotal]).toEqual(['Phaal', 1]);
  const asDear = (await change(2)).body.change;
  expect([asDear.lines[0]?.spice, asDear.now]).toEqual(['Medium', asDear.was]);
});

test('a sold-out heat level is on no page and in no order at that location until its time is over', async () => {
  const mark = await server.call(
    'markOptionSoldOut',
    { body: { locationId, groupId: HEATS, optionId: 'heat-4', until: 30 } },
    cook,
  );
  expect([mark.status, mark.body.option?.name]).toEqual([200, 'Phaal']);
  const there = async () => (await menu()).heats?.options.filter(({ isAvailable }) => isAvailable).map(({ id }) => id);
  expect(await there()).toEqual(['mild', 'medium', 'hot']);
  expect((await order({ selectedSpiceLevel: 4 })).body).toMatchObject({
    code: 'option-unavailable',
    error: '"Phaal" is no longer available.',
  });
  const { changesAt } = await menu();
  server.clock.set(changesAt ?? '');
  expect(await there()).toEqual(['mild', 'medium', 'hot', 'heat-4']);
});

test('the heat level group cannot be deleted, has one choice and is no group of a dish', async () => {
  const { options } = await heats();
  const refusals = await Promise.all([
    save({ kind: 'some', min: 1, max: 2 }),
    save({ options: options.map((option) => ({ ...option, isDefault: false })) }),
    save({ options: [...options, { name: 'A', price: 0 }, { name: 'B', price: 0 }] }),
    server.call('deleteOptionGroup', { body: { groupId: HEATS, force: true } }, admin),
    server.call(
      'updateMenuItem',
      { body: { locationId, itemId: DISH, updates: { optionGroups: [{ groupId: HEATS }] } } },
      admin,
    ),
    server.call(
      'saveOptionGroup',
      { body: { name: 'More', kind: 'one', options: [{ name: 'Sauce', price: 0, opensGroupId: HEATS }] } },
      admin,
    ),
  ]);
  expect(refusals.map(({ body }) => body.error)).toEqual([
    'Guests choose exactly one heat level.',
    'One heat level must be the usual one.',
    'At most 5 options.',
    'Spicy dishes use this group automatically. Mark them as not spicy instead.',
    'A group no longer exists.',
    'An option opens a group that no longer exists.',
  ]);
});

test('renamed heat levels are translated for guests, and the kitchen reads the originals', async () => {
  const entry = {
    kind: 'option' as const,
    groupId: HEATS,
    id: 'heat-4',
    field: 'name',
    own: 'Phaal',
    text: 'Très, très fort',
  };
  const saved = await server.call(
    'saveMenuTranslations',
    { body: { locationId, language: 'fr', texts: [entry] } },
    admin,
  );
  expect(saved.status).toBe(200);
  expect((await menu('fr')).heats?.options.map(({ name }) => name)).toEqual([
    'Doux',
    'Moyen',
    'Vindaloo hot',
    'Très, très fort',
  ]);
  const placed = await dearOrder('heat-4', { ...SITE_KEY, 'accept-language': 'fr' });
  const [item] = placed.body.order.items;
  expect([item?.spiceLevelName, item?.said?.heat]).toEqual(['Phaal', 'Très, très fort']);
  const row = await server.context.db
    .selectFrom('order_items')
    .select(['spice_name', 'spice_id'])
    .where('order_id', '=', placed.body.order.orderId)
    .executeTakeFirst();
  expect(row).toEqual({ spice_name: 'Phaal', spice_id: 'heat-4' });
});

test('an old cart with a replaced heat level does not silently get the new one', async () => {
  const { options } = await heats();
  const saved = await save({ options: [...options.filter(({ id }) => id !== 'hot'), { name: 'Lava', price: 2 }] });
  expect(saved.body.group?.options.map(({ id }) => id)).toEqual(['mild', 'medium', 'heat-4', 'heat-5']);
});

test('the audit log names the group and the sold-out heat level', async () => {
  const { options, name } = await heats();
  const [hottest] = options.slice(-1);
  await save({ options: options.map((option) => ({ ...option, price: option.price + 0.75 })) });
  const sold = { locationId, groupId: HEATS, optionId: hottest?.id ?? '', until: 30 };
  expect((await server.call('markOptionSoldOut', { body: sold }, cook)).body.error).toBeUndefined();
  const { entries } = (await server.call('getAuditLog', { query: { limit: 2 } }, admin)).body;
  expect(entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ['mark-sold-out', hottest?.name],
    ['update-option-group', name],
  ]);
});
