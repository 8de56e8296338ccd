import type { ResponseOf } from '@tiffin/contract';
import { READ_LIMITS, toDollars } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { customerAnalytics, rangeDates, revenueOfDays, type RevenueRange } from '@tiffin/domain/stats';
import type { Context } from '../../context.ts';
import { readDays, readLatestOrders } from './queries.ts';
import { dashboardScope } from '../locations/scope.ts';

/** Returns the revenue of a range, by the days or months of its chart. */
export async function showRevenue(
  context: Context,
  actor: Actor,
  input: { readonly range: RevenueRange; readonly locationId: string },
): Promise<ResponseOf<'getRevenueAnalytics'>> {
  const scope = await dashboardScope(context, actor, input.locationId);
  const days = await readDays(context.db, scope, rangeDates(input.range, scope.today));
  const buckets = revenueOfDays(input.range, days, scope.today);
  return {
    range: input.range,
    revenue: buckets.map((bucket) => ({ ...bucket, revenue: toDollars(bucket.revenue) })),
    location: scope.location,
  };
}

/** Returns how guests order, calculated from the newest orders only. */
export async function showCustomers(
  context: Context,
  actor: Actor,
  input: { readonly locationId: string },
): Promise<ResponseOf<'getCustomerAnalytics'>> {
  const scope = await dashboardScope(context, actor, input.locationId);
  const latest = await readLatestOrders(context.db, scope.locationIds, READ_LIMITS.ordersForCustomerAnalytics);
  const analytics = customerAnalytics(latest, scope.location);
  return {
    ...analytics,
    avgSpentPerCustomer: toDollars(analytics.avgSpentPerCustomer),
    topCustomers: analytics.topCustomers.map((customer) => ({
      ...customer,
      totalSpent: toDollars(customer.totalSpent),
      firstOrder: customer.firstOrder.toISOString(),
      lastOrder: customer.lastOrder.toISOString(),
    })),
  };
}

/** Returns for each week how well the kitchen met its promised times. */
export async function showPunctuality(
  context: Context,
  actor: Actor,
  input: { readonly locationId: string },
): Promise<ResponseOf<'getPromisedTimeAccuracy'>> {
  const { locationIds } = await dashboardScope(context, actor, input.locationId);
  const rows = await context.db
    .selectFrom('learned_times as t')
    .innerJoin('locations as l', 'l.id', 't.location_id')
    .selectAll('t')
    .where('t.location_id', 'in', ['', ...locationIds])
    .where('l.deleted_at', 'is', null)
    .orderBy('l.name')
    .execute();
  return {
    places: rows.map(({ location_id: locationId, quotes, weeks, learned_at: learnedAt }) => ({
      locationId,
      source: quotes ? 'learned' : 'rule',
      learnedAt: learnedAt.toISOString(),
      weeks: weeks.map((week) => ({ ...week })),
    })),
  };
}
