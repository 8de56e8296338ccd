import { DEMO_CATEGORIES } from '@tiffin/demo/categories';
import { expect, test } from 'vitest';
import { testServer } from '../../../testing/server.ts';

const server = await testServer();
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

async function categories() {
  return (await server.call('getCategories', {}, manager)).body.categories;
}

test('the demo restaurant starts with its seven categories [A-MENU-50]', async () => {
  expect((await categories()).map(({ id, isDefault }) => [id, isDefault])).toEqual(
    DEMO_CATEGORIES.map((id) => [id, true]),
  );
});

test('adds a category whose id is its name in lower case with hyphens [A-MENU-48]', async () => {
  const { status, body } = await server.call('addCategory', { body: { name: '  Sweet  Endings ' } }, manager);
  expect([status, body.category]).toEqual([
    200,
    { id: 'sweet-endings', name: 'Sweet Endings', isDefault: false, position: 7, used: 0 },
  ]);
});

const expectRefused = async (name: string, status: number, message: string) => {
  const answer = await server.call('addCategory', { body: { name } }, admin);
  expect([answer.status, answer.body.error]).toEqual([status, message]);
};

test('refuses a category without a name [A-MENU-47]', () => expectRefused('   ', 400, 'Category name is required'));
test('refuses an existing category [A-MENU-49]', () => expectRefused('SWEET endings', 409, 'Category already exists'));
test('refuses an existing default category [A-MENU-49]', () => expectRefused('Drinks', 409, 'Category already exists'));
test('refuses a name that is too long', () =>
  expectRefused('x'.repeat(51), 400, 'Category name must be 50 characters or less'));

test('two requests that add the same category create one', async () => {
  const add = () => server.call('addCategory', { body: { name: 'Kids' } }, admin);
  const answers = await Promise.all([add(), add(), add()]);
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('refuses to delete a category in use and says how many dishes of all locations are in it', async () => {
  for (const locationId of ['truro', 'new-glasgow']) {
    await server.call(
      'addMenuItem',
      {
        body: {
          locationId,
          item: { name: 'Gulab Jamun', description: 'Warm.', price: 5.99, category: 'sweet-endings' },
        },
      },
      admin,
    );
  }
  const refused = await server.call('deleteCategory', { body: { categoryId: 'sweet-endings' } }, admin);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'category-in-use',
    count: 2,
    error: 'This category is in use by 2 items.',
  });
  for (const locationId of ['truro', 'new-glasgow']) {
    await server.call('deleteMenuItem', { body: { locationId, itemId: 'gulab-jamun' } }, admin);
  }
  const deletion = await server.call('deleteCategory', { body: { categoryId: 'sweet-endings' } }, admin);
  expect(deletion.status).toBe(200);
  expect((await categories()).map(({ id }) => id)).not.toContain('sweet-endings');
});

test('a manager of one location cannot delete a category of all menus, and a manager of all locations can', async () => {
  await server.call('addCategory', { body: { name: 'Soups' } }, manager);
  const remove = () => server.call('deleteCategory', { body: { categoryId: 'soups' } }, manager);
  expect((await remove()).body).toMatchObject({
    code: 'permission-denied',
    error: 'This category belongs to the menus of all locations. Please ask an admin.',
  });
  expect((await categories()).map(({ id }) => id)).toContain('soups');
  const { id: userId } = await server.context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'manager.truro@demo.test')
    .executeTakeFirstOrThrow();
  const updates = { locationIds: ['truro', 'new-glasgow'] };
  expect((await server.call('updateUser', { body: { userId, updates } }, admin)).status).toBe(200);
  expect((await remove()).status).toBe(200);
  await server.call('updateUser', { body: { userId, updates: { locationIds: ['truro'] } } }, admin);
});

test('when a category is deleted while a dish is added to it, one of the two is refused and no dish loses its category', async () => {
  for (let round = 0; round < 5; round++) {
    await server.call('addCategory', { body: { name: 'Race' } }, admin);
    const item = { name: 'Racer', description: 'Fast.', price: 1, category: 'race' };
    const [added, deleted] = await Promise.all([
      server.call('addMenuItem', { body: { locationId: 'truro', item } }, admin),
      server.call('deleteCategory', { body: { categoryId: 'race' } }, admin),
    ]);
    expect([added.status, deleted.status].toSorted((a, b) => a - b)).toEqual([200, added.status === 200 ? 409 : 400]);
    if (added.status !== 200) continue;
    await server.call('deleteMenuItem', { body: { locationId: 'truro', itemId: added.body.item.id } }, admin);
    await server.call('deleteCategory', { body: { categoryId: 'race' } }, admin);
  }
});

test('refuses to delete an unknown category', async () => {
  const answer = await server.call('deleteCategory', { body: { categoryId: 'atlantis' } }, admin);
  expect([answer.status, answer.body.error]).toEqual([404, 'Category not found']);
});

test('the order of the categories applies to every menu', async () => {
  const before = (await categories()).map(({ id }) => id);
  const newOrder = ['drinks', ...before.filter((id) => id !== 'drinks')];
  const versions = () =>
    server.context.db.selectFrom('locations').select(['id', 'menu_version']).orderBy('id').execute();
  const [glasgow, truro] = await versions();
  const { body } = await server.call('reorderCategories', { body: { categoryIds: newOrder } }, admin);
  expect(body.categories.map(({ id }) => id)).toEqual(newOrder);
  for (const locationId of ['truro', 'new-glasgow']) {
    const menu = await server.call('getLocationMenu', { query: { locationId } });
    expect(menu.body.categories[0]?.id).toBe('drinks');
  }
  expect(await versions()).toEqual([
    { id: 'new-glasgow', menu_version: (glasgow?.menu_version ?? 0) + 1 },
    { id: 'truro', menu_version: (truro?.menu_version ?? 0) + 1 },
  ]);
  expect((await server.call('reorderCategories', { body: { categoryIds: before } }, manager)).status).toBe(403);
  await server.call('reorderCategories', { body: { categoryIds: before } }, admin);
});

const rename = (body: { categoryId: string; name: string; was?: string }, as = admin) =>
  server.call('renameCategory', { body }, as);

test('renaming a category changes every menu and keeps its id and dishes', async () => {
  const menus = () =>
    Promise.all(
      ['truro', 'new-glasgow'].map(async (locationId) => {
        const { body } = await server.call('getLocationMenu', { query: { locationId } });
        return body.categories.find(({ id }) => id === 'appetizers');
      }),
    );
  const before = await menus();
  const { status } = await rename({ categoryId: 'appetizers', name: ' Small  Plates ', was: 'Appetizers' });
  expect(status).toBe(200);
  expect(await menus()).toEqual(before.map((each) => ({ ...each, name: 'Small Plates' })));
  expect((await rename({ categoryId: 'appetizers', name: 'Starters' }, manager)).status).toBe(403);
});

test('refuses to rename a category that was renamed in the meantime, and the first name remains', async () => {
  const late = await rename({ categoryId: 'appetizers', name: 'Starters', was: 'Appetizers' });
  expect([late.status, late.body.error]).toEqual([409, 'It is now called “Small Plates”. Please check again.']);
  const twice = await rename({ categoryId: 'appetizers', name: 'Small Plates', was: 'Appetizers' });
  expect(twice.status).toBe(200);
  expect((await rename({ categoryId: 'appetizers', name: 'DRINKS' })).body.error).toBe('Category already exists');
  expect((await rename({ categoryId: 'atlantis', name: 'Soups' })).status).toBe(404);
});

test('files, new categories and dishes find a renamed category by its earlier names', async () => {
  await rename({ categoryId: 'appetizers', name: 'Starters' });
  const file = (category: string) =>
    Buffer.from(`name,category,price\nSamosa of ${category},${category},5\n`).toString('base64');
  for (const name of ['Appetizers', 'Small Plates', 'starters']) {
    const { body } = await server.call(
      'previewMenuImport',
      { body: { file: file(name), locationIds: ['truro'] } },
      admin,
    );
    expect(body.newCategories).toEqual([]);
  }
  expect((await server.call('addCategory', { body: { name: 'Appetizers' } }, admin)).body.error).toBe(
    '“Starters” is the former name of another category. Please choose another name.',
  );
  await rename({ categoryId: 'appetizers', name: 'Appetizers' });
});

test('staff and guests cannot edit categories', async () => {
  const staff = await server.signIn('staff.truro@demo.test');
  expect((await server.call('getCategories', {}, staff)).status).toBe(403);
  expect((await server.call('addCategory', { body: { name: 'Mine' } }, staff)).status).toBe(403);
  expect(
    (await server.call('deleteCategory', { body: { categoryId: 'kids' } }, { 'x-api-key': 'pk_demo' })).status,
  ).toBe(401);
});

test('deletes a default category only when it is empty [A-MENU-50]', async () => {
  const remove = () => server.call('deleteCategory', { body: { categoryId: 'breakfast' } }, admin);
  const { used } = (await categories()).find(({ id }) => id === 'breakfast') ?? { used: 0 };
  expect((await remove()).body).toMatchObject({ code: 'category-in-use', count: used });
  await server.context.db
    .updateTable('menu_items')
    .set({ category: 'drinks' })
    .where('category', '=', 'breakfast')
    .execute();
  expect((await remove()).status).toBe(200);
  expect((await categories()).map(({ id }) => id)).not.toContain('breakfast');
});

test('refuses to delete the last category, even a default one [A-MENU-50]', async () => {
  const { db } = server.context;
  await db.deleteFrom('menu_items').execute();
  await db.deleteFrom('menu_categories').where('id', '<>', 'drinks').execute();
  const refused = await server.call('deleteCategory', { body: { categoryId: 'drinks' } }, admin);
  expect([refused.status, refused.body.error]).toEqual([409, 'Default categories cannot be deleted']);
});
