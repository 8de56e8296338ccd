import { beforeEach, expect, test } from 'vitest';
import { transaction } from '../../../platform/db/transaction.ts';
import { eraseOrders } from '../../orders/erase-orders.ts';
import { dish, evening, FOUR_GUESTS, newKey } from './testing/evening.ts';

const { server, waiter, manager, call, done, bill, tab, seated, clear, sound } = await evening();

beforeEach(clear);

test('a tab takes rounds, each an order on its bill, and its tax is rounded once', async () => {
  const { billId } = await seated();
  const rounds = [];
  for (let round = 0; round < 3; round += 1) rounds.push(await done('addRound', { billId, items: [dish(10.55)] }));
  expect(rounds[0]?.orderId).toBe(billId);
  expect(rounds.map(({ order }) => [order.pricing.tax, order.billId, order.tableInfo?.tableNumber])).toEqual([
    [1.48, billId, '1'],
    [1.47, billId, '1'],
    [1.48, billId, '1'],
  ]);
  expect(await bill(billId)).toMatchObject({ subtotal: 31.65, tax: 4.43, total: 36.08, due: 36.08, state: 'open' });
  const { tab: shown, orders } = await tab(billId);
  expect(shown).toMatchObject({ total: 36.08, takesRounds: true, tableName: '1', rounds: [{}, {}, {}] });
  expect(rounds.at(-1)?.tab).toEqual(shown);
  expect(orders.map(({ orderId }) => orderId)).toEqual(rounds.map(({ orderId }) => orderId));
  await sound();
});

test('what a table orders offline opens its tab and seats its party, whichever of two devices returns first', async () => {
  const [one, other] = await Promise.all([
    done('addRound', { tableId: 't2', items: [dish(10, { seat: 1 })] }),
    done('addRound', { tableId: 't2', items: [dish(20, { seat: 2 })] }),
  ]);
  expect(other.billId).toBe(one.billId);
  expect(await bill(one.billId)).toMatchObject({
    subtotal: 30,
    total: 34.2,
    orderIds: expect.arrayContaining([one.orderId, other.orderId]),
  });
  const { tables } = (await server.call('getFloor', { query: { locationId: 'truro' } }, waiter)).body;
  expect(tables.find(({ tableId }) => tableId === 't2')).toMatchObject({
    state: 'ordered',
    sitting: { partySize: 4 },
  });
  await sound();
});

test('a round that is sent again with its key, at once or after its bill was printed, is cooked once and answered alike', async () => {
  const key = { ...waiter, ...newKey() };
  const round = { tableId: 't3', items: [dish(10), dish(20, { course: 2 })] };
  const answers = await Promise.all(Array.from({ length: 4 }, () => done('addRound', round, key)));
  const billId = answers[0]?.billId ?? '';
  await done('printBill', { billId });
  answers.push(await done('addRound', round, key));
  expect(answers).toEqual(answers.map(() => answers[0]));
  expect((await tab(billId)).orders.map(({ orderId }) => orderId)).toEqual(answers[0]?.orderIds);
  const { body } = await server.call('getTabs', { query: { locationId: 'truro' } }, waiter);
  expect(body.tabs.filter(({ continues }) => continues === billId)).toEqual([]);
  expect((await call('addRound', { ...round, items: [dish(30)] }, key)).body.code).toBe('idempotency-key-reused');
  await sound();
});

test('a tab without a table is found by its name, also by two devices at once', async () => {
  const tabs = await Promise.all(
    ['Anna', 'anna'].map((label) => done('addRound', { locationId: 'truro', label, items: [dish(10)] })),
  );
  expect(tabs[0]?.billId).toBe(tabs[1]?.billId);
  const { body } = await server.call('getTabs', { query: { locationId: 'truro' } }, waiter);
  expect(body.tabs.find(({ billId }) => billId === tabs[0]?.billId)).toMatchObject({ tableName: '', total: 22.8 });
  expect(tabs[0]?.order.customerInfo.name).toMatch(/anna/i);
});

test('a sitting has one tab, whoever opens it', async () => {
  const { sittingId, billId } = await seated();
  const opened = await Promise.all(
    Array.from({ length: 4 }, () => done('openTab', { locationId: 'truro', sittingId })),
  );
  expect(new Set(opened.map((each) => each.billId))).toEqual(new Set([billId]));
  await sound();
});

test('later courses are held: they are no work until they are fired, and are promised from then', async () => {
  const { billId } = await seated();
  const items = [dish(5, { course: 1 }), dish(12, { course: 2 }), dish(6, { course: 3 }), dish(3)];
  const { orderIds, tab: added, order } = await done('addRound', { billId, items });
  expect([orderIds.length, order.items.length, added.heldCourses]).toEqual([3, 2, [2, 3]]);
  const { orders } = await tab(billId);
  expect(orders.map(({ course, heldAt }) => [course, heldAt !== undefined])).toEqual([
    [undefined, false],
    [2, true],
    [3, true],
  ]);
  const mains = orders[1]?.orderId ?? '';
  const cook = await server.call('updateOrderStatus', { body: { orderId: mains, status: 'preparing' } }, waiter);
  expect([cook.status, cook.body.error]).toEqual([409, 'This course is held. Fire it first.']);
  const bump = await server.call('strikeOrderItem', { body: { orderId: mains, line: 1, done: true } }, waiter);
  expect(bump.status).toBe(409);
  server.clock.set('2026-11-20T23:30:00.000Z');
  const fired = await done('fireCourse', { billId });
  expect(fired.orders.map(({ orderId, heldAt }) => [orderId, heldAt])).toEqual([[mains, undefined]]);
  expect(Date.parse(fired.orders[0]?.promised.to ?? '')).toBeGreaterThan(server.clock.now().getTime());
  expect(fired.tab.heldCourses).toEqual([3]);
  expect((await done('fireCourse', { billId, course: 2 })).orders).toEqual([]);
  // A main that is ordered now goes with the others.
  expect((await done('addRound', { billId, items: [dish(11, { course: 2 })] })).tab.heldCourses).toEqual([3]);
  expect(
    (await server.call('updateOrderStatus', { body: { orderId: mains, status: 'preparing' } }, waiter)).status,
  ).toBe(200);
  const nothing = await call('fireCourse', { billId, course: 5 });
  expect([nothing.status, nothing.body.error]).toEqual([409, 'Nothing is held for this course.']);
  await sound();
});

test('merging two tabs moves their rounds and cooks nothing again, however often it is retried', async () => {
  const six = await seated('t1');
  const seven = await seated('t2');
  const [a, b, c] = [dish(10.55, { name: 'A' }), dish(10.55, { name: 'B' }), dish(10.55, { name: 'C' })];
  await done('addRound', { billId: six.billId, items: [{ ...a, quantity: 2 }, b] });
  await done('addRound', { billId: seven.billId, items: [{ ...a, quantity: 3 }, c] });
  const created = () =>
    server.context.db.selectFrom('events').select('id').where('type', '=', 'order.created').execute();
  const before = (await created()).length;
  const merge = { from: six.billId, to: seven.billId };
  const same = { ...waiter, ...newKey() };
  for (const as of [same, same, undefined, undefined, undefined]) {
    expect((await done('mergeTabs', merge, as)).billId).toBe(seven.billId);
  }
  expect((await created()).length).toBe(before);
  const { tab: merged, orders } = await tab(seven.billId);
  expect(merged).toMatchObject({ total: 84.19, rounds: [{}, {}] });
  expect(orders.map(({ tableInfo, billId }) => [tableInfo?.tableNumber, billId])).toEqual([
    ['2', seven.billId],
    ['2', seven.billId],
  ]);
  const units = new Map<string, number>();
  for (const { name, quantity } of orders.flatMap(({ items }) => items))
    units.set(name, (units.get(name) ?? 0) + quantity);
  expect(Object.fromEntries(units)).toEqual({ A: 5, B: 1, C: 1 });
  const more = await done('addRound', { billId: six.billId, items: [a] });
  expect([more.billId, more.order.items.map(({ name, quantity }) => [name, quantity])]).toEqual([
    seven.billId,
    [['A', 1]],
  ]);
  // The party of table 1 joined the other one.
  const { tables } = (await server.call('getFloor', { query: { locationId: 'truro' } }, waiter)).body;
  expect(tables.find(({ tableId }) => tableId === 't1')?.state).toBe('free');
  expect(await bill(six.billId)).toMatchObject({ billId: seven.billId });
  await sound();
});

test('a tab that moves to a table with an empty tab keeps its bill', async () => {
  const { billId: bar } = await done('addRound', { locationId: 'truro', label: 'Ravi', items: [dish(8)] });
  const { billId: empty, sittingId } = await seated('t3', 2);
  expect((await done('mergeTabs', { from: bar, to: empty })).billId).toBe(bar);
  expect((await done('mergeTabs', { from: bar, to: empty })).billId).toBe(bar);
  expect((await tab(empty)).tab).toMatchObject({ billId: bar, sittingId, tableName: '3', label: 'Ravi' });
  expect((await done('openTab', { locationId: 'truro', sittingId })).billId).toBe(bar);
  await sound();
});

test('two hosts who merge the same two tabs into each other keep one of them', async () => {
  const [one, other] = [await seated('t1'), await seated('t2')];
  for (const { billId } of [one, other]) await done('addRound', { billId, items: [dish(10)] });
  const merges = await Promise.all([
    call('mergeTabs', { from: one.billId, to: other.billId }),
    call('mergeTabs', { from: other.billId, to: one.billId }),
  ]);
  expect(merges.map(({ status }) => status)).toEqual([200, 200]);
  expect(merges[0]?.body.billId).toBe(merges[1]?.body.billId);
  expect(await bill(one.billId)).toMatchObject({ subtotal: 20 });
  await sound();
});

test('a party that moves takes its tab along, and leaves only when everything is paid', async () => {
  const { sittingId, billId } = await seated('t1');
  await done('addRound', { billId, items: [dish(10)] });
  await done('moveSitting', { sittingId, tableId: 't3' });
  expect((await tab(billId)).orders[0]?.tableInfo?.tableNumber).toBe('3');
  const early = await call('endSitting', { sittingId });
  expect([early.status, early.body.error]).toEqual([
    409,
    '$11.40 is left to pay at table 3. Take the payment first, or free the table anyway.',
  ]);
  await done('addPayment', { billId, tender: 'cash', amount: 11.4 });
  await done('endSitting', { sittingId });
  const { body } = await server.call('getTabs', { query: { locationId: 'truro' } }, waiter);
  expect(body.tabs.map((each) => each.billId)).not.toContain(billId);
  await sound();
});

test('a round after the bill was printed lands on the same bill, which is printed again', async () => {
  const { billId } = await seated();
  await done('addRound', { billId, items: [dish(10)] });
  const printed = await done('printBill', { billId });
  expect(printed.receipt.order).toMatchObject({ pricing: { total: 11.4 }, items: [{}] });
  expect(printed.tab.isPrintOutdated).toBe(false);
  const coffee = await done('addRound', { billId, items: [dish(4)] });
  expect([coffee.billId, coffee.continues, coffee.tab.due]).toEqual([billId, null, 15.96]);
  expect([coffee.tab.isPrintOutdated, (await tab(billId)).tab.isPrintOutdated]).toEqual([true, true]);
  const again = await done('printBill', { billId });
  expect([again.tab.isPrintOutdated, again.receipt.order.pricing.total]).toEqual([false, 15.96]);
  server.clock.set('2026-11-20T23:40:00.000Z');
  await done('cancelOrder', { orderId: coffee.orderId, reason: 'Cold' }, { ...manager, ...newKey() });
  expect((await tab(billId)).tab).toMatchObject({ due: 11.4, isPrintOutdated: true });
  await sound();
});

test('the bill of a party is one, whoever prints it while another waiter sends a round', async () => {
  const { billId, sittingId } = await seated();
  await done('addRound', { billId, items: [dish(10)] });
  const rounds = Array.from({ length: 4 }, () => done('addRound', { sittingId, items: [dish(10)] }));
  const prints = Array.from({ length: 4 }, () => done('printBill', { billId }));
  for (const { billId: landed } of await Promise.all(rounds)) expect(landed).toBe(billId);
  const totals = (await Promise.all(prints)).map(({ receipt }) => receipt.order.pricing.total);
  expect(totals.every((total) => total >= 11.4 && total <= 57)).toBe(true);
  expect((await done('printBill', { billId })).tab).toMatchObject({ total: 57, isPrintOutdated: false });
  await sound();
});

test('the receipt of a tab shows all its rounds once', async () => {
  const { billId } = await seated();
  const first = await done('addRound', { billId, items: FOUR_GUESTS });
  await done('addRound', { billId, items: [dish(10.55)] });
  await done('addPayment', { billId, tender: 'debit', amount: 84.65, reference: 'slip 1' });
  const token = new URL(first.order.receiptUrl).searchParams.get('token') ?? '';
  const { body } = await server.call('getOrderReceipt', { query: { orderId: billId, token } });
  expect(body.order).toMatchObject({ pricing: { subtotal: 74.25, total: 84.65 }, taxes: [{ amount: 10.4 }], due: 0 });
  expect(body.order.items.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
  await sound();
});

test('voiding what was fired needs a reason and a manager, and what is held needs neither', async () => {
  const { billId } = await seated();
  const { orderId } = await done('addRound', { billId, items: [dish(10.55), dish(5)] });
  const second = await done('addRound', { billId, items: [dish(10.55), dish(7, { course: 2 })] });
  const third = await done('addRound', { billId, items: [dish(10.55)] });
  const [, held = ''] = second.orderIds;
  await done('cancelOrder', { orderId: held });
  const asManager = { ...manager, ...newKey() };
  const noReason = await call('cancelOrder', { orderId: second.orderId }, asManager);
  expect([noReason.status, noReason.body.error]).toEqual([400, 'Please give a reason.']);
  const noManager = await call('cancelOrder', { orderId: second.orderId, reason: 'Wrong table' });
  expect([noManager.status, noManager.body.code]).toEqual([403, 'manager-needed']);
  const voided = await done('cancelOrder', { orderId: second.orderId, reason: 'Wrong table' }, asManager);
  expect(voided.order).toMatchObject({ status: 'cancelled', cancelReason: 'Wrong table', due: 0 });
  expect(await bill(billId)).toMatchObject({ subtotal: 26.1, tax: 3.65, due: 29.75 });
  const { orders } = await tab(billId);
  const { version = 0 } = orders.find((order) => order.orderId === orderId) ?? {};
  const change = { orderId, version, remove: [2], why: 'Sent back' };
  expect((await call('changeOrder', change)).body.code).toBe('manager-needed');
  expect((await call('changeOrder', { ...change, why: '' }, asManager)).status).toBe(400);
  const changed = await done('changeOrder', change, asManager);
  expect(changed.order.changes?.[0]?.lines).toMatchObject([{ line: 2, by: -1 }]);
  expect(await bill(billId)).toMatchObject({ subtotal: 21.1, tax: 2.95, due: 24.05 });
  await done('cancelOrder', { orderId, reason: 'Left' }, asManager);
  // The first round is gone, and its bill goes on.
  expect(await bill(billId)).toMatchObject({ subtotal: 10.55, due: 12.03 });
  await done('addPayment', { billId, tender: 'debit', amount: 12.03, reference: '1' });
  const paid = await call('cancelOrder', { orderId: third.orderId, reason: 'Cold' }, asManager);
  expect([paid.status, paid.body.code]).toEqual([409, 'bill-has-payments']);
  await done(
    'refundOrderItems',
    { orderId: third.orderId, items: [{ line: 1, quantity: 1 }], reason: 'Cold' },
    asManager,
  );
  await sound();
});

test('a tab on which nothing was ordered is closed by hand, and by the party that leaves', async () => {
  const { billId, sittingId } = await seated();
  const { billId: bar } = await done('openTab', { locationId: 'truro', label: 'Mistake' });
  expect((await done('closeTab', { billId: bar })).tab.state).toBe('closed');
  await done('endSitting', { sittingId });
  expect((await tab(billId)).tab.state).toBe('closed');
  const gone = await call('openTab', { locationId: 'truro', sittingId });
  expect([gone.status, gone.body.code]).toEqual([409, 'tab-closed']);
  await sound();
});

test.each([
  [
    'a seat beyond the party',
    'addRound',
    (billId: string) => ({ billId, items: [dish(5, { seat: 5 })] }),
    400,
    'Table 1 has 4 seats. There is no seat 5.',
  ],
  [
    'a negative seat',
    'addRound',
    (billId: string) => ({ billId, items: [dish(5, { seat: -1 })] }),
    400,
    'Item 1: seat must be a number from 0 to 20',
  ],
  [
    'a tenth course',
    'addRound',
    (billId: string) => ({ billId, items: [dish(5, { course: 10 })] }),
    400,
    'Item 1: course must be a number from 1 to 9',
  ],
  ['no dishes', 'addRound', (billId: string) => ({ billId, items: [] }), 400, 'Add a dish to the round first.'],
  [
    'two tabs at once',
    'addRound',
    (billId: string) => ({ billId, tableId: 't1', items: [dish(5)] }),
    400,
    'Send one of billId, sittingId, tableId, label',
  ],
  [
    'an unknown tab',
    'addRound',
    () => ({ billId: 'TRU-20261120-XXXXX', items: [dish(5)] }),
    404,
    'This tab or table is not known. Load the floor again.',
  ],
  [
    'a tab merged into itself',
    'mergeTabs',
    (billId: string) => ({ from: billId, to: billId }),
    400,
    'A tab cannot be merged into itself. Choose another one.',
  ],
  [
    'no parts',
    'splitBill',
    (billId: string) => ({ billId, by: 'parts', parts: 0 }),
    400,
    'Split a bill in 2 to 50 parts.',
  ],
  [
    '51 parts',
    'splitBill',
    (billId: string) => ({ billId, by: 'parts', parts: 51 }),
    400,
    'Split a bill in 2 to 50 parts.',
  ],
  [
    'seats that nobody has',
    'splitBill',
    (billId: string) => ({ billId, by: 'seat' }),
    400,
    'No dish has a seat. Split by dishes or in equal parts.',
  ],
  [
    'a payment above the rest',
    'addPayment',
    (billId: string) => ({ billId, tender: 'cash', amount: 50 }),
    409,
    'Only $11.40 is left to pay.',
  ],
  [
    'a payment of a part that does not exist',
    'addPayment',
    (billId: string) => ({ billId: `${billId}.7`, tender: 'cash', amount: 5 }),
    404,
    'This bill was split anew. Load it again.',
  ],
] as const)('refuses %s in words', async (_what, name, body, status, words) => {
  const { billId } = await seated();
  await done('addRound', { billId, items: [dish(10)] });
  const refused = await call(name, body(billId) as never);
  expect([refused.status, refused.body.error]).toEqual([status, words]);
  expect(await bill(billId)).toMatchObject({ due: 11.4 });
});

test('a second bill that is merged back into the one before it takes later rounds there', async () => {
  const { billId } = await seated();
  await done('addRound', { billId, items: [dish(10)] });
  await done('splitBill', { billId, by: 'parts', parts: 2 });
  const { billId: second } = await done('addRound', { billId, items: [dish(4)] });
  await done('splitBill', { billId, by: 'parts', parts: 1 });
  await done('mergeTabs', { from: second, to: billId });
  for (const target of [billId, second]) {
    expect((await done('addRound', { billId: target, items: [dish(1)] })).billId).toBe(billId);
  }
  expect(await bill(second)).toMatchObject({ billId, subtotal: 16 });
  await sound();
});

test('erasing the orders of a tab erases its name', async () => {
  const { billId } = await done('addRound', { locationId: 'truro', label: 'Ravi Rao', items: [dish(8)] });
  const { db, clock } = server.context;
  await transaction(db, (tx) =>
    eraseOrders(tx, [billId], { name: 'Erased guest', formerNames: ['Ravi Rao'], at: clock.now() }),
  );
  const { tab: shown, orders } = await tab(billId);
  expect([shown.label, orders[0]?.customerInfo.name, orders[0]?.tab?.label]).toEqual(['', 'Erased guest', '']);
});
