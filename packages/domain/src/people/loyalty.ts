import { addCents, subtractCents, sumOf, ZERO, type Cents } from '../core/index.ts';

/** `redeemed` points were spent on an order, `restored` ones came back with a refund. */
export const POINTS_REASONS = ['order-completed', 'order-refunded', 'adjustment', 'redeemed', 'restored'] as const;
export type PointsReason = (typeof POINTS_REASONS)[number];

/** An entry of the points ledger. A customer's balance is the sum of the entries and is not stored. */
export interface LoyaltyEntry {
  readonly points: number;
  readonly reason: PointsReason;
  readonly orderId: string | null;
}

const CENTS_PER_POINT = 100;

/** One point per whole dollar of the dishes after discounts. */
export function pointsFor(discountedSubtotal: Cents): number {
  return Math.floor(discountedSubtotal / CENTS_PER_POINT);
}

/** The entry that changes the balance to the value an admin entered. */
export function balanceAdjustment(ledger: readonly LoyaltyEntry[], targetBalance: number): LoyaltyEntry | null {
  const points = targetBalance - sumOf(ledger.map((entry) => entry.points));
  return points === 0 ? null : { points, reason: 'adjustment', orderId: null };
}

export interface CountedOrder {
  readonly status: string;
  readonly total: Cents;
  readonly refunded: Cents;
}

/** What a customer's completed orders cost less refunds, and their number. Orders that cost nothing do not count. */
export function customerTotals(orders: readonly CountedOrder[]): { totalOrders: number; totalSpent: Cents } {
  let totalOrders = 0;
  let totalSpent = ZERO;
  for (const order of orders) {
    if (order.status !== 'completed') continue;
    const spent = subtractCents(order.total, order.refunded);
    if (spent > 0) totalOrders++;
    totalSpent = addCents(totalSpent, spent);
  }
  return { totalOrders, totalSpent };
}
