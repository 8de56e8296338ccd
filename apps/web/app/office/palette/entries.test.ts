import { ClipboardList } from 'lucide-react';
import { expect, test } from 'vitest';
import { sortCodeMatchesFirst, matchSections, wrapIndex, type FoundOrder } from './entries.ts';

const places = ['Dashboard', 'Order Management', 'Create New Order'].map((label) => ({
  id: label,
  label,
  icon: ClipboardList,
}));

test.each([
  ['', ['Dashboard', 'Order Management', 'Create New Order']],
  ['ord', ['Order Management', 'Create New Order']],
  ['new or', ['Create New Order']],
  ['RDER', []],
])('lists the sections for %j', (typed, labels) => {
  expect(matchSections(places, typed).map(({ label }) => label)).toEqual(labels);
});

test('orders whose code starts with the typed text come first', () => {
  const orders = ['TRU-20261120-D7K3M', 'TRU-20261120-7K3QX'].map((orderId) => ({ orderId }) as FoundOrder);
  expect(sortCodeMatchesFirst(orders, '7k3').map(({ orderId }) => orderId.slice(-5))).toEqual(['7K3QX', 'D7K3M']);
});

test.each([
  [0, -1, 3, 2],
  [2, 1, 3, 0],
  [1, 1, 3, 2],
  [0, 1, 0, 0],
])('from %i a step of %i among %i leads to %i', (at, by, count, next) => {
  expect(wrapIndex(at, by, count)).toBe(next);
});
