import { addMinutes } from '../../core/time.ts';
import { nextOpening, openingAt, openUntil, type OpeningHours } from '../../hours/index.ts';

/** So long before the last orders guests read until when they can order. */
export const LAST_ORDERS_NOTICE_MINUTES = 20;

export interface LastOrders {
  /** Until when an order as soon as possible is ready before closing. */
  readonly at: Date;
  /** When the location opens after that; null if it stays closed. */
  readonly nextOpening: Date | null;
}

/** The last orders of the opening now, for an order that takes so many minutes; null while the location is closed. */
export function lastOrders(
  now: Date,
  { hours, quote, plus }: { readonly hours: OpeningHours; readonly quote: number; readonly plus: number },
): LastOrders | null {
  const opening = openingAt(hours, now);
  if (opening === null) return null;
  return {
    at: addMinutes(openUntil(hours, opening), -(quote + plus)),
    nextOpening: nextOpening(hours, now)?.opensAt ?? null,
  };
}
