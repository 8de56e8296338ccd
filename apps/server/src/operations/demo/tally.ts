import { addCents, type Cents, ZERO } from '@tiffin/domain/core';
import { totalsOf } from '@tiffin/domain/people';
import type { Millis, PastOrder } from '@tiffin/demo/history/record';
import { loyaltyRows, refundedOf } from './rows.ts';

export interface PersonTotals {
  readonly id: string;
  readonly orders: number;
  readonly spent: Cents;
  readonly points: number;
  readonly lastOrderAt: Millis;
}

/** Counts up what each person ordered, spent and earned. */
export class Tally {
  readonly #people = new Map<string, PersonTotals>();

  add(order: PastOrder): void {
    const id = order.customer.personId;
    if (id === null || order.status !== 'completed') return;
    const { totalOrders, totalSpent } = totalsOf([
      { status: order.status, total: order.price.total, refunded: refundedOf(order) },
    ]);
    const before = this.#people.get(id) ?? { id, orders: 0, spent: ZERO, points: 0, lastOrderAt: 0 };
    this.#people.set(id, {
      id,
      orders: before.orders + totalOrders,
      spent: addCents(before.spent, totalSpent),
      points: before.points + loyaltyRows(order).reduce((sum, entry) => sum + entry.points, 0),
      lastOrderAt: Math.max(before.lastOrderAt, order.placedAt),
    });
  }

  people(): readonly PersonTotals[] {
    return [...this.#people.values()];
  }
}
