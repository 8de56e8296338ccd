import type { InputOf } from '@tiffin/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { payloadFor } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const board = await server.signIn('staff.truro@demo.test');
// Start with a menu without translations.
await server.context.db.deleteFrom('texts').execute();
const FRENCH = { 'accept-language': 'fr-CA,fr;q=0.9' };

type Saving = NonNullable<InputOf<'saveMenuTranslations'>['body']>;
const save = (texts: Saving['texts'], as = admin, locationId = 'truro', language: Saving['language'] = 'fr') =>
  server.call(
    'saveMenuTranslations',
    { body: { locationId, language, texts } },
    { ...as, 'idempotency-key': crypto.randomUUID() },
  );
const texts = async (as = admin, locationId = 'truro') =>
  (await server.call('getMenuTranslations', { query: { locationId, language: 'fr' } }, as)).body.texts;
const menu = async (more = {}, locationId = 'truro') =>
  (await server.call('getLocationMenu', { query: { locationId } }, more)).body;
const dish = async (id: string, more = {}, locationId = 'truro') =>
  (await menu(more, locationId)).items.find((item) => item.id === id);
const ofDish = (id: string, field: 'name' | 'description', own: string, text: string) =>
  ({ kind: 'dish', id, field, own, text }) as const;

test('guests who read French see translated dishes and categories; everything else is in the restaurant’s language', async () => {
  const dosa = await dish('masala-dosa');
  const category = (await menu()).categories.find(({ id }) => id === dosa?.category);
  const { status } = await save([
    ofDish('masala-dosa', 'name', dosa?.name ?? '', 'Crêpe masala'),
    { kind: 'category', id: dosa?.category ?? '', field: 'name', own: category?.name ?? '', text: 'Caris' },
  ]);
  expect(status).toBe(200);
  expect(await dish('masala-dosa', FRENCH)).toMatchObject({ name: 'Crêpe masala', description: dosa?.description });
  expect((await menu(FRENCH)).categories.find(({ id }) => id === dosa?.category)?.name).toBe('Caris');
  expect(await dish('masala-dosa')).toMatchObject({ name: dosa?.name });
  // Categories are the same at every location.
  expect((await menu(FRENCH, 'new-glasgow')).categories.find(({ id }) => id === dosa?.category)?.name).toBe('Caris');
});

test('two readers with different languages each get their own from the caches', async () => {
  const responses = Array.from({ length: 20 }, (_, at) => dish('masala-dosa', at % 2 === 0 ? FRENCH : {}));
  const names = (await Promise.all(responses)).map((each) => each?.name);
  expect(new Set(names.filter((_, at) => at % 2 === 0))).toEqual(new Set(['Crêpe masala']));
  expect(new Set(names.filter((_, at) => at % 2 === 1))).toEqual(new Set(['Masala Dosa']));
});

test('finds a dish by its names in both languages, whichever is shown', async () => {
  expect((await dish('masala-dosa', FRENCH))?.alsoCalled).toEqual(['Masala Dosa']);
  expect((await dish('masala-dosa'))?.alsoCalled).toEqual(['Crêpe masala']);
});

test('changing a dish makes its translation stale: guests read the original until someone confirms it', async () => {
  const updates = { name: 'Masala Dosa on the Bone' };
  await server.call('updateMenuItem', { body: { locationId: 'truro', itemId: 'masala-dosa', updates } }, admin);
  const stale = (await texts()).find(({ id, field }) => id === 'masala-dosa' && field === 'name');
  expect(stale).toMatchObject({ state: 'stale', own: updates.name, text: 'Crêpe masala', madeFrom: 'Masala Dosa' });
  expect((await dish('masala-dosa', FRENCH))?.name).toBe(updates.name);
  await save([ofDish('masala-dosa', 'name', updates.name, 'Crêpe masala entière')]);
  expect((await dish('masala-dosa', FRENCH))?.name).toBe('Crêpe masala entière');
  await save([ofDish('masala-dosa', 'name', updates.name, '')]);
  // The translation for all locations is used again.
  expect((await texts()).find(({ id }) => id === 'masala-dosa')).toMatchObject({
    state: 'stale',
    text: 'Crêpe masala',
  });
  expect((await dish('masala-dosa', FRENCH))?.name).toBe(updates.name);
});

test('an admin translates a shared dish for all locations, a manager for their own', async () => {
  await save([ofDish('mango-lassi', 'name', 'Mango Lassi', 'Lassi à la mangue')]);
  expect((await dish('mango-lassi', FRENCH))?.name).toBe('Lassi à la mangue');
  expect((await dish('mango-lassi', FRENCH, 'new-glasgow'))?.name).toBe('Lassi à la mangue');
  await save([ofDish('mango-lassi', 'name', 'Mango Lassi', 'Lassi mangue')], manager);
  expect((await dish('mango-lassi', FRENCH))?.name).toBe('Lassi mangue');
  // Menus are cached for a moment; the stored translations show at once whether the other location has it.
  const elsewhere = (await texts(admin, 'new-glasgow')).find(
    ({ id, field }) => id === 'mango-lassi' && field === 'name',
  );
  expect(elsewhere?.text).toBe('Lassi à la mangue');
  expect((await dish('mango-lassi', FRENCH, 'new-glasgow'))?.name).toBe('Lassi à la mangue');
});

test('only an editor of every menu with a category renames it in another language; others get the locations', async () => {
  const [category] = (await menu()).categories;
  if (!category) throw new Error('no category');
  const expected = [
    { kind: 'category', id: category.id, field: 'name', own: category.name, text: 'Tout autre' } as const,
  ];
  const refused = await save(expected, manager);
  expect([refused.status, refused.body.error]).toEqual([403, expect.stringMatching(/used at .*New Glasgow/)]);
  // Lists the locations that prevent an edit before it is refused, also for groups and options.
  const blockersOf = async (as: typeof admin) =>
    (await texts(as)).flatMap((entry) => (entry.heldBy ? [[entry.kind, entry.heldBy] as const] : []));
  expect(await blockersOf(admin)).toEqual([]);
  const blockers = await blockersOf(manager);
  expect(new Set(blockers.map(([kind]) => kind))).toEqual(new Set(['category', 'group', 'option']));
  expect(blockers.every(([, places]) => places.includes('New Glasgow'))).toBe(true);
  expect((await menu(FRENCH, 'new-glasgow')).categories.map(({ name }) => name)).not.toContain('Tout autre');
  const { id: user_id } = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'manager.truro@demo.test')
    .executeTakeFirstOrThrow();
  await context.db.insertInto('user_locations').values({ user_id, location_id: 'new-glasgow' }).execute();
  const saved = await save(expected, manager);
  await context.db
    .deleteFrom('user_locations')
    .where('location_id', '=', 'new-glasgow')
    .where('user_id', '=', user_id)
    .execute();
  expect(saved.status).toBe(200);
  expect((await menu(FRENCH, 'new-glasgow')).categories.map(({ name }) => name)).toContain('Tout autre');
});

test('refuses a text in the restaurant’s own language: it is changed at the dish', async () => {
  const own = ofDish('mango-lassi', 'name', 'Mango Lassi', 'Something else');
  for (const as of [manager, admin]) expect((await save([own], as, 'truro', 'en')).status).toBe(400);
  expect(await dish('mango-lassi')).toMatchObject({ name: 'Mango Lassi' });
});

test('only an admin translates the restaurant’s own texts, and guests read them', async () => {
  const { site } = (await server.call('getSite', {})).body;
  const slogan = { kind: 'house', id: 'site', field: 'tagline', own: site.tagline, text: 'Cuisine indienne' } as const;
  expect((await save([slogan], manager)).body.code).toBe('not-found');
  expect((await save([slogan])).status).toBe(200);
  expect((await server.call('getSite', {}, FRENCH)).body.site.tagline).toBe('Cuisine indienne');
  expect((await server.call('getSite', {})).body.site.tagline).toBe(site.tagline);
});

test.each([
  ['a dish that is not there', [ofDish('no-dish', 'name', 'X', 'Y')], 404],
  [
    'a value that is not text',
    [{ kind: 'dish', id: 'mango-lassi', field: 'price_cents', own: '5', text: '1' } as const],
    400,
  ],
  ['too long a name', [ofDish('mango-lassi', 'name', 'Mango Lassi', 'x'.repeat(101))], 400],
  ['nothing', [], 400],
])('refuses %s and writes nothing', async (_, newTexts, status) => {
  const before = await context.db.selectFrom('texts').selectAll().orderBy('id').execute();
  const good = ofDish('mango-lassi', 'description', 'x', 'Boisson');
  const answer = await save(newTexts.length === 0 ? [] : [good, ...newTexts]);
  expect(answer.status).toBe(status);
  expect(await context.db.selectFrom('texts').selectAll().orderBy('id').execute()).toEqual(before);
});

test('an order keeps both names: kitchen and board read the original, the guest the translation, also after the menu changed', async () => {
  const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } })).body;
  const payload = payloadFor(location, await menu(FRENCH), { dishes: { 'mango-lassi': 2 } });
  const placed = await server.call(
    'createCustomerOrderCash',
    { body: payload },
    { ...SITE_KEY, ...FRENCH, 'idempotency-key': crypto.randomUUID() },
  );
  expect(placed.body).toMatchObject({ success: true });
  const { orderId } = placed.body;
  const { receipt_token: stored } = await context.db
    .selectFrom('orders')
    .select('receipt_token')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const token = placed.body.order.metadata.orderToken ?? stored;
  await save([ofDish('mango-lassi', 'name', 'Mango Lassi', 'Lassi tout autre')], manager);
  const guestOrder = await server.call('getCustomerOrderDetails', { query: { orderId, token } }, SITE_KEY);
  expect(guestOrder.body.order.items).toMatchObject([{ name: 'Lassi mangue', quantity: 2 }]);
  expect(guestOrder.body.order.items[0]).not.toHaveProperty('said');
  const staffBoard = await server.call('getLocationOrders', { query: { locationId: 'truro' } }, board);
  const row = staffBoard.body.orders.find(({ id }) => id === orderId);
  expect(row?.items).toMatchObject([{ name: 'Mango Lassi', said: { name: 'Lassi mangue' } }]);
  const figures = await sql<{ name: string }>`select name from order_items where order_id = ${orderId}`.execute(
    context.db,
  );
  expect(figures.rows).toEqual([{ name: 'Mango Lassi' }]);
});

test('errors name a dish in the guest’s language', async () => {
  const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } })).body;
  const payload = payloadFor(location, await menu(FRENCH), { dishes: { 'mango-lassi': 1 } });
  const body = { locationId: 'truro', itemId: 'mango-lassi', until: 'put-back' } as const;
  await server.call('markSoldOut', { body }, manager);
  const refused = await server.call(
    'createCustomerOrderCash',
    { body: payload },
    { ...SITE_KEY, ...FRENCH, 'idempotency-key': crypto.randomUUID() },
  );
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('Lassi tout autre')]);
});

test('a removed language falls back to the restaurant’s own; its texts return with it', async () => {
  const speak = (languages: ('en' | 'fr')[]) =>
    server.call('updateSettings', { body: { settings: { languages } } }, admin);
  const name = async () => (await dish('mango-lassi', FRENCH))?.name;
  await speak(['en']);
  await expect.poll(name).toBe('Mango Lassi');
  await speak(['en', 'fr']);
  await expect.poll(name).toBe('Lassi tout autre');
});
