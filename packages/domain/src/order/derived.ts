import type { PaymentMethod, PaymentStatus } from '../payment/status.ts';
import type { OrderStatus } from './statuses.ts';
import { ORDER_STEPS } from './steps.ts';

const MINUTE = 60_000;

/** The portions of all lines together. */
export function itemCount(items: readonly { readonly quantity: number }[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

/** Checks only the status; `checkOrderAction(order, 'cancel', actor)` also checks the actor. */
export function canCancel(status: OrderStatus): boolean {
  return ORDER_STEPS.cancel.from.some((from) => from === status);
}

export function needsPayment(order: { readonly paymentStatus: PaymentStatus; readonly paymentMethod: PaymentMethod }) {
  return order.paymentStatus === 'unpaid' && order.paymentMethod === 'cash';
}

export function isOverdue(order: { readonly status: OrderStatus; readonly estimatedReady: Date | null }, now: Date) {
  return order.estimatedReady !== null && order.estimatedReady < now && order.status !== 'completed';
}

/** Full minutes since the order was placed. */
export function orderAge(orderTime: Date, now: Date): number {
  return minutesSince(orderTime, now);
}

/** Minutes until the order should be ready, rounded up; 0 once the time has passed. */
export function estimatedWaitTime(estimatedReady: Date | null, now: Date): number {
  return estimatedReady === null ? 0 : Math.max(0, minutesUntil(estimatedReady, now));
}

export function minutesSince(pastTime: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - pastTime.getTime()) / MINUTE));
}

/** Rounded up; negative once the time has passed. */
export function minutesUntil(futureTime: Date, now: Date): number {
  return Math.ceil((futureTime.getTime() - now.getTime()) / MINUTE);
}
