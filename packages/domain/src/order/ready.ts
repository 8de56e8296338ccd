import { addMinutes } from '../core/time.ts';
import { orderTypeFacts, type OrderType } from './order-types.ts';

const MINUTES_PER_DISH = 3;

/** From 'Start Preparing' on, the kitchen has this long. */
export const PREPARATION_MINUTES = 45;

/** What the confirmation page says of an order without a time. */
export const ASSUMED_READY_MINUTES = 20;

export function readyMinutes(type: OrderType, dishes: number): number {
  const { base, most } = orderTypeFacts(type).minutes;
  return Math.min(base + MINUTES_PER_DISH * dishes, most);
}

/** When a new order will be ready. A closed kitchen (`nextOpening`) starts counting when it opens. */
export function estimatedReadyAt(
  order: { readonly orderType: OrderType; readonly dishes: number },
  placedAt: Date,
  nextOpening: Date | null = null,
): Date {
  const from = nextOpening !== null && nextOpening > placedAt ? nextOpening : placedAt;
  return addMinutes(from, readyMinutes(order.orderType, order.dishes));
}

/**
 * From when on an order waits to be accepted: from when it came, or, when it came to a closed kitchen, from its opening.
 * Of one from before that was written down, it is counted back.
 */
export function waitsFrom(order: {
  readonly orderType: OrderType;
  readonly dishes: number;
  readonly orderTime: Date;
  readonly estimatedReady: Date | null;
  readonly firesAt?: Date | null;
}): Date {
  const { orderTime, estimatedReady, firesAt } = order;
  if (firesAt) return firesAt;
  if (estimatedReady === null) return orderTime;
  const counted = addMinutes(estimatedReady, -readyMinutes(order.orderType, order.dishes));
  return counted > orderTime ? counted : orderTime;
}

export function readyAfterStart(startedAt: Date): Date {
  return addMinutes(startedAt, PREPARATION_MINUTES);
}

/**
 * When it is with its guest. What an order is placed with has the way in it; what the kitchen counts anew once it has
 * started is when it has cooked.
 */
export function readyWithWay(
  ready: Date,
  { promised, wayMinutes }: { readonly promised: Date | null; readonly wayMinutes: number },
): Date {
  const isRecalculated = promised !== null && promised.getTime() !== ready.getTime();
  return isRecalculated ? addMinutes(ready, wayMinutes) : ready;
}

/** Less than this is no news. */
const PROMISE_SLACK_MINUTES = 5;

/** Whether the time an order is ready is another than the one it was placed with: then the guest is told so. */
export function hasMoved(promised: Date | null, estimated: Date | null): boolean {
  if (promised === null || estimated === null) return false;
  return Math.abs(estimated.getTime() - promised.getTime()) >= PROMISE_SLACK_MINUTES * 60_000;
}

export function shownReadyTime(estimatedReady: Date | null, now: Date): Date {
  return estimatedReady ?? addMinutes(now, ASSUMED_READY_MINUTES);
}
