import { say, sayNow, subtractCents, type Cents } from '../core/index.ts';
import { ORDER_DEFAULTS, ORDER_TYPES, orderTypeFacts, type OrderType, type OrderTypeFigure } from '../order/index.ts';
import { type OrderStatus, statusFacts } from '../order/statuses.ts';
import { digitsOf, normaliseEmail } from '../people/index.ts';
import { timeAgo, growthPercent } from './figures.ts';

/** The fields of an order that reports need. */
export interface ReportedOrder {
  readonly id: string;
  readonly status: OrderStatus;
  readonly orderTime: Date;
  readonly total: Cents;
  readonly refunded: Cents;
  readonly customerName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** A random id in place of the contacts of a guest whose data was erased. */
  readonly erasedGuest?: string | null;
}

export const UNKNOWN_ITEM = say`Unknown Item`;
export const TOP_ITEMS = { computed: 10, shown: 5 } as const;
export const RECENT_ACTIVITY = { computed: 10, shown: 5 } as const;

export interface DashboardFigures {
  readonly orders: number;
  readonly revenue: Cents;
  readonly customers: number;
  readonly avgOrderValue: Cents;
}

export interface TopItem {
  readonly name: string;
  readonly count: number;
  readonly revenue: Cents;
}

/** Cancelled orders count only in the status breakdown. */
export function countedOrders<O extends Pick<ReportedOrder, 'status'>>(orders: readonly O[]): O[] {
  return orders.filter((order) => statusFacts(order.status).isCounted);
}

/** What an order earned: its total less refunds. */
export function revenueOf(order: Pick<ReportedOrder, 'total' | 'refunded'>): Cents {
  return subtractCents(order.total, order.refunded);
}

/** Identifies a customer by email, else by phone number or the id of an erased guest; null without any. */
export function customerKey(order: Pick<ReportedOrder, 'email' | 'phone' | 'erasedGuest'>): string | null {
  return normaliseEmail(order.email ?? '') || digitsOf(order.phone ?? '') || order.erasedGuest || null;
}

/** The growth of the figures over the previous period. */
export function calculateTrends(current: DashboardFigures, previous: DashboardFigures) {
  return {
    ordersGrowth: growthPercent(current.orders, previous.orders),
    revenueGrowth: growthPercent(current.revenue, previous.revenue),
    customersGrowth: growthPercent(current.customers, previous.customers),
  };
}

/** The newest orders, including cancelled ones, because this is a list of events and not a count. */
export function recentActivity(orders: readonly ReportedOrder[], now: Date) {
  return orders
    .toSorted((a, b) => b.orderTime.getTime() - a.orderTime.getTime())
    .slice(0, RECENT_ACTIVITY.computed)
    .map(({ id, customerName, total, status, orderTime }) => ({
      id,
      customerName: customerName?.trim() || sayNow(ORDER_DEFAULTS.customerName),
      total,
      status,
      orderTime,
      timeAgo: timeAgo(orderTime, now),
    }));
}

/** Maps each order type to a value, with its figure as key. */
export function breakdownBy<Value>(valueOf: (type: OrderType, figure: OrderTypeFigure) => Value) {
  const figureOf = (type: OrderType) => orderTypeFacts(type).figure as OrderTypeFigure;
  const entries = ORDER_TYPES.map((type) => [figureOf(type), valueOf(type, figureOf(type))] as const);
  // Every figure has an entry, which the type of `fromEntries` does not say.
  return Object.fromEntries(entries) as Record<OrderTypeFigure, Value>;
}
