import type { InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0', TRUST_PROXY: '1' } });
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const asha = await server.signIn('customer@demo.test');

async function chain(as = admin) {
  return (await server.call('getSharedMenu', {}, as)).body.dishes;
}
async function dish(id: string, as = admin) {
  const found = (await chain(as)).find((each) => each.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}
async function at(locationId: string, itemId: string) {
  const { items } = (await server.call('getLocationMenuAdmin', { query: { locationId } }, admin)).body;
  const item = items.find(({ id }) => id === itemId);
  if (!item) throw new Error(`no ${itemId} at ${locationId}`);
  return item;
}
const priceAt = async (locationId: string, itemId: string) => (await at(locationId, itemId)).price;
const versions = async () =>
  Object.fromEntries(
    (await db.selectFrom('locations').select(['id', 'menu_version']).execute()).map((row) => [
      row.id,
      row.menu_version,
    ]),
  );
const change = (
  chainId: string,
  updates: InputOf<'updateSharedDish'>['body']['updates'],
  more: { version?: number } = {},
  as = admin,
) => server.call('updateSharedDish', { body: { chainId, updates, ...more } }, as);
const take = (locationId: string, itemId: string, fields?: ('price' | 'name' | 'isAvailable')[], as = admin) =>
  server.call('resetSharedDishFields', { body: { locationId, itemId, ...(fields && { fields }) } }, as);
const update = (locationId: string, itemId: string, updates: InputOf<'updateMenuItem'>['body']['updates']) =>
  server.call('updateMenuItem', { body: { locationId, itemId, updates } }, admin);

test('dishes with one name at two locations are one shared dish; each location lists its differences', async () => {
  const lassi = await dish('mango-lassi');
  expect([lassi.soldAt, lassi.differAt]).toEqual([2, 1]);
  expect(lassi.places.map(({ locationId, price, own }) => [locationId, price, own])).toEqual([
    ['new-glasgow', 5.49, ['price']],
    ['truro', lassi.price, []],
  ]);
  expect((await chain()).some(({ id }) => id === 'goat-curry')).toBe(false);
});

test('a manager of one location sees the shared dishes and that location, and cannot change shared dishes', async () => {
  const lassi = await dish('mango-lassi', manager);
  expect([lassi.soldAt, lassi.differAt, lassi.places.map(({ locationId }) => locationId)]).toEqual([2, 1, ['truro']]);
  expect((await change('mango-lassi', { price: 1 }, {}, manager)).status).toBe(403);
  expect((await take('new-glasgow', 'mango-lassi', undefined, manager)).status).toBe(403);
});

test('a shared price reaches the locations without their own price and raises the version of each menu', async () => {
  await update('new-glasgow', 'gobi-manchurian', { price: 3.95 });
  const before = await versions();
  const { status, body } = await change('gobi-manchurian', { price: 4.25 });
  expect([status, body.dish.price, body.dish.differAt]).toEqual([200, 4.25, 1]);
  expect([await priceAt('truro', 'gobi-manchurian'), await priceAt('new-glasgow', 'gobi-manchurian')]).toEqual([
    4.25, 3.95,
  ]);
  const rise = await versions();
  expect(rise['truro']).toBe((before['truro'] ?? 0) + 1);
  const guests = await server.call('getLocationMenu', { query: { locationId: 'truro' } });
  expect(guests.body.items.find(({ id }) => id === 'gobi-manchurian')?.price).toBe(4.25);
  await change('gobi-manchurian', { description: 'From the tandoor.' });
  expect(await versions()).toEqual({
    truro: (rise['truro'] ?? 0) + 1,
    'new-glasgow': (rise['new-glasgow'] ?? 0) + 1,
  });
});

test('resetting price, name or everything to the shared dish makes the location follow it again', async () => {
  await update('new-glasgow', 'gobi-manchurian', { name: 'Naan', maxQuantity: 4 });
  expect((await dish('gobi-manchurian')).places[0]?.own).toEqual(['price', 'name', 'maxQuantity']);
  const one = await take('new-glasgow', 'gobi-manchurian', ['price']);
  expect([one.status, one.body.item.price, one.body.item.name]).toEqual([200, 4.25, 'Naan']);
  await take('new-glasgow', 'gobi-manchurian');
  expect((await dish('gobi-manchurian')).differAt).toBe(0);
  await change('gobi-manchurian', { price: 4.5 });
  expect(await priceAt('new-glasgow', 'gobi-manchurian')).toBe(4.5);
  const none = await take('truro', 'chicken-65');
  expect([none.status, none.body.error]).toEqual([409, 'Chicken 65 is not a shared dish.']);
});

test('a location’s own price survives a shared price that is briefly the same', async () => {
  await update('new-glasgow', 'onion-bhaji', { price: 6.66 });
  await change('onion-bhaji', { price: 6.66 });
  await change('onion-bhaji', { price: 7 });
  expect([await priceAt('truro', 'onion-bhaji'), await priceAt('new-glasgow', 'onion-bhaji')]).toEqual([7, 6.66]);
});

test('refuses an edit based on an old version and returns the current dish', async () => {
  const { version, price } = await dish('onion-bhaji');
  await change('onion-bhaji', { description: 'With garlic.' });
  const late = await change('onion-bhaji', { price: 9 }, { version });
  expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  expect(late.body).toMatchObject({ dish: { id: 'onion-bhaji', description: 'With garlic.', price } });
  const wrong = await change('onion-bhaji', { category: 'atlantis' });
  expect([wrong.status, wrong.body.error]).toEqual([400, 'Category not found']);
  expect((await change('atlantis', { price: 9 })).status).toBe(404);
});

test('a dish of one location becomes shared, is sold at another and is deleted from both', async () => {
  const added = await server.call('shareDish', { body: { locationId: 'new-glasgow', itemId: 'goat-curry' } }, admin);
  expect([added.status, added.body.dish.soldAt, added.body.dish.differAt]).toEqual([200, 1, 0]);
  const sold = await server.call(
    'addSharedDishToMenu',
    { body: { chainId: 'goat-curry', locationId: 'truro' } },
    manager,
  );
  const there = await at('new-glasgow', 'goat-curry');
  expect(sold.status).toBe(200);
  expect(sold.body.item).toMatchObject({ name: there.name, price: there.price, optionGroups: there.optionGroups });
  const twice = await server.call(
    'addSharedDishToMenu',
    { body: { chainId: 'goat-curry', locationId: 'truro' } },
    manager,
  );
  expect([twice.status, twice.body.error]).toEqual([409, `${there.name} is already on this menu.`]);
  for (const locationId of ['truro', 'new-glasgow']) {
    expect((await chain()).some(({ id }) => id === 'goat-curry')).toBe(true);
    await server.call('deleteMenuItem', { body: { locationId, itemId: 'goat-curry' } }, admin);
  }
  expect((await chain()).some(({ id }) => id === 'goat-curry')).toBe(false);
});

test('a dish that is no longer shared stays unchanged on each menu', async () => {
  const before = [await at('truro', 'idli-sambar'), await at('new-glasgow', 'idli-sambar')];
  const { status } = await server.call('stopSharingDish', { body: { chainId: 'idli-sambar' } }, admin);
  expect(status).toBe(200);
  expect([await at('truro', 'idli-sambar'), await at('new-glasgow', 'idli-sambar')]).toEqual(
    before.map((each) => ({ ...each, chainId: null })),
  );
  const back = await server.call('shareDish', { body: { locationId: 'truro', itemId: 'idli-sambar' } }, admin);
  expect(back.body.dish.soldAt).toBe(2);
});

test('deletes a category that all locations emptied, and a shared dish moves to the category they chose', async () => {
  await server.call('addCategory', { body: { name: 'Short Lived' } }, admin);
  const { categories } = (await server.call('getCategories', {}, admin)).body;
  const made = categories.find(({ name }) => name === 'Short Lived')?.id ?? '';
  await change('mango-lassi', { category: made });
  for (const locationId of ['truro', 'new-glasgow']) await update(locationId, 'mango-lassi', { category: 'drinks' });
  expect((await server.call('deleteCategory', { body: { categoryId: made } }, admin)).status).toBe(200);
  expect((await dish('mango-lassi')).category).toBe('drinks');
});

test('a copy for another location is the shared dish; an import for several locations creates shared dishes and its undo removes them', async () => {
  await server.call('shareDish', { body: { locationId: 'truro', itemId: 'chicken-65' } }, admin);
  await server.call(
    'duplicateMenuItem',
    { body: { locationId: 'truro', itemId: 'chicken-65', toLocationId: 'new-glasgow' } },
    admin,
  );
  // The copy is hidden, which counts as the location's own value until it is shown.
  expect((await dish('chicken-65')).places[0]?.own).toEqual(['isAvailable']);
  const file = Buffer.from('name,category,price\nKulfi Pop,drinks,4.50\n').toString('base64');
  const body = { file, locationIds: ['truro', 'new-glasgow'] };
  const { token } = (await server.call('previewMenuImport', { body }, admin)).body;
  const importResult = await server.call('importMenu', { body: { ...body, token } }, admin);
  expect((await dish('kulfi-pop')).soldAt).toBe(2);
  await server.call('undoMenuImport', { body: { importId: importResult.body.importId } }, admin);
  expect((await chain()).some(({ id }) => id === 'kulfi-pop')).toBe(false);
});

async function imported(text: string, locationIds: string[]) {
  const body = { file: Buffer.from(text).toString('base64'), locationIds };
  const { token } = (await server.call('previewMenuImport', { body }, admin)).body;
  return (await server.call('importMenu', { body: { ...body, token } }, admin)).body.importId;
}
const undo = (importId: string) => server.call('undoMenuImport', { body: { importId } }, admin);

test('an import for one location creates no shared dishes, leaves other menus alone and joins existing shared dishes', async () => {
  const row = 'name,category,price\nBadam Milk,drinks,4.50\n';
  await imported(row, ['truro']);
  await imported(row, ['new-glasgow']);
  expect((await chain()).some(({ id }) => id === 'badam-milk')).toBe(false);
  expect((await at('truro', 'badam-milk')).chainId).toBeNull();
  await server.call('deleteMenuItem', { body: { locationId: 'new-glasgow', itemId: 'badam-milk' } }, admin);
  await server.call('shareDish', { body: { locationId: 'truro', itemId: 'badam-milk' } }, admin);
  await imported(row, ['new-glasgow']);
  expect((await dish('badam-milk')).soldAt).toBe(2);
});

test('refuses to undo an import after the shared price changed while a location kept the imported price', async () => {
  const { price, name, category } = await at('new-glasgow', 'onion-bhaji');
  await change('onion-bhaji', { price });
  await take('new-glasgow', 'onion-bhaji');
  const importId = await imported(`name,category,price\n${name},${category},${price + 1}\n`, ['new-glasgow']);
  await change('onion-bhaji', { price: price + 2 });
  const refused = await undo(importId);
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringMatching(/^Changed by hand since/)]);
  expect(await priceAt('new-glasgow', 'onion-bhaji')).toBe(price + 1);
});

test('undoing an import keeps a dish that got daypart hours in the meantime', async () => {
  const importId = await imported('name,category,price\nLunch Thali,drinks,9.50\n', ['truro']);
  const daypart = { locationId: 'truro', name: 'Lunch', days: ['monday' as const], from: '11:30', until: '15:00' };
  const key = { ...admin, 'idempotency-key': crypto.randomUUID() };
  const daypartId = (await server.call('saveDaypart', { body: daypart }, key)).body.daypart.id;
  const hours = (dayparts: { daypartId: string; price: null }[]) =>
    server.call(
      'setDishHours',
      { body: { locationId: 'truro', itemIds: ['lunch-thali'], onlyInDayparts: dayparts.length > 0, dayparts } },
      admin,
    );
  await hours([{ daypartId, price: null }]);
  expect((await undo(importId)).body.error).toMatch(/^Changed by hand since then: Lunch Thali/);
  await hours([]);
  expect((await undo(importId)).status).toBe(200);
});

test('an admin orders a category at all locations: shared dishes get one order, a location’s own dishes keep their position', async () => {
  const orderAt = async (locationId: string) => {
    const { items } = (await server.call('getLocationMenu', { query: { locationId } })).body;
    return items.filter(({ category }) => category === 'appetizers').map(({ id }) => id);
  };
  const itemIds = (await orderAt('truro')).toReversed();
  const [before, own] = [await orderAt('new-glasgow'), new Set((await chain()).map(({ id }) => id))];
  const arrange = (as: typeof admin) =>
    server.call(
      'reorderMenuItems',
      { body: { locationId: 'truro', category: 'appetizers', itemIds, everywhere: true } },
      as,
    );
  expect((await arrange(manager)).status).toBe(403);
  expect((await arrange(admin)).status).toBe(200);
  const after = await orderAt('new-glasgow');
  const both = (ids: string[]) => ids.filter((id) => own.has(id) && itemIds.includes(id));
  expect(both(after)).toEqual(itemIds.filter((id) => both(before).includes(id)));
  const shared = both(before);
  const alone = (ids: string[]) => before.map((id, index) => (shared.includes(id) ? null : ids[index]));
  expect(alone(after)).toEqual(alone(before));
});

test('500 orders during a change of the shared price: each uses one version, at both locations', async () => {
  await change('lamb-seekh-kebab', { price: 2.95 });
  const dishes = { dishes: { 'lamb-seekh-kebab': 3 } };
  const [first, second] = await Promise.all([payloadMaker(server), payloadMaker(server, 'new-glasgow')]);
  await change('lamb-seekh-kebab', { price: 3.25 });
  const [third, fourth] = await Promise.all([payloadMaker(server), payloadMaker(server, 'new-glasgow')]);
  await change('lamb-seekh-kebab', { price: 2.95 });
  const carts = [first(dishes), second(dishes), third(dishes), fourth(dishes)];
  const answers: { status: number }[] = [];
  let next = 0;
  const worker = async () => {
    while (next < 500) {
      const index = next++;
      const body = carts[index % carts.length];
      if (index === 250) await change('lamb-seekh-kebab', { price: 3.25 });
      if (body) answers.push(await server.call('createCustomerOrderCash', { body: { ...body } }, asha));
    }
  };
  await Promise.all(Array.from({ length: 25 }, worker));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  const rows = await db
    .selectFrom('order_items as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .select(['i.unit_price_cents as unit', 'o.subtotal_cents as subtotal'])
    .where('i.item_id', '=', 'lamb-seekh-kebab')
    .execute();
  expect(rows.length).toBe(answers.filter(({ status }) => status === 200).length);
  expect(new Set(rows.map(({ unit, subtotal }) => `${unit} ${subtotal}`))).toEqual(new Set(['295 885', '325 975']));
});

test('a manager of some locations cannot create shared dishes by an import; those rows are refused with a reason', async () => {
  const halifax = {
    id: 'halifax',
    name: 'Halifax',
    address: '1 Water Street',
    postalCode: 'B3J 1A1',
    phone: '(902) 555-0161',
    email: 'water@example.test',
    features: ['Takeout' as const],
  };
  await server.call('addLocation', { body: { location: halifax } }, admin);
  const userLocation = { user_id: await idOf('manager.truro@demo.test'), location_id: 'new-glasgow' };
  const file = Buffer.from('name,category,price\nFig Kulfi,drinks,4.50\nMango Lassi,drinks,7.25\n').toString('base64');
  const both = { file, locationIds: ['truro', 'new-glasgow'] };
  await db.insertInto('user_locations').values(userLocation).execute();
  const { token, places: planned } = (await server.call('previewMenuImport', { body: both }, manager)).body;
  for (const { added, refused } of planned) {
    expect([added, refused]).toEqual([
      [],
      [{ row: 2, name: 'Fig Kulfi', reason: expect.stringMatching(/shared dish/) }],
    ]);
  }
  expect((await server.call('importMenu', { body: { ...both, token } }, manager)).status).toBe(200);
  expect((await chain()).some(({ id }) => id === 'fig-kulfi')).toBe(false);
  // Imported one location at a time, each dish belongs to its location. With a copy at one location, the other's row
  // is refused.
  const one = { file, locationIds: ['truro'] };
  const alone = (await server.call('previewMenuImport', { body: one }, manager)).body;
  expect((await server.call('importMenu', { body: { ...one, token: alone.token } }, manager)).status).toBe(200);
  const again = (await server.call('previewMenuImport', { body: both }, manager)).body;
  expect(again.places.map(({ refused }) => refused.length)).toEqual([0, 1]);
  expect((await at('truro', 'fig-kulfi')).chainId).toBeNull();
  // An admin's import makes it one shared dish.
  const whole = (await server.call('previewMenuImport', { body: both }, admin)).body;
  expect((await server.call('importMenu', { body: { ...both, token: whole.token } }, admin)).status).toBe(200);
  expect((await dish('fig-kulfi')).soldAt).toBe(2);
});

async function idOf(email: string): Promise<string> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}
