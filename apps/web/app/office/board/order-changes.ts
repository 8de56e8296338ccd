import { toDollars } from '@tiffin/domain/core';
import { isLineDone, startsWithFirstDish } from '@tiffin/domain/kitchen';
import { serverNow } from '../../shared/live/server-clock.ts';
import type { Body } from '../../shared/api/api.ts';
import type { Change } from '../../shared/offline/changes.ts';
import { withFiredCourse } from '../../shared/tabs/tabs.ts';
import { cashToCollect, findOrder, withOrder, type BoardOrder, type BoardOrders } from './board-orders.ts';

/** The first dish that is done starts an order that was accepted. */
function withStart(order: BoardOrder, done: boolean, at: string): BoardOrder {
  const isStart = done && startsWithFirstDish(order.status, order.acceptedAt);
  return isStart ? { ...order, status: 'preparing', prepStartTime: at } : order;
}

/** The order once these lines are done; ready if they were the last ones. */
function withBumpedLines(before: BoardOrder, lines: readonly number[] | null, done: boolean, at: string): BoardOrder {
  const order = withStart(before, done, at);
  const items = order.items.map((item) =>
    (lines?.includes(item.line) ?? true) ? { ...item, doneAt: done ? (item.doneAt ?? at) : null } : item,
  );
  const isReady = done && order.status === 'preparing' && !order.awaitsAllergyCheck && items.every(isLineDone);
  return isReady ? { ...order, items, status: 'ready', readyTime: at } : { ...order, items };
}

function withRecall(order: BoardOrder, lines: readonly number[] | null): BoardOrder {
  const items = order.items.map((item) => (lines?.includes(item.line) ? { ...item, doneAt: null } : item));
  return order.status === 'ready' ? { ...order, items, status: 'preparing', readyTime: null } : { ...order, items };
}

function withConfirmedDishes(
  order: BoardOrder,
  { lines = null, decision }: Body<'confirmAllergies'>,
  at: string,
): BoardOrder {
  const items = order.items.map((item) => {
    const { allergyCheck: check } = item;
    const isConfirmed = check && check.at === null && (lines?.includes(item.line) ?? true);
    // Only the server knows the name.
    return isConfirmed ? { ...item, allergyCheck: { ...check, by: '', at, decision: decision ?? undefined } } : item;
  });
  const isAnyLeft = items.some(({ allergyCheck }) => allergyCheck && allergyCheck.at === null);
  return { ...order, items, awaitsAllergyCheck: order.awaitsAllergyCheck && isAnyLeft };
}

/** What is sent when an order is paid at the counter. */
export function paymentOf(order: BoardOrder): Body<'processOrderPayment'> {
  const cash = cashToCollect(order);
  const paymentData = {
    method: 'manual',
    processedBy: 'admin',
    paymentProcessedAt: serverNow().toISOString(),
    source: 'admin_dashboard',
  };
  return { orderId: order.id, paymentData, collected: cash === null ? undefined : toDollars(cash) };
}

/** The board as if the server had made this change at this time. */
export function withOrderChange(board: BoardOrders, change: Change, at: string): BoardOrders {
  if (change.call === 'fireCourse') return { ...board, open: withFiredCourse(board.open, change.body) };
  const order = 'orderId' in change.body && findOrder(board, change.body.orderId);
  const changed = order && afterChange(order, change, at);
  return changed ? withOrder(board, changed) : board;
}

function afterChange(order: BoardOrder, change: Change, at: string): BoardOrder | null {
  switch (change.call) {
    case 'updateOrderStatus': {
      const { status } = change.body;
      // Ready since the step was recorded, not since the order was placed.
      return order.status === status
        ? null
        : { ...order, status, readyTime: status === 'ready' ? at : order.readyTime };
    }
    case 'strikeOrderItem': {
      const { line, done } = change.body;
      const items = order.items.map((item) => (item.line === line ? { ...item, doneAt: done ? at : null } : item));
      return { ...withStart(order, done, at), items };
    }
    case 'bumpLines':
      return withBumpedLines(order, change.body.lines ?? null, change.body.done ?? true, at);
    case 'recallTicket':
      return withRecall(order, change.body.lines ?? null);
    case 'confirmAllergies':
      return withConfirmedDishes(order, change.body, at);
    case 'processOrderPayment':
      return { ...order, paymentStatus: 'paid' };
    default:
      return null;
  }
}
