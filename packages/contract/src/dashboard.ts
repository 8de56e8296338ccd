import { z } from '@hono/zod-openapi';
import { recordOf } from '@tiffin/domain/core';
import { ORDER_STATUSES } from '@tiffin/domain/order';
import { breakdownBy, PERIODS, REVENUE_RANGES } from '@tiffin/domain/stats';
import { callsOf } from './call.ts';
import { orderStatus } from './order-answer.ts';
import { dateText, instant, moneyOut } from './wire.ts';

const { get } = callsOf('Dashboard');

const whichLocations = z.string().max(50).default('all').openapi({
  description: 'A location, or `all`, which only an admin may ask for',
});
const location = z.string().nullable().openapi({ description: 'null for all locations' });

const figures = {
  orders: z.number(),
  revenue: moneyOut.openapi({ description: 'Less refunds; cancelled orders are left out' }),
  customers: z.number(),
  avgOrderValue: moneyOut,
};

/** A period of the dashboard: each figure, the one it is compared with, and the pictures beside it. */
export const dashboardStats = z
  .object({
    period: z.enum(PERIODS.map((period) => period.id)),
    ...figures,
    previous: z.object(figures).openapi({ description: 'The period before of the same kind' }),
    soFar: z
      .object({ ...figures, customers: z.number().nullable(), until: instant })
      .nullable()
      .openapi({ description: 'The period before up to the same day and hour; null where whole periods are compared' }),
    money: z
      .object({
        ordered: moneyOut,
        taken: moneyOut,
        owed: moneyOut,
        tips: moneyOut
          .optional()
          .openapi({ description: 'Given on top of bills, beside their sums; less what of it went back' }),
        cashRounding: moneyOut.optional().openapi({ description: 'What coins made of the cash that came in' }),
        refunded: moneyOut,
        discounts: moneyOut
          .optional()
          .openapi({ description: 'Taken off by the house, before tax; in no other figure' }),
        comps: moneyOut.optional().openapi({ description: 'Given away by the house, before tax; in no other figure' }),
      })
      .openapi({
        description:
          'Taken is ordered less owed, with tips and cash rounding; revenue is ordered less refunded. Refunded is as handed over, with cash rounding. Without cancelled orders',
      }),
    trends: z.object({ ordersGrowth: z.number(), revenueGrowth: z.number(), customersGrowth: z.number() }),
    topItems: z.array(z.object({ name: z.string(), count: z.number(), revenue: moneyOut })),
    recentActivity: z.array(
      z.object({
        id: z.string(),
        customerName: z.string(),
        total: moneyOut,
        status: orderStatus,
        orderTime: instant,
        timeAgo: z.string(),
      }),
    ),
    statusBreakdown: z.object(recordOf(ORDER_STATUSES, () => z.number())),
    orderTypeBreakdown: z.object(breakdownBy(() => z.number())),
    byDay: z
      .array(z.object({ date: dateText, orders: z.number(), revenue: moneyOut }))
      .openapi({ description: 'The last 30 business days, today last' }),
    byHour: z
      .array(
        z.object({
          hour: z.number(),
          orders: z.number(),
          revenue: moneyOut,
          usualOrders: z.number(),
          usualRevenue: moneyOut,
        }),
      )
      .openapi({ description: 'Hours of the period; beside them the same weekdays’ usual course, for a single day' }),
    lastUpdated: instant,
    location,
  })
  .openapi('DashboardStats');

export const getDashboardStats = get('/getDashboardStats', {
  summary: 'The figures of a period, with those of the period before',
  who: 'manager',
  query: z.object({ period: z.enum(PERIODS.map((period) => period.id)).default('today'), locationId: whichLocations }),
  answer: z.object({ stats: dashboardStats }),
});

export const getRevenueAnalytics = get('/getRevenueAnalytics', {
  summary: 'Revenue by day of a week or month, or by month of a year',
  who: 'manager',
  query: z.object({ range: z.enum(REVENUE_RANGES).default('week'), locationId: whichLocations }),
  answer: z.object({
    range: z.enum(REVENUE_RANGES),
    revenue: z.array(
      z.object({
        date: z.string().openapi({ description: 'YYYY-MM-DD or YYYY-MM' }),
        revenue: moneyOut,
        orders: z.number(),
      }),
    ),
    location,
  }),
});

export const getCustomerAnalytics = get('/getCustomerAnalytics', {
  summary: 'Who comes again and who spends most, among the latest 1000 orders',
  who: 'manager',
  query: z.object({ locationId: whichLocations }),
  answer: z.object({
    totalCustomers: z.number(),
    repeatCustomers: z.number(),
    repeatCustomerRate: z.number().openapi({ description: 'Percent' }),
    avgOrdersPerCustomer: z.number(),
    avgSpentPerCustomer: moneyOut,
    topCustomers: z.array(
      z.object({
        id: z.string().openapi({ description: 'E-mail, or the digits of the phone where there is none' }),
        totalOrders: z.number(),
        totalSpent: moneyOut,
        firstOrder: instant,
        lastOrder: instant,
      }),
    ),
    location,
  }),
});

/** A week of a kitchen: what it promised and kept, and how well it was foretold. */
const kitchenWeek = z.object({
  week: dateText.openapi({ description: 'Its Monday' }),
  orders: z.number().openapi({ description: 'That were ready' }),
  kept: z.number().openapi({ description: 'By what their guests were promised' }),
  score: z
    .object({
      orders: z.number().openapi({ description: 'That were foretold from the weeks before' }),
      kept: z.number().openapi({ description: 'Ready by what would have been promised; 75 to 85 of 100 are wanted' }),
      loss: z.number().openapi({ description: 'Pinball loss at 0.8, in minutes an order' }),
      ruleLoss: z.number().openapi({ description: 'The same of the rule' }),
      late: z.number().nullable().openapi({ description: 'Median minutes of those that were late' }),
    })
    .nullable()
    .openapi({ description: 'null: too little was known' }),
});

export const getPromisedTimeAccuracy = get('/getPromisedTimeAccuracy', {
  deprecatedPaths: ['/getKeptPromises'],
  summary: 'How well each kitchen kept its word, week by week, and whether its own past or the rule promises now',
  who: 'manager',
  query: z.object({ locationId: whichLocations }),
  answer: z.object({
    places: z.array(
      z.object({
        locationId: z.string(),
        source: z.enum(['rule', 'learned']),
        learnedAt: instant,
        weeks: z
          .array(kitchenWeek)
          .openapi({ description: 'The last eight, oldest first; those without an order are left out' }),
      }),
    ),
  }),
});
