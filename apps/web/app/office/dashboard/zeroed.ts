import { recordOf } from '@tiffin/domain/core';
import { ORDER_STATUSES } from '@tiffin/domain/order';
import { breakdownBy } from '@tiffin/domain/stats';
import type { Stats } from './use-figures.ts';
import { ALL, type View } from './address.ts';

/** What stands there while the figures could not be loaded: zeros, and the error beside them. */
export function zeroedStats({ locationId, period }: View): Stats {
  const none = { orders: 0, revenue: 0, customers: 0, avgOrderValue: 0 };
  return {
    ...none,
    period,
    previous: none,
    trends: { ordersGrowth: 0, revenueGrowth: 0, customersGrowth: 0 },
    topItems: [],
    recentActivity: [],
    statusBreakdown: recordOf(ORDER_STATUSES, () => 0),
    orderTypeBreakdown: breakdownBy(() => 0),
    byDay: [],
    byHour: [],
    lastUpdated: '',
    location: locationId === ALL ? null : locationId,
  };
}
