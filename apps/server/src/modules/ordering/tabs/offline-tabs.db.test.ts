import { beforeEach, expect, test } from 'vitest';
import { dish, evening, newKey, type RoundItem } from './testing/evening.ts';

const { server, waiter, manager, call, done, tab, clear, sound } = await evening();

beforeEach(clear);

/** What two waiters queued for one table while neither had a network, with the keys of their devices. */
const QUEUED: readonly (readonly RoundItem[])[] = [
  [dish(1.05, { name: 'Water' }), dish(6.55, { name: 'Beer', quantity: 2 })],
  [dish(10.55, { name: 'Burger', quantity: 2 }), dish(4.35, { name: 'Potatoes', quantity: 3, seat: 2 })],
  [dish(7.15, { name: 'Dessert', quantity: 2, course: 2 })],
  [dish(3.25, { name: 'Coffee' }), dish(7.15, { name: 'Dessert', course: 2 })],
];

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, index) => permutations(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

test('in each of the 24 orders of return, two waiters’ queued rounds give the same bill, and nothing is cooked twice', async () => {
  const results = new Set<string>();
  for (const order of permutations([0, 1, 2, 3])) {
    await clear();
    const keys = QUEUED.map(newKey);
    const answers = [];
    for (const index of order) {
      const body = { tableId: 't1', items: [...(QUEUED[index] ?? [])] };
      const as = { ...waiter, ...keys[index] };
      // The answer of the first try was lost.
      const [first, again] = [await done('addRound', body, as), await done('addRound', body, as)];
      expect(again.orderIds).toEqual(first.orderIds);
      answers.push(first);
    }
    expect(new Set(answers.map(({ billId }) => billId)).size).toBe(1);
    const { billId = '' } = answers[0] ?? {};
    await done('fireCourse', { billId, course: 2 });
    await done('fireCourse', { billId, course: 2 });
    const { tab: shown, orders } = await tab(billId);
    const units = new Map<string, number>();
    for (const { name, quantity } of orders.flatMap(({ items }) => items)) {
      units.set(name, (units.get(name) ?? 0) + quantity);
    }
    expect(orders.every(({ heldAt }) => heldAt === undefined)).toBe(true);
    results.add(JSON.stringify([shown.total, [...units].toSorted(([one], [other]) => one.localeCompare(other, 'en'))]));
  }
  expect([...results]).toHaveLength(1);
  const [dishes] = (JSON.parse([...results][0] ?? '[]') as [number, [string, number][]]).slice(1);
  expect(dishes).toEqual([
    ['Beer', 2],
    ['Burger', 2],
    ['Coffee', 1],
    ['Dessert', 3],
    ['Potatoes', 3],
    ['Water', 1],
  ]);
  await sound();
}, 180_000);

test('four devices that return at once leave one party with one bill', async () => {
  const answers = await Promise.all(QUEUED.map((items) => done('addRound', { tableId: 't1', items: [...items] })));
  expect(new Set(answers.map(({ billId }) => billId)).size).toBe(1);
  const { orders } = await tab(answers[0]?.billId ?? '');
  expect(orders.flatMap(({ items }) => items)).toHaveLength(QUEUED.flat().length);
  expect((await server.call('getFloor', { query: { locationId: 'truro' } }, waiter)).body.tables[0]?.state).toBe(
    'ordered',
  );
  await sound();
});

test('a round that names its party follows it to another table; one of a party that was not seated lands on no bill', async () => {
  const sittingId = crypto.randomUUID();
  const items = [dish(7.95, { name: 'Bhaji of the day' })];
  const strangers = await done('addRound', { tableId: 't3', items: [dish(3.5)] });
  const refused = await call('addRound', { sittingId, locationId: 'truro', items });
  expect([refused.status, refused.body.code]).toEqual([404, 'not-found']);
  expect((await call('addRound', { sittingId, items })).status).toBe(404);
  expect((await call('seatParty', { sittingId, tableId: 't3', partySize: 2 })).body.code).toBe('table-taken');
  await done('seatParty', { sittingId, tableId: 't4', partySize: 2 });
  await done('moveSitting', { sittingId, tableId: 't2' });
  const own = await done('addRound', { sittingId, items });
  expect(own.billId).not.toBe(strangers.billId);
  expect([own.tab.tableName, own.order.tableInfo?.tableNumber]).toEqual(['2', '2']);
  expect((await tab(strangers.billId)).orders).toHaveLength(1);
  await sound();
});

test('a round that comes after its party left continues its bill, and is refused if there was none', async () => {
  const items = [dish(7.95, { name: 'Bhaji of the day' })];
  const [fed, idle] = [
    await done('seatParty', { tableId: 't1', partySize: 2 }),
    await done('seatParty', { tableId: 't2', partySize: 2 }),
  ];
  const first = await done('addRound', { ...fed, items });
  await done('addPayment', { billId: first.billId, tender: 'debit', amount: first.tab.due, reference: 'slip' });
  for (const party of [fed, idle]) await done('endSitting', party);
  expect((await done('addRound', { ...fed, items })).continues).toBe(first.billId);
  const refused = await call('addRound', { ...idle, items });
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ code: 'tab-closed', error: 'This party has left already.' }),
  ]);
  await sound();
});

test('rounds at either of two joined tables land on one tab, which has the name of both', async () => {
  const { sittingId } = await done('seatParty', { tableIds: ['t1', 't2'], partySize: 7 });
  const rounds = await Promise.all(
    ['t1', 't2', 't1', 't2'].map((tableId) => done('addRound', { tableId, items: [dish(7.95)] })),
  );
  expect(new Set(rounds.map(({ billId }) => billId)).size).toBe(1);
  const { billId = '' } = rounds[0] ?? {};
  const { tab: shown, bill, orders } = await tab(billId);
  expect([shown.tableName, bill.tab?.tableName, shown.rounds.length]).toEqual(['1+2', '1+2', 4]);
  expect(orders.map(({ tableInfo }) => tableInfo?.tableNumber)).toEqual(Array(4).fill('1+2'));
  const closing = (await server.call('getClosing', { query: { locationId: 'truro' } }, manager)).body;
  expect(closing.open.map(({ label }) => label)).toContain('1+2');
  await done('moveSitting', { sittingId, tableId: 't2' });
  expect((await tab(billId)).orders.map(({ tableInfo }) => tableInfo?.tableNumber)).toEqual(Array(4).fill('2'));
  await sound();
});
