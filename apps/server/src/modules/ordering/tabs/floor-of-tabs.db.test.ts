import { beforeEach, expect, test } from 'vitest';
import { dish, evening, newKey } from './testing/evening.ts';

const { server, waiter, manager, done, seated, clear } = await evening();
const { clock } = server;
const NOW = '2026-11-20T22:42:00.000Z';
const after = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
/** Lets the clock show this minute after the party sat down, and then does something. */
const at = <T>(minute: number, action: () => Promise<T>): Promise<T> => {
  clock.set(after(minute));
  return action();
};
const party = async (tableId = 't1') => {
  const { tables } = (await server.call('getFloor', { query: { locationId: 'truro' } }, waiter)).body;
  const { state, sitting } = tables.find((each) => each.tableId === tableId) ?? {};
  return [state, sitting?.state, sitting?.since, sitting?.due];
};
const step = async (orderId: string, ...statuses: ('preparing' | 'ready' | 'completed')[]) => {
  for (const status of statuses) {
    const stepped = await server.call('updateOrderStatus', { body: { orderId, status } }, { ...waiter, ...newKey() });
    expect(stepped.status).toBe(200);
  }
};

beforeEach(async () => {
  clock.set(NOW);
  await clear();
});

test('the floor says what a party waits for, since when, and what it owes, from its first press to its last payment', async () => {
  const { sittingId, billId } = await seated();
  expect(await party()).toEqual(['seated', 'to-order', NOW, 0]);

  const items = [dish(10), dish(20, { course: 2 })];
  const { orderIds } = await at(5, () => done('addRound', { billId, items }));
  const [starters = '', mains = ''] = orderIds;
  expect(await party()).toEqual(['ordered', 'fired', after(5), 34.2]);

  await at(15, () => step(starters, 'preparing', 'ready'));
  expect(await party()).toEqual(['served', 'on-the-pass', after(15), 34.2]);
  await at(17, () => step(starters, 'completed'));
  // The mains are held: the waiter has to fire them.
  expect(await party()).toEqual(['served', 'to-order', after(17), 34.2]);

  await at(25, () => done('fireCourse', { billId, course: 2 }));
  expect(await party()).toEqual(['ordered', 'fired', after(25), 34.2]);
  await at(40, () => step(mains, 'preparing', 'ready', 'completed'));
  expect(await party()).toEqual(['served', 'to-pay', after(40), 34.2]);

  await at(60, () => done('printBill', { billId }));
  expect(await party()).toEqual(['paying', 'to-pay', after(60), 34.2]);
  // A late tea is on the same bill, so what was printed is not the bill any more.
  const tea = await at(61, () => done('addRound', { sittingId, items: [dish(5)] }));
  expect(tea.billId).toBe(billId);
  expect(await party()).toEqual(['ordered', 'fired', after(61), 39.9]);
  await at(62, () => done('addPayment', { billId, tender: 'debit', amount: 34.2, reference: 'slip' }));
  expect(await party()).toEqual(['paying', 'to-pay', after(62), 5.7]);
  await at(64, () => done('addPayment', { billId, tender: 'debit', amount: 5.7, reference: 'slip' }));
  // It paid, but its tea is not made yet.
  expect(await party()).toEqual(['ordered', 'fired', after(61), 0]);
  await at(66, () => step(tea.orderId, 'preparing', 'ready', 'completed'));
  expect(await party()).toEqual(['served', 'paid', after(64), 0]);
});

test('a party whose only round was cancelled is to order again and owes nothing', async () => {
  const { billId } = await seated();
  const { orderId } = await done('addRound', { billId, items: [dish(10)] });
  await done('cancelOrder', { orderId, reason: 'Wrong table' }, { ...manager, ...newKey() });
  expect(await party()).toEqual(['seated', 'to-order', NOW, 0]);
});

test('a party at joined tables is in one state at both', async () => {
  const { sittingId } = await done('seatParty', { tableIds: ['t1', 't2'], partySize: 7 });
  await done('addRound', { sittingId, items: [dish(10)] });
  expect(await party('t1')).toEqual(['ordered', 'fired', NOW, 11.4]);
  expect(await party('t2')).toEqual(await party('t1'));
});
