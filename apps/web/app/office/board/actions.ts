import type { OrderStatus } from '@tiffin/domain/order';
import { doOrWait } from '../../shared/offline/do-or-wait.ts';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { codeOf, withOrder, type BoardOrder, type BoardOrders } from './board-orders.ts';
import { texts } from './texts.ts';

/* What is done to an order with a connection or without: without one it waits in the queue. */

const { about } = texts;

export function stepOrder(order: BoardOrder, to: OrderStatus) {
  return doOrWait<'updateOrderStatus'>(
    { call: 'updateOrderStatus', body: { orderId: order.id, status: to } },
    about.step(codeOf(order.id), to),
  );
}

export function strikeLine(order: BoardOrder, line: number, done: boolean) {
  return doOrWait<'strikeOrderItem'>(
    { call: 'strikeOrderItem', body: { orderId: order.id, line, done } },
    about.strike(codeOf(order.id), done),
  );
}

export function takePayment(order: BoardOrder) {
  const paymentData = {
    method: 'manual',
    processedBy: 'admin',
    paymentProcessedAt: new Date().toISOString(),
    source: 'admin_dashboard',
  };
  return doOrWait<'processOrderPayment'>(
    { call: 'processOrderPayment', body: { orderId: order.id, paymentData } },
    about.pay(codeOf(order.id)),
    `pay-${order.id}-${order.version}`,
  );
}

/** The board as it will be once what waits for the connection has been sent. */
export function withWaiting(orders: BoardOrders, waiting: readonly QueuedChange[]): BoardOrders {
  return waiting.reduce((board, change) => (change.isStuck ? board : afterChange(board, change)), orders);
}

function afterChange(board: BoardOrders, change: QueuedChange): BoardOrders {
  const order = 'orderId' in change.body && find(board, change.body.orderId);
  if (!order) return board;
  if (change.call === 'updateOrderStatus') {
    const { status } = change.body;
    // It stands on the pass since somebody said so, not since the order came.
    const at = status === 'ready' && { readyTime: new Date(change.madeAt).toISOString() };
    return order.status === status ? board : withOrder(board, { ...order, status, ...at });
  }
  if (change.call === 'strikeOrderItem') {
    const { line, done } = change.body;
    const doneAt = done ? new Date(change.madeAt).toISOString() : null;
    return withOrder(board, {
      ...order,
      items: order.items.map((item) => (item.line === line ? { ...item, doneAt } : item)),
    });
  }
  return change.call === 'processOrderPayment' ? withOrder(board, { ...order, paymentStatus: 'paid' }) : board;
}

function find(board: BoardOrders, orderId: string): BoardOrder | undefined {
  return [...board.open, ...board.completed].find(({ id }) => id === orderId);
}
