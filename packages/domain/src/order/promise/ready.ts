import { addMinutes } from '../../core/time.ts';
import { orderTypeFacts, type OrderType } from '../order-types.ts';

const MINUTES_PER_DISH = 3;

/** Minutes from 'Start Preparing' until the order is due. */
export const PREPARATION_MINUTES = 45;

/** Shown on the confirmation page if an order has no ready time. */
export const ASSUMED_READY_MINUTES = 20;

/** The prep time by the fixed rule. */
export function defaultPrepMinutes(type: OrderType, dishes: number): number {
  const { base, most } = orderTypeFacts(type).minutes;
  return Math.min(base + MINUTES_PER_DISH * dishes, most);
}

/** When a new order will be ready. If the kitchen is closed, the time counts from `nextOpening`. */
export function estimatedReadyAt(
  order: { readonly orderType: OrderType; readonly dishes: number },
  placedAt: Date,
  nextOpening: Date | null = null,
): Date {
  const from = nextOpening !== null && nextOpening > placedAt ? nextOpening : placedAt;
  return addMinutes(from, defaultPrepMinutes(order.orderType, order.dishes));
}

export function shownReadyTime(estimatedReady: Date | null, now: Date): Date {
  return estimatedReady ?? addMinutes(now, ASSUMED_READY_MINUTES);
}
