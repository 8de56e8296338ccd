import type { Answer } from '../../shared/api/api.ts';
import { largeOrderTotal } from '@tiffin/domain/restaurant';
import { say, type Cents } from '@tiffin/domain/core';
import { isInKitchen, isLineDone, startsWithFirstDish } from '@tiffin/domain/kitchen';
import { isRoundedToCoins } from '@tiffin/domain/payment';
import { cashDue } from '@tiffin/domain/pricing';
import { centsOf, coin, currency } from '../../ui/format.ts';
import {
  collectedPaymentMethod,
  collectsCash,
  isScheduledForLater,
  groupBySeat,
  matchesOrder,
  nextAction,
  ORDER_STEPS,
  statusFacts,
  ticketClock,
  portionsToCook,
  urgencyOf,
  minutesSince,
} from '@tiffin/domain/order';
import type { BoardColumn, OrderStatus, TicketClock, TicketLimits, TimedOrder, Urgency } from '@tiffin/domain/order';

/** The order as in the API, with its location's time limits; without them the defaults apply. */
export type BoardOrder = Answer<'getOrderDetails'>['order'] & { readonly limits?: TicketLimits };

export interface BoardOrders {
  readonly open: readonly BoardOrder[];
  /** Scheduled orders the kitchen does not start yet, soonest first. */
  readonly later?: readonly BoardOrder[];
  /** Courses of tabs that wait until they are fired, oldest first. */
  readonly held?: readonly BoardOrder[];
  /** Today's latest completed orders, newest first. */
  readonly completed: readonly BoardOrder[];
  readonly completedToday: number;
  /** Cash refunds that are still due; null when they could not be loaded. */
  readonly refundsDue: readonly RefundDue[] | null;
}

export type RefundDue = Answer<'getManualRefunds'>['refunds'][number];

/**
 * Separates scheduled orders until the kitchen must start them, and held courses until they are fired. They do not ring
 * or print before.
 */
export function separateScheduledOrders(orders: BoardOrders, now: Date): BoardOrders {
  const held = orders.open.filter(({ heldAt }) => heldAt !== undefined);
  const later = orders.open.filter((order) => isScheduledForLater(order, now) && !held.includes(order));
  if (later.length + held.length === 0) return orders;
  return {
    ...orders,
    open: orders.open.filter((order) => !later.includes(order) && !held.includes(order)),
    held,
    later: later.toSorted((a, b) => Date.parse(a.firesAt ?? '') - Date.parse(b.firesAt ?? '')),
  };
}

export function findOrder(orders: BoardOrders, orderId: string | null | undefined): BoardOrder | undefined {
  const { open, later = [], held = [], completed } = orders;
  return [...open, ...later, ...held, ...completed].find(({ id }) => id === orderId);
}

/** How many completed orders the board shows. A delivery that needs a person is shown in any case. */
export const COMPLETED_SHOWN = 30;

/** Adds or replaces an order; older versions are ignored. */
export function withOrder(orders: BoardOrders, order: BoardOrder): BoardOrders {
  const existing = findOrder(orders, order.id);
  if (existing && existing.version > order.version) return orders;
  const wasCompleted = orders.completed.some(({ id }) => id === order.id);
  const otherCompleted = withoutOrder(orders.completed, order.id);
  if (order.status === 'completed') {
    return {
      ...orders,
      open: withoutOrder(orders.open, order.id),
      completed: [order, ...otherCompleted]
        .toSorted((a, b) => completedAt(b) - completedAt(a))
        .filter((each, index) => index < COMPLETED_SHOWN || deliveryAlert(each)),
      completedToday: orders.completedToday + (wasCompleted ? 0 : 1),
    };
  }
  const isRefunded = order.paymentStatus === 'refunded';
  const otherRefundsDue = orders.refundsDue?.filter(({ orderId }) => orderId !== order.id) ?? null;
  return {
    ...orders,
    open:
      statusFacts(order.status).column === null ? withoutOrder(orders.open, order.id) : withOpen(orders.open, order),
    completed: wasCompleted ? otherCompleted : orders.completed,
    completedToday: orders.completedToday - (wasCompleted ? 1 : 0),
    refundsDue: isRefunded ? otherRefundsDue : orders.refundsDue,
  };
}

/** Why a delivery needs a person, and since when: it failed, or came back although it is paid. */
export function deliveryAlert(order: BoardOrder): { readonly at: string; readonly text: string } | null {
  const { state, at = '' } = order.deliveryInfo?.courier ?? {};
  // The history has the failure as a step that keeps the status.
  const why = order.statusHistory.findLast(({ from, status }) => from === status)?.note;
  if (state === 'failed') return { at, text: why ? say`Could not be delivered: ${why}` : say`Could not be delivered` };
  if (state !== 'returned' || order.paymentStatus !== 'paid') return null;
  return { at, text: say`It came back to the restaurant and is paid. Refund it, or deliver it again` };
}

function withoutOrder(orders: readonly BoardOrder[], orderId: string): readonly BoardOrder[] {
  return orders.filter(({ id }) => id !== orderId);
}

/** Inserts at its position. Usually the order exists already or is the newest. */
function withOpen(open: readonly BoardOrder[], order: BoardOrder): readonly BoardOrder[] {
  const index = open.findIndex(({ id }) => id === order.id);
  if (index >= 0 && open[index]?.orderTime === order.orderTime) return open.with(index, order);
  return [...withoutOrder(open, order.id), order].toSorted(oldestFirst);
}

function completedAt(order: BoardOrder): number {
  return Date.parse(order.completedTime ?? order.updatedAt);
}

function oldestFirst(a: BoardOrder, b: BoardOrder): number {
  return Date.parse(a.orderTime) - Date.parse(b.orderTime) || (a.id < b.id ? -1 : 1);
}

/** True if an event or an error contains an order. */
export function isOrder(value: unknown): value is BoardOrder {
  if (typeof value !== 'object' || value === null) return false;
  return 'id' in value && 'version' in value && 'status' in value && 'items' in value && Array.isArray(value.items);
}

export { callOutCode as codeOf, orderCode } from '@tiffin/domain/order';

export function urgency(order: BoardOrder): Urgency {
  return urgencyOf(centsOf(order.pricing.total), order.itemCount, largeOrderTotal(currency));
}

function toTimedOrder(order: BoardOrder): TimedOrder {
  return {
    status: order.status,
    orderTime: new Date(order.orderTime),
    estimatedReady: order.estimatedReady === null ? null : new Date(order.estimatedReady),
    readyTime: order.readyTime === null ? null : new Date(order.readyTime),
    firesAt: order.firesAt === undefined ? null : new Date(order.firesAt),
  };
}

/** An accepted order neither rings nor opens the popup. An older server does not send the field. */
export function isAccepted({ acceptedAt }: BoardOrder): boolean {
  return typeof acceptedAt === 'string';
}

export function orderClock(order: BoardOrder, now: Date): TicketClock | null {
  return ticketClock(toTimedOrder(order), now, order.limits);
}

/** The large number: minutes since the order was placed or the kitchen opened; on the pass, since it was ready. */
export function ticketMinutes(order: BoardOrder, now: Date): number {
  const { status, firesAt, readyTime, orderTime } = order;
  const since = status === 'pending' ? firesAt : status === 'ready' ? readyTime : null;
  return minutesSince(new Date(since ?? orderTime), now);
}

const LATENESS_RANK = { late: 0, soon: 1, normal: 2 } as const;

/** A column's tickets, most urgent first. */
export function ticketsInColumn(orders: BoardOrders, column: BoardColumn, now: Date): readonly BoardOrder[] {
  if (column === 'completed') return orders.completed;
  const tickets = orders.open.filter(({ status }) => statusFacts(status).column === column);
  return mostUrgentFirst(tickets, now);
}

/** The tickets of the kitchen: orders being prepared, and accepted ones, which start when their first dish is done. */
export function kitchenTickets(orders: BoardOrders, now: Date): readonly BoardOrder[] {
  const tickets = orders.open.filter(({ status, acceptedAt }) => isInKitchen(status, acceptedAt));
  return mostUrgentFirst(tickets, now, asCooking);
}

/** In the kitchen, the time of an accepted order runs as if it were being prepared already. */
export function asCooking(order: BoardOrder): BoardOrder {
  return order.status === 'pending' ? { ...order, status: 'preparing' } : order;
}

/** The most urgent first; `timedAs` gives the order whose status counts for it. */
function mostUrgentFirst(orders: readonly BoardOrder[], now: Date, timedAs = (order: BoardOrder) => order) {
  return orders
    .map((order) => ({
      order,
      lateness: LATENESS_RANK[ticketLateness(timedAs(order), now)],
      since: urgentSince(timedAs(order)),
    }))
    .toSorted((a, b) => a.lateness - b.lateness || a.since - b.since || (a.order.id < b.order.id ? -1 : 1))
    .map(({ order }) => order);
}

function urgentSince(order: BoardOrder): number {
  const { status, estimatedReady, readyTime, orderTime } = order;
  const from = status === 'preparing' ? estimatedReady : status === 'ready' ? readyTime : null;
  return Date.parse(from ?? orderTime);
}

export function ticketLateness(order: BoardOrder, now: Date): TicketClock['lateness'] {
  return orderClock(order, now)?.lateness ?? 'normal';
}

export function matchesSearch(order: BoardOrder, search: string): boolean {
  if (search.trim() === '') return true;
  return matchesOrder({ orderId: order.orderId, customer: order.customerInfo }, search);
}

export function countLateness(orders: readonly BoardOrder[], now: Date): { late: number; soon: number } {
  const latenesses = orders.map((order) => ticketLateness(order, now));
  const count = (lateness: TicketClock['lateness']) => latenesses.filter((each) => each === lateness).length;
  return { late: count('late'), soon: count('soon') };
}

/**
 * What a press on a ticket at the pass does. An order taken at the till is not started first: its dishes, done with one
 * press, start it and make it ready.
 */
export function passStep(order: BoardOrder): { readonly to: OrderStatus; readonly label: string } | null {
  const { status, acceptedAt, metadata, items } = order;
  const isStartedByDishes = startsWithFirstDish(status, acceptedAt) && metadata.adminCreated;
  return isStartedByDishes && items.some((item) => !isLineDone(item)) ? ORDER_STEPS.ready : nextTicketStep(status);
}

export function nextTicketStep(status: OrderStatus): { readonly to: OrderStatus; readonly label: string } | null {
  const action = nextAction(status);
  return action === null ? null : ORDER_STEPS[action];
}

/** The cash to collect for an order, rounded to coins; null if it is paid in another way. */
export function cashToCollect(order: BoardOrder): Cents | null {
  const { paymentStatus, paymentMethod } = order;
  const { adminCreated } = order.metadata;
  const isCash = isRoundedToCoins(collectedPaymentMethod({ paymentStatus, paymentMethod, adminCreated }));
  return isCash ? cashDue(centsOf(order.due), coin).due : null;
}

export type PaymentLook = 'paid' | 'pending' | 'unpaid' | 'failed' | 'refunded';

export function paymentLook(order: BoardOrder): PaymentLook {
  const { paymentStatus, paymentMethod } = order;
  const { adminCreated } = order.metadata;
  return collectsCash({ paymentStatus, paymentMethod, adminCreated }) ? 'unpaid' : paymentStatus;
}

/** '2 Naan, 1 Dal': the dishes of the order the kitchen makes; by seat 'Seat 1: 1 Dal. Table: 2 Naan'. */
export function dishSummary(order: BoardOrder): string {
  return groupBySeat(kitchenLines(order))
    .map(({ name, lines }) => {
      const dishes = lines.map((item) => `${portionsToCook(item)} ${item.name}`).join(', ');
      return name === '' ? dishes : say`${name}: ${dishes}`;
    })
    .join('. ');
}

export function kitchenLines({ items }: BoardOrder): BoardOrder['items'] {
  return items.filter((item) => portionsToCook(item) > 0);
}

export function countDishesByCategory(orders: readonly BoardOrder[]): { id: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const item of orders.flatMap(({ items }) => items)) {
    counts.set(item.category, (counts.get(item.category) ?? 0) + (item.doneAt === null ? portionsToCook(item) : 0));
  }
  return [...counts].map(([id, count]) => ({ id, count })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
