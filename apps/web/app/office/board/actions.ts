import { toDollars } from '@tiffin/domain/core';
import { isLineDone } from '@tiffin/domain/kitchen';
import type { OrderStatus } from '@tiffin/domain/order';
import { formatMoney } from '../../ui/format.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { api } from '../../shared/api/api.ts';
import { sendOrQueue, type SentOrQueued } from '../../shared/offline/send-or-queue.ts';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { texts as allergyTexts } from './allergy-texts.ts';
import { cashToCollect, codeOf, withOrder, type BoardOrder, type BoardOrders } from './board-orders.ts';
import { texts } from './texts.ts';

/* The changes of an order, queued while offline. */

const { about } = texts;

export function stepOrder(order: BoardOrder, to: OrderStatus) {
  return sendOrQueue<'updateOrderStatus'>(
    { call: 'updateOrderStatus', body: { orderId: order.id, status: to } },
    about.step(codeOf(order.id), to),
  );
}

export function strikeLine(order: BoardOrder, line: number, done: boolean) {
  return sendOrQueue<'strikeOrderItem'>(
    { call: 'strikeOrderItem', body: { orderId: order.id, line, done } },
    about.strike(codeOf(order.id), done),
  );
}

export function bumpDishes(order: BoardOrder, lines: readonly number[], done: boolean) {
  return sendOrQueue<'bumpLines'>(
    { call: 'bumpLines', body: { orderId: order.id, lines: [...lines], done } },
    about.bump(codeOf(order.id), done),
  );
}

/** Without lines, the order comes back as it left the pass. */
export function recallOrder(order: BoardOrder, lines: readonly number[] | null) {
  return sendOrQueue<'recallTicket'>(
    { call: 'recallTicket', body: { orderId: order.id, lines: lines && [...lines] } },
    about.recall(codeOf(order.id)),
  );
}

/** The order once these lines are done; ready if they were the last ones. */
export function withBumpedLines(
  order: BoardOrder,
  lines: readonly number[] | null,
  done: boolean,
  at: string,
): BoardOrder {
  const items = order.items.map((item) =>
    (lines?.includes(item.line) ?? true) ? { ...item, doneAt: done ? (item.doneAt ?? at) : null } : item,
  );
  const isReady = done && order.status === 'preparing' && !order.awaitsAllergyCheck && items.every(isLineDone);
  return { ...order, items, ...(isReady && { status: 'ready' as const, readyTime: at }) };
}

/** The order once it is back in the kitchen. */
export function withRecall(order: BoardOrder, lines: readonly number[] | null): BoardOrder {
  const items = order.items.map((item) => (lines?.includes(item.line) ? { ...item, doneAt: null } : item));
  const isBack = order.status === 'ready' && { status: 'preparing' as const, readyTime: null };
  return { ...order, items, ...isBack };
}

/** A colleague on a shared tablet, and the PIN with which they act in their own name. */
export interface ColleaguePin {
  readonly userId: string;
  readonly pin: string;
}

/** With a colleague's PIN it is sent or fails, because a PIN is never stored. */
export async function confirmDishes(
  order: BoardOrder,
  lines: readonly number[],
  colleague: ColleaguePin | null,
): Promise<SentOrQueued<'confirmAllergies'>> {
  const body = { orderId: order.id, lines: [...lines], version: order.version };
  if (colleague) {
    const headers = { 'x-colleague-pin': `${colleague.userId}:${colleague.pin}` };
    return { queued: false, answer: await api('confirmAllergies', { body }, { headers }) };
  }
  return sendOrQueue<'confirmAllergies'>({ call: 'confirmAllergies', body }, allergyTexts.about(codeOf(order.orderId)));
}

/** The order as it is once these dishes are confirmed. */
export function withConfirmedDishes(order: BoardOrder, lines: readonly number[] | null, at: string): BoardOrder {
  const items = order.items.map((item) => {
    const { allergyCheck: check } = item;
    const isConfirmed = check && check.at === null && (lines?.includes(item.line) ?? true);
    return isConfirmed ? { ...item, allergyCheck: { ...check, by: '', at } } : item;
  });
  const isLeft = items.some(({ allergyCheck }) => allergyCheck && allergyCheck.at === null);
  return { ...order, items, awaitsAllergyCheck: order.awaitsAllergyCheck && isLeft };
}

/** Each payment has a key of its own: two tablets that take the money of one order send two requests. */
export function takePayment(order: BoardOrder) {
  const cash = cashToCollect(order);
  const paymentData = {
    method: 'manual',
    processedBy: 'admin',
    paymentProcessedAt: serverNow().toISOString(),
    source: 'admin_dashboard',
  };
  return sendOrQueue<'processOrderPayment'>(
    {
      call: 'processOrderPayment',
      body: { orderId: order.id, paymentData, ...(cash !== null && { collected: toDollars(cash) }) },
    },
    cash === null ? about.pay(codeOf(order.id)) : about.cash(codeOf(order.id), formatMoney(cash)),
  );
}

/** The board with all queued changes applied. */
export function withQueuedChanges(orders: BoardOrders, waiting: readonly QueuedChange[]): BoardOrders {
  return waiting.reduce((board, change) => (change.isStuck ? board : afterChange(board, change)), orders);
}

function afterChange(board: BoardOrders, change: QueuedChange): BoardOrders {
  const order = 'orderId' in change.body && find(board, change.body.orderId);
  if (!order) return board;
  if (change.call === 'updateOrderStatus') {
    const { status } = change.body;
    // Ready since the step was recorded, not since the order was placed.
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
  if (change.call === 'bumpLines') {
    const { lines = null, done = true } = change.body;
    return withOrder(board, withBumpedLines(order, lines, done, new Date(change.madeAt).toISOString()));
  }
  if (change.call === 'recallTicket') return withOrder(board, withRecall(order, change.body.lines ?? null));
  if (change.call === 'confirmAllergies') {
    const { lines = null } = change.body;
    return withOrder(board, withConfirmedDishes(order, lines, new Date(change.madeAt).toISOString()));
  }
  return change.call === 'processOrderPayment' ? withOrder(board, { ...order, paymentStatus: 'paid' }) : board;
}

function find(board: BoardOrders, orderId: string): BoardOrder | undefined {
  return [...board.open, ...board.completed].find(({ id }) => id === orderId);
}
