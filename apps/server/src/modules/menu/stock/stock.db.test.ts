import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { releaseExpiredStock } from './hold-stock.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const locationId = 'truro';
const manager = await server.signIn('manager.truro@demo.test');
const cook = await server.signIn('staff.truro@demo.test');
const guest = await server.signIn('customer@demo.test');
const payload = await payloadMaker(server);
const till = tillOf(server);
const once = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });

const count = (itemId: string, left: number | null, expectedLeft?: number | null) =>
  server.call(
    'setStock',
    { body: { locationId, itemId, left, ...(expectedLeft !== undefined && { seen: expectedLeft }) } },
    manager,
  );
const order = (dishes: Record<string, number>, as: Caller = SITE_KEY) =>
  server.call('createCustomerOrderCash', { body: { ...payload({ dishes }) } }, once(as));
const stockOf = async (itemId: string) => {
  const { body } = await server.call('getStockMovements', { query: { locationId, itemId } }, manager);
  return { left: body.item.left, held: body.item.held, moves: body.moves.map(({ kind, amount }) => [kind, amount]) };
};
const isOnMenu = async (itemId: string) => {
  // Load the exact menu, so that the order does not wait for the lease.
  await context.menus.exact(locationId);
  const { body } = await server.call('getLocationMenu', { query: { locationId } });
  return body.items.find((item) => item.id === itemId)?.isAvailable;
};
const clean = async () => expect((await auditData(context)).broken).toEqual([]);

/** Opens a payment page for a guest. */
const toPay = (dishes: Record<string, number>, cartId = crypto.randomUUID()) =>
  server.call('createCustomerPayment', { body: { orderData: { ...payload({ dishes }), cartId } } }, once(guest));

test('with 7 portions and 16 simultaneous orders, 7 are placed, 9 refused by name and 7 movements recorded', async () => {
  await count('mango-lassi', 7);
  const answers = await Promise.all(Array.from({ length: 16 }, () => order({ 'mango-lassi': 1 })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ code: 'item-unavailable', error: 'Mango Lassi is sold out.' });
  }
  const { left, moves } = await stockOf('mango-lassi');
  expect(left).toBe(0);
  expect(moves).toEqual([...Array.from({ length: 7 }, () => ['sale', -1]), ['count', 7]]);
  await server.settle();
  expect(await isOnMenu('mango-lassi')).toBe(false);
  await clean();
});

test('refuses an order that needs more than is left, says how many are left and takes no stock', async () => {
  await count('garlic-naan', 2);
  await count('dal-tadka', 5);
  const { status, body } = await order({ 'dal-tadka': 1, 'garlic-naan': 3 });
  expect([status, body.error]).toEqual([409, 'Only 2 left of Garlic Naan.']);
  expect(body['items']).toEqual([{ id: 'garlic-naan', name: 'Garlic Naan', reason: 'sold-out', left: 2 }]);
  expect((await stockOf('dal-tadka')).left).toBe(5);
});

test('many orders for two dishes in opposite sequence do not deadlock, and one gets the last portion', async () => {
  await count('garlic-naan', 20);
  await count('dal-tadka', 20);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      order(n % 2 ? { 'dal-tadka': 1, 'garlic-naan': 1 } : { 'garlic-naan': 1, 'dal-tadka': 1 }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  await clean();
});

test('cancelling returns the stock once before the kitchen starts, and never after', async () => {
  await count('palak-paneer', 5);
  const [first, second] = [await order({ 'palak-paneer': 2 }, guest), await order({ 'palak-paneer': 2 }, guest)];
  const started = second.body.orderId;
  await server.call('updateOrderStatus', { body: { orderId: started, status: 'preparing' } }, cook);
  const cancel = (orderId: string) =>
    server.call('cancelOrder', { body: { orderId, cancelReason: 'Changed their mind' } }, cook);
  await Promise.all([
    cancel(first.body.orderId),
    cancel(first.body.orderId),
    cancel(first.body.orderId),
    cancel(started),
  ]);
  const { left, moves } = await stockOf('palak-paneer');
  expect(left).toBe(3);
  expect(moves.filter(([kind]) => kind === 'return')).toEqual([['return', 2]]);
  await clean();
});

test('the menu shows the exact number of a few portions, and none for untracked dishes', async () => {
  const left = async () => {
    await context.menus.exact(locationId);
    const { body } = await server.call('getLocationMenu', { query: { locationId } });
    return body.items.find((item) => item.id === 'palak-paneer')?.left;
  };
  await count('palak-paneer', 11);
  expect(await left()).toBe(11);
  await order({ 'palak-paneer': 2 });
  expect(await left()).toBe(9);
  await toPay({ 'palak-paneer': 3 });
  expect(await left()).toBe(6);
  await context.db.updateTable('stock_holds').set({ held_until: context.clock.now() }).execute();
  await releaseExpiredStock(context);
  expect(await left()).toBe(9);
  await count('palak-paneer', null);
  expect(await left()).toBeNull();
});

test('a returned last portion is on every page again', async () => {
  await count('butter-chicken', 1);
  const { body } = await order({ 'butter-chicken': 1 }, guest);
  expect(await isOnMenu('butter-chicken')).toBe(false);
  await server.call('cancelOrder', { body: { orderId: body.orderId, cancelReason: 'No' } }, cook);
  expect(await isOnMenu('butter-chicken')).toBe(true);
});

test('a count is saved as a difference to what was seen, so later sales are kept', async () => {
  await count('butter-chicken', 8);
  await order({ 'butter-chicken': 3 });
  expect((await count('butter-chicken', 10, 8)).body.item.left).toBe(7);
  const short = await count('butter-chicken', 0, 8);
  expect([short.status, short.body.code, short.body['left']]).toEqual([409, 'failed-precondition', 7]);
  expect((await count('butter-chicken', null)).body.item).toMatchObject({ left: null, soldOut: false });
  expect((await order({ 'butter-chicken': 9 })).status).toBe(200);
  await clean();
});

test('a payment page holds its portions; once paid they are sold', async () => {
  await count('garlic-naan', 2);
  const page = await toPay({ 'garlic-naan': 2 });
  expect(page.status).toBe(200);
  expect(await stockOf('garlic-naan')).toMatchObject({ left: 0, held: 2 });
  expect((await order({ 'garlic-naan': 1 })).body.error).toBe('Garlic Naan is sold out.');
  await clean();
  await till.pay(page.body.paymentUrl);
  await till.deliver();
  const { left, held, moves } = await stockOf('garlic-naan');
  expect([left, held, moves[0]]).toEqual([0, 0, ['sale', -2]]);
  await clean();
});

test('a guest who returns to the cart can pay again for what their own payment page reserves, by card or cash', async () => {
  await count('garlic-naan', 2);
  const cartId = crypto.randomUUID();
  expect((await toPay({ 'garlic-naan': 2 }, cartId)).status).toBe(200);
  expect((await toPay({ 'garlic-naan': 2 }, cartId)).status).toBe(200);
  expect(await stockOf('garlic-naan')).toMatchObject({ left: 0, held: 2 });
  const cash = await server.call(
    'createCustomerOrderCash',
    { body: { ...payload({ dishes: { 'garlic-naan': 2 } }), cartId } },
    once(guest),
  );
  expect(cash.status).toBe(200);
  expect(await stockOf('garlic-naan')).toMatchObject({ left: 0, held: 0 });
  await clean();
});

test('an expired payment page releases its stock; a late payment reserves it again, and staff decide about dishes that sold out since', async () => {
  await count('garlic-naan', 1);
  const page = await toPay({ 'garlic-naan': 1 });
  await context.db.updateTable('stock_holds').set({ held_until: context.clock.now() }).execute();
  await Promise.all([releaseExpiredStock(context), releaseExpiredStock(context)]);
  expect(await stockOf('garlic-naan')).toMatchObject({ left: 1, held: 0 });
  expect((await order({ 'garlic-naan': 1 })).status).toBe(200);
  await till.pay(page.body.paymentUrl);
  await till.deliver();
  const { left, moves } = await stockOf('garlic-naan');
  expect(left).toBe(0);
  expect(new Set(moves.slice(0, 2))).toEqual(
    new Set([
      ['oversold', 1],
      ['sale', -1],
    ]),
  );
  const session = await context.db
    .selectFrom('payment_sessions')
    .select(['status', 'attention'])
    .where('id', '=', page.body.sessionId)
    .executeTakeFirstOrThrow();
  expect(session).toEqual({
    status: 'paid',
    attention: 'It was paid after the last portion was sold: 1 × Garlic Naan is sold out.',
  });
  await clean();
});

test('reducing an oversold order returns no portion it still needs', async () => {
  await count('garlic-naan', 3);
  const page = await toPay({ 'garlic-naan': 3 });
  await context.db.updateTable('stock_holds').set({ held_until: context.clock.now() }).execute();
  await releaseExpiredStock(context);
  await order({ 'garlic-naan': 2 });
  await till.pay(page.body.paymentUrl);
  await till.deliver();
  const request = { body: { sessionId: page.body.sessionId } };
  const { order: paid } = (await server.call('getOrderBySessionId', request, guest)).body;
  expect((await stockOf('garlic-naan')).left).toBe(0);
  const line = paid.items[0]?.line ?? 1;
  const change = async (version: number, quantity: number) => {
    const body = { orderId: paid.orderId, version, change: [{ line, quantity }] };
    return (await server.call('changeOrder', { body }, once(manager))).body.order.version;
  };
  await change(await change(paid.version, 2), 1);
  expect((await stockOf('garlic-naan')).left).toBe(0);
  await server.call('cancelOrder', { body: { orderId: paid.orderId, cancelReason: 'No' } }, manager);
  expect((await stockOf('garlic-naan')).left).toBe(1);
  await clean();
});

test('a cart that was already ordered is reported as such even when its dish is sold out', async () => {
  await count('garlic-naan', 1);
  const cartId = crypto.randomUUID();
  const body = { ...payload({ dishes: { 'garlic-naan': 1 } }), cartId };
  expect((await server.call('createCustomerOrderCash', { body }, once(guest))).status).toBe(200);
  const again = await server.call('createCustomerOrderCash', { body }, once(guest));
  expect([again.status, again.body.code]).not.toEqual([409, 'item-unavailable']);
  expect(again.body.error).toMatch(/ordered/i);
});

test('an order change takes added portions and returns removed ones', async () => {
  await count('dal-tadka', 3);
  const placed = await order({ 'dal-tadka': 1 }, guest);
  const { orderId } = placed.body;
  const [line] = placed.body.order.items;
  const change = (quantity: number, version: number) =>
    server.fetch(
      '/api/changeOrder',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ orderId, version, change: [{ line: line?.line, quantity }] }),
      },
      once(cook),
    );
  expect((await change(3, 1)).status).toBe(200);
  expect((await stockOf('dal-tadka')).left).toBe(0);
  const more = await change(4, 2);
  expect(await more.json()).toMatchObject({ code: 'item-unavailable' });
  expect((await change(1, 2)).status).toBe(200);
  expect((await stockOf('dal-tadka')).left).toBe(2);
  await clean();
});

test('refuses invalid counts, and deleting a dish deletes its counter', async () => {
  for (const left of [-1, 1.5, 10_000]) expect((await count('dal-tadka', left)).status).toBe(400);
  expect((await count('no-such-dish', 3)).status).toBe(404);
  await server.call('deleteMenuItem', { body: { locationId, itemId: 'dal-tadka' } }, manager);
  const rows = await context.db.selectFrom('stock').select('item_id').where('item_id', '=', 'dal-tadka').execute();
  expect(rows).toEqual([]);
  await clean();
});

test('orders without tracked stock lock no counter', async () => {
  const before = await context.db.selectFrom('stock_moves').select('id').execute();
  expect((await order({ 'vegetable-samosas': 2 })).status).toBe(200);
  expect(await context.db.selectFrom('stock_moves').select('id').execute()).toEqual(before);
});

/** Places an order at the till, to be paid at pickup. */
const atTill = (dishes: Record<string, number>, sellAnyway?: readonly string[], as: Caller = cook) => {
  const { paymentMethod: _paymentMethod, ...unpaid } = payload({ dishes });
  const body = { ...unpaid, ...(sellAnyway && { sellAnyway: [...sellAnyway] }) };
  return server.call('createAdminOrderUnpaid', { body }, once(as));
};

test('the till is warned that too few are left and can sell anyway: the counter stops at zero and the shortage is recorded', async () => {
  await count('mango-lassi', 2);
  const warning = await atTill({ 'mango-lassi': 3 });
  expect([warning.status, warning.body.error]).toEqual([409, 'Only 2 left of Mango Lassi.']);
  expect(warning.body['items']).toEqual([{ id: 'mango-lassi', name: 'Mango Lassi', reason: 'sold-out', left: 2 }]);
  const sold = await atTill({ 'mango-lassi': 3 }, ['mango-lassi']);
  expect(sold.status).toBe(200);
  const { left, moves } = await stockOf('mango-lassi');
  expect(left).toBe(0);
  expect(new Set(moves.slice(0, 2))).toEqual(
    new Set([
      ['oversold', 1],
      ['sale', -3],
    ]),
  );
  const { after } = await context.db
    .selectFrom('audit_log')
    .select('after')
    .where('subject_id', '=', sold.body.orderId)
    .where('action', '=', 'create-order')
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ soldAnyway: ['3 × Mango Lassi'] });
  await clean();
});

test('sells beyond the stock only what staff confirmed, and never for guests', async () => {
  await count('mango-lassi', 1);
  await count('garlic-naan', 1);
  const both = { 'mango-lassi': 2, 'garlic-naan': 2 };
  const refused = await atTill(both, ['mango-lassi']);
  expect([refused.status, refused.body['items']]).toEqual([
    409,
    [{ id: 'garlic-naan', name: 'Garlic Naan', reason: 'sold-out', left: 1 }],
  ]);
  expect([(await stockOf('mango-lassi')).left, (await stockOf('garlic-naan')).left]).toEqual([1, 1]);
  const body = { ...payload({ dishes: both }), sellAnyway: Object.keys(both) };
  expect((await server.call('createCustomerOrderCash', { body }, once(guest))).body.code).toBe('item-unavailable');
  await clean();
});

test('the till can sell a sold-out dish after a confirmation, and the mark remains', async () => {
  await count('mango-lassi', null);
  const orderInput = payload({ dishes: { 'mango-lassi': 1 } });
  const mark = (until: 'closing' | null) =>
    server.call('markSoldOut', { body: { locationId, itemId: 'mango-lassi', until } }, cook);
  expect((await mark('closing')).status).toBe(200);
  const ask = (more: object) => {
    const { paymentMethod: _paymentMethod, ...unpaid } = orderInput;
    return server.call('createAdminOrderUnpaid', { body: { ...unpaid, ...more } }, once(cook));
  };
  expect((await ask({})).body.error).toBe('Mango Lassi is sold out.');
  expect((await ask({ sellAnyway: ['mango-lassi'] })).status).toBe(200);
  expect((await ask({})).status).toBe(409);
  expect((await mark(null)).status).toBe(200);
});

test('two tills can both sell the last portion after a confirmation, and the counter is never negative', async () => {
  await count('mango-lassi', 1);
  const answers = await Promise.all(Array.from({ length: 6 }, () => atTill({ 'mango-lassi': 1 }, ['mango-lassi'])));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await stockOf('mango-lassi')).left).toBe(0);
  await clean();
});

const changed = (
  { orderId, version }: { readonly orderId: string; readonly version: number },
  orderChange: object,
  as: Caller = cook,
) => server.call('changeOrder', { body: { orderId, version, ...orderChange } }, once(as));
const mark = (itemId: string, until: string | null) =>
  server.call('markSoldOut', { body: { locationId, itemId, until } }, cook);
const auditOf = async (orderId: string, action: string) => {
  const rows = context.db.selectFrom('audit_log').select('after').where('subject_id', '=', orderId);
  return (await rows.where('action', '=', action).orderBy('id').execute()).map(({ after }) => after);
};

test('a line of a placed order can be increased only while stock lasts, or by staff after a confirmation, which is logged', async () => {
  const placed = (await order({ 'butter-naan': 1, 'vegetable-samosas': 1 }, guest)).body.order;
  await mark('butter-naan', 'put-back');
  const more = { change: [{ line: 1, quantity: 3 }] };
  for (const orderChange of [more, { ...more, preview: true }, { add: [{ id: 'butter-naan', quantity: 1 }] }]) {
    const refused = await changed(placed, orderChange);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'item-unavailable',
      'Butter Naan is sold out.',
    ]);
    expect(refused.body['items']).toEqual([{ id: 'butter-naan', name: 'Butter Naan', reason: 'sold-out' }]);
  }
  // Guests cannot confirm, and reducing or keeping a line needs no confirmation.
  const asGuest = await changed(placed, { ...more, sellAnyway: ['butter-naan'] }, guest);
  expect([asGuest.status, asGuest.body.error]).toEqual([409, 'Butter Naan is sold out.']);
  const other = await changed(placed, { change: [{ line: 2, quantity: 2 }] });
  expect(other.status).toBe(200);
  const sold = await changed(other.body.order, { ...more, sellAnyway: ['butter-naan'] });
  expect(sold.status).toBe(200);
  expect(sold.body.order.items[0]).toMatchObject({ id: 'butter-naan', quantity: 3 });
  expect(await auditOf(placed.orderId, 'change-order')).toMatchObject([{}, { soldAnyway: ['2 × Butter Naan'] }]);
  expect((await auditOf(placed.orderId, 'change-order'))[0]).not.toHaveProperty('soldAnyway');
  await mark('butter-naan', null);
  await clean();
});

test('an order change takes more than is left only after a confirmation', async () => {
  await count('mango-lassi', 2);
  const placed = (await order({ 'mango-lassi': 1 }, guest)).body.order;
  const more = { change: [{ line: 1, quantity: 3 }] };
  const warning = await changed(placed, more);
  expect([warning.status, warning.body.error]).toEqual([409, 'Only 1 left of Mango Lassi.']);
  expect((await changed(placed, { ...more, sellAnyway: ['mango-lassi'] })).status).toBe(200);
  expect((await stockOf('mango-lassi')).left).toBe(0);
  expect(await auditOf(placed.orderId, 'change-order')).toMatchObject([{ soldAnyway: ['2 × Mango Lassi'] }]);
  await count('mango-lassi', null);
  await clean();
});

test('a line with a sold-out option cannot be increased, and stays as ordered', async () => {
  const bread = 'butter-chicken-and-naan';
  const placed = (await order({ [bread]: 1, 'vegetable-samosas': 1 }, guest)).body.order;
  const option = { locationId, groupId: 'bread', optionId: 'butter-naan' };
  await server.call('markOptionSoldOut', { body: { ...option, until: 'put-back' } }, cook);
  const refused = await changed(placed, { change: [{ line: 1, quantity: 2 }], sellAnyway: [bread] });
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'option-unavailable',
    '"Butter naan" is no longer available.',
  ]);
  expect((await changed(placed, { change: [{ line: 2, quantity: 2 }] })).status).toBe(200);
  await server.call('markOptionSoldOut', { body: { ...option, until: null } }, cook);
});

test('a payment link and an order on account with sold-out dishes are logged', async () => {
  await mark('butter-naan', 'put-back');
  const { paymentMethod: _paymentMethod, ...unpaid } = payload({ dishes: { 'butter-naan': 2 } });
  const body = { ...unpaid, sellAnyway: ['butter-naan'] };
  const link = (await server.call('createAdminPaymentLink', { body: { orderData: body } }, once(cook))).body;
  await till.pay(link.paymentUrl);
  await till.deliver();
  const paid = await context.db
    .selectFrom('orders')
    .select('id')
    .where('session_id', '=', link.sessionId)
    .executeTakeFirstOrThrow();
  const account = (await server.call('createAdminOrderOnline', { body }, once(cook))).body;
  for (const orderId of [paid.id, account.orderId]) {
    expect(await auditOf(orderId, 'create-order')).toMatchObject([{ soldAnyway: ['2 × Butter Naan'] }]);
  }
  await mark('butter-naan', null);
});
