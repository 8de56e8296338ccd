import { z } from '@hono/zod-openapi';
import { recordOf } from '@tiffin/domain/core';
import { ORDER_STATUSES } from '@tiffin/domain/order';
import { breakdownBy, PERIODS, REVENUE_RANGES } from '@tiffin/domain/stats';
import { defineCalls } from '../call.ts';
import { orderStatus } from '../order/order-answer.ts';
import { arrayOf, namedObject, nullableObject } from '../objects.ts';
import { dateText, instant, moneyOutput } from '../wire.ts';

const { get } = defineCalls('Dashboard');

const dashboardLocation = z.string().max(50).default('all').describe('The id of a location, or `all` (admins only)');
const location = z.string().nullable().describe('null for all locations');

const figures = {
  orders: z.number(),
  revenue: moneyOutput.describe('After refunds, without cancelled orders'),
  customers: z.number(),
  avgOrderValue: moneyOutput,
};

/** The figures of a period, the figures of the period before, and the charts. */
export const dashboardStats = namedObject('DashboardStats', {
  period: z.enum(PERIODS.map((period) => period.id)),
  ...figures,
  previous: z.object(figures).describe('The previous period of the same kind'),
  soFar: nullableObject({ ...figures, customers: z.number().nullable(), until: instant }).describe(
    'The previous period up to the same day and hour; null if whole periods are compared',
  ),
  weekBefore: nullableObject({ orders: z.number(), revenue: moneyOutput, date: dateText, until: instant.nullable() })
    .optional()
    .describe(
      'For a single day: the same weekday of the week before, for today up to the same hour (`until`); null for longer periods',
    ),
  money: z
    .object({
      ordered: moneyOutput,
      taken: moneyOutput,
      owed: moneyOutput,
      tips: moneyOutput.optional().describe('All tips: within the orders, and on top of payments after refunds'),
      cashRounding: moneyOutput.optional().describe('The rounding of cash payments'),
      refunded: moneyOutput,
      giftCardsSold: moneyOutput.optional().describe('As in the report of these days'),
      giftCardsUsed: moneyOutput.optional().describe('What gift cards paid, as in the report of these days'),
      received: moneyOutput.optional().describe('The money received, as in the report of these days'),
      discounts: moneyOutput.optional().describe('Discounts given by staff, before tax. Not part of any other figure'),
      comps: moneyOutput.optional().describe('Dishes given away for free, before tax. Not part of any other figure'),
    })
    .describe(
      '`taken` is what was paid for these orders: their totals, with the tips in them, minus the amount owed, plus tips on top of payments and cash rounding. Revenue is orders minus refunds. Refunds are the amounts paid out, after cash rounding. Cancelled orders are left out',
    ),
  trends: z
    .object({ ordersGrowth: z.number(), revenueGrowth: z.number(), customersGrowth: z.number() })
    .describe('Percent against `soFar`, or against `previous` if whole periods are compared'),
  topItems: arrayOf({ name: z.string(), count: z.number(), revenue: moneyOutput }),
  recentActivity: arrayOf({
    id: z.string(),
    customerName: z.string(),
    total: moneyOutput,
    status: orderStatus,
    orderTime: instant,
    timeAgo: z.string(),
  }),
  statusBreakdown: z.object(recordOf(ORDER_STATUSES, () => z.number())),
  orderTypeBreakdown: z.object(breakdownBy(() => z.number())),
  byDay: arrayOf({ date: dateText, orders: z.number(), revenue: moneyOutput }).describe(
    'The last 30 business days, ending today',
  ),
  byHour: arrayOf({
    hour: z.number().describe('From 0 to 23'),
    orders: z.number(),
    revenue: moneyOutput,
    usualOrders: z.number(),
    usualRevenue: moneyOutput,
  }).describe('Figures by hour. For a single day also the usual figures of the same weekday'),
  lastUpdated: instant,
  location,
});

export const getDashboardStats = get('/getDashboardStats', {
  summary: 'Returns the figures of a period and of the previous period',
  access: 'manager',
  query: z.object({
    period: z.enum(PERIODS.map((period) => period.id)).default('today'),
    locationId: dashboardLocation,
  }),
  response: z.object({ stats: dashboardStats }),
});

export const getRevenueAnalytics = get('/getRevenueAnalytics', {
  summary: 'Returns revenue by day for a week or month, or by month for a year',
  access: 'manager',
  query: z.object({ range: z.enum(REVENUE_RANGES).default('week'), locationId: dashboardLocation }),
  response: z.object({
    range: z.enum(REVENUE_RANGES),
    revenue: arrayOf({
      date: z.string().describe('YYYY-MM-DD or YYYY-MM'),
      revenue: moneyOutput,
      orders: z.number(),
    }),
    location,
  }),
});

export const getCustomerAnalytics = get('/getCustomerAnalytics', {
  summary: 'Returns repeat customers and top spenders among the latest 1,000 orders',
  access: 'manager',
  query: z.object({ locationId: dashboardLocation }),
  response: z.object({
    totalCustomers: z.number(),
    repeatCustomers: z.number(),
    repeatCustomerRate: z.number().describe('Percent'),
    avgOrdersPerCustomer: z.number(),
    avgSpentPerCustomer: moneyOutput,
    topCustomers: arrayOf({
      id: z.string().describe('The email address, or the digits of the phone number if there is none'),
      totalOrders: z.number(),
      totalSpent: moneyOutput,
      firstOrder: instant,
      lastOrder: instant,
    }),
    location,
  }),
});

/** One week of a kitchen: how many orders were ready by the promised time, and how good the predictions were. */
const kitchenWeek = z.object({
  week: dateText.describe('The Monday of the week'),
  orders: z.number().describe('The number of orders that were ready'),
  kept: z.number().describe('How many were ready by the promised time'),
  score: nullableObject({
    orders: z.number().describe('The number of orders with a predicted time'),
    kept: z.number().describe('How many were ready by the predicted time. 75 to 85 out of 100 is the target'),
    loss: z.number().describe('Pinball loss at the 0.8 quantile, in minutes per order'),
    ruleLoss: z.number().describe('The same loss of the fixed rule'),
    late: z.number().nullable().describe('The median delay of late orders, in minutes'),
  }).describe('null if there is not enough data'),
});

export const getPromisedTimeAccuracy = get('/getPromisedTimeAccuracy', {
  summary:
    'Returns how many orders of each kitchen were ready by the promised time, by week, and whether promised times now come from past orders or from the fixed rule',
  access: 'manager',
  query: z.object({ locationId: dashboardLocation }),
  response: z.object({
    places: arrayOf({
      locationId: z.string(),
      source: z.enum(['rule', 'learned']),
      learnedAt: instant,
      weeks: z.array(kitchenWeek).describe('The last eight weeks, oldest first. Weeks without orders are left out'),
    }),
  }),
});
