import { ClipboardList } from 'lucide-react';
import { expect, test } from 'vitest';
import { sortCodeMatchesFirst, matchSections, wrapIndex, type FoundOrder } from './entries.ts';

const places = [
  { id: 'dashboard', label: 'Dashboard', icon: ClipboardList },
  { id: 'orders', label: 'Orders', heading: 'Order Management', icon: ClipboardList },
  { id: 'create-order', label: 'Till', heading: 'Create New Order', icon: ClipboardList },
] as const;

test.each([
  ['', ['Dashboard', 'Orders', 'Till']],
  ['ord', ['Orders', 'Till']],
  ['till', ['Till']],
  ['new or', ['Till']],
  ['RDER', []],
])('lists the sections for %j, by their names and headings', (typed, labels) => {
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
