import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { testServer } from '../../../testing/server.ts';
import { lockOptionGroups } from './location-groups.ts';

const server = await testServer();
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

const DISH = { name: '', description: 'x', price: 9, category: 'breakfast' };
const groups = async () => (await server.call('getOptionGroups', {}, manager)).body.groups;
async function groupOf(id: string) {
  const found = (await groups()).find((group) => group.id === id);
  if (!found) throw new Error(`no group ${id}`);
  return found;
}
async function dishOf(locationId: string, id: string) {
  const { body } = await server.call('getLocationMenu', { query: { locationId } });
  const found = body.items.find((item) => item.id === id);
  if (!found) throw new Error(`${id} is not on the menu of ${locationId}`);
  return found;
}
const versionOf = async (locationId: string) =>
  (await server.call('getLocationMenu', { query: { locationId } })).body.version;
const save = (body: Parameters<typeof server.call<'saveOptionGroup'>>[1]['body'], as = admin) =>
  server.call('saveOptionGroup', { body }, as);
/** The group as read, to send it back with changes. */
async function again(id: string, more: object = {}) {
  const { usedBy: _dishes, ...group } = await groupOf(id);
  return save({ ...group, ...more });
}

test('guests read the option groups of a dish and its lowest price; a dish without groups has none', async () => {
  const thali = await dishOf('truro', 'vegetable-thali');
  expect(thali.priceFrom).toBe(18.95);
  expect(
    thali.optionGroups.map(({ id, kind, min, max, included, eachExtra, isSize }) => [
      id,
      kind,
      min,
      max,
      included,
      eachExtra,
      isSize,
    ]),
  ).toEqual([
    ['size', 'one', 1, 1, 0, 0, true],
    ['chutneys', 'some', 0, 6, 2, 0.75, false],
  ]);
  expect(thali.optionGroups[0]?.options[0]).toEqual({
    id: 'regular',
    name: 'Regular',
    price: 18.95,
    isDefault: true,
    maxUnits: 1,
    isAvailable: true,
    allergens: [],
  });
  expect(await dishOf('truro', 'butter-chicken')).toMatchObject({ optionGroups: [], priceFrom: 17.49, price: 17.49 });
});

test('adds a group under an id made from its name, puts it on dishes and announces it', async () => {
  const saved = await save({
    name: 'Rice',
    kitchenName: 'Chawal',
    kind: 'one',
    min: 1,
    options: [
      { name: 'Basmati', price: 0, isDefault: true },
      { name: 'Jeera', price: 1.25, pricesBySize: { large: 1.75 }, breaks: ['vegan'], allergens: ['milk'] },
    ],
  });
  expect(saved.status).toBe(200);
  expect(saved.body.group).toMatchObject({
    id: 'rice',
    kitchenName: 'Chawal',
    max: 1,
    version: 1,
    usedBy: [],
    options: [
      { id: 'basmati', price: 0, isDefault: true, maxUnits: 1 },
      { id: 'jeera', price: 1.25, pricesBySize: { large: 1.75 }, breaks: ['vegan'] },
    ],
  });
  const before = await versionOf('truro');
  const updates = { optionGroups: [{ groupId: 'rice' }, { groupId: 'chutneys', included: 1, max: 2 }] };
  const updated = await server.call(
    'updateMenuItem',
    { body: { locationId: 'truro', itemId: 'rajma-chawal', updates } },
    manager,
  );
  expect(updated.body.item.optionGroups).toEqual([
    { groupId: 'rice', min: null, max: null, included: null },
    { groupId: 'chutneys', min: null, max: 2, included: 1 },
  ]);
  expect(await versionOf('truro')).toBe(before + 1);
  const rajma = await dishOf('truro', 'rajma-chawal');
  expect(rajma.optionGroups.map(({ id, max, included }) => [id, max, included])).toEqual([
    ['rice', 1, 0],
    ['chutneys', 2, 1],
  ]);
  expect((await groupOf('rice')).usedBy).toEqual([
    { locationId: 'truro', locationName: 'Truro Heights', itemId: 'rajma-chawal', name: 'Rajma Chawal' },
  ]);
  const { rows } = await sql<{ data: { items: { id: string; optionGroups: unknown[] }[] } }>`
    select data from events where type = 'menu.changed' order by id desc limit 1
  `.execute(server.context.db);
  expect(rows[0]?.data.items[0]).toMatchObject({ id: 'rajma-chawal', optionGroups: rajma.optionGroups });
  // An update without groups keeps them.
  const renamed = await server.call(
    'updateMenuItem',
    { body: { locationId: 'truro', itemId: 'rajma-chawal', updates: { calories: 615 } } },
    manager,
  );
  expect(renamed.body.item.optionGroups).toHaveLength(2);
});

test('a changed price is on every menu with a dish that has the group, and on no other', async () => {
  const [truro, glasgow] = [await versionOf('truro'), await versionOf('new-glasgow')];
  const { options } = await groupOf('bread');
  const dearer = options.map((option) => (option.id === 'garlic-naan' ? { ...option, price: 1.25 } : option));
  const saved = await again('bread', { options: dearer });
  expect(saved.body.group).toMatchObject({ version: 2 });
  for (const [at, before] of [
    ['truro', truro],
    ['new-glasgow', glasgow],
  ] as const) {
    expect(await versionOf(at)).toBe(before + 1);
    const [bread] = (await dishOf(at, 'butter-chicken-and-naan')).optionGroups;
    expect(bread?.options.find(({ id }) => id === 'garlic-naan')?.price).toBe(1.25);
  }
  await again('size', { name: 'How large' });
  expect(await versionOf('truro')).toBe(truro + 2);
  expect(await versionOf('new-glasgow')).toBe(glasgow + 1);
  const log = await server.context.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(log).toMatchObject({
    action: 'update-option-group',
    subject_id: 'size',
    before: { name: 'Size' },
    after: { name: 'How large' },
  });
});

test('refuses an edit of a changed group and returns the current one', async () => {
  const { usedBy: _dishes, ...loadedGroup } = await groupOf('extras');
  expect((await save({ ...loadedGroup, name: 'Besides' })).status).toBe(200);
  const late = await save({ ...loadedGroup, name: 'More' });
  expect([late.status, late.body]).toMatchObject([409, { code: 'conflict', group: { name: 'Besides', version: 2 } }]);
  // Saving it unchanged changes no version.
  const before = await versionOf('truro');
  expect((await again('extras')).body.group.version).toBe(2);
  expect(await versionOf('truro')).toBe(before);
});

test('a renamed option keeps its id; a new one never takes an earlier id', async () => {
  await save({
    name: 'Sauce',
    kind: 'some',
    options: [
      { name: 'Red', price: 0 },
      { name: 'Green', price: 0 },
    ],
  });
  const renamed = await again('sauce', {
    options: [
      { id: 'red', name: 'Tomato', price: 0 },
      { name: 'Green', price: 0 },
    ],
  });
  expect(renamed.body.group.options.map(({ id, name }) => [id, name])).toEqual([
    ['red', 'Tomato'],
    ['green-1', 'Green'],
  ]);
});

test.each([
  ['a group without a name', { name: ' ', kind: 'some', options: [{ name: 'A', price: 0 }] }, 'A group needs a name'],
  ['no options', { name: 'X', kind: 'some', options: [] }, 'A group has at least one option.'],
  ['a price below zero', { name: 'X', kind: 'some', options: [{ name: 'A', price: -1 }] }, 'Valid price is required'],
  [
    'a size for nothing',
    { name: 'X', kind: 'one', min: 1, isSize: true, options: [{ name: 'A', price: 0 }] },
    'Every size needs a price.',
  ],
  [
    'an opened group that is not there',
    { name: 'X', kind: 'some', options: [{ name: 'A', price: 0, opensGroupId: 'nowhere' }] },
    'An option opens a group that no longer exists.',
  ],
  [
    'a group that is gone',
    { id: 'nowhere', name: 'X', kind: 'some', options: [{ name: 'A', price: 0 }] },
    'This group was deleted.',
  ],
  [
    'more than a dish lets choose',
    { id: 'chutneys', name: 'Chutneys', kind: 'some', min: 3, options: [{ name: 'Mint', price: 0, maxUnits: 4 }] },
    'Rajma Chawal: The minimum cannot be more than the maximum.',
  ],
] as const)('%s is refused in words', async (_case, body, text) => {
  const answer = await save(body as never);
  expect('error' in answer.body && answer.body.error).toBe(text);
});

test('refuses the same group twice on a dish, a deleted one and a second group of sizes', async () => {
  await save({ name: 'Cup', kind: 'one', min: 1, isSize: true, options: [{ name: 'Small', price: 3 }] });
  const put = (...ids: string[]) =>
    server.call(
      'updateMenuItem',
      {
        body: {
          locationId: 'truro',
          itemId: 'jeera-rice',
          updates: { optionGroups: ids.map((groupId) => ({ groupId })) },
        },
      },
      manager,
    );
  const texts = await Promise.all([put('extras', 'extras'), put('nowhere'), put('size', 'cup')]);
  expect(texts.map(({ status, body }) => [status, 'error' in body && body.error])).toEqual([
    [400, 'A dish can have each group only once.'],
    [400, 'A group no longer exists.'],
    [400, 'A dish can have only one group of sizes.'],
  ]);
});

test('a copy of a dish has its groups', async () => {
  const { body } = await server.call(
    'duplicateMenuItem',
    { body: { locationId: 'truro', itemId: 'aloo-tikki-chaat', toLocationId: 'truro' } },
    manager,
  );
  expect(body.item.optionGroups.map(({ groupId }) => groupId)).toEqual(['chutneys', 'on-top']);
});

test('deletes a used group only with force, and its dishes lose it', async () => {
  const refused = await server.call('deleteOptionGroup', { body: { groupId: 'bread' } }, admin);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      code: 'failed-precondition',
      error: '"Bread" is in use: Butter Chicken and Naan.',
      dishes: [{ locationId: 'new-glasgow' }, { locationId: 'truro' }],
    },
  ]);
  const before = await versionOf('new-glasgow');
  const deleted = await server.call('deleteOptionGroup', { body: { groupId: 'bread', force: true } }, admin);
  expect(deleted.body).toEqual({ success: true, groupId: 'bread' });
  expect(await versionOf('new-glasgow')).toBe(before + 1);
  expect((await dishOf('new-glasgow', 'butter-chicken-and-naan')).optionGroups).toEqual([]);
  expect((await server.call('deleteOptionGroup', { body: { groupId: 'bread' } }, admin)).status).toBe(404);
});

test('one edit and one placement of a group wait for each other, and every menu shows the last state', async () => {
  const { usedBy: _dishes, version: _any, ...group } = await groupOf('chutneys');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0
        ? save({ ...group, eachExtra: at / 100 })
        : server.call(
            'updateMenuItem',
            {
              body: {
                locationId: at % 4 === 1 ? 'truro' : 'new-glasgow',
                itemId: 'chicken-korma',
                updates: { optionGroups: [{ groupId: 'chutneys', included: at }] },
              },
            },
            admin,
          ),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { eachExtra } = await groupOf('chutneys');
  for (const at of ['truro', 'new-glasgow']) {
    for (const id of ['chicken-korma', 'vegetable-thali']) {
      const visible = (await dishOf(at, id)).optionGroups.find((each) => each.id === 'chutneys');
      expect(visible?.eachExtra).toBe(eachExtra);
    }
  }
});

/** True while a transaction waits for a lock. */
const isWaiting = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()
    `.execute(server.context.db);
    expect(rows).not.toEqual([]);
  });

test('marking an option as sold out and editing its group lock in the same order', async () => {
  let marked: Promise<{ status: number }> | null = null;
  const [{ id: optionId } = { id: '' }] = (await groupOf('chutneys')).options;
  const body = { locationId: 'truro', groupId: 'chutneys', optionId, until: 'put-back' as const };
  // An edit locks the group first and then each menu that shows it.
  await server.context.db.transaction().execute(async (tx) => {
    await lockOptionGroups(tx);
    marked = server.call('markOptionSoldOut', { body }, manager);
    await isWaiting();
    await sql`select from locations where id = 'truro' for no key update nowait`.execute(tx);
  });
  expect((await marked!).status).toBe(200);
});

test('parallel requests that add the first groups with the same name get different ids', async () => {
  const added = async () => (await groups()).filter(({ id }) => id !== 'spice_level');
  for (const { id } of await added()) {
    await server.call('deleteOptionGroup', { body: { groupId: id, force: true } }, admin);
  }
  expect(await added()).toEqual([]);
  const rice = { name: 'Rice', kind: 'some' as const };
  const saved = await Promise.all(
    Array.from({ length: 8 }, (_, at) => save({ ...rice, options: [{ name: `Jeera ${at}`, price: at }] })),
  );
  expect(new Set(saved.map(({ body }) => body.group.id)).size).toBe(8);
  expect((await added()).map(({ options }) => options[0]?.price ?? -1).toSorted((a, b) => a - b)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7,
  ]);
});

test('a combo with more choices than a menu allows is unavailable, and the menu still works', async () => {
  const options = Array.from({ length: 60 }, (_, at) => ({ name: `Choice ${at}`, price: 0 }));
  const groupWith = async (name: string, more: object = {}) => {
    const { body } = await save({ name, kind: 'some', options: options.map((option) => ({ ...option, ...more })) });
    return { groupId: body.group.id };
  };
  const item = { ...DISH, optionGroups: [] as { groupId: string }[] };
  const add = async (name: string, optionGroups: { groupId: string }[]) =>
    (await server.call('addMenuItem', { body: { locationId: 'truro', item: { ...item, name, optionGroups } } }, admin))
      .body.item.id;
  const own = [];
  for (let at = 0; at < 9; at++) own.push(await groupWith(`Heavy ${at}`));
  const part = await add('Heavy part', own);
  const parts = [await groupWith('Parts', { dishId: part }), await groupWith('More parts', { dishId: part })];
  const combo = await add('Heavy combo', parts);
  expect(await dishOf('truro', combo)).toMatchObject({ isAvailable: false, optionGroups: [] });
  expect((await dishOf('truro', part)).optionGroups).toHaveLength(9);
  expect(await dishOf('truro', 'vegetable-thali')).toMatchObject({ isAvailable: true });
});
