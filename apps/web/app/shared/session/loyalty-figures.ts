import { say } from '@tiffin/domain/core';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { Me } from '../api/server-context.ts';

/** What a customer has collected, in the words of the specification. */
export function loyaltyFigures({ loyaltyPoints, totalOrders, totalSpent }: NonNullable<Me>) {
  return [
    [say`loyalty points`, String(loyaltyPoints)],
    [say`completed orders`, String(totalOrders)],
    [say`total spent`, formatMoney(centsOf(totalSpent))],
  ] as const;
}
