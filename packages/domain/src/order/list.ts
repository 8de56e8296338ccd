import type { OrderStatus } from './statuses.ts';

export type OrderCounts = Readonly<Record<OrderStatus | 'total', number>>;

/** The fields that a search looks at. */
export interface SearchableOrder {
  readonly orderId: string;
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string };
}

/** Matches order id, name and email ignoring case, and the phone number both as written and by its digits. */
export function matchesOrder(order: SearchableOrder, search: string): boolean {
  const typed = search.trim().toLowerCase();
  const { name, email, phone } = order.customer;
  if ([order.orderId, name, email, phone].some((text) => text.toLowerCase().includes(typed))) return true;
  const isNumber = /^[\d\s().+-]+$/.test(typed);
  const digits = typed.replace(/\D/g, '');
  return isNumber && digits !== '' && phone.replace(/\D/g, '').includes(digits);
}

export const ORDER_SORTS = ['orderTime', 'total', 'status', 'customer'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

export const ORDER_SORT_DEFAULTS = { sortBy: 'orderTime', sortOrder: 'desc' } as const;
