import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseCsv, writeCsv } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { testServer, type Caller } from '../../../testing/server.ts';

/** What to do when an import reaches this point. */
const meanwhile = new Map<string, () => Promise<unknown>>();
const server = await testServer({
  env: { RATE_LIMITS: '0' },
  reachTestPoint: async (point) => {
    const action = meanwhile.get(point);
    meanwhile.delete(point);
    await action?.();
  },
});
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const { db } = server.context;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const TRURO = ['truro'];
const BOTH = ['truro', 'new-glasgow'];
const preview = (text: string, locationIds = TRURO, as = admin) =>
  server.call('previewMenuImport', { body: { file: base64(text), locationIds } }, as);
const take = (text: string, token: string, locationIds = TRURO, as: Caller = admin) =>
  server.call('importMenu', { body: { file: base64(text), locationIds, token } }, as);
/** Previews a file and imports it. */
async function previewAndImport(text: string, locationIds = TRURO, as = admin) {
  const plan = await preview(text, locationIds, as);
  expect(plan.status).toBe(200);
  const imported = await take(text, plan.body.token, locationIds, as);
  expect([imported.status, imported.body.error]).toEqual([200, undefined]);
  return imported.body;
}
const undo = (importId: string, as = admin) => server.call('undoMenuImport', { body: { importId } }, as);
async function exported(locationIds = TRURO, as = admin): Promise<string> {
  const answer = await server.fetch(`/api/getMenuCsv?locationIds=${locationIds.join(',')}`, {}, as);
  expect(answer.status).toBe(200);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
}
async function guestsMenu(locationId = 'truro') {
  return (await server.call('getLocationMenu', { query: { locationId } })).body;
}
async function dishOf(name: string, locationId = 'truro') {
  return (await guestsMenu(locationId)).items.find((item) => item.name === name);
}
const edit = (itemId: string, updates: object) =>
  server.call('updateMenuItem', { body: { locationId: 'truro', itemId, updates } }, admin);
/** The complete contents of a menu except its timestamps. */
const standing = () =>
  db
    .selectFrom('menu_items')
    .select(['location_id', 'id', 'name', 'price_cents', 'category', 'allergens', 'is_available', 'position'])
    .orderBy('location_id')
    .orderBy('id')
    .execute();

test('undo does not restore sizes that an import removed if the dish got a daypart price since', async () => {
  const locationId = 'truro';
  const itemId = 'chicken-65';
  const daypart = { locationId, name: 'Lunch', days: ['monday' as const], from: '11:30', until: '15:00' };
  const made = await server.call('saveDaypart', { body: daypart }, admin);
  const { id: daypartId } = made.body.daypart;
  const sizes = [
    { name: 'Half', price: 9 },
    { name: 'Full', price: 13 },
  ];
  const group = { name: 'Portion', kind: 'one' as const, min: 1, max: 1, isSize: true, options: sizes };
  const { id: groupId } = (await server.call('saveOptionGroup', { body: group }, admin)).body.group;
  expect((await edit(itemId, { optionGroups: [{ groupId }] })).status).toBe(200);
  const { importId } = await previewAndImport(`id,option groups\n${itemId},none`);
  const setHours = (price: number | null) =>
    server.call(
      'setDishHours',
      {
        body: {
          locationId,
          itemIds: [itemId],
          onlyInDayparts: false,
          dayparts: price === null ? [] : [{ daypartId, price }],
        },
      },
      admin,
    );
  expect((await setHours(8)).status).toBe(200);
  const undone = await undo(importId);
  expect([undone.status, undone.body.error]).toEqual([409, expect.stringMatching(/^Chicken 65 has its own price/)]);
  await setHours(null);
  expect((await undo(importId)).status).toBe(200);
  await edit(itemId, { optionGroups: [] });
  await server.call('deleteDaypart', { body: { daypartId } }, admin);
  await server.call('deleteOptionGroup', { body: { groupId } }, admin);
});

test('importing an unchanged export changes nothing, for one location and for all', async () => {
  for (const locationIds of [TRURO, BOTH]) {
    const file = await exported(locationIds);
    expect(file.startsWith('\uFEFF')).toBe(true);
    const { body } = await preview(file, locationIds);
    expect([body.changes, body.refused, body.newCategories]).toEqual([0, [], []]);
    for (const menu of body.places) expect(menu).toMatchObject({ added: [], changed: [], refused: [], missing: [] });
    expect(body.ignoredColumns).toEqual([]);
  }
  const [headings, ...rows] = parseCsv(await exported(BOTH)) ?? [];
  expect(headings).toEqual([
    'location',
    'id',
    'category',
    'name',
    'description',
    'price',
    'tax class',
    'cost',
    'vegetarian',
    'vegan',
    'gluten-free',
    'allergens',
    'spice',
    'option groups',
    'size prices',
    'available',
    'name:fr',
    'description:fr',
  ]);
  expect(rows.length).toBe((await standing()).length);
  const thali = rows.find((row) => row[0] === 'Truro Heights' && row[1] === 'vegetable-thali');
  expect(thali?.[13]).toBe('Size; Chutneys');
});

const MOVING_IN = [
  'id;Name;Category;Price;Description;Vegan;Allergens;Supplier',
  'butter-chicken;Butter Chicken;;18,49;;;;',
  ';Rose Lassi;Cold Drinks;5,99;Rose and yogurt;no;milk;FS-2',
  ';Jackfruit Biryani;Combos with Rice;16,49;;yes;none;',
  ';;Drinks;3,00;;;;',
].join('\n');

test('an import does what its preview showed, guests see it at once, and undo restores the menu', async () => {
  const before = await standing();
  const plan = await preview(MOVING_IN);
  expect(plan.body).toMatchObject({
    ignoredColumns: ['Supplier'],
    changes: 3,
    newCategories: ['Cold Drinks'],
    refused: [{ row: 5, reason: 'This row has a price and no name.' }],
    places: [
      {
        added: [
          { row: 3, name: 'Rose Lassi', category: 'Cold Drinks', price: 5.99 },
          { row: 4, name: 'Jackfruit Biryani', price: 16.49 },
        ],
        changed: [
          {
            row: 2,
            itemId: 'butter-chicken',
            changes: [{ field: 'price', label: 'Price', before: '17.49', after: '18.49' }],
          },
        ],
      },
    ],
  });
  expect(await standing()).toEqual(before);
  const { version } = await guestsMenu();
  const imported = await take(MOVING_IN, plan.body.token);
  expect(imported.body).toMatchObject({ added: 2, changed: 1, locationIds: ['truro'], by: expect.any(String) });
  expect((await guestsMenu()).version).toBe(version + 1);
  expect(await dishOf('Rose Lassi')).toMatchObject({ price: 5.99, category: 'cold-drinks', allergens: ['milk'] });
  expect(await dishOf('Butter Chicken')).toMatchObject({ price: 18.49 });
  // The same file again.
  expect((await preview(MOVING_IN)).body.changes).toBe(0);
  const imports = await server.call('getMenuImports', {}, manager);
  expect(imports.body.imports).toMatchObject([{ importId: imported.body.importId, by: imported.body.by }]);

  const undone = await undo(imported.body.importId);
  expect(undone.body).toMatchObject({ removed: 2, restored: 1 });
  expect(await standing()).toEqual(before);
  expect(await dishOf('Rose Lassi')).toBeUndefined();
  const { body } = await server.call('getCategories', {}, admin);
  expect(body.categories.map(({ id }) => id)).not.toContain('cold-drinks');
  expect((await server.call('getMenuImports', {}, manager)).body.imports).toEqual([]);
  expect(await undo(imported.body.importId)).toMatchObject({
    status: 409,
    body: { error: 'This import was already undone.' },
  });
  const log = await db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject_id', '=', imported.body.importId)
    .orderBy('id')
    .execute();
  expect(log).toMatchObject([
    { action: 'import-menu', after: { added: 2, changed: 1, categories: ['Cold Drinks'] } },
    { action: 'undo-menu-import', after: { removed: 2, restored: 1 } },
  ]);
});

test('undo restores the price of a dish that was hidden after the import, and keeps it hidden', async () => {
  const [visible, hidden] = ['onion-bhaji', 'gobi-manchurian'];
  const set = (itemId: string, isAvailable: boolean) =>
    server.call('setMenuAvailability', { body: { locationId: 'truro', itemIds: [itemId], isAvailable } }, admin);
  await set(hidden, false);
  const before = await standing();
  const rowOf = async (id: string) => (await standing()).find((row) => row.location_id === 'truro' && row.id === id);
  const file = `id,price,available\n${visible},9.25,no\n${hidden},9.50,yes\npaneer-tikka,9.75,no\n`;
  const { token } = (await preview(file)).body;
  const imported = await take(file, token);
  expect([await rowOf(visible), await rowOf(hidden)]).toMatchObject([
    { price_cents: 925, is_available: false },
    { price_cents: 950, is_available: true },
  ]);
  // Hiding one dish and showing another are not edits, but must survive the undo.
  await set(visible, true);
  await set(hidden, false);
  await set(hidden, true);
  await set(hidden, false);
  expect((await undo(imported.body.importId)).body).toMatchObject({ removed: 0, restored: 3 });
  expect(await standing()).toEqual(before);
});

test('reports rows of a location that was not chosen, and the audit log has the changed fields of each dish', async () => {
  const file = 'location,id,price\nTruro Heights,onion-bhaji,8.15\nNew Glasgow,onion-bhaji,8.25\n';
  const plan = await preview(file);
  expect(plan.body.refused).toEqual([
    { row: 3, name: 'onion-bhaji', reason: 'It is for New Glasgow, which is not selected.' },
  ]);
  const imported = await take(file, plan.body.token);
  const { after } = await db
    .selectFrom('audit_log')
    .select('after')
    .where('subject_id', '=', imported.body.importId)
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ dishes: ['Onion Bhaji: price 7.95 → 8.15'] });
  await undo(imported.body.importId);
});

test('412 rows: 3 refused, 380 new, 25 changed, 4 equal; again changes nothing; a second manager is told of the first import', async () => {
  const there = (await guestsMenu()).items.slice(0, 29);
  const file = writeCsv(
    ['id', 'name', 'category', 'price'],
    [
      ...there.map((item, at) => [
        item.id,
        item.name,
        item.category,
        (at < 25 ? item.price + 1 : item.price).toFixed(2),
      ]),
      ...Array.from({ length: 380 }, (_, at) => ['', `Moved Dish ${at}`, 'drinks', 5]),
      ['', '', 'drinks', 5],
      ['', 'No price', 'drinks', ''],
      ['', 'No category', '', 5],
    ],
  );
  const one = await preview(file);
  const other = await preview(file, TRURO, manager);
  expect(one.body.rows).toBe(412);
  const [place] = one.body.places;
  expect([place?.added.length, place?.changed.length, place?.same]).toEqual([380, 25, 4]);
  expect([...one.body.refused, ...(place?.refused ?? [])].map(({ row }) => row)).toEqual([411, 412, 413]);

  const [first, second] = await Promise.all([
    take(file, one.body.token, TRURO, admin),
    take(file, other.body.token, TRURO, manager),
  ]);
  const [won, lost] = first.status === 200 ? [first, second] : [second, first];
  expect([won.status, lost.status]).toEqual([200, 409]);
  expect(lost.body.error).toMatch(/^.+ imported 405 changes in the meantime\./);
  expect(lost.body).toMatchObject({ code: 'conflict', plan: { changes: 0, places: [{ same: 409 }] } });
  expect((await undo(won.body.importId)).body).toMatchObject({ removed: 380, restored: 25 });
});

test('an import that is killed in the middle leaves nothing', async () => {
  const before = await standing();
  const { version } = await guestsMenu();
  const { token } = (await preview(MOVING_IN, BOTH)).body;
  meanwhile.set('menu-import.place', () =>
    server.context.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
    ),
  );
  const killed = await take(MOVING_IN, token, BOTH);
  expect(killed.status).toBeGreaterThanOrEqual(500);
  expect(await standing()).toEqual(before);
  expect((await guestsMenu()).version).toBe(version);
  expect(await db.selectFrom('menu_categories').select('id').where('id', '=', 'cold-drinks').execute()).toEqual([]);
  // A second attempt succeeds.
  const imported = await take(MOVING_IN, token, BOTH);
  expect(imported.body).toMatchObject({ added: 4, changed: 2 });
  await undo(imported.body.importId);
});

test('a repeated request gets the first response, and the file is imported once', async () => {
  const { token } = (await preview(MOVING_IN)).body;
  const key = { ...admin, 'idempotency-key': randomUUID() };
  const first = await take(MOVING_IN, token, TRURO, key);
  const again = await take(MOVING_IN, token, TRURO, key);
  expect(again.body).toEqual(first.body);
  await undo(first.body.importId);
});

test('an edit after the preview shows the differences again; an edit of another dish does not', async () => {
  const { token } = (await preview(MOVING_IN)).body;
  await edit('mango-lassi', { calories: 301 });
  await edit('butter-chicken', { price: 17.99 });
  const late = await take(MOVING_IN, token);
  expect(late).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/^The menu changed in the meantime/) },
  });
  const again = await take(MOVING_IN, (late.body['plan'] as { token: string }).token);
  expect(again.status).toBe(200);
  await undo(again.body.importId);
  expect(await dishOf('Butter Chicken')).toMatchObject({ price: 17.99 });
  const other = (await preview(MOVING_IN)).body.token;
  await edit('mango-lassi', { calories: 302 });
  const imported = await take(MOVING_IN, other);
  expect(imported.status).toBe(200);
  await undo(imported.body.importId);
  await edit('butter-chicken', { price: 17.49 });
});

test('refuses undo after an edit of a dish, naming it, and after an hour', async () => {
  const { importId } = await previewAndImport(MOVING_IN);
  await edit('butter-chicken', { calories: 700 });
  const refused = await undo(importId);
  expect(refused).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/^Changed by hand since then: Butter Chicken\./), dishes: ['Butter Chicken'] },
  });
  expect(await dishOf('Rose Lassi')).toBeTruthy();
  for (const itemId of ['rose-lassi', 'jackfruit-biryani']) {
    await server.call('deleteMenuItem', { body: { locationId: 'truro', itemId } }, admin);
  }
  await server.call('deleteCategory', { body: { categoryId: 'cold-drinks' } }, admin);
  await edit('butter-chicken', { price: 17.49 });
  const next = await previewAndImport(MOVING_IN);
  server.clock.forward(61 * 60_000);
  expect(await undo(next.importId)).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/more than an hour/) },
  });
  expect((await server.call('getMenuImports', {}, admin)).body.imports).toEqual([]);
  server.clock.forward(-61 * 60_000);
  expect((await undo(next.importId)).status).toBe(200);
});

test('undo restores the price of a dish that was hidden after the import', async () => {
  const file = 'id,price,available\nmango-lassi,9.99,no\nbutter-chicken,9.99,yes';
  const { importId } = await previewAndImport(file);
  const hidden = { locationId: 'truro', itemIds: ['butter-chicken'], isAvailable: false };
  await server.call('setMenuAvailability', { body: hidden }, admin);
  expect((await undo(importId)).status).toBe(200);
  expect(await dishOf('Mango Lassi')).toMatchObject({ isAvailable: true });
  expect(await dishOf('Butter Chicken')).toMatchObject({ isAvailable: false, price: 17.49 });
  await server.call('setMenuAvailability', { body: { ...hidden, isAvailable: true } }, admin);
});

test('an export of Square becomes dishes with sizes at two locations, is the same again, and undo removes all of it', async () => {
  const square = readFileSync(
    new URL('../../../../../../packages/domain/src/testing/menu-files/square.csv', import.meta.url),
    'utf8',
  );
  const before = await standing();
  const groupNames = async () => (await server.call('getOptionGroups', {}, admin)).body.groups.map(({ name }) => name);
  const groupsBefore = await groupNames();
  const plan = await preview(square, BOTH);
  expect(plan.body).toMatchObject({
    program: 'Square',
    changes: 8,
    newCategories: ['Pizza', 'Hot Drinks', 'Street Food', 'Soups (House)'],
    newGroups: ['Size: Small, Large'],
    unknownGroups: ['Toppings'],
    refused: [{ row: 7, name: 'Tasting Menu', reason: '“variable” is not a price. Write an amount such as 12.95.' }],
  });
  expect(plan.body.columns).toContainEqual({
    heading: 'Variation Name',
    meaning: 'size',
    samples: ['Small', 'Large', 'Regular'],
  });
  const { importId } = await previewAndImport(square, BOTH);
  for (const locationId of BOTH) {
    const margherita = await dishOf('Margherita', locationId);
    expect(margherita).toMatchObject({ price: 12, priceFrom: 12, allergens: null });
    expect(
      margherita?.optionGroups.map(({ isSize, options }) => [isSize, options.map(({ name, price }) => [name, price])]),
    ).toEqual([
      [
        true,
        [
          ['Small', 12],
          ['Large', 16.5],
        ],
      ],
    ]);
    expect((await dishOf('Samosa Chaat', locationId))?.optionGroups.map(({ id }) => id)).toEqual(['chutneys']);
  }
  expect(await dishOf('Winter Soup')).toMatchObject({ isAvailable: false });
  expect((await preview(square, BOTH)).body).toMatchObject({ changes: 0, newGroups: [] });
  expect((await undo(importId)).body).toMatchObject({ removed: 8, restored: 0 });
  expect(await standing()).toEqual(before);
  expect(await groupNames()).toEqual(groupsBefore);
});

test('undo keeps the sizes of an import that somebody put on another dish since', async () => {
  const file = 'name,category,size,price\nLassi Royal,Drinks,Small,5\nLassi Royal,Drinks,Large,7';
  const { importId } = await previewAndImport(file);
  const groupId = 'size-1';
  await edit('mango-lassi', { optionGroups: [{ groupId }] });
  expect((await undo(importId)).status).toBe(200);
  const groups = async () => (await server.call('getOptionGroups', {}, admin)).body.groups.map(({ id }) => id);
  expect(await groups()).toContain(groupId);
  await edit('mango-lassi', { optionGroups: [] });
  await server.call('deleteOptionGroup', { body: { groupId } }, admin);
  expect(await groups()).not.toContain(groupId);
});

test('a file changes the prices of sizes of one location, exports them, and undo restores those from before', async () => {
  const pizza = (large: number) =>
    `name,category,size,price\nPizza Uno,Pizza,Small,9\nPizza Uno,Pizza,Large,${large}\nPizza Due,Pizza,Small,10\nPizza Due,Pizza,Large,15.5`;
  const first = await preview(pizza(14), BOTH);
  expect(first.body).toMatchObject({ newGroups: ['Size: Small, Large'] });
  expect(first.body.places[0]?.added).toMatchObject([
    { name: 'Pizza Uno', price: 9, sizes: 'Small 9.00; Large 14.00' },
    { name: 'Pizza Due', price: 10, sizes: 'Small 10.00; Large 15.50' },
  ]);
  const { importId: firstId } = await previewAndImport(pizza(14), BOTH);
  const prices = async (name: string, locationId = 'truro') => {
    const dish = await dishOf(name, locationId);
    return dish?.optionGroups.map(({ id, options }) => [id, ...options.map(({ price }) => price)]);
  };
  expect([await prices('Pizza Uno'), await prices('Pizza Due', 'new-glasgow')]).toEqual([
    [['size-1', 9, 14]],
    [['size-1', 10, 15.5]],
  ]);
  expect((await preview(await exported(BOTH), BOTH)).body.changes).toBe(0);
  // The file as Tiffin writes it, with one price changed.
  const own = (await exported()).replace('Small 9.00; Large 14.00', 'Small 9.00; Large 14.75');
  expect((await preview(own)).body.places[0]?.changed).toMatchObject([
    {
      name: 'Pizza Uno',
      changes: [
        {
          field: 'sizes',
          label: 'Prices of sizes',
          before: 'Small 9.00; Large 14.00',
          after: 'Small 9.00; Large 14.75',
        },
      ],
    },
  ]);
  const { importId } = await previewAndImport(own);
  expect([await prices('Pizza Uno'), await prices('Pizza Due'), await prices('Pizza Uno', 'new-glasgow')]).toEqual([
    [['size-1', 9, 14.75]],
    [['size-1', 10, 15.5]],
    [['size-1', 9, 14]],
  ]);
  expect((await undo(importId)).status).toBe(200);
  expect(await prices('Pizza Uno')).toEqual([['size-1', 9, 14]]);
  expect((await undo(firstId)).status).toBe(409);
  expect((await preview(pizza(14), BOTH)).body.changes).toBe(0);
  for (const locationId of BOTH)
    for (const itemId of ['pizza-uno', 'pizza-due'])
      await server.call('deleteMenuItem', { body: { locationId, itemId } }, admin);
  await server.call('deleteOptionGroup', { body: { groupId: 'size-1' } }, admin);
});

test('a person chooses the columns and a category, and the import does what that preview showed', async () => {
  const file = base64('Speise;Art;Price\nWiener Dal;;9,50\n');
  const body = { file, locationIds: TRURO };
  const proposed = await server.call('previewMenuImport', { body }, admin);
  expect(proposed.body).toMatchObject({ rows: 1, changes: 0, refused: [], ignoredColumns: ['Speise'] });
  const choices = { columns: ['name', '', 'price'], category: 'Vienna' };
  const plan = await server.call('previewMenuImport', { body: { ...body, ...choices } }, admin);
  expect(plan.body).toMatchObject({ changes: 1, newCategories: ['Vienna'] });
  const { token } = plan.body;
  // Without the choices it would be another import.
  expect((await server.call('importMenu', { body: { ...body, token } }, admin)).status).toBe(409);
  const imported = await server.call('importMenu', { body: { ...body, ...choices, token } }, admin);
  expect(await dishOf('Wiener Dal')).toMatchObject({ price: 9.5, category: 'vienna' });
  await undo(imported.body.importId);
});

test('a pasted list of 5,000 lines is planned whole, and one of 5,001 is refused', async () => {
  const list = (lines: number) =>
    Array.from({ length: lines }, (_line, at) => `Dish ${at} .... ${at + 1}.00`).join('\n');
  const body = { locationIds: TRURO, isPasted: true, category: 'Moved' };
  const { body: plan } = await server.call('previewMenuImport', { body: { ...body, file: base64(list(5000)) } }, admin);
  expect([plan.rows, plan.changes, plan.refused]).toEqual([5000, 5000, []]);
  expect(await server.call('previewMenuImport', { body: { ...body, file: base64(list(5001)) } }, admin)).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/5,001 rows/) },
  });
});

test('a manager imports only to their own menu', async () => {
  expect((await preview(MOVING_IN, BOTH, manager)).status).toBe(403);
  expect((await take(MOVING_IN, 'x', ['new-glasgow'], manager)).status).toBe(403);
  expect((await server.fetch('/api/getMenuCsv?locationIds=truro,new-glasgow', {}, manager)).status).toBe(403);
  const both = await previewAndImport(MOVING_IN, BOTH);
  expect((await undo(both.importId, manager)).status).toBe(403);
  const ownImports = (await server.call('getMenuImports', {}, manager)).body.imports.map(({ importId }) => importId);
  expect(ownImports).not.toContain(both.importId);
  await undo(both.importId);
  const row = 'location,name,category,price\nNew Glasgow,X,Drinks,3';
  expect((await preview(row, TRURO, manager)).body.refused).toMatchObject([
    { reason: expect.stringMatching(/no location/) },
  ]);
});

test('refuses an invalid file with a reason', async () => {
  const rows = await preview(`name\n${'Dal\n'.repeat(50_000)}`);
  expect(rows).toMatchObject({ status: 400, body: { error: expect.stringMatching(/50,000 rows/), field: 'file' } });
  expect(await server.call('previewMenuImport', { body: { file: '', locationIds: TRURO } }, admin)).toMatchObject({
    status: 400,
    body: { error: 'Please choose a file.' },
  });
  const large = 'x'.repeat(5 * 1024 * 1024 + 1);
  expect(await preview(large)).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/larger than 5 MB/) },
  });
  expect((await preview('name,price\nDal,1', ['atlantis'])).status).toBe(404);
  expect(await undo('nothing')).toMatchObject({ status: 404 });
});

test('French has its own columns in exports and imports; undo restores it except for texts edited since', async () => {
  const translations = () =>
    db
      .selectFrom('texts')
      .select(['id', 'field', 'text', 'of'])
      .where('within', '=', 'truro')
      .orderBy('id')
      .orderBy('field')
      .execute();
  const [head = [], ...rows] = parseCsv((await exported()).replace(/^\uFEFF/, '')) ?? [];
  expect(head.slice(-2)).toEqual(['name:fr', 'description:fr']);
  const [first = [], second = []] = rows;
  const [idAt, nameAt] = [head.indexOf('id'), head.indexOf('name')];
  const inFrench = (names: readonly string[]) =>
    writeCsv(
      ['id', 'name:fr'],
      [first, second].map((row, at) => [row[idAt] ?? '', names[at] ?? '']),
    );
  await previewAndImport(inFrench(['Un', 'Deux']));
  const before = await translations();
  expect(before).toContainEqual({ id: first[idAt], field: 'name', text: 'Un', of: first[nameAt] });
  expect((await preview(await exported())).body.changes).toBe(0);
  server.clock.forward(60_000);
  const { importId } = await previewAndImport(inFrench(['Premier', 'Second']));
  server.clock.forward(60_000);
  const texts = [
    { kind: 'dish', id: first[idAt] ?? '', field: 'name', own: first[nameAt] ?? '', text: 'Par moi' },
  ] as const;
  const body = { locationId: 'truro', language: 'fr', texts: [...texts] } as const;
  expect((await server.call('saveMenuTranslations', { body: { ...body, texts: [...texts] } }, manager)).status).toBe(
    200,
  );
  expect((await undo(importId)).status).toBe(200);
  expect((await translations()).map(({ id, text }) => [id, text])).toEqual(
    before.map(({ id, text }) => [id, id === first[idAt] ? 'Par moi' : text]),
  );
});

test('guests are told to ask about an imported dish until somebody states what it contains', async () => {
  const imported = await previewAndImport(
    'category,name,price,allergens\nAppetizers,Aloo Chop,5.50,\nAppetizers,Plain Papad,2,none',
  );
  expect(await dishOf('Aloo Chop')).toMatchObject({ allergens: null });
  expect(await dishOf('Plain Papad')).toMatchObject({ allergens: [] });
  expect(await exported()).not.toContain('Aloo Chop,,5.50,meal,,no,no,no,none');
  // Changing something else states nothing.
  await edit('aloo-chop', { price: 5.75 });
  expect(await dishOf('Aloo Chop')).toMatchObject({ allergens: null, price: 5.75 });
  await edit('aloo-chop', { allergens: ['wheat'] });
  expect(await dishOf('Aloo Chop')).toMatchObject({ allergens: ['wheat'] });
  await edit('aloo-chop', { allergens: [] });
  expect(await dishOf('Aloo Chop')).toMatchObject({ allergens: [] });
  expect(imported.added).toBe(2);
});

test('a file sets costs from today on, and undoing it brings back those of before', async () => {
  const costs = async () => {
    const { body } = await server.call('getCosts', { query: { locationId: 'truro' } }, admin);
    return body.items.find(({ itemId }) => itemId === 'garlic-naan')?.costs.map(({ cost }) => cost);
  };
  const validFrom = '2026-11-20';
  await server.call(
    'setCosts',
    { body: { locationId: 'truro', costs: [{ itemId: 'garlic-naan', validFrom, cost: 0.8 }] } },
    admin,
  );
  const { importId } = await previewAndImport('id,name,cost\ngarlic-naan,Garlic Naan,"0,95"');
  expect(await costs()).toEqual([0.95]);
  expect((await preview('id,name,cost\ngarlic-naan,Garlic Naan,0.95')).body.changes).toBe(0);
  expect((await undo(importId)).status).toBe(200);
  expect(await costs()).toEqual([0.8]);
});
