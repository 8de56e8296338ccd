import { averageCents, cents, type Cents } from '../core/index.ts';
import { countedOrders, customerKey, revenueOf, type ReportedOrder } from './dashboard.ts';
import { divideToTenths } from './figures.ts';

export const TOP_CUSTOMERS = 10;

export interface TopCustomer {
  readonly id: string;
  readonly totalOrders: number;
  readonly totalSpent: Cents;
  readonly firstOrder: Date;
  readonly lastOrder: Date;
}

/** Figures about the customers of these orders. */
export function customerAnalytics(orders: readonly ReportedOrder[], location: string | null) {
  const customers = customersOf(orders);
  const count = customers.length;
  const repeat = customers.filter((customer) => customer.totalOrders > 1).length;
  const placed = customers.reduce((sum, customer) => sum + customer.totalOrders, 0);
  const spent = customers.reduce((sum, customer) => sum + customer.totalSpent, 0);
  // Erased guests count, but there is nobody to show.
  const erasedIds = new Set(orders.map(({ erasedGuest }) => erasedGuest));
  return {
    totalCustomers: count,
    repeatCustomers: repeat,
    repeatCustomerRate: divideToTenths(repeat * 100, count),
    avgOrdersPerCustomer: divideToTenths(placed, count),
    avgSpentPerCustomer: averageCents(spent, count),
    topCustomers: customers
      .filter(({ id }) => !erasedIds.has(id))
      .toSorted((a, b) => b.totalSpent - a.totalSpent || b.totalOrders - a.totalOrders || (a.id < b.id ? -1 : 1))
      .slice(0, TOP_CUSTOMERS),
    location,
  };
}

function customersOf(orders: readonly ReportedOrder[]): TopCustomer[] {
  const customers = new Map<string, TopCustomer>();
  for (const order of countedOrders(orders)) {
    const id = customerKey(order);
    if (id === null) continue;
    const { orderTime } = order;
    const before = customers.get(id);
    customers.set(id, {
      id,
      totalOrders: (before?.totalOrders ?? 0) + 1,
      totalSpent: cents((before?.totalSpent ?? 0) + revenueOf(order)),
      firstOrder: before && before.firstOrder < orderTime ? before.firstOrder : orderTime,
      lastOrder: before && before.lastOrder > orderTime ? before.lastOrder : orderTime,
    });
  }
  return [...customers.values()];
}
