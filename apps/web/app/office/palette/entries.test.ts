import { expect, test } from 'vitest';
import { sortCodeMatchesFirst, wrapIndex, type FoundOrder } from './entries.ts';

test('orders whose code starts with the typed text come first', () => {
  const orders = ['TRU-20261120-D7K3M', 'TRU-20261120-7K3QX'].map((orderId) => ({ orderId }) as FoundOrder);
  expect(sortCodeMatchesFirst(orders, '7k3').map(({ orderId }) => orderId.slice(-5))).toEqual(['7K3QX', 'D7K3M']);
});

test('an order that was sold offline comes first by its number', () => {
  const orders = [
    { orderId: 'TRU-20261120-QB17M' },
    { orderId: 'TRU-20261120-AAAAA', offlineNumber: 'B-17' },
  ] as FoundOrder[];
  expect(sortCodeMatchesFirst(orders, 'b-17')[0]).toBe(orders[1]);
});

test.each([
  [0, -1, 3, 2],
  [2, 1, 3, 0],
  [1, 1, 3, 2],
  [0, 1, 0, 0],
])('from %i a step of %i among %i leads to %i', (at, by, count, next) => {
  expect(wrapIndex(at, by, count)).toBe(next);
});
