import { expect, test } from 'vitest';
import { defaultOptionsAnd, payloadMaker } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { pool } = server.context.database;
const till = tillOf(server);
const truro = await payloadMaker(server);
const cook = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const guest = await server.signIn('customer@demo.test');

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const read = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, manager)).body.order;
const setStatus = (orderId: string, status: 'preparing' | 'ready', as: Caller = cook) =>
  server.call('updateOrderStatus', { body: { orderId, status } }, { ...as, ...newKey() });
const confirm = (
  orderId: string,
  more: { lines?: number[]; version?: number; decision?: 'without' | 'guest-agreed' } = {},
  as: Caller = cook,
) => server.call('confirmAllergies', { body: { orderId, ...more } }, { ...as, ...newKey() });
const change = (orderId: string, version: number, body: object) =>
  server.call('changeOrder', { body: { orderId, version, ...body } }, { ...manager, ...newKey() });

const DISHES = { 'butter-chicken': 1, 'mango-lassi': 1 };
async function place(more: object = {}, as: Caller = guest) {
  const body = { ...truro({ dishes: DISHES }), ...more };
  const placed = await server.call('createCustomerOrderCash', { body }, { ...as, ...newKey() });
  if (!placed.body.success) throw new Error(placed.body.error);
  return placed.body.order;
}

test('an order carries the allergies of its guest and its dishes, from checkout, till and card payment', async () => {
  const allergies = [{ code: 'peanuts' as const }, { text: 'kiwi' }];
  const placed = await place({ allergies, allergyNote: 'carries an EpiPen' });
  expect(placed).toMatchObject({ allergies, allergyNote: 'carries an EpiPen', mentionsAllergy: true });

  const body = truro({ dishes: DISHES });
  const items = body.items.map((item, at) => (at === 0 ? { ...item, allergies: [{ code: 'milk' as const }] } : item));
  const atTill = await server.call('createAdminOrderUnpaid', { body: { ...body, items } }, { ...cook, ...newKey() });
  expect(atTill.body.order.items.map((item) => item.allergyCheck?.contains)).toEqual([['milk'], undefined]);

  const session = await till.start({ ...guest, ...newKey() }, { allergies });
  await till.pay(session.paymentUrl);
  await till.deliver();
  const paid = await server.call('getOrderBySessionId', { body: { sessionId: session.sessionId } }, guest);
  expect(paid.body.order).toMatchObject({ allergies, awaitsAllergyCheck: true });
});

test('an allergy text of 500 characters is stored, a longer one and an unknown code are refused', async () => {
  const text = 'k'.repeat(500);
  expect((await place({ allergies: [{ text }] })).allergies).toEqual([{ text }]);
  const many = Array.from({ length: 21 }, () => ({ text: 'a' }));
  for (const allergies of [[{ text: `${text}k` }], [{ code: 'plastic' }], 'peanuts', many]) {
    const body = { ...truro({ dishes: DISHES }), allergies } as never;
    const refused = await server.call('createCustomerOrderCash', { body }, { ...guest, ...newKey() });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid-argument']);
  }
});

test('an affected dish is not done and its order not ready until a person confirmed it, and the guest sees who and when', async () => {
  const { orderId } = await place({ allergies: [{ code: 'milk' }] });
  await setStatus(orderId, 'preparing');
  const refused = await setStatus(orderId, 'ready');
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'allergy-unconfirmed',
    lines: [{ line: 1 }, { line: 2 }],
    error: expect.stringContaining('Milk'),
  });
  const strike = () =>
    server.call('strikeOrderItem', { body: { orderId, line: 1, done: true } }, { ...cook, ...newKey() });
  expect((await strike()).body.code).toBe('allergy-unconfirmed');

  await confirm(orderId, { lines: [1] });
  expect((await strike()).status).toBe(200);
  expect((await setStatus(orderId, 'ready')).body).toMatchObject({ code: 'allergy-unconfirmed', lines: [{ line: 2 }] });
  await confirm(orderId);
  expect((await setStatus(orderId, 'ready')).status).toBe(200);

  const shown = await server.call('getCustomerOrderDetails', { query: { orderId } }, guest);
  const checks = shown.body.order.items.map(({ allergyCheck }) => allergyCheck);
  expect(checks).toEqual(Array(2).fill(expect.objectContaining({ by: expect.any(String), at: expect.any(String) })));
});

test('what was decided about a dish with the allergen is kept with the name, for staff and in the log, until the dish changes', async () => {
  const { orderId } = await place({ allergies: [{ code: 'milk' }] });
  const { order } = (await confirm(orderId, { lines: [1], decision: 'without' })).body;
  expect(order.items[0]?.allergyCheck).toMatchObject({ contains: ['milk'], by: 'Arjun Patel', decision: 'without' });
  const log = await server.call('getAuditLog', { query: { subjectId: orderId } }, admin);
  expect(log.body.entries.find(({ action }) => action === 'confirm-allergies')?.after).toEqual({
    lines: [1],
    decision: 'without',
  });
  const changed = await change(orderId, order.version, { change: [{ line: 1, quantity: 2 }] });
  expect(changed.body.order.items[0]?.allergyCheck).not.toHaveProperty('decision');
});

test('an API key cannot confirm, nor can a person who signed out, a guest or staff of another location', async () => {
  const { orderId } = await place({ allergies: [{ code: 'milk' }] });
  const made = await server.call('createApiKey', { body: { name: 'Kitchen program' } }, admin);
  const byKey = await confirm(orderId, {}, { 'x-api-key': made.body.key ?? '' });
  expect([byKey.status, byKey.body.code]).toEqual([403, 'permission-denied']);
  expect((await confirm(orderId, {}, guest)).status).toBe(403);
  expect((await confirm(orderId, {}, {})).status).toBe(401);
  const left = await server.signIn('staff.truro@demo.test');
  const headers = { 'content-type': 'application/json' };
  expect((await server.fetch('/api/auth/sign-out', { method: 'POST', headers, body: '{}' }, left)).status).toBe(200);
  expect((await confirm(orderId, {}, left)).status).toBe(401);
  const elsewhere = await server.signIn('staff.glasgow@demo.test');
  expect((await confirm(orderId, {}, elsewhere)).status).toBe(403);
  expect((await read(orderId)).items.every(({ allergyCheck }) => allergyCheck?.at === null)).toBe(true);
});

test.each([
  ['the allergies', { allergies: [{ code: 'milk' as const }] }, { allergies: [] }],
  ['a note about an allergy', { specialInstructions: 'Allergic to milk' }, { note: 'Thank you' }],
])('an API key cannot remove %s, and staff can', async (_what, stated, without) => {
  const { orderId } = await place(stated);
  const made = await server.call('createApiKey', { body: { name: 'Kitchen program' } }, admin);
  const key = { 'x-api-key': made.body.key ?? '' };
  const remove = async (as: Caller) => {
    const { version } = await read(orderId);
    return server.call('changeOrder', { body: { orderId, version, ...without } }, { ...as, ...newKey() });
  };
  const byKey = await remove(key);
  expect([byKey.status, byKey.body.code]).toEqual([403, 'permission-denied']);
  expect((await read(orderId)).awaitsAllergyCheck).toBe(true);
  expect((await remove(cook)).status).toBe(200);
  expect((await read(orderId)).awaitsAllergyCheck).toBe(false);
});

test.each([
  ['one of two allergies', { allergies: [{ code: 'mustard' as const }] }],
  ['all allergies while the note stays', { allergies: [] }],
  ['the note', { allergyNote: '' }],
  ['a dish with an allergy, to order it again without', { remove: [1], add: [{ id: 'butter-chicken', quantity: 1 }] }],
  ['the allergy of a dish', { change: [{ line: 1, allergies: [] }] }],
  ['the allergies, for another dish', { allergies: [], add: [{ id: 'mango-lassi', quantity: 1 }] }],
])('an API key that only changes orders cannot remove %s, confirmed or not', async (_what, without) => {
  const { items } = truro({ dishes: DISHES });
  const placed = await place({
    allergies: [{ code: 'milk' }, { code: 'mustard' }],
    allergyNote: 'carries an EpiPen',
    items: items.map((item, at) => (at === 0 ? { ...item, allergies: [{ text: 'kiwi' }] } : item)),
  });
  const { orderId } = placed;
  const body = { name: 'Order program', scopes: ['orders:write' as const] };
  const key = { 'x-api-key': (await server.call('createApiKey', { body }, admin)).body.key ?? '' };
  const attempt = async (more: object) => {
    const { version } = await read(orderId);
    return server.call('changeOrder', { body: { orderId, version, ...more } }, { ...key, ...newKey() });
  };
  const waiting = await attempt(without);
  expect((await confirm(orderId)).status).toBe(200);
  const confirmed = await attempt(without);
  for (const refused of [waiting, confirmed]) {
    expect([refused.status, refused.body.code]).toEqual([403, 'permission-denied']);
    expect(refused.body.error).toContain('Ask somebody of the restaurant');
  }
  const { allergies, allergyNote, items: dishes } = await read(orderId);
  expect({ allergies, allergyNote }).toEqual({ allergies: placed.allergies, allergyNote: 'carries an EpiPen' });
  expect(dishes.map(({ line, allergies: own }) => [line, own])).toEqual([
    [1, [{ text: 'kiwi' }]],
    [2, undefined],
  ]);
  const more = [...allergies, { code: 'peanuts' as const }];
  expect((await attempt({ allergies: more, remove: [2] })).status).toBe(200);
});

test('accepting several orders at once leaves out one with an allergy; alone it can be accepted', async () => {
  const [plain, allergic] = [await place(), await place({ allergies: [{ text: 'kiwi' }] })];
  const updates = [plain, allergic].map(({ orderId }) => ({ orderId, newStatus: 'preparing' as const }));
  const { body } = await server.call('updateMultipleOrderStatuses', { body: { updates } }, { ...cook, ...newKey() });
  expect(body.results.map(({ result }) => result.code)).toEqual([null, 'allergy-unconfirmed']);
  expect((await setStatus(allergic.orderId, 'preparing')).status).toBe(200);
});

test('a change of the dish or of the allergies ends the confirmation, and a ready order takes no allergy any more', async () => {
  const { orderId } = await place({ allergies: [{ code: 'milk' }] });
  await setStatus(orderId, 'preparing');
  const { order } = (await confirm(orderId)).body;
  await change(orderId, order.version, { change: [{ line: 1, note: 'with extra sauce' }] });
  const isConfirmed = async () => (await read(orderId)).items.map(({ allergyCheck }) => allergyCheck?.at !== null);
  expect(await isConfirmed()).toEqual([false, true]);
  await confirm(orderId);
  const { version } = await read(orderId);
  await change(orderId, version, { allergies: [{ code: 'milk' }, { text: 'kiwi' }] });
  expect(await isConfirmed()).toEqual([false, false]);
  expect((await setStatus(orderId, 'ready')).body.code).toBe('allergy-unconfirmed');
  await confirm(orderId);
  const ready = (await setStatus(orderId, 'ready')).body.order;
  const refused = await change(orderId, ready.version, { allergyNote: 'severe' });
  expect([refused.status, refused.body.code]).toEqual([409, 'allergy-unconfirmed']);
});

test('a dish that was done has to be made again once another allergy is stated', async () => {
  const { orderId } = await place({ allergies: [{ code: 'milk' }] });
  await setStatus(orderId, 'preparing');
  await confirm(orderId);
  const strike = { body: { orderId, line: 1, done: true } };
  const { order } = (await server.call('strikeOrderItem', strike, { ...cook, ...newKey() })).body;
  expect(order.items[0]?.doneAt).not.toBeNull();
  await change(orderId, order.version, { allergies: [{ code: 'milk' }, { text: 'kiwi' }] });
  expect((await read(orderId)).items[0]?.doneAt).toBeNull();
});

test('one tablet edits while another confirms: the confirmation is refused, or it is for the dishes as they are', async () => {
  for (let round = 0; round < 6; round++) {
    const { orderId } = await place({ allergies: [{ code: 'milk' }] });
    const { version } = (await setStatus(orderId, 'preparing')).body.order;
    const [confirmed, edited] = await Promise.all([
      confirm(orderId, { version }),
      change(orderId, version, { change: [{ line: 1, note: 'with extra sauce' }] }),
    ]);
    const [dish] = (await read(orderId)).items;
    const ready = await setStatus(orderId, 'ready');
    // Either the edit came first and the confirmation is refused, or the confirmation and then the edit is.
    expect(new Set([edited.status, confirmed.status])).toEqual(new Set([200, 409]));
    const refused = edited.status === 200 ? confirmed : edited;
    expect(refused.body.code).toBe('conflict');
    expect([dish?.note ?? null, typeof dish?.allergyCheck?.at, ready.status]).toEqual(
      edited.status === 200 ? ['with extra sauce', 'object', 409] : [null, 'string', 200],
    );
  }
});

test('a confirmation of dishes that were edited since is refused with the current order', async () => {
  const { orderId, version } = await place({ allergies: [{ code: 'milk' }] });
  await change(orderId, version, { change: [{ line: 1, note: 'with extra sauce' }] });
  const refused = await confirm(orderId, { version });
  expect(refused.body).toMatchObject({ code: 'conflict', order: { orderId, version: version + 1 } });
  expect((await confirm(orderId, { version: version + 1 })).status).toBe(200);
  expect((await confirm(orderId, { lines: [9] })).status).toBe(409);
});

test('a note that mentions an allergy is enough, and an order from before stated allergies is not blocked', async () => {
  const { orderId } = await place({ specialInstructions: 'nut free please' });
  await setStatus(orderId, 'preparing');
  expect((await setStatus(orderId, 'ready')).body.code).toBe('allergy-unconfirmed');

  await pool.query('update orders set allergies = null where id = $1', [orderId]);
  expect(await read(orderId)).toMatchObject({ mentionsAllergy: true, awaitsAllergyCheck: false });
  expect((await setStatus(orderId, 'ready')).status).toBe(200);
});

test('a location that does not require confirmations is not held up', async () => {
  const { orderId } = await place({ allergies: [{ code: 'milk' }] });
  await setStatus(orderId, 'preparing');
  const set = (confirmsAllergies: boolean) =>
    server.call(
      'updateLocation',
      { body: { locationId: 'truro', updates: { confirmsAllergies } } },
      { ...admin, ...newKey() },
    );
  expect((await set(false)).body).toMatchObject({ success: true, location: { confirmsAllergies: false } });
  expect((await setStatus(orderId, 'ready')).status).toBe(200);
  await set(true);
});

/** Kadai Mushroom, on which somebody ticked that it contains none of the list. */
const MUSHROOM = { locationId: 'truro', itemId: 'kadai-mushroom' };

async function mushroomWithCashews(note = '') {
  const { items } = (await server.call('getLocationMenu', { query: { locationId: 'truro' } })).body;
  const mushroom = items.find(({ id }) => id === MUSHROOM.itemId);
  const options = defaultOptionsAnd('Cashews', mushroom);
  return truro({ dishes: { [MUSHROOM.itemId]: 1 }, choices: { [MUSHROOM.itemId]: { options, note } } });
}

/** For each dish, what it contains and what else is to be checked. */
const checksOf = ({ items }: { items: Awaited<ReturnType<typeof read>>['items'] }) =>
  items.map(({ allergyCheck: check }) => {
    const others = check?.allergies.flatMap(({ code, text }) =>
      code && check.contains.includes(code) ? [] : (text ?? code),
    );
    return check && { contains: check.contains, others };
  });

const TREE_NUTS_AND_MILK = [{ code: 'tree-nuts' as const }, { code: 'milk' as const }];

test('a dish with an option contains what the option contains, and none of the list where somebody ticked that', async () => {
  const cashews = await mushroomWithCashews();
  expect(checksOf(await place({ ...cashews, allergies: TREE_NUTS_AND_MILK }))).toEqual([
    { contains: ['tree-nuts'], others: [] },
  ]);
  expect(checksOf(await place({ ...cashews, allergies: [{ code: 'milk' }] }))).toEqual([undefined]);
});

test.each([
  ['nobody has stated', async () => void (await edit({ allergens: null }))],
  [
    'a version before this question left empty',
    async () => {
      const columns = "allergens = '{}', allergens_stated = null";
      await pool.query(`update menu_items set ${columns} where location_id = 'truro' and id = $1`, [MUSHROOM.itemId]);
      // Loads the menu again.
      await edit({ calories: 271 });
    },
  ],
])(
  'of a dish whose allergens %s, an option is contained and the rest unknown, through card payment and change',
  async (_who, prepare) => {
    await prepare();
    const cashews = { ...(await mushroomWithCashews()), allergies: TREE_NUTS_AND_MILK };
    const expected = { contains: ['tree-nuts'], others: ['milk'] };
    const placed = await place(cashews);
    expect(checksOf(placed)).toEqual([expected]);
    const session = await till.start({ ...guest, ...newKey() }, cashews);
    await till.pay(session.paymentUrl);
    await till.deliver();
    const paid = await server.call('getOrderBySessionId', { body: { sessionId: session.sessionId } }, guest);
    expect(checksOf(paid.body.order ?? { items: [] })).toEqual([expected]);
    await change(placed.orderId, placed.version, { add: [{ id: 'mango-lassi', quantity: 1 }] });
    expect(checksOf(await read(placed.orderId))).toEqual([expected, { contains: ['milk'], others: [] }]);
  },
);

const edit = (updates: object) =>
  server.call('updateMenuItem', { body: { ...MUSHROOM, updates } }, { ...manager, ...newKey() });

test('a dish added by a program that does not state its allergens counts as unknown', async () => {
  const item = { name: 'Plain Dosa', description: 'Crisp', price: 9, category: 'appetizers' };
  const { body } = await server.call('addMenuItem', { body: { locationId: 'truro', item } }, manager);
  expect(body).toMatchObject({ item: { allergens: null } });
});

test.each([
  ['in words', { allergies: [{ text: 'Dairy, severe' }] }],
  ['in words beside a code', { allergies: [{ code: 'peanuts', text: 'also milk' }] }],
  ['in the note about allergies', { allergies: [], allergyNote: 'allergie : lait' }],
  ['in the special instructions', { allergies: [], specialInstructions: 'I am allergic to milk, please leave out' }],
])('an allergy %s counts as the allergen where the dish contains it', async (_where, more) => {
  const { items } = await place(more);
  // Butter Chicken and Mango Lassi
  expect(items.map(({ allergyCheck }) => allergyCheck?.contains)).toEqual([['milk'], ['milk']]);
});

test('an allergy in the note of one dish counts for that dish, and a wish for more of a food is none', async () => {
  const [chicken, lassi] = truro({ dishes: DISHES }).items;
  const items = [
    { ...chicken, note: 'No milk, allergic!' },
    { ...lassi, note: 'Extra milk please' },
  ];
  const order = await place({ items });
  expect(checksOf(order)).toEqual([{ contains: ['milk'], others: ['No milk, allergic!'] }, undefined]);
});
