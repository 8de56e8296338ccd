import { beforeEach, expect, test } from 'vitest';
import { orderData } from '../../../testing/payments.ts';
import { dish, evening, FOUR_GUESTS, newKey, type RoundItem } from './testing/evening.ts';

const { server, waiter, manager, call, done, bill, tab, seated, clear, sound } = await evening();

beforeEach(clear);

let names = 0;
/** A tab of the bar with these dishes. Each has another name, because a name finds its tab again. */
async function bar(...items: RoundItem[]) {
  names += 1;
  const label = `Bob ${names}`;
  return { label, ...(await done('addRound', { locationId: 'truro', label, items })) };
}

const getTabs = async () => (await server.call('getTabs', { query: { locationId: 'truro' } }, waiter)).body;
const nut = { code: 'tree-nuts' } as const;
const codesOf = (allergies: readonly { readonly code?: string | null }[] | undefined) =>
  (allergies ?? []).map(({ code }) => code ?? '').toSorted((a, b) => a.localeCompare(b));

test('a tab of the bar moves to a free table: its guest sits there, and its dishes go there', async () => {
  const { billId, label, orderId } = await bar(dish(10.55));
  const moved = await done('moveTab', { billId, tableId: 't1' });
  expect(moved.tab).toMatchObject({ billId, label, tableId: 't1', tableName: '1', total: 12.03 });
  const { orders } = await tab(billId);
  expect(orders.map((each) => [each.orderId, each.tableInfo?.tableNumber, each.customerInfo.name])).toEqual([
    [orderId, '1', label],
  ]);
  const { tables } = (await server.call('getFloor', { query: { locationId: 'truro' } }, waiter)).body;
  expect(tables.find(({ tableId }) => tableId === 't1')?.sitting).toMatchObject({ name: label, partySize: 4 });
  const next = await done('addRound', { sittingId: moved.tab.sittingId, items: [dish(10.55)] });
  expect([next.billId, next.tab.total]).toEqual([billId, 24.05]);
  expect((await done('moveTab', { billId, tableId: 't1' })).tab.billId).toBe(billId);
  await sound();
});

test('a tab that moves to a party is one more bill of it, and the rounds of the party stay on its own', async () => {
  const { billId: own, sittingId } = await seated('t2');
  await done('addRound', { billId: own, items: [dish(20)] });
  const { billId, label } = await bar(dish(8));
  expect((await done('moveTab', { billId, sittingId })).tab).toMatchObject({
    billId,
    label,
    sittingId,
    tableName: '2',
  });
  expect((await done('addRound', { sittingId, items: [dish(1)] })).billId).toBe(own);
  expect((await done('addRound', { tableId: 't2', items: [dish(1)] })).billId).toBe(own);
  expect((await done('addRound', { billId, items: [dish(1)] })).billId).toBe(billId);
  const early = await call('endSitting', { sittingId });
  expect(early.body.error).toBe('$35.34 is left to pay at table 2. Take the payment first, or free the table anyway.');
  await done('addPayment', { billId: own, tender: 'debit', amount: 25.08, reference: '1' });
  expect((await call('endSitting', { sittingId })).body.error).toMatch(/^\$10\.26 is left to pay at table 2\./);
  await done('addPayment', { billId, tender: 'debit', amount: 10.26, reference: '1' });
  await done('endSitting', { sittingId });
  await sound();
});

test('what a tab and a party stated about allergies holds for both after the tab moved, and for later rounds', async () => {
  const { billId: own, sittingId } = await seated('t2');
  await done('addRound', { billId: own, items: [dish(20)], allergies: [{ code: 'milk' }] });
  const { billId } = await done('addRound', { locationId: 'truro', label: 'Nut', items: [dish(8)], allergies: [nut] });
  await done('moveTab', { billId, sittingId });
  for (const each of [own, billId]) {
    const { tab: shown, orders } = await tab(each);
    expect(codesOf(shown.allergies)).toEqual(['milk', 'tree-nuts']);
    expect(codesOf(orders[0]?.allergies)).toEqual(['milk', 'tree-nuts']);
  }
  const { order } = await done('addRound', { billId, items: [dish(1)], allergies: [{ code: 'eggs' }] });
  expect(codesOf(order.allergies)).toEqual(['eggs', 'milk', 'tree-nuts']);
  // The other bill of the party learns of it.
  expect(codesOf((await tab(own)).orders[0]?.allergies)).toEqual(['eggs', 'milk', 'tree-nuts']);
  await sound();
});

test('a tab is not moved to a table where a party sits, nor the only bill of a party away from it', async () => {
  const { billId: own, sittingId } = await seated('t1');
  await done('addRound', { billId: own, items: [dish(5)] });
  const { billId } = await bar(dish(8));
  const taken = await call('moveTab', { billId, tableId: 't1' });
  expect([taken.status, taken.body.code]).toEqual([409, 'table-taken']);
  const only = await call('moveTab', { billId: own, tableId: 't2' });
  expect([only.status, only.body.error]).toEqual([
    409,
    'This is the only bill of table 1. Move the party on the floor instead.',
  ]);
  await done('endSitting', { sittingId, evenIfUnpaid: true });
  const left = await call('moveTab', { billId, sittingId });
  expect([left.status, left.body.error]).toEqual([409, 'This party has left already.']);
  expect((await tab(billId)).tab.tableId).toBeNull();
  await sound();
});

test('two hosts who move a tab to two tables seat its guest once', async () => {
  const { billId } = await bar(dish(8));
  const moves = await Promise.all(['t1', 't2'].map((tableId) => call('moveTab', { billId, tableId })));
  expect(moves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { tables } = (await server.call('getFloor', { query: { locationId: 'truro' } }, waiter)).body;
  expect(tables.filter(({ sitting }) => sitting)).toHaveLength(1);
  await sound();
});

test('a dish moves to another tab: both bills are exact, and the kitchen makes it once', async () => {
  const { billId: one } = await seated('t1');
  const { billId: other } = await seated('t2');
  const { orderId } = await done('addRound', { billId: one, items: [dish(10.55, { quantity: 3, seat: 2 }), dish(5)] });
  await done('addRound', { billId: other, items: [dish(7)] });
  await server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, waiter);
  const moved = await done('moveLines', { billId: one, to: other, items: [{ orderId, line: 1, quantity: 2 }] });
  expect([moved.billId, moved.from.total, moved.tab.total]).toEqual([other, 17.73, 32.03]);
  const { orders } = await tab(other);
  expect(orders).toHaveLength(2);
  const arrived = orders.find(({ orderId: id }) => id !== other);
  expect([arrived?.status, arrived?.tableInfo?.tableNumber]).toEqual(['preparing', '2']);
  expect(arrived?.items.map(({ line, quantity, seat }) => [line, quantity, seat])).toEqual([[1, 2, undefined]]);
  const [left] = (await tab(one)).orders;
  expect(left?.items.map(({ line, quantity }) => [line, quantity])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(left?.changes).toMatchObject([{ lines: [{ line: 1, by: -2 }], why: 'Moved to Table 2' }]);
  await sound();
});

test('all dishes of a round move as they are, those of the first round leave it cancelled, and all of a tab close it', async () => {
  const { billId, orderId: first } = await bar(dish(10.55));
  const { orderId: second } = await done('addRound', { billId, items: [dish(5), dish(6)] });
  const { orderId: third } = await done('addRound', { billId, items: [dish(3)] });
  const { sittingId } = await done('seatParty', { tableId: 't3', partySize: 2 });
  const both = [1, 2].map((line) => ({ orderId: second, line, quantity: 1 }));
  // The tab of the party is opened for the dishes, and its first order has the id of its bill.
  const { tab: opened } = await done('moveLines', { billId, sittingId, items: both });
  expect(opened).toMatchObject({ tableName: '3', total: 12.54, rounds: [{ orderId: opened.billId }] });
  await done('moveLines', { billId, to: opened.billId, items: [{ orderId: first, line: 1, quantity: 1 }] });
  const { orders } = await tab(billId);
  expect(orders.map(({ orderId, status, cancelReason }) => [orderId, status, cancelReason])).toEqual([
    [first, 'cancelled', 'Moved to Table 3'],
    [second, 'cancelled', 'Moved to Table 3'],
    [third, 'pending', null],
  ]);
  const rest = await done('moveLines', {
    billId,
    to: opened.billId,
    items: [{ orderId: third, line: 1, quantity: 1 }],
  });
  expect([rest.billId, rest.from.billId, rest.tab.total]).toEqual([opened.billId, opened.billId, 27.99]);
  const listed = new Set((await getTabs()).tabs.map((each) => each.billId));
  expect([listed.has(opened.billId), listed.has(billId)]).toEqual([true, false]);
  await sound();
});

test('a table whose dishes all moved keeps its party and takes its next round', async () => {
  const { billId: one, sittingId } = await seated('t1');
  const { billId: other } = await seated('t2');
  const { orderId } = await done('addRound', { billId: one, items: [dish(10)] });
  await done('addRound', { billId: other, items: [dish(7)] });
  await done('moveLines', { billId: one, to: other, items: [{ orderId, line: 1, quantity: 1 }] });
  expect(await bill(other)).toMatchObject({ total: 19.38 });
  const next = await done('addRound', { sittingId, items: [dish(4)] });
  expect([next.billId, next.tab.total]).toEqual([one, 4.56]);
  await sound();
});

test('the allergies of a dish and of its seat go with it, and those of the other table are checked for it', async () => {
  const { billId: one } = await seated('t1');
  const { billId: other } = await seated('t2');
  const { orderId } = await done('addRound', {
    billId: one,
    items: [dish(10, { seat: 1 }), dish(9, { seat: 2 })],
    allergies: [
      { ...nut, seat: 1 },
      { code: 'eggs', seat: 2 },
    ],
  });
  await done('addRound', { billId: other, items: [dish(7)], allergies: [{ code: 'milk' }] });
  await done('moveLines', { billId: one, to: other, items: [{ orderId, line: 1, quantity: 1 }] });
  const { tab: shown, orders } = await tab(other);
  expect(codesOf(shown.allergies)).toEqual(['milk', 'tree-nuts']);
  expect(orders.map(({ allergies }) => codesOf(allergies))).toEqual([
    ['milk', 'tree-nuts'],
    ['milk', 'tree-nuts'],
  ]);
  await sound();
});

test('two tablets that move the same dish move it once', async () => {
  const { billId: one } = await seated('t1');
  const targets = [(await seated('t2')).billId, (await seated('t3')).billId];
  const { orderId } = await done('addRound', { billId: one, items: [dish(10.55), dish(5)] });
  const items = [{ orderId, line: 1, quantity: 1 }];
  const moves = await Promise.all(targets.map((to) => call('moveLines', { billId: one, to, items })));
  expect(moves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(moves.find(({ status }) => status === 409)?.body.error).toBe(
    'Not all of these dishes are on Table 1 any more. Look at the bill and choose again.',
  );
  const totals = await Promise.all([one, ...targets].map(async (id) => (await bill(id)).total));
  expect(totals[0]).toBe(5.7);
  expect(totals.slice(1).toSorted((a, b) => a - b)).toEqual([0, 12.03]);
  await sound();
});

test('two tablets that move dishes between the same two tabs in both directions both succeed', async () => {
  const tabs = [await seated('t1'), await seated('t2')];
  const orders = await Promise.all(
    tabs.map(({ billId }) => done('addRound', { billId, items: [dish(10.55, { quantity: 2 }), dish(3)] })),
  );
  const [a = '', b = ''] = tabs.map(({ billId }) => billId);
  const lineOf = (index: number) => [{ orderId: orders[index]?.orderId ?? '', line: 1, quantity: 1 }];
  const moves = await Promise.all([
    call('moveLines', { billId: a, to: b, items: lineOf(0) }),
    call('moveLines', { billId: b, to: a, items: lineOf(1) }),
  ]);
  expect(moves.map(({ status }) => status)).toEqual([200, 200]);
  expect(await bill(a)).toMatchObject({ subtotal: 24.1, total: 27.47 });
  expect(await bill(b)).toMatchObject({ subtotal: 24.1, total: 27.47 });
  await sound();
});

test.each([
  ['a bill with a payment', 'addPayment', { tender: 'debit', amount: 5, reference: '1' }],
  ['a split bill', 'splitBill', { by: 'parts', parts: 2 }],
] as const)('no dish leaves %s', async (_what, name, body) => {
  const { billId: one } = await seated('t1');
  const { billId: other } = await seated('t2');
  const { orderId } = await done('addRound', { billId: one, items: FOUR_GUESTS });
  await done(name, { billId: one, ...body });
  const refused = await call('moveLines', { billId: one, to: other, items: [{ orderId, line: 1, quantity: 1 }] });
  expect([refused.status, refused.body.code]).toEqual([409, 'bill-has-payments']);
  expect(await bill(one)).toMatchObject({ total: 72.62 });
});

test.each([
  ['the middle one into the first', 1, 0],
  ['the first into the last', 0, 2],
  ['the last into the first', 2, 0],
])('of three bills of a party, %s: one of them takes its rounds', async (_, from, to) => {
  const { billId: first, sittingId } = await seated('t2');
  const split = async (billId: string | undefined, parts: number) =>
    done('splitBill', { billId: billId ?? '', by: 'parts', parts });
  await done('addRound', { billId: first, items: [dish(10)] });
  await split(first, 2);
  const second = (await done('addRound', { sittingId, items: [dish(20)] })).billId;
  await split(second, 2);
  const third = (await done('addRound', { sittingId, items: [dish(30)] })).billId;
  const bills = [first, second, third];
  expect(new Set(bills).size).toBe(3);
  for (const billId of [first, second]) await split(billId, 1);
  await done('mergeTabs', { from: bills[from] ?? '', to: bills[to] ?? '' });
  await sound();
  const open = (await getTabs()).tabs.filter((each) => each.sittingId === sittingId && each.takesRounds);
  expect(open.length).toBe(1);
  for (const billId of bills) {
    expect((await done('addRound', { billId, items: [dish(1)] })).billId).toBe(open[0]?.billId);
  }
  await sound();
});

test('a table with an unpaid order of the counter is not freed without a word', async () => {
  const { sittingId } = await seated('t1');
  const request = {
    orderType: 'dine-in',
    tableInfo: { tableNumber: '1', partySize: 2 },
    paymentMethod: 'cash',
  } as const;
  const body = await orderData(server, request);
  const { order } = (await server.call('createAdminOrderUnpaid', { body }, { ...waiter, ...newKey() })).body;
  const { tableOrders } = await getTabs();
  expect(tableOrders).toMatchObject([{ orderId: order.orderId, tableId: 't1', due: order.due }]);
  const refused = await call('endSitting', { sittingId });
  expect([refused.status, refused.body.error]).toEqual([
    409,
    `$${order.due.toFixed(2)} is left to pay at table 1. Take the payment first, or free the table anyway.`,
  ]);
  await done('endSitting', { sittingId, evenIfUnpaid: true });
  // The next party at the table has nothing to do with it.
  expect((await getTabs()).tableOrders).toEqual([]);
  await seated('t1');
  expect((await getTabs()).tableOrders).toEqual([]);
  await done('addPayment', { billId: order.orderId, tender: 'debit', amount: order.due, reference: '1' });
  await sound();
});

test('an unpaid tab of a freed table stays open without it, and the audit log says what was unpaid', async () => {
  const { sittingId, billId } = await seated('t1');
  await done('addRound', { billId, items: [dish(10)] });
  await done('endSitting', { sittingId, evenIfUnpaid: true }, { ...manager, ...newKey() });
  expect((await tab(billId)).tab).toMatchObject({ state: 'open', due: 11.4, tableId: null, tableName: '1' });
  const entry = await server.context.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'free-unpaid-table')
    .where('subject_id', '=', sittingId)
    .executeTakeFirst();
  expect(entry?.after).toMatchObject({ table: '1', unpaid: 11.4 });
  await sound();
});
