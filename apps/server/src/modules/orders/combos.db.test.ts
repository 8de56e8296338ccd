import type { InputOf } from '@tiffin/contract';
import { lineTexts } from '@tiffin/domain/order';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { payloadMaker, type PayloadOptions } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { ORDER_WORK_UNITS_SQL } from '../capacity/kitchen-load.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const locationId = 'truro';
const manager = await server.signIn('manager.truro@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
const guest = await server.signIn('customer@demo.test');
const till = tillOf(server);

const save = async (group: InputOf<'saveOptionGroup'>['body']) => {
  const { status, body } = await server.call('saveOptionGroup', { body: group }, manager);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const edit = async (itemId: string, updates: InputOf<'updateMenuItem'>['body']['updates']) => {
  const { status, body } = await server.call('updateMenuItem', { body: { locationId, itemId, updates } }, manager);
  expect([status, body.error]).toEqual([200, undefined]);
};
const part = (dishId: string, more: { price?: number; isDefault?: boolean; maxUnits?: number } = {}) => ({
  name: dishId,
  price: 0,
  dishId,
  ...more,
});

await save({ name: 'House dip', kind: 'some', options: [{ name: 'Mint', price: 0.75 }] });
await edit('garlic-naan', { price: 4.5, optionGroups: [{ groupId: 'house-dip' }] });
await edit('mango-lassi', { price: 3.5 });
await edit('dal-tadka', { price: 10.95 });
await save({
  name: 'Combo main',
  kind: 'one',
  min: 1,
  options: [part('dal-tadka', { isDefault: true }), part('butter-chicken', { price: 2 })],
});
await save({ name: 'Combo bread', kind: 'one', min: 1, options: [part('garlic-naan', { isDefault: true })] });
await save({
  name: 'Combo drink',
  kind: 'one',
  min: 1,
  options: [part('mango-lassi', { isDefault: true }), part('no-such-dish')],
});
await edit('rajma-chawal', {
  price: 14.99,
  optionGroups: ['combo-main', 'combo-bread', 'combo-drink'].map((groupId) => ({ groupId })),
});
const payload = await payloadMaker(server);

const choice = (groupId: string, optionId: string, units = 1) => ({ groupId, optionId, units });
const usual = [
  choice('combo-main', 'dal-tadka'),
  choice('combo-bread', 'garlic-naan'),
  choice('combo-drink', 'mango-lassi'),
];
const meal = (
  quantity = 1,
  options: NonNullable<PayloadOptions['choices']>[string]['options'] = usual,
): PayloadOptions => ({
  dishes: { 'rajma-chawal': quantity },
  choices: { 'rajma-chawal': { options } },
});
const once = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const place = (options: PayloadOptions, as: Caller = SITE_KEY) =>
  server.call('createCustomerOrderCash', { body: { ...payload(options) } }, once(as));
const count = (itemId: string, left: number | null) =>
  server.call('setStock', { body: { locationId, itemId, left } }, manager);
const left = async (itemId: string) =>
  (await server.call('getStockMovements', { query: { locationId, itemId } }, manager)).body.item.left;
const onMenu = async (id: string) => {
  await context.menus.exact(locationId);
  const { body } = await server.call('getLocationMenu', { query: { locationId } });
  return body.items.find((item) => item.id === id);
};
const clean = async () => expect((await auditData(context)).broken).toEqual([]);

test('a combo lists its parts as on the location’s menu, with their option groups', async () => {
  const item = await onMenu('rajma-chawal');
  expect(item?.optionGroups.map(({ id }) => id)).toEqual([
    'combo-main',
    'combo-bread',
    'combo-bread.garlic-naan.house-dip',
    'combo-drink',
  ]);
  expect(item?.optionGroups[0]?.options[0]).toMatchObject({
    name: 'Dal Tadka',
    part: { itemId: 'dal-tadka', list: 10.95, taxClass: 'meal' },
  });
  // A dish that is missing on this menu is not offered as a part.
  expect(item?.optionGroups[3]?.options.map(({ id }) => id)).toEqual(['mango-lassi']);
  const admin = await server.call('getOptionGroups', {}, manager);
  const drink = admin.body.groups.find(({ id }) => id === 'combo-drink');
  expect(drink?.options.map(({ dishId }) => dishId)).toEqual(['mango-lassi', 'no-such-dish']);
});

test('three combos are paid and refunded part by part, exact to the cent', async () => {
  const page = await server.call('createCustomerPayment', { body: { orderData: payload(meal(3)) } }, once(guest));
  await till.pay(page.body.paymentUrl);
  await till.deliver();
  const mine = await server.call('getCustomerOrders', { query: {} }, guest);
  const order = mine.body.orders[0];
  expect(order?.pricing).toMatchObject({ subtotal: 44.97, tax: 6.3, total: 51.27 });
  expect(order?.itemCount).toBe(3);
  expect(lineTexts({ options: order?.items[0]?.options })).toEqual(['Dal Tadka', 'Garlic Naan', 'Mango Lassi']);
  const orderId = order?.id ?? '';
  const leftToRefund = async () => {
    const { body } = await server.call('getOrderPayments', { query: { orderId } }, manager);
    return [body.items[0]?.refundableQuantity, body.items[0]?.parts?.map((each) => each.refundableQuantity)];
  };
  expect(await leftToRefund()).toEqual([3, [3, 3, 3]]);
  let back = 0;
  for (const each of [3, 1, 2, 2, 3, 1, 1, 3, 2]) {
    const items = [{ line: 1, part: each, quantity: 1 }];
    const refund = await server.call('refundOrderItems', { body: { orderId, items, reason: 'cold' } }, once(manager));
    expect([refund.status, refund.body.error]).toEqual([200, undefined]);
    back += Math.round(refund.body.refund.amount * 100);
    await till.deliver();
  }
  expect(back).toBe(51_27);
  expect(await leftToRefund()).toEqual([0, [0, 0, 0]]);
  const again = { orderId, items: [{ line: 1, part: 2, quantity: 1 }], reason: 'cold' };
  expect((await server.call('refundOrderItems', { body: again }, once(manager))).status).toBe(409);
  expect(
    (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order.items[0]?.refundedQuantity,
  ).toBe(3);
  await clean();
});

test('parts count against their dish’s stock, options against their own, and a cancelled order returns both', async () => {
  await count('mango-lassi', 4);
  await count('house-dip/mint', 3);
  const dipped = [...usual, choice('combo-bread.garlic-naan.house-dip', 'mint')];
  const { status, body } = await place(meal(3, dipped), guest);
  expect([status, body.error]).toEqual([200, undefined]);
  expect([await left('mango-lassi'), await left('house-dip/mint')]).toEqual([1, 0]);
  const short = await place(meal(2));
  expect([short.status, short.body.error]).toEqual([409, 'Only 1 left of Mango Lassi.']);
  // An option without stock is unavailable in the dish and in the combo that contains it.
  const naan = await onMenu('garlic-naan');
  expect(naan?.optionGroups[0]?.options[0]?.isAvailable).toBe(false);
  const without = await place(meal(1, dipped));
  expect([without.status, without.body.error]).toEqual([409, '"Mint" is no longer available.']);
  await server.call('cancelOrder', { body: { orderId: body.orderId, cancelReason: 'No' } }, staff);
  expect([await left('mango-lassi'), await left('house-dip/mint')]).toEqual([4, 3]);
  expect((await onMenu('garlic-naan'))?.optionGroups[0]?.options[0]?.isAvailable).toBe(true);
  await clean();
  await count('mango-lassi', null);
  await count('house-dip/mint', null);
});

test('kitchen slots count the work units of a combo’s parts, also after a change and in the learned prep times', async () => {
  const admin = await server.signIn('admin@demo.test');
  const slotRules = (most: number | null) =>
    server.call(
      'updateLocation',
      {
        body: { locationId, updates: { slotRules: [{ service: null, days: [], mostOrders: null, mostUnits: most }] } },
      },
      admin,
    );
  expect((await slotRules(90)).status).toBe(200);
  await edit('rajma-chawal', { workUnits: 9 });
  await edit('dal-tadka', { workUnits: 2 });
  await edit('mango-lassi', { workUnits: 0 });
  await edit('butter-chicken', { workUnits: 5 });
  await context.menus.exact(locationId);
  const units = async (orderId: string) => {
    const took = await context.db.selectFrom('slot_takes').select('units').where('order_id', '=', orderId).execute();
    const { rows } = await sql<{ units: number }>`
      select ${ORDER_WORK_UNITS_SQL}::int as units from orders o where o.id = ${orderId}
    `.execute(context.db);
    return [...took.map((each) => each.units), ...rows.map((row) => row.units)];
  };
  // Dal 2, naan 1, lassi 0: three units for each of two combos.
  const { body } = await place(meal(2), guest);
  expect(await units(body.orderId)).toEqual([6, 6]);
  const options = [choice('combo-main', 'butter-chicken'), ...usual.slice(1)];
  const { version } = body.order;
  const changed = await server.call(
    'changeOrder',
    { body: { orderId: body.orderId, version, change: [{ line: 1, options }] } },
    once(manager),
  );
  expect([changed.status, changed.body.error]).toEqual([200, undefined]);
  expect(await units(body.orderId)).toEqual([12, 12]);
  // A dish ordered alone counts its own units.
  const alone = await place({ dishes: { 'dal-tadka': 3 } }, guest);
  expect(await units(alone.body.orderId)).toEqual([6, 6]);
  await slotRules(null);
});

test('statistics count the combo and each part once, with the revenue on the combo only', async () => {
  const ids = ['rajma-chawal', 'dal-tadka', 'garlic-naan', 'mango-lassi'];
  const sold = async () => {
    await server.settle();
    const rows = await context.db
      .selectFrom('dish_figures')
      .select(['item_id', 'count', 'revenue_cents'])
      .where('span', '=', 'day')
      .where('item_id', 'in', ids)
      .execute();
    return ids.map((id) => {
      const row = rows.find(({ item_id: of }) => of === id);
      return [row?.count ?? 0, row?.revenue_cents ?? 0] as const;
    });
  };
  const before = await sold();
  const more = async () =>
    (await sold()).map((now, at) => [now[0] - (before[at]?.[0] ?? 0), now[1] - (before[at]?.[1] ?? 0)]);
  const { body } = await place(meal(2), guest);
  expect(await more()).toEqual([
    [2, 2998],
    [2, 0],
    [2, 0],
    [2, 0],
  ]);
  await clean();
  await server.call('cancelOrder', { body: { orderId: body.orderId, cancelReason: 'No' } }, staff);
  expect(await more()).toEqual(ids.map(() => [0, 0]));
  await clean();
});

test('combos and single orders together sell exactly the remaining portions of a part', async () => {
  await count('mango-lassi', 7);
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) => place(at % 2 ? meal() : { dishes: { 'mango-lassi': 1 } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  for (const { status, body } of answers.filter((each) => each.status !== 200)) {
    expect(status).toBe(409);
    expect(['item-unavailable', 'option-unavailable']).toContain(body.code);
  }
  expect(await left('mango-lassi')).toBe(0);
  expect((await onMenu('rajma-chawal'))?.isAvailable).toBe(false);
  await count('mango-lassi', null);
  expect((await onMenu('rajma-chawal'))?.isAvailable).toBe(true);
  await clean();
});

test('a paid payment page sells the portions it reserved for every part and option', async () => {
  await count('house-dip/mint', 2);
  await count('mango-lassi', 2);
  const dipped = [...usual, choice('combo-bread.garlic-naan.house-dip', 'mint')];
  const orderData = payload(meal(2, dipped));
  const page = await server.call('createCustomerPayment', { body: { orderData } }, once(guest));
  expect(page.status).toBe(200);
  expect([await left('mango-lassi'), await left('house-dip/mint')]).toEqual([0, 0]);
  expect((await place(meal(1, dipped))).status).toBe(409);
  await till.pay(page.body.paymentUrl);
  await till.deliver();
  const moves = await server.call('getStockMovements', { query: { locationId, itemId: 'house-dip/mint' } }, manager);
  expect(moves.body).toMatchObject({ item: { name: 'Mint', category: 'House dip', left: 0, held: 0 } });
  expect(moves.body.moves[0]).toMatchObject({ kind: 'sale', amount: -2 });
  await clean();
  await count('mango-lassi', null);
  await count('house-dip/mint', null);
});

test('replacing a part of a placed combo updates its price and the stock', async () => {
  await count('butter-chicken', 5);
  const { status, body } = await place(meal(2), guest);
  expect([status, body.error]).toEqual([200, undefined]);
  const change = { line: 1, options: [choice('combo-main', 'butter-chicken'), ...usual.slice(1)] };
  const changed = await server.call(
    'changeOrder',
    { body: { orderId: body.orderId, version: body.order.version, change: [change] } },
    manager,
  );
  expect([changed.status, changed.body.error]).toEqual([200, undefined]);
  expect(changed.body.order.pricing.subtotal).toBe(33.98);
  expect(lineTexts({ options: changed.body.order.items[0]?.options })[0]).toBe('Butter Chicken');
  expect(await left('butter-chicken')).toBe(3);
  await server.call('cancelOrder', { body: { orderId: body.orderId, cancelReason: 'No' } }, staff);
  expect(await left('butter-chicken')).toBe(5);
  await clean();
  await count('butter-chicken', null);
});

test('staff can sell the last part of a combo anyway, and the audit log records it', async () => {
  await count('mango-lassi', 1);
  const { paymentMethod: _paymentMethod, ...unpaidOrder } = payload(meal(3));
  const sell = (sellAnyway: string[]) =>
    server.call('createAdminOrderUnpaid', { body: { ...unpaidOrder, sellAnyway } }, once(staff));
  const short = await sell([]);
  expect([short.status, short.body.error]).toEqual([409, 'Only 1 left of Mango Lassi.']);
  const sold = await sell(['mango-lassi']);
  expect([sold.status, sold.body.error]).toEqual([200, undefined]);
  expect(await left('mango-lassi')).toBe(0);
  const { after } = await context.db
    .selectFrom('audit_log')
    .select('after')
    .where('subject_id', '=', sold.body.orderId)
    .where('action', '=', 'create-order')
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ soldAnyway: ['3 × Mango Lassi'] });
  await clean();
  await count('mango-lassi', null);
});

test('a combo cannot contain a combo, and an unknown option cannot have stock', async () => {
  const nested = { name: 'Meals', kind: 'one', options: [part('rajma-chawal'), part('dal-tadka')] } as const;
  await save({ ...nested, options: [...nested.options] });
  await edit('palak-paneer', { optionGroups: [{ groupId: 'meals' }] });
  expect((await onMenu('palak-paneer'))?.optionGroups[0]?.options.map(({ id }) => id)).toEqual(['dal-tadka']);
  await edit('palak-paneer', { optionGroups: [] });
  for (const itemId of ['house-dip/none', 'combo-main/dal-tadka', 'none/mint', 'a/b/c']) {
    expect([itemId, (await count(itemId, 3)).status]).toEqual([itemId, 404]);
  }
});

test('removing an option or its group removes its stock', async () => {
  const { group } = await save({
    name: 'Sauce',
    kind: 'some',
    options: [
      { name: 'Red', price: 0 },
      { name: 'Green', price: 0 },
    ],
  });
  await edit('palak-paneer', { optionGroups: [{ groupId: group.id }] });
  await count('sauce/red', 3);
  await count('sauce/green', 3);
  await save({
    id: group.id,
    version: group.version,
    name: 'Sauce',
    kind: 'some',
    options: [{ id: 'red', name: 'Red', price: 0 }],
  });
  const stock = () => context.db.selectFrom('stock').select('item_id').where('item_id', 'like', 'sauce/%').execute();
  expect(await stock()).toEqual([{ item_id: 'sauce/red' }]);
  await server.call('deleteOptionGroup', { body: { groupId: group.id, force: true } }, manager);
  expect(await stock()).toEqual([]);
  await clean();
});

test('an option that becomes a dish loses its own sold-out mark and follows the dish', async () => {
  const group = await save({ name: 'Side', kind: 'some', options: [{ name: 'Raita', price: 2 }] });
  await edit('palak-paneer', { optionGroups: [{ groupId: 'side' }] });
  const id = group.group.options[0]?.id ?? '';
  const marked = { locationId, groupId: 'side', optionId: id, until: 'put-back' };
  expect((await server.call('markOptionSoldOut', { body: marked }, staff)).status).toBe(200);
  await save({ id: 'side', name: 'Side', kind: 'some', options: [{ id, ...part('mango-lassi', { price: 2 }) }] });
  const marks = context.db.selectFrom('sold_out_options').selectAll().where('group_id', '=', 'side');
  expect(await marks.execute()).toEqual([]);
});
