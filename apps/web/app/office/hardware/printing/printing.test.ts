import { shortHash } from '@tiffin/domain/core';
import { allergiesOf } from '@tiffin/domain/order';
import { expect, test } from 'vitest';
import { allergySlipsToPrint, slipsToPrint, ticketsToPrint } from './new-tickets.ts';
import { parsePrinter } from './printer.ts';

const since = '2026-11-20T22:00:00.000Z';
const order = (id: string, status: 'pending' | 'preparing' | 'ready' | 'completed' | 'cancelled', minute: number) => ({
  id,
  status,
  orderTime: new Date(Date.parse(since) + minute * 60_000).toISOString(),
  items: [{ line: 1, name: 'Naan', quantity: 2, refundedQuantity: 0 }],
});

test('prints a ticket once for each later order with something to cook, oldest first', () => {
  const orders = [
    order('second', 'preparing', 2),
    order('first', 'pending', 0),
    order('before', 'pending', -1),
    order('printed', 'pending', 1),
    order('ready', 'ready', 1),
    order('done', 'completed', 1),
    order('dropped', 'cancelled', 1),
    { ...order('refunded', 'pending', 1), items: [{ line: 1, name: 'Naan', quantity: 2, refundedQuantity: 2 }] },
  ];
  expect(ticketsToPrint(orders, since, new Set(['printed'])).map(({ id }) => id)).toEqual(['first', 'second']);
});

test('prints one change slip when a dish is refunded or restored', () => {
  const dish = (line: number, name: string, refundedQuantity?: number) => ({
    line,
    name,
    quantity: 3,
    refundedQuantity,
  });
  const cooking = (id: string, ...items: ReturnType<typeof dish>[]) => ({ ...order(id, 'preparing', 1), items });
  const slips = (printed: Record<string, string>, ...orders: ReturnType<typeof cooking>[]) =>
    slipsToPrint(
      orders,
      new Map(Object.entries(printed).map(([id, refunded]) => [id, { refunded, allergies: undefined }])),
    ).map((slip) => [slip.order.id, slip.change]);
  const naan = cooking('a', dish(1, 'Naan', 2), dish(2, 'Dal'));
  expect(slips({ a: '', b: '' }, naan, cooking('b', dish(1, 'Raita')))).toEqual([
    ['a', { dropped: [{ name: 'Naan', quantity: 2 }], back: [] }],
  ]);
  expect(slips({ a: '1:2' }, naan)).toEqual([]);
  expect(slips({ a: '1:1,2:3' }, naan)).toEqual([
    ['a', { dropped: [{ name: 'Naan', quantity: 1 }], back: [{ name: 'Dal', quantity: 3 }] }],
  ]);
  // Its ticket was not printed here, or it has left the kitchen.
  expect(slips({}, naan)).toEqual([]);
  expect(slips({ a: '' }, { ...naan, status: 'ready' })).toEqual([]);
});

test('prints a void slip for dishes taken off a printed ticket, also when the whole round is cancelled', () => {
  const dish = (line: number, name: string) => ({ line, name, quantity: 1 });
  const round = (status: 'preparing' | 'cancelled', ...items: ReturnType<typeof dish>[]) => ({
    ...order('a', status, 1),
    items,
    changes: [{ lines: [{ ...dish(2, 'Dal'), spice: '', by: -1 }] }],
  });
  const voids = (portions: string, ...rounds: ReturnType<typeof round>[]) =>
    slipsToPrint(rounds, new Map([['a', { refunded: '', allergies: '', portions }]])).map(
      ({ change }) => change.dropped,
    );
  const left = [dish(1, 'Naan'), dish(3, 'Raita')];
  expect(voids('1:2,2:1,3:1', round('preparing', ...left))).toEqual([
    [
      { name: 'Naan', quantity: 1 },
      { name: 'Dal', quantity: 1 },
    ],
  ]);
  expect(voids('1:1,3:1', round('preparing', ...left))).toEqual([]);
  expect(voids('1:1,3:1', round('cancelled', ...left))).toEqual([
    [
      { name: 'Naan', quantity: 1 },
      { name: 'Raita', quantity: 1 },
    ],
  ]);
  expect(voids('', round('cancelled', ...left))).toEqual([]);
});

test('prints a slip when a guest states an allergy after the ticket, but not for tickets of an earlier version', () => {
  const cooking = (id: string, more: object = {}) => ({
    ...order(id, 'preparing', 1),
    specialInstructions: '',
    ...more,
  });
  const milk = { allergies: [{ code: 'milk' as const }] };
  const none = shortHash(JSON.stringify([]));
  const withMilk = shortHash(JSON.stringify(allergiesOf(cooking('a', milk))));
  const slips = (stored: string | undefined, ...orders: ReturnType<typeof cooking>[]) =>
    allergySlipsToPrint(orders, new Map([['a', { refunded: '', allergies: stored }]])).map(({ id }) => id);
  expect(slips(none, cooking('a', milk))).toEqual(['a']);
  expect(slips(none, cooking('a', { specialInstructions: 'I cannot eat peanuts' }))).toEqual(['a']);
  expect(slips(withMilk, cooking('a', milk))).toEqual([]);
  expect(slips(withMilk, cooking('a'))).toEqual([]);
  expect(slips(undefined, cooking('a', milk))).toEqual([]);
  // Its ticket was not printed here, or it has left the kitchen.
  expect(slips(none, cooking('b', milk), { ...cooking('a', milk), status: 'ready' })).toEqual([]);
});

test.each([
  [{ way: 'network', host: '192.168.1.50', port: 9100 }],
  [{ way: 'serial', baudRate: 9600, vendorId: null, productId: null }],
  [{ way: 'serial', baudRate: 38_400, vendorId: 1208, productId: 514 }],
  [{ way: 'usb', vendorId: 1208, productId: 514, name: 'TM-T20' }],
])('stores and reads %j', (printer) => {
  expect(parsePrinter(structuredClone(printer))).toEqual(printer);
});

test.each([
  [null],
  ['usb'],
  [{ way: 'usb' }],
  [{ way: 'serial' }],
  [{ way: 'network', host: 1 }],
  [{ way: 'bluetooth' }],
])('%j is no printer', (stored) => {
  expect(parsePrinter(stored)).toBeNull();
});
