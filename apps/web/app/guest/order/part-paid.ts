import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { cents, ZERO } from '@tiffin/domain/core';
import { centsOf } from '../../ui/format.ts';

type PartlyPaid = Pick<WireOrder, 'due' | 'paidParts' | 'pricing' | 'tab'>;

/** What was paid of an order of which a rest is due, such as one that grew after it was paid; zero for all others. */
export function partPaid({ due, paidParts, pricing, tab }: PartlyPaid) {
  // What is due of a tab is also for its other rounds.
  if (tab && !paidParts) return ZERO;
  return due > 0 && due < pricing.total ? cents(centsOf(pricing.total) - centsOf(due)) : ZERO;
}
