import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { showCustomers, showPunctuality, showRevenue } from '../modules/reports/analytics.ts';
import { showDashboard } from '../modules/reports/show-dashboard.ts';

export const dashboardRoutes: readonly ImplementedCall[] = [
  implement('getDashboardStats', ({ context, actor, query }) => showDashboard(context, actor, query)),
  implement('getRevenueAnalytics', ({ context, actor, query }) => showRevenue(context, actor, query)),
  implement('getCustomerAnalytics', ({ context, actor, query }) => showCustomers(context, actor, query)),
  implement('getPromisedTimeAccuracy', ({ context, actor, query }) => showPunctuality(context, actor, query)),
];
