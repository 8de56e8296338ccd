import { expect, test } from 'vitest';
import { endWithFullStop } from '../core/variants.ts';
import { orderTypeTexts } from './order-type-texts.ts';
import {
  offeredOrderType,
  orderTypeFacts,
  orderTypeAtLocationText,
  orderTypesAt,
  ORDER_TYPES,
  orderTypeGoesTo,
  isOrderTypeOffered,
} from './order-types.ts';
import {
  COUNTED_STATUSES,
  isFinalStatus,
  OPEN_STATUSES,
  ORDER_STATUSES,
  lastReachedIndex,
  statusFacts,
  statusLabel,
  type OrderStatus,
} from './statuses.ts';
import { ORDER_ACTIONS, ORDER_STEPS } from './steps.ts';

test.each([
  ['pending', 'Order Received'],
  ['preparing', 'Being Prepared'],
  ['ready', 'Ready for Pickup'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
])('an order that is %s reads "%s" [C-ORDER-07]', (status, label) => {
  expect(statusLabel(status, 'pickup')).toBe(label);
});

test.each([
  ['pickup', 'Ready for Pickup'],
  ['delivery', 'Ready for Delivery'],
  ['dine-in', 'Ready to Serve'],
])('a ready order for %s reads %s', (type, label) => {
  expect(statusLabel('ready', type)).toBe(label);
});

test('an order is open while a step leads on, and counts unless it was cancelled', () => {
  const leadsOn = (status: OrderStatus) =>
    ORDER_ACTIONS.some((action) => ORDER_STEPS[action].from.some((from) => from === status));
  expect(OPEN_STATUSES).toEqual(ORDER_STATUSES.filter(leadsOn));
  expect(OPEN_STATUSES).toEqual(expect.arrayContaining(['pending', 'preparing', 'ready']));
  expect(COUNTED_STATUSES).toEqual(ORDER_STATUSES.filter((status) => status !== 'cancelled'));
});

test('exactly the open orders have a ticket clock', () => {
  expect(ORDER_STATUSES.filter((status) => statusFacts(status).clock !== null)).toEqual(OPEN_STATUSES);
});

test.each([
  ['pending', 0],
  ['preparing', 0],
  ['ready', 1],
  ['completed', -1],
  ['cancelled', -1],
  ['on-the-shelf', -1],
])('on the path from received to ready, an order that is %s has reached step %d', (status, step) => {
  expect(lastReachedIndex(['pending', 'ready'], status)).toBe(step);
});

test.each([
  ['pickup', 'counter'],
  ['delivery', 'address'],
  ['dine-in', 'table'],
] as const)('an order for %s goes to the %s', (type, where) => {
  expect((['counter', 'address', 'table'] as const).filter((each) => orderTypeGoesTo(type, each))).toEqual([where]);
});

test.each([
  ['pickup', 'Pickup at Truro Heights'],
  ['delivery', 'Delivery from Truro Heights'],
  ['dine-in', 'Dine-in at Truro Heights'],
  ['drive-thru', 'Drive thru at Truro Heights'],
])('an order for %s at a location reads %s', (type, words) => {
  expect(orderTypeAtLocationText('Truro Heights', type)).toBe(words);
});

test.each([
  ['60 Archimedes Street', '60 Archimedes Street.'],
  ['60 Archimedes St.', '60 Archimedes St.'],
  ['ready about 6:42 p.m.', 'ready about 6:42 p.m.'],
])('"%s" ends with one full stop', (words, whole) => {
  expect(endWithFullStop(words)).toBe(whole);
});

test.each(['pickup', 'delivery', 'dine-in', 'drive-thru'])('no text about %s ends with two full stops', (type) => {
  const { handover, ready } = orderTypeTexts(type);
  const at = '60 Archimedes St.';
  const texts = [
    ...handover({ restaurant: at, address: at, table: '4.', name: 'Asha R.' }),
    ...ready.mail({ address: at }, ''),
  ];
  expect(texts.join(' | ')).not.toContain('..');
});

test('each order type has its own figure', () => {
  expect(new Set(ORDER_TYPES.map((type) => orderTypeFacts(type).figure)).size).toBe(ORDER_TYPES.length);
});

test('an unknown order type gets a plain label and needs no feature', () => {
  expect(orderTypeFacts('drive_thru')).toMatchObject({ label: 'Drive thru', goesTo: 'counter' });
  const texts = orderTypeTexts('drive_thru');
  expect(texts.mailLabel).toBe('Drive thru');
  expect(statusLabel('ready', 'drive_thru')).toBe('Ready');
  expect(texts.handover({ restaurant: '5 Main St', address: '', table: '', name: 'Ana' })).toEqual([
    'Drive thru, from 5 Main St.',
    'Give the name Ana.',
  ]);
  expect([texts.pay.badge, texts.pay.receipt, texts.pay.advice('$5.00')]).toEqual([
    'CASH TO COME',
    'TO PAY',
    '$5.00, to pay when you get your order.',
  ]);
  expect(texts.ready.mail({ address: '5 Main St' }, 'Ana')).toEqual([
    'Your order is ready',
    'It is waiting for you, warm.',
  ]);
  expect(orderTypeFacts('toString').label).toBe('ToString');
  // It comes after the known types.
  const ranks = [...ORDER_TYPES, 'drive_thru'].map((type) => orderTypeFacts(type).guestRank);
  expect(Math.max(...ranks.slice(0, -1))).toBeLessThan(ranks.at(-1) ?? 0);
});

test('an unknown status gets a plain label, stays open and has a column without cooking', () => {
  expect(statusFacts('out-for-delivery')).toMatchObject({
    label: 'Out for delivery',
    boardLabel: 'Out for delivery',
    shortLabel: 'Out for delivery',
    column: 'ready',
    isCounted: true,
    time: null,
  });
  expect(isFinalStatus('out-for-delivery')).toBe(false);
  expect(isFinalStatus('constructor')).toBe(false);
});

test.each([
  [
    ['Dine-in', 'Takeout', 'Delivery'],
    ['pickup', 'dine-in', 'delivery'],
  ],
  [
    ['Dine-in', 'Takeout'],
    ['pickup', 'dine-in'],
  ],
  [['Delivery'], ['pickup', 'delivery']],
  [[], ['pickup']],
  [['Bar'], ['pickup']],
])('with %j a location offers %j', (features, types) => {
  expect(orderTypesAt(features)).toEqual(types);
});

test.each([
  ['delivery', ['Delivery'], 'delivery'],
  ['delivery', ['Dine-in'], 'pickup'],
  ['dine-in', ['Dine-in'], 'dine-in'],
  ['dine-in', ['Delivery'], 'pickup'],
  ['pickup', [], 'pickup'],
] as const)('%s at a location with %j becomes %s [C-MENU-04]', (requested, features, type) => {
  expect(offeredOrderType(features, requested)).toBe(type);
  expect(isOrderTypeOffered(features, requested)).toBe(type === requested);
});
