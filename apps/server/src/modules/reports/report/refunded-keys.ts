import { addCents } from '@tiffin/domain/core';
import type { FilteredBreakdown } from './part-source.ts';
import type { SaleTakenBack } from './read-sales-taken-back.ts';

/** The key of sales outside of all dayparts, and of what the dishes cost without extra options. */
export const REST_KEY = '';

/** What a refund took back, by the keys of a breakdown: by its dishes, by its order, or by its own day and hour. */
export function refundedKeys(breakdown: FilteredBreakdown, sale: SaleTakenBack) {
  const { order, parts } = sale;
  const dishes = order.items
    .map((item, index) => ({ item, amount: parts.dishes[index] ?? 0 }))
    .filter(({ amount }) => amount !== 0);
  if (breakdown === 'category') return dishes.map(({ item, amount }) => ({ key: item.category, name: null, amount }));
  if (breakdown === 'dish') return dishes.map(({ item, amount }) => ({ key: item.item_id, name: item.name, amount }));
  const keys = {
    service: order.order_type,
    daypart: sale.daypart ?? REST_KEY,
    hour: String(sale.hour),
    channel: sale.channel,
    day: sale.day,
  };
  return [{ key: keys[breakdown], name: null, amount: addCents(...parts.dishes) }];
}
