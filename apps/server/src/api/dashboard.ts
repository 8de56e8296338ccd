import {
  getCustomerAnalytics,
  getDashboardStats,
  getPromisedTimeAccuracy,
  getRevenueAnalytics,
} from '@tiffin/contract/dashboard';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { showCustomers, showPunctuality, showRevenue } from '../modules/reporting/analytics.ts';
import { showDashboard } from '../modules/reporting/show-dashboard.ts';

export const dashboardRoutes: readonly ImplementedCall[] = [
  implement(getDashboardStats, async ({ context, actor, query, dataAsOf }) => {
    const { stats } = await showDashboard(context, actor, query);
    return { stats: dataAsOf ? { ...stats, lastUpdated: dataAsOf.toISOString() } : stats };
  }),
  implement(getRevenueAnalytics, ({ context, actor, query }) => showRevenue(context, actor, query)),
  implement(getCustomerAnalytics, ({ context, actor, query }) => showCustomers(context, actor, query)),
  implement(getPromisedTimeAccuracy, ({ context, actor, query }) => showPunctuality(context, actor, query)),
];
