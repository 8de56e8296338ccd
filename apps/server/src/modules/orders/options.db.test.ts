import type { InputOf } from '@tiffin/contract';
import type { LineChoices } from '@tiffin/domain/cart';
import { receiptOf } from '@tiffin/domain/receipt';
import { expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const locationId = 'truro';
const manager = await server.signIn('manager.truro@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
const guest = await server.signIn('customer@demo.test');
const till = tillOf(server);

type Group = InputOf<'saveOptionGroup'>['body'];
async function save(group: Group): Promise<void> {
  const { status, body } = await server.call('saveOptionGroup', { body: group }, manager);
  if (status !== 200) throw new Error(body.error);
}
async function put(itemId: string, ...groupIds: string[]): Promise<void> {
  const updates = { optionGroups: groupIds.map((groupId) => ({ groupId })) };
  const { status, body } = await server.call('updateMenuItem', { body: { locationId, itemId, updates } }, manager);
  if (status !== 200) throw new Error(body.error);
}

const portion: Group = {
  name: 'Portion',
  kind: 'one',
  min: 1,
  isSize: true,
  options: [
    { name: 'Single', price: 14.95, isDefault: true },
    { name: 'Double', price: 18.95 },
  ],
};
const sides: Group = {
  name: 'Sides',
  kind: 'some',
  max: 6,
  included: 2,
  eachExtra: 0.75,
  options: [
    { name: 'Mint', price: 0, maxUnits: 4 },
    { name: 'Mango', price: 0.5 },
  ],
};
const inIt: Group = {
  name: 'In it',
  kind: 'some',
  options: [
    { name: 'Paneer', kitchenName: 'PNR', price: 3, isDefault: true, maxUnits: 2 },
    { name: 'Onion', price: 0, isDefault: true },
  ],
};
const must: Group = {
  name: 'Rice',
  kind: 'one',
  min: 1,
  options: [
    { name: 'Basmati', price: 0 },
    { name: 'Jeera', price: 1 },
  ],
};
for (const group of [portion, sides, inIt, must]) await save(group);
await put('dal-makhani', 'portion', 'sides', 'in-it');
await put('rajma-chawal', 'rice');
const payload = await payloadMaker(server);

const choice = (at: string, units = 1) => {
  const [groupId = '', optionId = ''] = at.split('/');
  return { groupId, optionId, units };
};
/** Large, four sides of which one costs extra, no onion. */
const wished: LineChoices = {
  options: [choice('portion/double'), choice('sides/mint', 3), choice('sides/mango'), choice('in-it/paneer')],
  note: 'Nut allergy, please',
};
const dal = (choices: LineChoices, quantity = 1) =>
  payload({ dishes: { 'dal-makhani': quantity }, choices: { 'dal-makhani': choices } });
const once = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const place = (body: ReturnType<typeof payload>, as: Caller = SITE_KEY) =>
  server.call('createCustomerOrderCash', { body: { ...body } }, once(as));
const asWritten = [
  {
    group: 'portion',
    groupName: 'Portion',
    id: 'double',
    name: 'Double',
    units: 1,
    unitPrice: 18.95,
    isOneOf: true,
    isSize: true,
  },
  { group: 'sides', groupName: 'Sides', id: 'mint', name: 'Mint', units: 3, unitPrice: 0 },
  { group: 'sides', groupName: 'Sides', id: 'mango', name: 'Mango', units: 1, unitPrice: 0.5 },
  {
    group: 'in-it',
    groupName: 'In it',
    id: 'paneer',
    name: 'Paneer',
    kitchenName: 'PNR',
    units: 1,
    unitPrice: 3,
    isDefault: true,
  },
  {
    group: 'in-it',
    groupName: 'In it',
    id: 'onion',
    name: 'Onion',
    units: 0,
    unitPrice: 0,
    isDefault: true,
    isRemoval: true,
  },
];

test('a dish with size, extras, an omission and a note has the combined price and appears everywhere as ordered', async () => {
  const { status, body } = await place(dal(wished, 2), guest);
  expect([status, body.error]).toEqual([200, undefined]);
  const { order } = body;
  expect(order.pricing).toMatchObject({ subtotal: 41.9, tax: 5.87, total: 47.77 });
  expect(order.items[0]).toMatchObject({
    price: 20.95,
    unitPrice: 20.95,
    lineTotal: 41.9,
    options: asWritten,
    note: 'Nut allergy, please',
  });
  const board = await server.call('getOrderDetails', { query: { orderId: order.orderId } }, staff);
  expect(board.body.order.items).toEqual(order.items);
  const receipt = await server.call('getOrderReceipt', {
    query: { orderId: order.orderId, token: order.metadata.orderToken },
  });
  expect(receiptOf(receipt.body, (at) => at).items[0]?.details).toEqual(
    expect.arrayContaining(['Double', '+ Mint ×3', '+ Mango', '− Onion']),
  );
  await server.settle();
  const mails = await context.db.selectFrom('messages').selectAll().where('order_id', '=', order.orderId).execute();
  expect(JSON.stringify(mails)).toContain('Double · + Mint ×3 · + Mango · − Onion · “Nut allergy, please”');
  const mine = await server.call('exportMyData', {}, guest);
  expect(JSON.stringify(mine.body)).toContain('Nut allergy, please');
});

test('with only an order’s number one sees its options but not the guest’s notes', async () => {
  const { body } = await place(dal(wished));
  const response = await server.call('getCustomerOrderDetails', { query: { orderId: body.orderId } }, SITE_KEY);
  expect(response.body.order.items[0]?.options).toEqual(asWritten);
  expect(body.order.mentionsAllergy).toBe(true);
  expect(response.body.order).toMatchObject({ allergies: [], mentionsAllergy: false, awaitsAllergyCheck: false });
  expect(JSON.stringify(response.body)).not.toMatch(/Nut allergy|allergyCheck/);
});

test('omitting an included option does not lower the price, and a second unit of it costs extra', async () => {
  const without = await place(dal({ options: [choice('portion/single'), choice('in-it/onion')] }));
  expect(without.body.order.items[0]?.price).toBe(14.95);
  const twice = await place(
    dal({ options: [choice('portion/single'), choice('in-it/paneer', 2), choice('in-it/onion')] }),
  );
  expect(twice.body.order.items[0]?.price).toBe(17.95);
});

test('options have the same price by card, by link, on account and in cash at the till', async () => {
  const body = dal(wished);
  const placed: string[] = [];
  const card = await server.call(
    'createCustomerPayment',
    { body: { orderData: { ...body, paymentMethod: 'online' } } },
    once(guest),
  );
  await till.pay(card.body.paymentUrl);
  const link = await server.call('createAdminPaymentLink', { body: { orderData: body } }, once(staff));
  await till.pay(link.body.paymentUrl);
  await till.deliver();
  for (const { sessionId } of [card.body, link.body]) {
    const row = await context.db
      .selectFrom('orders')
      .select('id')
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    placed.push(row.id);
  }
  const cash = { ...body, cashConfirmed: true as const, finalTotal: body.pricing.total };
  placed.push((await server.call('createAdminOrderCash', { body: cash }, once(staff))).body.orderId);
  placed.push((await server.call('createAdminOrderUnpaid', { body }, once(staff))).body.orderId);
  placed.push((await server.call('createAdminOrderOnline', { body }, once(staff))).body.orderId);
  for (const orderId of placed) {
    const { order } = (await server.call('getOrderDetails', { query: { orderId } }, manager)).body;
    expect(order.items[0]).toMatchObject({ price: 20.95, options: asWritten, note: 'Nut allergy, please' });
  }
  const { tipAmount, pricing: frontendPricing, items, locationInfo } = body;
  const priced = await server.call(
    'validatePricing',
    { body: { items, tipAmount, frontendPricing, locationInfo } },
    SITE_KEY,
  );
  expect(priced.body.items).toMatchObject([{ price: 20.95 }]);
  expect((await auditData(context)).broken).toEqual([]);
});

test('an order without options gets the defaults, and is refused where a choice is required', async () => {
  const { body } = await place(payload({ dishes: { 'dal-makhani': 1 } }));
  expect(body.order.items[0]).toMatchObject({
    price: 14.95,
    options: [{ id: 'single' }, { id: 'paneer' }, { id: 'onion' }],
  });
  const rajma = await place(payload({ dishes: { 'rajma-chawal': 1 } }));
  expect([rajma.status, rajma.body]).toMatchObject([
    400,
    {
      code: 'option-missing',
      error: 'Choose at least 1 for "Rice"',
      items: [{ line: 1, id: 'rajma-chawal', name: 'Rajma Chawal', groupId: 'rice' }],
    },
  ]);
});

test.each<[string, LineChoices, number, string, string]>([
  [
    'too many',
    { options: [choice('portion/single'), choice('sides/mint', 4), choice('sides/mango', 3)] },
    400,
    'invalid-argument',
    'At most 1 for "Mango"',
  ],
  [
    'a group of another dish',
    { options: [choice('portion/single'), choice('rice/jeera')] },
    400,
    'invalid-argument',
    'One of these choices does not belong to "Dal Makhani". Please choose again.',
  ],
  [
    'an option that is gone',
    { options: [choice('portion/triple')] },
    409,
    'option-unavailable',
    'A choice for "Portion" is no longer available. Please choose again.',
  ],
  ['a required group without a choice', { options: [] }, 400, 'option-missing', 'Choose at least 1 for "Portion"'],
  [
    'a note of a novel',
    { note: 'n'.repeat(10_000) },
    400,
    'invalid-argument',
    'Item 1: note must be at most 140 characters',
  ],
])('%s is refused with an explanation, for guests and at the till', async (_case, choices, status, code, error) => {
  const [plain] = dal({}).items;
  const body = { ...dal({}), items: [{ ...plain, ...(choices as object) }] } as ReturnType<typeof payload>;
  for (const answer of [await place(body), await server.call('createAdminOrderUnpaid', { body }, once(staff))]) {
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([status, code, error]);
  }
});

test('the quantity limit counts default options the same whether chosen or not, and other options apart', async () => {
  const [plain] = payload({ dishes: { 'dal-makhani': 6 } }).items;
  const chosenLine = { ...plain, options: [choice('portion/single'), choice('in-it/onion'), choice('in-it/paneer')] };
  const other = { ...plain, options: [choice('portion/single')] };
  const ask = (items: unknown[]) =>
    server.call(
      'validatePricing',
      { body: { items, tipAmount: 0, frontendPricing: {}, locationInfo: { id: locationId } } as never },
      SITE_KEY,
    );
  expect((await ask([plain, chosenLine])).body.error).toBe('Maximum 10 items allowed for Dal Makhani');
  expect((await ask([plain, other])).status).toBe(200);
});

test('adding a dish with options to a placed order leaves the other lines unchanged', async () => {
  const { order } = (await place(dal(wished), guest)).body;
  const add = [
    { id: 'dal-makhani', quantity: 1, options: [choice('portion/double'), choice('in-it/onion')], note: 'dry' },
  ];
  const change = [{ line: 1, quantity: 2 }];
  const answer = await server.call(
    'changeOrder',
    { body: { orderId: order.orderId, version: order.version, add, change } },
    once(manager),
  );
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  expect(answer.body.order.items).toMatchObject([
    { line: 1, quantity: 2, price: 20.95, options: asWritten, note: 'Nut allergy, please' },
    { line: 2, quantity: 1, price: 18.95, note: 'dry' },
  ]);
  expect(answer.body.change.lines).toMatchObject([
    { line: 1, by: 1 },
    { line: 2, by: 1, spice: expect.stringContaining('Double, − Paneer') },
  ]);
  const wrong = await server.call(
    'changeOrder',
    {
      body: { orderId: order.orderId, version: answer.body.order.version, add: [{ id: 'rajma-chawal', quantity: 1 }] },
    },
    once(manager),
  );
  expect([wrong.status, wrong.body.code]).toEqual([400, 'option-missing']);
});

test('changing options of a placed line uses current prices, guests may until preparation starts, and a no-op changes nothing', async () => {
  const { order } = (await place(dal(wished), guest)).body;
  const ask = (change: object, as: Caller, version = order.version) =>
    server.call(
      'changeOrder',
      { body: { orderId: order.orderId, version, change: [{ line: 1, ...change }] } },
      once(as),
    );
  const same = await ask({ options: [...(wished.options ?? [])].toReversed(), note: wished.note }, guest);
  expect([same.status, same.body.difference, same.body.saved]).toEqual([200, 0, false]);

  const other = await ask({ options: [choice('portion/single'), choice('in-it/onion')], note: 'Dry, please' }, guest);
  expect([other.status, other.body.error]).toEqual([200, undefined]);
  expect(other.body.order.items).toMatchObject([{ line: 1, quantity: 1, price: 14.95, note: 'Dry, please' }]);
  expect(other.body.change).toMatchObject({
    lines: [{ line: 1, by: 0, spice: expect.stringContaining('Single, − Paneer, “Dry, please”') }],
    was: { subtotal: 20.95 },
    now: { subtotal: 14.95, tax: 2.09, total: 17.04 },
  });

  // The menu price rises, but changing only the note does not reprice the line.
  await save({
    ...portion,
    id: 'portion',
    options: [
      { id: 'single', name: 'Single', price: 15.95, isDefault: true },
      { id: 'double', name: 'Double', price: 18.95 },
    ],
  });
  const noted = await ask({ note: 'Well done' }, guest, other.body.order.version);
  expect(noted.body.order.items).toMatchObject([{ price: 14.95, note: 'Well done' }]);
  expect(noted.body.difference).toBe(0);
  const dearer = await ask({ options: [choice('portion/single')] }, manager, noted.body.order.version);
  expect(dearer.body.order.items).toMatchObject([{ price: 15.95, note: 'Well done' }]);
  await save({
    ...portion,
    id: 'portion',
    options: [
      { id: 'single', name: 'Single', price: 14.95, isDefault: true },
      { id: 'double', name: 'Double', price: 18.95 },
    ],
  });

  const wrong = await ask({ options: [choice('rice/jeera')] }, manager, dearer.body.order.version);
  expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid-argument']);
  const none = await ask({ options: [] }, manager, dearer.body.order.version);
  expect([none.status, none.body.error]).toEqual([400, 'Choose at least 1 for "Portion"']);
  await server.call('updateOrderStatus', { body: { orderId: order.orderId, status: 'preparing' } }, staff);
  const { version } = (await server.call('getOrderDetails', { query: { orderId: order.orderId } }, staff)).body.order;
  const late = await ask({ options: [choice('portion/double')] }, guest, version);
  expect([late.status, late.body.code]).toEqual([409, 'failed-precondition']);
  const staffOrder = await ask({ options: [choice('portion/double')], quantity: 2 }, staff, version);
  expect(staffOrder.body.order.items).toMatchObject([{ line: 1, quantity: 2, price: 18.95 }]);
  expect((await auditData(context)).broken).toEqual([]);
});

test('refunding one unit includes all its options', async () => {
  const body = dal(wished, 2);
  const cash = { ...body, cashConfirmed: true as const, finalTotal: body.pricing.total };
  const { orderId } = (await server.call('createAdminOrderCash', { body: cash }, once(staff))).body;
  const items = [{ line: 1, quantity: 1 }];
  const shown = await server.call('previewRefund', { body: { orderId, items } }, manager);
  expect(shown.body).toMatchObject({ total: 23.89 });
  const refund = await server.call('refundOrderItems', { body: { orderId, items, reason: 'cold' } }, once(manager));
  expect(refund.status).toBe(200);
  expect((await auditData(context)).broken).toEqual([]);
});

test('a cart with an outdated option price is refused with both prices', async () => {
  const body = dal({ options: [choice('portion/single'), choice('sides/mango')] });
  await save({
    ...sides,
    id: 'sides',
    options: [
      { id: 'mint', name: 'Mint', price: 0, maxUnits: 4 },
      { id: 'mango', name: 'Mango', price: 0.75 },
    ],
  });
  const { status, body: refused } = await place(body);
  expect([status, refused]).toMatchObject([
    400,
    {
      code: 'pricing-mismatch',
      error: '"Mango" now costs $0.75, it was $0.50. Please look at your order again.',
      options: [{ line: 1, groupId: 'sides', optionId: 'mango', name: 'Mango', client: 0.5, correct: 0.75 }],
    },
  ]);
});

test('200 orders during 20 option changes: no line has a price that was never valid', async () => {
  const inForce = Array.from({ length: 21 }, (_, at) => 100 + at * 25);
  const raise = (at: number) =>
    save({
      ...must,
      id: 'rice',
      options: [
        { id: 'basmati', name: 'Basmati', price: 0 },
        { id: 'jeera', name: 'Jeera', price: (inForce[at] ?? 0) / 100 },
      ],
    });
  const choices = { options: [choice('rice/jeera')] };
  const changes = (async () => {
    for (let at = 1; at < inForce.length; at++) await raise(at);
  })();
  const guests = Array.from({ length: 20 }, async () => {
    const answers = [];
    for (let n = 0; n < 10; n++) {
      // The payload that a guest's page would send now.
      const makePayload = await payloadMaker(server);
      answers.push(await place(makePayload({ dishes: { 'rajma-chawal': 1 }, choices: { 'rajma-chawal': choices } })));
    }
    return answers;
  });
  const answers = (await Promise.all(guests)).flat();
  await changes;
  expect(answers).toHaveLength(200);
  const placed = answers.filter(({ status }) => status === 200);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ code: 'pricing-mismatch', options: [{ name: 'Jeera' }] });
  }
  expect(placed.length).toBeGreaterThan(0);
  for (const { body } of placed) {
    const [line] = body.order.items;
    const price = Math.round((line?.options?.[0]?.unitPrice ?? 0) * 100);
    expect(inForce).toContain(price);
    expect(line?.price).toBe((1449 + price) / 100);
  }
  expect((await auditData(context)).broken).toEqual([]);
});

test('a dish is sold at its own prices of sizes: on the menu, in a quote, in an order and on the receipt', async () => {
  const itemId = 'chana-masala';
  const set = async (optionGroups: readonly object[], at = locationId, as = manager) => {
    const updates = { optionGroups: [...optionGroups] as never };
    return server.call('updateMenuItem', { body: { locationId: at, itemId, updates } }, as);
  };
  const sold = async (at = locationId) => {
    const { items } = (await server.call('getLocationMenu', { query: { locationId: at } })).body;
    const dish = items.find(({ id }) => id === itemId);
    return [dish?.priceFrom, ...(dish?.optionGroups[0]?.options.map(({ price }) => price) ?? [])];
  };
  const own = await set([{ groupId: 'portion', sizePrices: { single: 11, double: 16.25 } }]);
  expect([own.status, own.body.error, own.body.item?.optionGroups]).toEqual([
    200,
    undefined,
    [{ groupId: 'portion', min: null, max: null, included: null, sizePrices: { single: 11, double: 16.25 } }],
  ]);
  expect(await sold()).toEqual([11, 11, 16.25]);
  const order = (await payloadMaker(server))({
    dishes: { [itemId]: 2 },
    choices: { [itemId]: { options: [choice('portion/double')] } },
  });
  expect(order.pricing.subtotal).toBe(32.5);
  const quote = await server.call(
    'validatePricing',
    { body: { items: order.items, tipAmount: 0, frontendPricing: order.pricing, locationInfo: order.locationInfo } },
    SITE_KEY,
  );
  expect(quote.body.items).toMatchObject([{ price: 16.25 }]);
  const placed = await place(order);
  expect([placed.status, placed.body.order?.items[0]]).toMatchObject([
    200,
    { price: 16.25, lineTotal: 32.5, options: [{ id: 'double', unitPrice: 16.25, isSize: true }] },
  ]);
  const { orderId, order: stored } = placed.body;
  const receipt = await server.call('getOrderReceipt', { query: { orderId, token: stored.metadata.orderToken } });
  expect(receiptOf(receipt.body, (at) => at).items[0]).toMatchObject({ details: expect.arrayContaining(['Double']) });

  // A page that was opened before this version sends no prices of sizes, and they stay. Others still have the group's.
  expect((await set([{ groupId: 'portion' }, { groupId: 'sides', max: 3 }])).status).toBe(200);
  expect(await sold()).toEqual([11, 11, 16.25]);
  const { items } = (await server.call('getLocationMenu', { query: { locationId } })).body;
  expect(items.find(({ id }) => id === 'dal-makhani')?.priceFrom).toBe(14.95);
  // The group gets another price, which the dish does not follow; a new size has the price of the group.
  const group = (await server.call('getOptionGroups', {}, manager)).body.groups.find(({ id }) => id === 'portion');
  const { usedBy: _dishes, heldBy: _locations, ...present } = group!;
  const options = [
    ...present.options.map((size) => ({ ...size, price: size.price + 1 })),
    { name: 'Family', price: 40 },
  ];
  await save({ ...present, options });
  expect(await sold()).toEqual([11, 11, 16.25, 40]);
  expect((await place(order)).body.order?.items[0]?.price).toBe(16.25);

  // Another location has its own prices, also of a copied dish.
  const admin = await server.signIn('admin@demo.test');
  await set([{ groupId: 'portion', sizePrices: { single: 13 } }], 'new-glasgow', admin);
  expect([await sold(), await sold('new-glasgow')]).toEqual([
    [11, 11, 16.25, 40],
    [13, 13, 19.95, 40],
  ]);
  const copy = await server.call('duplicateMenuItem', { body: { locationId, itemId } }, manager);
  expect(copy.body.item?.optionGroups[0]).toMatchObject({ sizePrices: { single: 11, double: 16.25 } });

  for (const wrong of [0, -1, 20_000]) {
    const refused = await set([{ groupId: 'portion', sizePrices: { single: wrong } }]);
    expect([refused.status, refused.body.error]).toEqual([400, 'Every size needs a price.']);
  }
  // An older order keeps its price, and a cart from before is told the new one.
  await set([{ groupId: 'portion', sizePrices: null }]);
  expect(await sold()).toEqual([15.95, 15.95, 19.95, 40]);
  const late = await place(order);
  expect([late.status, late.body.code]).toEqual([400, 'pricing-mismatch']);
  expect((await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order.items[0]?.price).toBe(16.25);
  const log = await context.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('subject_id', '=', `${locationId}/${itemId}`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(log).toMatchObject({
    before: { optionGroups: [{ sizePrices: { single: 1100, double: 1625 } }, {}] },
    after: { optionGroups: [{ sizePrices: null }] },
  });
  expect((await auditData(context)).broken).toEqual([]);
});
