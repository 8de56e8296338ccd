import { failures } from '@tiffin/domain/core';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

const truro = { locationId: 'truro' };
const salmon = {
  name: 'Tandoori Salmon',
  description: 'Atlantic salmon, mustard, curry leaf.',
  price: 21.99,
  category: 'non-veg-curries',
};

async function menuOf(locationId: string) {
  const { body } = await server.call('getLocationMenuAdmin', { query: { locationId } }, admin);
  return body;
}

async function dishOf(locationId: string, id: string) {
  const found = (await menuOf(locationId)).items.find((item) => item.id === id);
  if (!found) throw new Error(`${id} is not on the menu of ${locationId}`);
  return found;
}

async function guestsDish(locationId: string, id: string) {
  const { body } = await server.call('getLocationMenu', { query: { locationId } });
  return body.items.find((item) => item.id === id);
}

async function lastEvent() {
  const { rows } = await sql<{
    location_id: string | null;
    data: Record<string, unknown>;
  }>`select location_id, data from events where type = 'menu.changed' order by id desc limit 1`.execute(
    server.context.db,
  );
  return rows[0];
}

async function lastChange() {
  return server.context.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'actor_name', 'before', 'after', 'location_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}

test('returns the menu for the editor by category, then name, with all fields [A-DATA-13] [A-DATA-17]', async () => {
  const { items, categories, version } = await menuOf('truro');
  const names = items.map((item) => `${item.category} ${item.name}`);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(categories.map((category) => category.id)).toEqual([
    'appetizers',
    'breakfast',
    'veg-curries',
    'non-veg-curries',
    'combos-with-rice',
    'combos-with-bread',
    'drinks',
  ]);
  expect(categories.every((category) => category.isDefault && category.used >= category.count)).toBe(true);
  expect(version).toBeGreaterThan(1);
});

test('adds a dish with all fields under an id made from its name [A-MENU-22] [A-MENU-36] [A-DATA-14]', async () => {
  const { status, body } = await server.call(
    'addMenuItem',
    {
      body: { ...truro, item: { ...salmon, spiceLevel: 'medium', allergens: ['fish', 'mustard'], tags: ['tandoor'] } },
    },
    manager,
  );
  expect(status).toBe(200);
  expect(body.item).toEqual({
    ...salmon,
    id: 'tandoori-salmon',
    chainId: null,
    onlyInDayparts: false,
    dayparts: [],
    workUnits: 1,
    menuItemId: 'tandoori-salmon',
    taxClass: 'meal',
    spiceLevel: 'medium',
    prepTime: 15,
    calories: null,
    isVegetarian: false,
    isVegan: false,
    isGlutenFree: false,
    isPopular: false,
    isAvailable: true,
    isTodaysSpecial: false,
    specialStartDate: null,
    specialEndDate: null,
    image: null,
    imageUrl: null,
    art: null,
    tags: ['tandoor'],
    allergens: ['fish', 'mustard'],
    maxQuantity: 10,
    optionGroups: [],
    nextPrice: null,
    nextPriceFrom: null,
    soldOutUntil: null,
    position: expect.any(Number),
    version: 1,
    createdAt: server.clock.now().toISOString(),
    updatedAt: server.clock.now().toISOString(),
  });
  expect(await guestsDish('truro', 'tandoori-salmon')).toMatchObject({ name: 'Tandoori Salmon', price: 21.99 });
  expect(await lastEvent()).toMatchObject({
    location_id: 'truro',
    data: { change: 'added', itemIds: ['tandoori-salmon'], version: body.version },
  });
  expect(await lastChange()).toMatchObject({
    action: 'add-menu-item',
    subject_id: 'truro/tandoori-salmon',
    location_id: 'truro',
  });
});

test('the same form sent twice with one idempotency key creates one dish', async () => {
  const caller = { ...manager, 'idempotency-key': 'one-lassi' };
  const body = { ...truro, item: { ...salmon, name: 'Rose Lassi', category: 'drinks' } };
  const answers = await Promise.all([
    server.call('addMenuItem', { body }, caller),
    server.call('addMenuItem', { body }, caller),
  ]);
  expect(answers.map((answer) => answer.body.item.id)).toEqual(['rose-lassi', 'rose-lassi']);
  expect((await menuOf('truro')).items.filter((item) => item.name === 'Rose Lassi')).toHaveLength(1);
});

test('dishes with one name that are added at the same moment get different ids [A-MENU-37]', async () => {
  const body = { ...truro, item: { ...salmon, name: 'Kulfi', category: 'appetizers' } };
  const answers = await Promise.all([1, 2, 3, 4].map(() => server.call('addMenuItem', { body }, manager)));
  expect(answers.map((answer) => answer.body.item.id).toSorted()).toEqual(['kulfi', 'kulfi-1', 'kulfi-2', 'kulfi-3']);
  expect(new Set(answers.map((answer) => answer.body.version)).size).toBe(4);
});

test('a name whose id and a hundred numbered ids are taken is refused [A-MENU-37]', async () => {
  const ids = ['thali', ...Array.from({ length: 100 }, (_, index) => `thali-${index + 1}`)];
  await server.context.db
    .insertInto('menu_items')
    .columns(['location_id', 'id', 'name', 'description', 'price_cents', 'category'])
    .expression((eb) =>
      eb
        .selectFrom('menu_items')
        .innerJoin(sql<{ id: string }>`unnest(${ids}::text[])`.as<'taken'>(sql`taken(id)`), (join) => join.onTrue())
        .select(['location_id', 'taken.id', 'menu_items.name', 'description', 'price_cents', 'category'])
        .where('menu_items.location_id', '=', 'truro')
        .where('menu_items.id', '=', 'butter-chicken'),
    )
    .execute();
  const body = { ...truro, item: { ...salmon, name: 'Thali', category: 'appetizers' } };
  const answer = await server.call('addMenuItem', { body }, manager);
  expect([answer.status, answer.body.error]).toEqual([409, 'Unable to generate unique item ID after 100 attempts']);
  await server.context.db.deleteFrom('menu_items').where('id', 'in', ids).execute();
});

const expectRefused = async (item: object | undefined, message: string) => {
  const { status, body } = await server.call('addMenuItem', { body: { ...truro, item } } as never, admin);
  expect([status, body.error]).toEqual([400, message]);
};

test('refuses a dish without a name [A-ERR-61]', () =>
  expectRefused({ ...salmon, name: '  ' }, 'Item data with name is required'));
test('refuses a request without a dish [A-ERR-61]', () => expectRefused(undefined, 'Item data with name is required'));
test('refuses a dish without a description [A-MENU-31]', () =>
  expectRefused({ ...salmon, description: '' }, 'Description is required'));
test('refuses a dish without a category [A-MENU-31]', () =>
  expectRefused({ ...salmon, category: '' }, 'Category is required'));
test('refuses an unknown category', () => expectRefused({ ...salmon, category: 'atlantis' }, 'Category not found'));
test('refuses a price of zero [A-MENU-32]', () => expectRefused({ ...salmon, price: 0 }, 'Valid price is required'));
test('refuses a negative price [A-MENU-32]', () => expectRefused({ ...salmon, price: -1 }, 'Valid price is required'));
test('refuses a price below a cent [A-MENU-32]', () =>
  expectRefused({ ...salmon, price: 0.001 }, 'Valid price is required'));
test('refuses a special without a start [A-MENU-33]', () =>
  expectRefused({ ...salmon, isTodaysSpecial: true }, 'Start date is required'));
test('refuses a special without an end [A-MENU-33]', () =>
  expectRefused({ ...salmon, isTodaysSpecial: true, specialStartDate: '2026-11-20' }, 'End date is required'));
test('refuses a special that ends before it starts [A-MENU-34]', () =>
  expectRefused(
    { ...salmon, isTodaysSpecial: true, specialStartDate: '2026-11-20', specialEndDate: '2026-11-19' },
    'End date must be after start date',
  ));
test('refuses a photo of another site [A-ERR-70]', () =>
  expectRefused({ ...salmon, image: 'https://example.com/a.jpg' }, 'Invalid storage URL'));
test('refuses an unknown photo [A-ERR-70]', () =>
  expectRefused({ ...salmon, image: '/images/00000000000000000000000000000000-1200.jpg' }, 'Invalid storage URL'));

test.each([
  ['an unknown allergen', { allergens: ['love'] }],
  ['an unknown heat level', { spiceLevel: 'nuclear' }],
  ['10 000 characters of name', { name: 'x'.repeat(10_000) }],
  ['half a calorie', { calories: 0.5 }],
  ['a price that is text', { price: '9.99' }],
  ['tags without end', { tags: Array.from({ length: 200 }, (_, index) => `t${index}`) }],
])('refuses %s', async (_case, wrong) => {
  const { status } = await server.call(
    'addMenuItem',
    { body: { ...truro, item: { ...salmon, ...wrong } } } as never,
    admin,
  );
  expect(status).toBe(400);
});

test('markup in a dish stays text, and unknown fields are dropped', async () => {
  const item = { ...salmon, name: '<img src=x onerror=alert(1)>', isAdmin: true, __proto__: { price: 1 } };
  const { body } = await server.call('addMenuItem', { body: { ...truro, item } }, admin);
  expect(body.item.name).toBe('<img src=x onerror=alert(1)>');
  expect(body.item).not.toHaveProperty('isAdmin');
  await server.call('deleteMenuItem', { body: { ...truro, itemId: body.item.id } }, admin);
});

const expectUpdateRefused = async (body: object, status: number, message: string) => {
  const answer = await server.call('updateMenuItem', { body } as never, admin);
  expect([answer.status, answer.body.error]).toEqual([status, message]);
};

test('refuses an update without a location [A-ERR-59]', () =>
  expectUpdateRefused(
    { itemId: 'butter-chicken', updates: { price: 1 } },
    400,
    'Location ID and item ID are required',
  ));
test('refuses an update without a dish [A-ERR-59]', () =>
  expectUpdateRefused({ locationId: 'truro', updates: { price: 1 } }, 400, 'Location ID and item ID are required'));
test('refuses an update without changes [A-ERR-60]', () =>
  expectUpdateRefused({ ...truro, itemId: 'butter-chicken', updates: {} }, 400, 'Updates are required'));
test('refuses an update without updates [A-ERR-60]', () =>
  expectUpdateRefused({ ...truro, itemId: 'butter-chicken' }, 400, 'Updates are required'));
test('refuses an update of an unknown dish [A-ERR-58]', () =>
  expectUpdateRefused({ ...truro, itemId: 'unicorn', updates: { price: 1 } }, 404, 'Menu item not found'));
test('refuses an update at an unknown location [A-ERR-57]', () =>
  expectUpdateRefused(
    { locationId: 'atlantis', itemId: 'x', updates: { price: 1 } },
    404,
    'Location atlantis not found or inactive',
  ));

test('an update changes the named fields, increments both versions and logs the earlier values', async () => {
  const before = await dishOf('truro', 'butter-chicken');
  const { body } = await server.call(
    'updateMenuItem',
    {
      body: { ...truro, itemId: 'butter-chicken', version: before.version, updates: { price: 19.49, calories: null } },
    },
    manager,
  );
  expect(body.item).toEqual({ ...before, price: 19.49, calories: null, version: before.version + 1 });
  expect(await guestsDish('truro', 'butter-chicken')).toMatchObject({ price: 19.49, calories: null });
  expect(await lastChange()).toMatchObject({
    action: 'update-menu-item',
    before: { price_cents: Math.round(before.price * 100), calories: before.calories },
    after: { price_cents: 1949, calories: null },
  });
  const again = await server.call(
    'updateMenuItem',
    { body: { ...truro, itemId: 'butter-chicken', updates: { price: 19.49 } } },
    manager,
  );
  expect(again.body).toMatchObject({ item: { version: before.version + 1 }, version: body.version });
});

test('of two admins who change one dish, the second is refused and gets the current dish', async () => {
  const { version } = await dishOf('truro', 'palak-paneer');
  const change = (price: number) =>
    server.call(
      'updateMenuItem',
      { body: { ...truro, itemId: 'palak-paneer', version, updates: { price } } },
      price === 15 ? admin : manager,
    );
  const answers = await Promise.all([change(15), change(16)]);
  const won = answers.find((answer) => answer.status === 200);
  const lost = answers.find((answer) => answer.status === 409);
  expect(lost?.body).toMatchObject({ code: 'conflict', error: failures.conflict[1], item: won?.body.item });
  expect((await dishOf('truro', 'palak-paneer')).price).toBe(won?.body.item.price);
});

test('hiding a dish does not conflict with an edit of it', async () => {
  const { version } = await dishOf('truro', 'masala-dosa');
  await server.call('setMenuAvailability', { body: { ...truro, itemIds: ['masala-dosa'], isAvailable: false } }, admin);
  const { status, body } = await server.call(
    'updateMenuItem',
    { body: { ...truro, itemId: 'masala-dosa', version, updates: { prepTime: 12 } } },
    manager,
  );
  expect([status, body.item.isAvailable, body.item.prepTime]).toEqual([200, false, 12]);
});

test('hides many dishes at once and announces it [A-DATA-15] [A-DATA-16]', async () => {
  const drinks = (await menuOf('truro')).items.filter((item) => item.category === 'drinks').map((item) => item.id);
  const before = (await menuOf('truro')).version;
  const { body } = await server.call(
    'setMenuAvailability',
    { body: { ...truro, itemIds: [...drinks, 'sold-long-ago'], isAvailable: false } },
    manager,
  );
  expect(new Set(body.items.map((item) => item.id))).toEqual(new Set(drinks));
  expect(body.items.some((item) => item.isAvailable)).toBe(false);
  expect(body.version).toBe(before + 1);
  expect(await guestsDish('truro', drinks[0] ?? '')).toMatchObject({ isAvailable: false });
  expect((await lastEvent())?.data).toMatchObject({
    change: 'availability',
    items: drinks.map(() => ({ isAvailable: false })),
  });
  const again = await server.call(
    'setMenuAvailability',
    { body: { ...truro, itemIds: drinks, isAvailable: false } },
    manager,
  );
  expect(again.body.version).toBe(before + 1);
  await server.call('setMenuAvailability', { body: { ...truro, itemIds: drinks, isAvailable: true } }, manager);
  expect(await guestsDish('truro', drinks[0] ?? '')).toMatchObject({ isAvailable: true });
});

test('a deleted dish disappears for guests, and its orders keep their lines', async () => {
  const order = await server.call(
    'createCustomerOrderCash',
    {
      body: {
        customerInfo: { name: 'Priya Sharma', email: 'priya@demo.test', phone: '(902) 555-0177' },
        items: [{ id: 'kulfi', name: 'Kulfi', price: 21.99, quantity: 1 }],
        locationInfo: { id: 'truro', name: 'Truro Heights' },
        orderType: 'pickup',
        tipAmount: 0,
        pricing: { subtotal: 21.99, tax: 3.08, tip: 0, total: 25.07 },
      },
    } as never,
    { 'x-api-key': 'pk_demo', 'idempotency-key': 'kulfi' },
  );
  expect(order.body.error).toBeUndefined();
  const { status, body } = await server.call('deleteMenuItem', { body: { ...truro, itemId: 'kulfi' } }, manager);
  expect([status, body.itemId]).toEqual([200, 'kulfi']);
  expect(await guestsDish('truro', 'kulfi')).toBeUndefined();
  const items = await server.context.db
    .selectFrom('order_items')
    .select('name')
    .where('item_id', '=', 'kulfi')
    .execute();
  expect(items).toEqual([{ name: 'Kulfi' }]);
  const again = await server.call('deleteMenuItem', { body: { ...truro, itemId: 'kulfi' } }, manager);
  expect([again.status, again.body.code]).toEqual([404, 'menu-item-not-found']);
});

test('a copy is hidden until it is shown, and a copy for another location keeps its name', async () => {
  const here = await server.call('duplicateMenuItem', { body: { ...truro, itemId: 'lamb-rogan-josh' } }, admin);
  expect(here.body.item).toMatchObject({
    id: 'lamb-rogan-josh-copy',
    name: 'Lamb Rogan Josh (Copy)',
    isAvailable: false,
    version: 1,
    // Two dishes of one menu never share a drawing.
    art: null,
  });
  const there = await server.call(
    'duplicateMenuItem',
    { body: { ...truro, itemId: 'plain-dosa', toLocationId: 'new-glasgow' } },
    admin,
  );
  expect(there.body).toMatchObject({ locationId: 'new-glasgow', item: { id: 'plain-dosa', name: 'Plain Dosa' } });
  const manages = await server.call(
    'duplicateMenuItem',
    { body: { ...truro, itemId: 'bhindi-masala', toLocationId: 'new-glasgow' } },
    manager,
  );
  expect(manages.status).toBe(403);
});

test('a whole menu is copied once, with its groups, and keeps what the location has', async () => {
  const location = { id: 'copy-street', name: 'Copy Street', address: '1 Copy Street', postalCode: 'B2N 1A1' };
  const contact = { phone: '(902) 555-0123', email: 'copy@demo.test' };
  await server.call('addLocation', { body: { location: { ...location, ...contact } } }, admin);
  const body = { fromLocationId: 'truro', locationId: 'copy-street' };
  const read = async (locationId: string) =>
    (await server.call('getLocationMenuAdmin', { query: { locationId } }, admin)).body.items;
  const before = await read('truro');
  const [first] = before;
  await server.call(
    'duplicateMenuItem',
    { body: { locationId: 'truro', itemId: first?.id ?? '', toLocationId: 'copy-street' } },
    admin,
  );
  const unknown = await server.call('copyMenu', { body: { ...body, fromLocationId: 'atlantis' } }, admin);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'location-not-found']);
  const { body: answer } = await server.call('copyMenu', { body }, admin);
  expect(answer.copied).toBe(before.length - 1);
  const after = await read('copy-street');
  expect(after).toHaveLength(before.length);
  const facts = (items: typeof before) =>
    items
      .filter(({ id }) => id !== first?.id)
      .map(({ id, name, price, isAvailable, optionGroups, art }) => ({
        id,
        name,
        price,
        isAvailable,
        optionGroups,
        art,
      }))
      .toSorted((a, b) => a.id.localeCompare(b.id));
  expect(facts(after)).toEqual(facts(before));
  expect(after.find(({ id }) => id === first?.id)).toMatchObject({ isAvailable: false });
  expect((await server.call('copyMenu', { body }, admin)).body.copied).toBe(0);
  expect((await server.call('copyMenu', { body }, manager)).status).toBe(403);
  await server.call('deleteLocation', { body: { locationId: 'copy-street' } }, admin);
});

test('reorders the dishes of a category; a dish added in the meantime keeps its position', async () => {
  const inOrder = async () =>
    (await menuOf('truro')).items
      .filter((item) => item.category === 'breakfast')
      .toSorted((a, b) => a.position - b.position)
      .map((item) => item.id);
  const originalOrder = await inOrder();
  await server.call(
    'addMenuItem',
    { body: { ...truro, item: { ...salmon, name: 'Poha', category: 'breakfast' } } },
    admin,
  );
  const newOrder = originalOrder.toReversed();
  const { body } = await server.call(
    'reorderMenuItems',
    { body: { ...truro, category: 'breakfast', itemIds: newOrder } },
    manager,
  );
  expect(await inOrder()).toEqual([...newOrder, 'poha']);
  const guests = await server.call('getLocationMenu', { query: truro });
  expect(guests.body.items.filter((item) => item.category === 'breakfast').map((item) => item.id)).toEqual([
    ...newOrder,
    'poha',
  ]);
  expect(guests.body.version).toBe(body.version);
  const again = await server.call(
    'reorderMenuItems',
    { body: { ...truro, category: 'breakfast', itemIds: newOrder } },
    manager,
  );
  expect(again.body.version).toBe(body.version);
});

test('the analytics count the menu [A-MENU-25]', async () => {
  const { items } = await menuOf('new-glasgow');
  const { body } = await server.call('getMenuAnalytics', { query: { locationId: 'new-glasgow' } }, admin);
  const prices = items.map((item) => Math.round(item.price * 100));
  expect(body.analytics).toEqual({
    totalItems: items.length,
    availableItems: items.filter((item) => item.isAvailable).length,
    unavailableItems: items.filter((item) => !item.isAvailable).length,
    categoriesCount: new Set(items.map((item) => item.category)).size,
    averagePrice: Math.round(prices.reduce((sum, price) => sum + price, 0) / prices.length) / 100,
    priceRange: { min: Math.min(...prices) / 100, max: Math.max(...prices) / 100 },
    dietaryOptions: {
      vegetarian: items.filter((item) => item.isVegetarian).length,
      vegan: items.filter((item) => item.isVegan).length,
      glutenFree: items.filter((item) => item.isGlutenFree).length,
    },
    spiceLevels: Object.fromEntries(
      ['none', 'mild', 'medium', 'hot'].map((level) => [
        level,
        items.filter((item) => item.spiceLevel === level).length,
      ]),
    ),
    popularItems: items.filter((item) => item.isPopular).map(({ id, name, price }) => ({ id, name, price })),
  });
});

test('a manager can choose only their own locations [A-DATA-17]', async () => {
  const names = async (caller: typeof admin) =>
    (await server.call('getAvailableLocations', {}, caller)).body.locations.map(({ id, name }) => [id, name]);
  expect(await names(admin)).toEqual([
    ['new-glasgow', 'New Glasgow'],
    ['truro', 'Truro Heights'],
  ]);
  expect(await names(manager)).toEqual([['truro', 'Truro Heights']]);
});

const someBody = { locationId: 'new-glasgow', itemId: 'goat-curry' };
test.each([
  ['getLocationMenuAdmin', { query: { locationId: 'new-glasgow' } }],
  ['getMenuAnalytics', { query: { locationId: 'new-glasgow' } }],
  ['addMenuItem', { body: { locationId: 'new-glasgow', item: salmon } }],
  ['updateMenuItem', { body: { ...someBody, updates: { price: 1 } } }],
  ['deleteMenuItem', { body: someBody }],
  ['duplicateMenuItem', { body: someBody }],
  ['setMenuAvailability', { body: { locationId: 'new-glasgow', itemIds: ['goat-curry'], isAvailable: false } }],
  ['reorderMenuItems', { body: { locationId: 'new-glasgow', category: 'drinks', itemIds: ['masala-chai'] } }],
] as const)('%s is refused to a manager of another location, to staff, guests and strangers', async (name, input) => {
  const staff = await server.signIn('staff.glasgow@demo.test');
  const customer = await server.signIn('customer@demo.test');
  for (const [caller, status] of [
    [manager, 403],
    [staff, 403],
    [customer, 403],
    [{ 'x-api-key': 'pk_demo' }, 401],
    [{}, 401],
  ] as const) {
    expect((await server.call(name, input as never, caller)).status).toBe(status);
  }
});
