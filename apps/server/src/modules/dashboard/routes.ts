import {
  getCustomerAnalytics,
  getDashboardStats,
  getKeptPromises,
  getRevenueAnalytics,
} from '@tiffin/contract/dashboard';
import { implement, type Implemented } from '../../platform/http/implement.ts';
import { showCustomers, showKeptPromises, showRevenue } from './analytics.ts';
import { showDashboard } from './show-dashboard.ts';

export const dashboardRoutes: readonly Implemented[] = [
  implement(getDashboardStats, ({ context, actor, query }) => showDashboard(context, actor, query)),
  implement(getRevenueAnalytics, ({ context, actor, query }) => showRevenue(context, actor, query)),
  implement(getCustomerAnalytics, ({ context, actor, query }) => showCustomers(context, actor, query)),
  implement(getKeptPromises, ({ context, actor, query }) => showKeptPromises(context, actor, query)),
];
