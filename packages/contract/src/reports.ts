import { z } from '@hono/zod-openapi';
import {
  LATEST_DAY_END_HOUR,
  MARGIN_PLACES,
  MAX_REPORT_DAYS,
  MIN_JUDGED_UNITS,
  REPORT_BREAKDOWNS,
  REPORT_FIGURES,
} from '@tiffin/domain/stats';
import { recordOf } from '@tiffin/domain/core';
import { defineCalls } from './call.ts';
import { dateText, instant, locationFilter, moneyOutput } from './wire.ts';

const { get } = defineCalls('Reports');

const money = (description: string) => moneyOutput.openapi({ description });

const sales = z.object({
  gross: money('List prices of the dishes sold, before tax'),
  discounts: money('Offers, discounts and free dishes, before tax'),
  net: money('Gross less discounts less refunds of dishes, before tax'),
});

const tax = z.object({
  code: z.string(),
  label: z.string(),
  registration: z.string().nullable(),
  rate: z.number(),
  base: money('What the tax was calculated on, after refunds'),
  amount: money('The tax after refunds'),
  refundedBase: money('The part of the base that refunds took back'),
  refundedAmount: money('The tax that refunds took back'),
});

const tender = z.object({
  tender: z.string().openapi({ description: 'The tender; of online payments the payment method' }),
  label: z.string(),
  count: z.number().openapi({ description: 'The number of payments' }),
  amount: money('What was received with tips and rounding, less what was paid out'),
  rounding: money('The cash rounding in it'),
  tips: money('The tips in it'),
  refunded: money('What was paid out'),
});

const payout = z.object({
  provider: z.string(),
  count: z.number().openapi({ description: 'The number of payments' }),
  payments: money('What the provider received for the restaurant'),
  refunds: money('What the provider returned to guests'),
  amount: money('What the provider owes the restaurant, before its fees'),
});

const figures = {
  from: dateText,
  to: dateText,
  orders: z.number().openapi({ description: 'Orders sold. Orders that were cancelled on the same day are left out' }),
  sales,
  refunds: money('What refunds took back from the dishes, before tax, on the day of the refund'),
  charges: money('Delivery fees and other charges, before tax and after refunds'),
  taxes: z.array(tax),
  tips: money('All tips: on bills and on top of payments, after refunds'),
  cashRounding: money('The rounding of cash payments and refunds'),
  billed: money('Net sales, charges, taxes, tips and cash rounding'),
  owed: money('What the bills of the period owed at its end'),
  otherDays: money('Received in the period for bills of other days, less what was paid out for them'),
  received: money('Billed less owed plus otherDays. The tenders add up to it'),
  tenders: z.array(tender),
  payouts: z.array(payout).openapi({ description: 'Card payments by provider' }),
  voids: z.object({
    count: z.number().openapi({ description: 'Orders cancelled in the period' }),
    amount: money('Their totals'),
  }),
};

const breakdownRow = z.object({
  key: z.string(),
  label: z.string(),
  orders: z.number().nullable().openapi({ description: 'null where an order can be in several rows' }),
  units: z.number().openapi({ description: 'The number of dishes' }),
  gross: moneyOutput,
  discounts: moneyOutput,
  refunds: moneyOutput,
  net: money('The rows of a breakdown add up to the net sales'),
  previousNet: money('The same of the period before').nullable().openapi({ description: 'null for days' }),
});

export const report = z
  .object({
    ...figures,
    locationIds: z.array(z.string()),
    currency: z.string(),
    dayEndHours: z
      .array(z.number().int().min(0).max(LATEST_DAY_END_HOUR))
      .openapi({ description: 'The hours at which the business days of these locations end' }),
    previous: z.object(figures).openapi({ description: 'The period before, of the same length' }),
    breakdowns: z.object(recordOf(REPORT_BREAKDOWNS, () => z.array(breakdownRow))),
  })
  .openapi('Report');

const query = z.object({
  locationId: locationFilter,
  from: dateText.openapi({ description: 'The first business day' }),
  to: dateText.openapi({ description: `The last business day, at most ${MAX_REPORT_DAYS} days in all` }),
});

export const getReport = get('/getReport', {
  summary: 'Returns the sales, taxes, tips, payments and breakdowns of any period, with the period before',
  access: 'manager',
  queue: 'slow',
  query,
  response: report,
});

export const getReportCsv = get('/getReportCsv', {
  summary: 'Exports a report as a CSV file (report-{from}-{to}.csv)',
  access: 'manager',
  queue: 'slow',
  query,
  response: z.string(),
  contentType: 'text/csv',
});

export const getReportPdf = get('/getReportPdf', {
  summary: 'Returns a report as a PDF of A4 pages',
  access: 'manager',
  queue: 'slow',
  query,
  response: z.instanceof(Uint8Array),
  contentType: 'application/pdf',
});

const marginSums = {
  net: money(
    'Net sales: gross less discounts less refunds of dishes, before tax. Adds up to the net sales of the report',
  ),
  cost: money('What the dishes cost, also those that were free or thrown away').nullable().openapi({
    description: 'What the dishes cost, also those that were free or thrown away; null while a cost is missing',
  }),
  earned: money('Net sales less costs').nullable().openapi({ description: 'Net sales less costs; null without costs' }),
};

const margins = z
  .object({
    from: dateText,
    to: dateText,
    locationIds: z.array(z.string()),
    currency: z.string(),
    categories: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        units: z.number(),
        ...marginSums,
        popularUnits: z.number().nullable().openapi({
          description: 'A dish is popular from this number of portions on; null if no dish can be judged',
        }),
        meanMargin: moneyOutput.nullable().openapi({
          description: 'What a portion earns on average; null if no dish can be judged',
        }),
        dishes: z.array(
          z.object({
            itemId: z.string(),
            name: z.string(),
            units: z.number().openapi({ description: 'The portions sold' }),
            wasted: z.number().openapi({ description: 'Portions of orders that were cancelled after cooking began' }),
            ...marginSums,
            margin: moneyOutput.nullable().openapi({ description: 'What a portion earns; null without a cost' }),
            place: z.enum(MARGIN_PLACES).openapi({
              description: `Its place by popularity and margin. Below ${MIN_JUDGED_UNITS} portions it is \`too-few\``,
            }),
          }),
        ),
      }),
    ),
  })
  .openapi('Margins');

export const getMargins = get('/getMargins', {
  summary: 'Returns what dishes were sold for, cost and earned in a period, by category',
  access: 'manager',
  queue: 'slow',
  query,
  response: margins,
});

export const getMarginsCsv = get('/getMarginsCsv', {
  summary: 'Exports the margins as a CSV file (margins-{from}-{to}.csv)',
  access: 'manager',
  queue: 'slow',
  query,
  response: z.string(),
  contentType: 'text/csv',
});

export const getReportRows = get('/getReportRows', {
  summary: 'Returns the rows that add up to one figure of a report, the newest first, at most 200 of them',
  access: 'manager',
  queue: 'slow',
  query: query.extend({
    figure: z.enum(REPORT_FIGURES),
    key: z
      .string()
      .max(100)
      .default('')
      .openapi({ description: 'For `tax` its code and rate (`HST 0.14`), for `tender` the tender. Empty for all' }),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        at: instant,
        day: dateText.openapi({ description: 'The business day on which it counts' }),
        kind: z.enum(['sale', 'payment', 'refund', 'cancellation', 'balance']),
        orderId: z.string().nullable().openapi({ description: 'null for money that became no order' }),
        amount: money('Its part of the figure'),
      }),
    ),
    count: z.number().openapi({ description: 'The number of all rows' }),
    sum: money('The sum of all rows: the figure'),
  }),
});
