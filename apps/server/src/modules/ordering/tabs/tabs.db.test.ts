import { beforeEach, expect, test } from 'vitest';
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
