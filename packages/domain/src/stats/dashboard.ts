import { say, sayNow } from '../core/language.ts';
import { type Cents, cents, subtractCents } from '../core/money.ts';
import { averageCents } from '../core/rates.ts';
import { recordOf } from '../core/variants.ts';
import { ORDER_TYPES, type OrderType, type OrderTypeFigure, orderTypeFacts } from '../order/order-types.ts';
import { ORDER_STATUSES, type OrderStatus, statusFacts } from '../order/statuses.ts';
import { ORDER_DEFAULTS } from '../order/types.ts';
import { normaliseEmail } from '../people/emails.ts';
import { digitsOf } from '../people/phones.ts';
import { timeAgo, growthPercent } from './figures.ts';

/** The fields of an order that reports need. */
export interface OrderRow {
  readonly id: string;
  readonly status: OrderStatus;
  readonly orderType: OrderType;
  readonly orderTime: Date;
  readonly total: Cents;
  /** The refunded amount. */
  readonly refunded: Cents;
  readonly customerName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** A random id in place of the contacts of a guest whose data was erased. */
  readonly erasedGuest?: string | null;
  readonly items: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly price: Cents;
    readonly quantity: number | null;
  }[];
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

export interface Activity {
  readonly id: string;
  readonly customerName: string;
  readonly total: Cents;
  readonly status: OrderStatus;
  readonly orderTime: Date;
  readonly timeAgo: string;
}

export interface Dashboard extends DashboardFigures {
  readonly trends: {
    readonly ordersGrowth: number;
    readonly revenueGrowth: number;
    readonly customersGrowth: number;
  };
  readonly topItems: readonly TopItem[];
  readonly recentActivity: readonly Activity[];
  readonly statusBreakdown: Readonly<Record<OrderStatus, number>>;
  readonly orderTypeBreakdown: Readonly<Record<OrderTypeFigure, number>>;
  readonly lastUpdated: Date;
  /** Null for all locations. */
  readonly location: string | null;
}

/** Cancelled orders count only in the status breakdown. */
export function countedOrders<O extends Pick<OrderRow, 'status'>>(orders: readonly O[]): O[] {
  return orders.filter((order) => statusFacts(order.status).isCounted);
}

export function calculateFigures(orders: readonly OrderRow[]): DashboardFigures {
  const counted = countedOrders(orders);
  const revenue = cents(counted.reduce((sum, order) => sum + revenueOf(order), 0));
  const customers = new Set(counted.map(customerKey).filter((key) => key !== null));
  return {
    orders: counted.length,
    revenue,
    customers: customers.size,
    avgOrderValue: averageCents(revenue, counted.length),
  };
}

/** The total of an order minus its refunds. */
export function revenueOf(order: Pick<OrderRow, 'total' | 'refunded'>): Cents {
  return subtractCents(order.total, order.refunded);
}

/**
 * Identifies a customer by email, or by phone number if there is none, or by the id of an erased guest; null without
 * any.
 */
export function customerKey(order: Pick<OrderRow, 'email' | 'phone' | 'erasedGuest'>): string | null {
  return normaliseEmail(order.email ?? '') || digitsOf(order.phone ?? '') || order.erasedGuest || null;
}

export function calculateTrends(current: DashboardFigures, previous: DashboardFigures): Dashboard['trends'] {
  return {
    ordersGrowth: growthPercent(current.orders, previous.orders),
    revenueGrowth: growthPercent(current.revenue, previous.revenue),
    customersGrowth: growthPercent(current.customers, previous.customers),
  };
}

/** The best-selling dishes by their latest name. Equal quantities are sorted by revenue. */
export function topItems(orders: readonly OrderRow[], count: number = TOP_ITEMS.computed): TopItem[] {
  const sold = new Map<string, { name: string; count: number; revenue: number }>();
  const inTime = countedOrders(orders).toSorted((a, b) => a.orderTime.getTime() - b.orderTime.getTime());
  for (const item of inTime.flatMap((order) => order.items)) {
    const quantity = item.quantity ?? 1;
    const before = sold.get(item.id) ?? { count: 0, revenue: 0 };
    sold.set(item.id, {
      name: item.name?.trim() || sayNow(UNKNOWN_ITEM),
      count: before.count + quantity,
      revenue: before.revenue + item.price * quantity,
    });
  }
  return [...sold.values()]
    .map((dish) => ({ ...dish, revenue: cents(dish.revenue) }))
    .toSorted((a, b) => b.count - a.count || b.revenue - a.revenue || a.name.localeCompare(b.name, 'en'))
    .slice(0, count);
}

/** The newest orders, including cancelled ones, because this is a list of events and not a count. */
export function recentActivity(
  orders: readonly OrderRow[],
  now: Date,
  count: number = RECENT_ACTIVITY.computed,
): Activity[] {
  return orders
    .toSorted((a, b) => b.orderTime.getTime() - a.orderTime.getTime())
    .slice(0, count)
    .map(({ id, customerName, total, status, orderTime }) => ({
      id,
      customerName: customerName?.trim() || sayNow(ORDER_DEFAULTS.customerName),
      total,
      status,
      orderTime,
      timeAgo: timeAgo(orderTime, now),
    }));
}

export function statusBreakdown(orders: readonly Pick<OrderRow, 'status'>[]): Dashboard['statusBreakdown'] {
  return recordOf(ORDER_STATUSES, (status) => orders.filter((order) => order.status === status).length);
}

export function orderTypeBreakdown(orders: readonly OrderRow[]): Dashboard['orderTypeBreakdown'] {
  const counted = countedOrders(orders);
  return breakdownBy((type) => counted.filter((order) => order.orderType === type).length);
}

/** Maps each order type to a value, with its figure as key. */
export function breakdownBy<Value>(
  valueOf: (type: OrderType, figure: OrderTypeFigure) => Value,
): Record<OrderTypeFigure, Value> {
  const figureOf = (type: OrderType) => orderTypeFacts(type).figure as OrderTypeFigure;
  return Object.fromEntries(ORDER_TYPES.map((type) => [figureOf(type), valueOf(type, figureOf(type))])) as Record<
    OrderTypeFigure,
    Value
  >;
}

export function calculateDashboard(
  period: readonly OrderRow[],
  periodBefore: readonly OrderRow[],
  now: Date,
  location: string | null,
): Dashboard {
  const present = calculateFigures(period);
  return {
    ...present,
    trends: calculateTrends(present, calculateFigures(periodBefore)),
    topItems: topItems(period),
    recentActivity: recentActivity(period, now),
    statusBreakdown: statusBreakdown(period),
    orderTypeBreakdown: orderTypeBreakdown(period),
    lastUpdated: now,
    location,
  };
}
