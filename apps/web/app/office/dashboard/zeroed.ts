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
    statusBreakdown: { pending: 0, preparing: 0, ready: 0, completed: 0, cancelled: 0 },
    orderTypeBreakdown: { dineIn: 0, pickup: 0, delivery: 0 },
    byDay: [],
    byHour: [],
    lastUpdated: '',
    location: locationId === ALL ? null : locationId,
  };
}
