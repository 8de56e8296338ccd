import { addCents, subtractCents, ZERO, type Cents } from '../core/money.ts';

/** Points are a ledger: what a person has is the sum of these rows, never a figure of its own. */
export interface LoyaltyEntry {
  readonly points: number;
  readonly reason: 'order-completed' | 'order-refunded' | 'adjustment';
  readonly orderId: string | null;
}

const CENTS_PER_POINT = 100;

/** One point per whole dollar of the dishes, less what was taken off them. */
export function pointsFor(subtotal: Cents): number {
  return Math.floor(subtotal / CENTS_PER_POINT);
}

function pointsOf(ledger: readonly LoyaltyEntry[]): number {
  return ledger.reduce((sum, entry) => sum + entry.points, 0);
}

/** The row that brings the balance to what an admin typed. */
export function adjustTo(ledger: readonly LoyaltyEntry[], requested: number): LoyaltyEntry | null {
  const points = requested - pointsOf(ledger);
  return points === 0 ? null : { points, reason: 'adjustment', orderId: null };
}

export interface CountedOrder {
  readonly status: string;
  readonly total: Cents;
  readonly refunded: Cents;
}

/** What a person has ordered and spent: completed orders, less what went back. */
export function totalsOf(orders: readonly CountedOrder[]): { totalOrders: number; totalSpent: Cents } {
  let totalOrders = 0;
  let totalSpent = ZERO;
  for (const order of orders) {
    if (order.status !== 'completed') continue;
    const stored = subtractCents(order.total, order.refunded);
    if (stored > 0) totalOrders++;
    totalSpent = addCents(totalSpent, stored);
  }
  return { totalOrders, totalSpent };
}
