import { expect, test } from 'vitest';
import { dish, evening, newKey } from './testing/evening.ts';

const { server, waiter, manager, call, done, bill, tab, seated, clear, sound, managerPin } = await evening();
const { context } = server;
const asManager = () => ({ ...manager, ...newKey() });
const step = async (orderId: string, status: 'preparing' | 'ready' | 'completed') =>
  expect((await server.call('updateOrderStatus', { body: { orderId, status } }, waiter)).status).toBe(200);

/** A table with a served round, one in the kitchen and held mains: 45.60 with tax. */
async function party() {
  await clear();
  const { billId, sittingId } = await seated();
  const served = await done('addRound', { billId, items: [dish(10), dish(5)] });
  for (const status of ['preparing', 'ready', 'completed'] as const) await step(served.orderId, status);
  const second = await done('addRound', { billId, items: [dish(10), dish(15, { course: 2 })] });
  await step(second.orderId, 'preparing');
  return { billId, sittingId, served, second };
}

test('one approval cancels every round of a party that left without paying, and its table is freed', async () => {
  const { billId, sittingId } = await party();
  await done('splitBill', { billId, by: 'parts', parts: 2 });
  const alone = await call('recordWalkOut', { billId });
  expect([alone.status, alone.body.code]).toEqual([403, 'manager-needed']);
  expect((await bill(billId)).due).toBe(45.6);
  const { tabs } = await done('recordWalkOut', { billId }, { ...waiter, ...newKey(), ...(await managerPin()) });
  expect(tabs).toMatchObject([{ billId, due: 0, total: 0 }]);
  const { orders } = await tab(billId);
  expect(orders.map(({ status, cancelReason }) => [status, cancelReason])).toEqual([
    ['cancelled', 'Left without paying'],
    ['cancelled', 'Left without paying'],
    ['cancelled', 'Left without paying'],
  ]);
  await done('endSitting', { sittingId });
  await sound();
  const { rows } = await context.database.pool.query<{ action: string; after: object }>(
    `select action, after from audit_log where subject_id = $1 and action in ('allow-void', 'walk-out') order by id`,
    [billId],
  );
  expect(rows).toMatchObject([
    { action: 'allow-void' },
    { action: 'walk-out', after: { amount: 45.6, reason: 'Left without paying', bills: [billId] } },
  ]);
});

test('the report counts what a party left unpaid as cancelled, not as sold', async () => {
  const report = async () => {
    await server.settle();
    const query = { locationId: 'truro', from: '2026-11-20', to: '2026-11-20' };
    return (await server.call('getReport', { query }, manager)).body;
  };
  const { billId } = await party();
  const before = await report();
  await done('recordWalkOut', { billId }, asManager());
  const after = await report();
  expect(after.voids.count - before.voids.count).toBe(3);
  expect(Math.round((after.voids.amount - before.voids.amount) * 100)).toBe(4560);
  expect(Math.round((before.sales.net - after.sales.net) * 100)).toBe(4000);
  await sound();
});

test('a party with two bills loses only the unpaid one, and a tab at the bar leaves the list', async () => {
  const { billId, sittingId } = await party();
  await done('addPayment', { billId, tender: 'debit', amount: 45.6, reference: '1' });
  const late = await done('addRound', { sittingId, items: [dish(10)] });
  const { tabs } = await done('recordWalkOut', { billId }, asManager());
  expect(tabs.map((each) => each.billId)).toEqual([late.billId]);
  expect(await bill(billId)).toMatchObject({ paid: 45.6, state: 'settled' });
  const bar = await done('addRound', { label: 'Bar, Ewan', locationId: 'truro', items: [dish(7)] });
  await done('recordWalkOut', { billId: bar.billId }, asManager());
  const list = (await server.call('getTabs', { query: { locationId: 'truro' } }, waiter)).body.tabs;
  expect(list.map((each) => each.billId)).not.toContain(bar.billId);
  await sound();
});

test('a party that paid a part, or nothing is left of, is refused with what to do', async () => {
  const { billId } = await party();
  await done('addPayment', { billId, tender: 'debit', amount: 10, reference: '1' });
  const part = await call('recordWalkOut', { billId }, asManager());
  expect([part.status, part.body.code, part.body.error]).toMatchObject([
    409,
    'bill-has-payments',
    expect.stringMatching('Its rest can go on a house account'),
  ]);
  await done('addPayment', { billId, tender: 'debit', amount: 35.6, reference: '1' });
  expect((await call('recordWalkOut', { billId }, asManager())).body.error).toMatch('Nothing is left to pay');
});

test('a walk-out and a payment at the same moment: one of them is refused', async () => {
  const { billId } = await party();
  const [out, paid] = await Promise.all([
    call('recordWalkOut', { billId }, asManager()),
    call('addPayment', { billId, tender: 'debit', amount: 45.6, reference: '1' }),
  ]);
  expect([out.status, paid.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  await sound();
});
