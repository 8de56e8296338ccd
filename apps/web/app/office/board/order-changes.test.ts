import { expect, test } from 'vitest';
import type { Change, QueuedChange } from '../../shared/offline/changes.ts';
import { withChanges } from '../../shared/offline/pending-changes.ts';
import { withOrderChange } from './order-changes.ts';
import type { BoardOrder, BoardOrders } from './board-orders.ts';

// Only the fields the board sorts by and shows.
const order = (id: string, status: string) =>
  ({
    id,
    status,
    version: 1,
    orderTime: '2026-11-20T22:00:00.000Z',
    updatedAt: '2026-11-20T22:00:00.000Z',
    completedTime: null,
    paymentStatus: 'pending',
    items: [{ line: 1, doneAt: null }],
  }) as unknown as BoardOrder;

const board: BoardOrders = {
  open: [order('a', 'pending'), order('b', 'ready')],
  completed: [],
  completedToday: 4,
  refundsDue: [],
};

const withQueuedChanges = (orders: BoardOrders, waiting: readonly QueuedChange[]) =>
  withChanges(orders, waiting, withOrderChange);

let places = 0;
const waits = (change: Change, isStuck = false): QueuedChange => ({
  ...change,
  kind: 'order',
  subjects: [],
  failures: 0,
  notBefore: 0,
  isStuck,
  place: ++places,
  id: `key-${places}`,
  about: '',
  by: null,
  madeAt: Date.parse('2026-11-20T22:05:00.000Z'),
  problem: null,
});
const step = (orderId: string, status: 'preparing' | 'ready' | 'completed') =>
  ({ call: 'updateOrderStatus', body: { orderId, status } }) as const;

test('the board shows queued changes as done, in sequence [A-OFF-02]', () => {
  const shown = withQueuedChanges(board, [
    waits(step('a', 'preparing')),
    waits(step('a', 'ready')),
    waits(step('b', 'completed')),
  ]);
  expect(shown.open.map(({ id, status }) => [id, status])).toEqual([['a', 'ready']]);
  // The time on the pass counts from the queued step, not from the order.
  expect(shown.open[0]?.readyTime).toBe('2026-11-20T22:05:00.000Z');
  expect(shown.completed.map(({ id }) => id)).toEqual(['b']);
  expect(shown.completedToday).toBe(5);
});

test('refused changes show the server’s state, and orders not on the board are not added', () => {
  expect(withQueuedChanges(board, [waits(step('a', 'ready'), true), waits(step('gone', 'ready'))])).toEqual(board);
});

test('queued marks and payments are shown as done', () => {
  const shown = withQueuedChanges(board, [
    waits({ call: 'strikeOrderItem', body: { orderId: 'a', line: 1, done: true } }),
    waits({
      call: 'processOrderPayment',
      body: {
        orderId: 'b',
        paymentData: { method: 'manual', processedBy: 'admin', paymentProcessedAt: '', source: 'admin_dashboard' },
      },
    }),
  ]);
  expect(shown.open.find(({ id }) => id === 'a')?.items[0]?.doneAt).toBe('2026-11-20T22:05:00.000Z');
  expect(shown.open.find(({ id }) => id === 'b')?.paymentStatus).toBe('paid');
});
