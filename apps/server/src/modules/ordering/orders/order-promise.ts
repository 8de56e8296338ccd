import { windowOfOrder, type PromisedWindow } from '@tiffin/domain/order';
import type { OrderRow } from '../../../platform/db/order-row.ts';

export type PromiseColumns = Pick<
  OrderRow,
  'status' | 'estimated_ready' | 'promised_from' | 'promised_ready' | 'wanted_for' | 'grounds' | 'delivery'
>;

/** The window that the guest was promised, for everything that shows or sends a time of the order. */
export function promiseOf(row: PromiseColumns): PromisedWindow {
  return windowOfOrder({
    status: row.status,
    estimatedReady: row.estimated_ready,
    promisedFrom: row.promised_from,
    promisedReady: row.promised_ready,
    wantedFor: row.wanted_for,
    grounds: row.grounds,
    wayMinutes: wayMinutesOf(row),
  });
}

export function wayMinutesOf({ delivery }: Pick<OrderRow, 'delivery'>): number {
  return delivery?.zone.extraMinutes ?? 0;
}

/** A promise as columns. */
export function promiseColumns({ from, to }: PromisedWindow): Pick<OrderRow, 'estimated_ready' | 'promised_from'> {
  return { estimated_ready: to, promised_from: from };
}

export function promiseAnswer({ from, to }: PromisedWindow): { from: string; to: string } {
  return { from: from.toISOString(), to: to.toISOString() };
}
