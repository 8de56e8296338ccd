import { singleTime, type PromisedWindow } from '@tiffin/domain/order';
import type { OrderRow } from '../../../platform/db/order-row.ts';

type PromiseColumns = Pick<OrderRow, 'estimated_ready' | 'promised_from'>;

/**
 * The window that the guest was promised, for everything that shows or sends a time of the order. The oldest orders have
 * only its end.
 */
export function promiseOf({ estimated_ready: to, promised_from: from }: PromiseColumns): PromisedWindow {
  return from !== null && from < to ? { from, to } : singleTime(to);
}

/** How many minutes bringing the order takes; 0 if it is not delivered. */
export function wayMinutesOf({ delivery }: Pick<OrderRow, 'delivery'>): number {
  return delivery?.zone.extraMinutes ?? 0;
}

export function promiseColumns({ from, to }: PromisedWindow): PromiseColumns {
  return { estimated_ready: to, promised_from: from };
}

export function promiseAnswer({ from, to }: PromisedWindow): { from: string; to: string } {
  return { from: from.toISOString(), to: to.toISOString() };
}
