import type { Cents } from '../core/money.ts';
import { ORDER_STATUSES, type OrderStatus, type OrderType } from './types.ts';

/** What lists and searches look at. */
export interface ListedOrder {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly orderType: OrderType;
  readonly orderTime: Date;
  readonly total: Cents;
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string };
}

export type OrderCounts = Readonly<Record<OrderStatus | 'total', number>>;

export function countOrders(orders: readonly { readonly status: OrderStatus }[]): OrderCounts {
  const counts = { total: orders.length, pending: 0, preparing: 0, ready: 0, completed: 0, cancelled: 0 };
  for (const { status } of orders) counts[status]++;
  return counts;
}

/** Order id, name and e-mail in any case; the phone by its digits as well as by how it is written. */
export function matchesOrder(order: Pick<ListedOrder, 'orderId' | 'customer'>, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const { name, email, phone } = order.customer;
  if ([order.orderId, name, email, phone].some((text) => text.toLowerCase().includes(wanted))) return true;
  const isNumber = /^[\d\s().+-]+$/.test(wanted);
  const digits = wanted.replace(/\D/g, '');
  return isNumber && digits !== '' && phone.replace(/\D/g, '').includes(digits);
}

export const ORDER_SORTS = ['orderTime', 'total', 'status', 'customer'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

export interface OrderFilters {
  readonly status?: OrderStatus | 'all' | undefined;
  readonly orderType?: OrderType | 'all' | undefined;
  readonly search?: string | undefined;
  readonly sortBy?: OrderSort | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

export const ORDER_SORT_DEFAULTS = { sortBy: 'orderTime', sortOrder: 'desc' } as const;

export function listOrders<T extends ListedOrder>(orders: readonly T[], filters: OrderFilters = {}): T[] {
  const { status = 'all', orderType = 'all', search = '' } = filters;
  const { sortBy = ORDER_SORT_DEFAULTS.sortBy, sortOrder = ORDER_SORT_DEFAULTS.sortOrder } = filters;
  const direction = sortOrder === 'asc' ? 1 : -1;
  return orders
    .filter((order) => status === 'all' || order.status === status)
    .filter((order) => orderType === 'all' || order.orderType === orderType)
    .filter((order) => matchesOrder(order, search))
    .toSorted((a, b) => direction * compare[sortBy](a, b));
}

const compare: Readonly<Record<OrderSort, (a: ListedOrder, b: ListedOrder) => number>> = {
  orderTime: (a, b) => a.orderTime.getTime() - b.orderTime.getTime(),
  total: (a, b) => a.total - b.total,
  status: (a, b) => ORDER_STATUSES.indexOf(a.status) - ORDER_STATUSES.indexOf(b.status),
  customer: (a, b) => a.customer.name.localeCompare(b.customer.name, 'en-CA'),
};
