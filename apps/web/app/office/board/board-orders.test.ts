import { addMinutes } from '@tiffin/domain/core';
import { nextAction, ORDER_STATUSES, ORDER_STEPS, defaultPrepMinutes, TICKET_LIMITS } from '@tiffin/domain/order';
import { expect, test } from 'vitest';
import {
  ticketMinutes,
  countDishesByCategory,
  orderClock,
  codeOf,
  ticketsInColumn,
  COMPLETED_SHOWN,
  countLateness,
  isOrder,
  matchesSearch,
  paymentLook,
  nextTicketStep,
  urgency,
  withOrder,
  type BoardOrder,
  type BoardOrders,
} from './board-orders.ts';
import { dalForOne } from '../../testing/samples.ts';
import { ticketTime } from './ticket-time.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 22, minutes)).toISOString();
const now = new Date(at(30));

function order(id: string, change: Partial<BoardOrder> = {}): BoardOrder {
  return {
    ...dalForOne,
    id,
    orderId: id,
    billId: id,
    orderTime: at(29),
    updatedAt: at(29),
    customerInfo: { ...dalForOne.customerInfo, email: 'asha@example.test' },
    items: [],
    estimatedReady: addMinutes(new Date(change.orderTime ?? at(29)), defaultPrepMinutes('pickup', 1)).toISOString(),
    ...change,
  };
}

const board = (...open: BoardOrder[]): BoardOrders => ({ open, completed: [], completedToday: 0, refundsDue: [] });

test('after a night of orders the board only stores the ones it shows', () => {
  let orders = board();
  const steps = ['pending', 'preparing', 'ready', 'completed'] as const;
  for (let night = 0; night < 500; night++) {
    const completedTime = new Date(Date.UTC(2026, 10, 20, 22, night)).toISOString();
    steps.forEach((status, version) => {
      orders = withOrder(orders, order(`O${night}`, { status, version, completedTime }));
    });
  }
  expect([orders.open.length, orders.completed.length, orders.completedToday]).toEqual([0, COMPLETED_SHOWN, 500]);
  expect(orders.completed[0]?.id).toBe('O499');
});

test('an order moves between columns, and an older version of it changes nothing', () => {
  const first = withOrder(board(), order('A'));
  expect(first.open.map(({ id }) => id)).toEqual(['A']);
  const ready = withOrder(first, order('A', { status: 'ready', version: 3 }));
  expect(withOrder(ready, order('A', { status: 'preparing', version: 2 }))).toBe(ready);
  const done = withOrder(ready, order('A', { status: 'completed', version: 4, completedTime: at(30) }));
  expect([done.open.length, done.completed.length, done.completedToday]).toEqual([0, 1, 1]);
  // A repeated event counts as one order.
  expect(withOrder(done, order('A', { status: 'completed', version: 4, completedTime: at(30) })).completedToday).toBe(
    1,
  );
  expect(withOrder(first, order('A', { status: 'cancelled', version: 2 })).open).toEqual([]);
});

test('late orders come first, then the ones due soonest', () => {
  const orders = board(
    order('NEW', { orderTime: at(29) }),
    order('LATE', { orderTime: at(20) }),
    order('SOON', { orderTime: at(27) }),
  );
  expect(ticketsInColumn(orders, 'pending', now).map(({ id }) => id)).toEqual(['LATE', 'SOON', 'NEW']);
  expect(countLateness(orders.open, now)).toEqual({ late: 1, soon: 1 });
  const cooking = board(
    order('B', { status: 'preparing', estimatedReady: at(40) }),
    order('A', { status: 'preparing', estimatedReady: at(29) }),
    order('C', { status: 'preparing', estimatedReady: at(34) }),
  );
  expect(ticketsInColumn(cooking, 'preparing', now).map(({ id }) => id)).toEqual(['A', 'C', 'B']);
});

test('the search finds the last five characters, the name and the phone [A-BOARD-03]', () => {
  const orders = board(
    order('TRU-20261120-7K3QX'),
    order('TRU-20261120-M4T8D', { customerInfo: { ...order('x').customerInfo, name: 'Liam', phone: '+19025550142' } }),
  );
  const found = (search: string) =>
    orders.open.filter((each) => matchesSearch(each, search)).map(({ id }) => codeOf(id));
  expect([found('7k3'), found('liam'), found('555-0142'), found('nobody')]).toEqual([
    ['7K3QX'],
    ['M4T8D'],
    ['M4T8D'],
    [],
  ]);
});

test('the large number counts minutes since the order was placed, or on the pass since it was ready', () => {
  expect(ticketMinutes(order('A', { orderTime: at(18) }), now)).toBe(12);
  expect(ticketMinutes(order('A', { status: 'ready', orderTime: at(0), readyTime: at(26) }), now)).toBe(4);
  // An order placed at night waits from opening time on.
  const night = { orderTime: '2026-11-20T07:00:00.000Z', firesAt: at(27) };
  expect(ticketMinutes(order('A', night), now)).toBe(3);
  // A slow clock never shows a negative number.
  expect(ticketMinutes(order('A', { orderTime: at(40) }), now)).toBe(0);
});

test.each([
  [120, 1, 'high'],
  [20, 6, 'high'],
  [60, 1, 'medium'],
  [20, 4, 'medium'],
  [50, 3, 'normal'],
] as const)('%d dollars and %d dishes have %s urgency [A-BOARD-25] [A-BOARD-26]', (total, itemCount, expected) => {
  const { pricing } = order('A');
  expect(urgency(order('A', { pricing: { ...pricing, total }, itemCount }))).toBe(expected);
});

test('a card shows the payment state [A-BOARD-20] [A-BOARD-21] [A-BOARD-22]', () => {
  const look = (change: Partial<BoardOrder>) => paymentLook(order('A', change));
  expect(look({ paymentStatus: 'unpaid' })).toBe('unpaid');
  expect(look({ paymentStatus: 'pending', paymentMethod: 'cash' })).toBe('unpaid');
  expect(
    look({ paymentStatus: 'pending', paymentMethod: 'cash', metadata: { orderToken: '', adminCreated: true } }),
  ).toBe('pending');
  expect(look({ paymentStatus: 'pending', paymentMethod: 'card' })).toBe('pending');
  expect(look({ paymentStatus: 'failed', paymentMethod: 'card' })).toBe('failed');
  expect(look({ paymentStatus: 'paid' })).toBe('paid');
});

test('each ticket has one next step', () => {
  for (const status of ORDER_STATUSES) {
    const action = nextAction(status);
    expect(nextTicketStep(status)).toEqual(action && ORDER_STEPS[action]);
  }
  expect(nextTicketStep('pending')?.label).toBe('Start Preparing');
  expect(nextTicketStep('completed')).toBeNull();
});

test('counts the dishes left to make by category', () => {
  const dish = (category: string, quantity: number, doneAt: string | null) => ({
    line: 1,
    id: 'd',
    name: 'Dish',
    price: 1,
    quantity,
    category,
    description: '',
    selectedSpiceLevel: 1,
    spiceLevelName: '',
    spiceLevelId: '',
    cartKey: '',
    unitPrice: 10,
    lineTotal: 10 * quantity,
    doneAt,
  });
  const orders = [
    order('A', { items: [dish('drinks', 2, null), dish('breakfast', 1, at(1)), dish('drinks', 1, at(1))] }),
  ];
  expect(countDishesByCategory(orders)).toEqual([
    { id: 'breakfast', count: 0 },
    { id: 'drinks', count: 2 },
  ]);
});

test('rejects an event without an order', () => {
  expect([null, 'x', {}, { id: 'A' }, order('A')].map(isOrder)).toEqual([false, false, false, false, true]);
});

test('the location’s limits decide when a ticket is due soon and late', () => {
  const waiting = order('W', { orderTime: at(26) });
  expect(orderClock(waiting, now)?.lateness).toBe('soon');
  expect(orderClock({ ...waiting, limits: { ...TICKET_LIMITS, acceptLate: 4 } }, now)?.lateness).toBe('late');
  expect(orderClock({ ...waiting, limits: { ...TICKET_LIMITS, acceptSoon: 8, acceptLate: 9 } }, now)?.lateness).toBe(
    'normal',
  );
});

test('an order with an unknown status is shown with that status and without a next step', () => {
  const strange = order('b', { status: 'out-for-delivery' as BoardOrder['status'], orderTime: at(10) });
  const orders = withOrder({ open: [order('a')], completed: [], completedToday: 0, refundsDue: [] }, strange);
  expect(ticketsInColumn(orders, 'ready', now).map(({ id }) => id)).toEqual(['b']);
  expect(ticketsInColumn(orders, 'preparing', now)).toEqual([]);
  expect(orderClock(strange, now)).toBeNull();
  expect(nextTicketStep(strange.status)).toBeNull();
  expect(ticketTime(strange, now)).toMatchObject({ label: 'Out for delivery', lateness: 'normal' });
});
