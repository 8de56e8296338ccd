import { sayNow } from '../core/language.ts';
import { cents, type Cents } from '../core/money.ts';
import { averageCents } from '../core/rates.ts';
import { instantOf, type DateText } from '../core/time.ts';
import { recordOf } from '../core/variants.ts';
import type { OrderType } from '../order/order-types.ts';
import { ORDER_STATUSES } from '../order/statuses.ts';
import {
  breakdownBy,
  businessDayOf,
  calculateTrends,
  countedOrders,
  customerKey,
  DEFAULT_DAY_END_HOUR,
  periodDates,
  previousPeriodDates,
  recentActivity,
  revenueOf,
  TOP_ITEMS,
  UNKNOWN_ITEM,
  type DashboardFigures,
  type DayEnd,
  type ReportedOrder,
  type Period,
  type TopItem,
} from '../stats/index.ts';

/** An order with what only these rules need; the server reads the other figures from totals. */
export interface OrderWithItems extends ReportedOrder {
  readonly orderType: OrderType;
  readonly items: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly price: Cents;
    readonly quantity: number | null;
  }[];
}

/** The dashboard, calculated from all orders of two periods. */
export function calculateDashboard(
  period: readonly OrderWithItems[],
  periodBefore: readonly OrderWithItems[],
  now: Date,
  location: string | null,
) {
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

export function calculateFigures(orders: readonly ReportedOrder[]): DashboardFigures {
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

/** The best-selling dishes by their latest name. Equal quantities are sorted by revenue. */
export function topItems(orders: readonly OrderWithItems[]): TopItem[] {
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
    .slice(0, TOP_ITEMS.computed);
}

export function statusBreakdown(orders: readonly Pick<ReportedOrder, 'status'>[]) {
  return recordOf(ORDER_STATUSES, (status) => orders.filter((order) => order.status === status).length);
}

export function orderTypeBreakdown(orders: readonly Pick<OrderWithItems, 'status' | 'orderType'>[]) {
  const counted = countedOrders(orders);
  return breakdownBy((type) => counted.filter((order) => order.orderType === type).length);
}

/** A period of time from its start up to, not including, its end. */
interface Span {
  readonly from: Date;
  readonly to: Date;
}

function dateSpan([first, next]: readonly [DateText, DateText], { zone, hour }: DayEnd): Span {
  const startOf = (date: DateText) =>
    instantOf(date, `${String(hour ?? DEFAULT_DAY_END_HOUR).padStart(2, '0')}:00`, zone);
  return { from: startOf(first), to: startOf(next) };
}

/** Whole business days; a day can have 23, 24 or 25 hours. */
export function periodSpan(period: Period, now: Date, dayEnd: DayEnd): Span {
  return dateSpan(periodDates(period, businessDayOf(now, dayEnd)), dayEnd);
}

/** The previous period of the same kind: yesterday for today, last week for this week. */
export function previousSpan(period: Period, now: Date, dayEnd: DayEnd): Span {
  return dateSpan(previousPeriodDates(period, businessDayOf(now, dayEnd)), dayEnd);
}

export function isWithin(at: Date, { from, to }: Span): boolean {
  return from <= at && at < to;
}
