import { cents, ZERO } from '@tiffin/domain/core';
import { centsOf } from '../../ui/format.ts';

/** What was paid of an order of which a rest is due, such as one that grew after it was paid; zero for all others. */
export function partPaid({ due, pricing }: { readonly due: number; readonly pricing: { readonly total: number } }) {
  return due > 0 && due < pricing.total ? cents(centsOf(pricing.total) - centsOf(due)) : ZERO;
}
