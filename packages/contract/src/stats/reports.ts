import { z } from '@hono/zod-openapi';
import {
  FIGURES,
  LATEST_DAY_END_HOUR,
  MARGIN_PLACES,
  MAX_REPORT_DAYS,
  MIN_JUDGED_UNITS,
  REPORT_BREAKDOWNS,
  REPORT_FREQUENCIES,
  ROW_KINDS,
} from '@tiffin/domain/stats';
import { recordOf } from '@tiffin/domain/core';
import { CSV_FILE, FIGURES_ACCESS, defineCalls } from '../call.ts';
import { ROLES } from '@tiffin/domain/people';
import { CHARGE_KINDS } from '@tiffin/domain/pricing';
import { arrayOf, namedObject, optionalObject } from '../objects.ts';
import { dateText, instant, instantInput, locationFilter, moneyOutput } from '../wire.ts';

const { get, post } = defineCalls('Reports');

const money = (description: string) => moneyOutput.describe(description);

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
  tender: z.string().describe('The tender; of online payments the payment method'),
  label: z.string(),
  count: z.number().describe('The number of payments'),
  amount: money('What was received with tips and rounding, less what was paid out'),
  rounding: money('The cash rounding in it'),
  tips: money('The tips in it'),
  refunded: money('What was paid out'),
});

const payout = z.object({
  provider: z.string(),
  count: z.number().describe('The number of payments'),
  payments: money('What the provider received for the restaurant'),
  refunds: money('What the provider returned to guests'),
  amount: money('What the provider owes the restaurant, before its fees'),
});

const figures = {
  from: dateText,
  to: dateText,
  orders: z.number().describe('Orders sold. Orders that were cancelled on the same day are left out'),
  sales,
  refunds: money('What refunds took back from the dishes, before tax, on the day of the refund'),
  charges: money('Delivery fees and other charges, before tax and after refunds'),
  chargesByKind: arrayOf({ kind: z.enum(CHARGE_KINDS), label: z.string(), amount: moneyOutput })
    .optional()
    .describe('They add up to `charges`. Missing in older answers'),
  taxes: z.array(tax),
  tips: money('All tips: on bills and on top of payments, after refunds'),
  cashRounding: money('The rounding of cash payments and refunds'),
  billed: money('Net sales, charges, taxes, tips and cash rounding'),
  owed: money('What the bills of the period owed at its end'),
  otherDays: money('Received in the period for bills of other days, less what was paid out for them'),
  giftCardsSold: moneyOutput.optional().describe('Less those given back. Missing in older answers'),
  giftCardsUsed: moneyOutput
    .optional()
    .describe('Paid with gift cards, less refunds to them. Missing in older answers'),
  giftCardsTakenOver: moneyOutput
    .optional()
    .describe('Balances of cards of another system, which is no sale. Missing in older answers'),
  giftCardsOwed: moneyOutput
    .optional()
    .describe('What is owed to guests on gift cards at the end of the period. Missing in older answers'),
  depositsTaken: moneyOutput.optional().describe('Deposits of bookings, less those returned. Missing in older answers'),
  depositsUsed: moneyOutput.optional().describe('Bills paid with deposits, less refunds. Missing in older answers'),
  depositsKept: moneyOutput.optional().describe('Kept for no-shows and late cancellations, with tax. They are no sale'),
  depositTax: moneyOutput.optional().describe('The tax in depositsKept'),
  depositsOwed: moneyOutput.optional().describe('Deposits that wait for their bill at the end of the period'),
  received: money(
    'The money received: billed less owed, plus otherDays, giftCardsSold and depositsTaken, less giftCardsUsed and depositsUsed. The tenders but gift-card and deposit add up to it',
  ),
  tenders: z.array(tender),
  payouts: z.array(payout).describe('Card payments by provider'),
  tipsByPerson: arrayOf({ person: z.string(), label: z.string(), tips: moneyOutput })
    .optional()
    .describe('The tips of payments by who took them; `online` if nobody did. Missing in older answers'),
  guests: optionalObject({ new: z.number(), returning: z.number() }).describe(
    'Guests who ordered, known by account, e-mail or phone; returning if they had ordered at any location',
  ),
  bookings: optionalObject({ count: z.number(), noShows: z.number() }).describe(
    'Bookings whose time has come, without cancelled ones',
  ),
  voids: z.object({ count: z.number().describe('Orders cancelled in the period'), amount: money('Their totals') }),
};

const breakdownRow = z.object({
  key: z
    .string()
    .describe('Identifies the dish, day or other subject. Empty for dishes without options and outside dayparts'),
  label: z.string(),
  orders: z.number().nullable().describe('null where an order can be in several rows'),
  units: z.number().describe('The number of dishes'),
  gross: moneyOutput,
  discounts: moneyOutput,
  refunds: moneyOutput,
  net: money('The rows of a breakdown add up to the net sales'),
  previousNet: moneyOutput.nullable().describe('Net of the period before; null for days'),
});

const labour = z.object({ key: z.string(), minutes: z.number(), pay: money('At the hourly rates of that time') });

export const report = namedObject('Report', {
  ...figures,
  locationIds: z.array(z.string()),
  currency: z.string(),
  dayEndHours: z
    .array(z.number().int().min(0).max(LATEST_DAY_END_HOUR))
    .describe('The hours at which the business days of these locations end'),
  labour: optionalObject({ day: z.array(labour), hour: z.array(labour) }).describe(
    'What people worked on business days and in hours. Missing in older answers',
  ),
  previous: z
    .object({ ...figures, until: instant.nullable().describe('null if whole periods are compared') })
    .describe('The period before; while the period is running only the same part of it, until the same time of day'),
  breakdowns: z.object(recordOf(REPORT_BREAKDOWNS, () => z.array(breakdownRow))),
});

const query = z.object({
  locationId: locationFilter,
  from: dateText.describe('The first business day'),
  to: dateText.describe(`The last business day, at most ${MAX_REPORT_DAYS} days in all`),
});

export const getReport = get('/getReport', {
  summary: 'Returns the sales, taxes, tips, payments and breakdowns of any period, with the period before',
  ...FIGURES_ACCESS,
  query,
  response: report,
});

export const getReportCsv = get('/getReportCsv', {
  summary: 'Exports a report as a CSV file (report-{from}-{to}.csv)',
  ...FIGURES_ACCESS,
  query,
  ...CSV_FILE,
});

export const getReportPdf = get('/getReportPdf', {
  summary: 'Returns a report as a PDF of A4 pages',
  ...FIGURES_ACCESS,
  query,
  response: z.instanceof(Uint8Array),
  contentType: 'application/pdf',
});

const marginSums = {
  net: money(
    'Net sales: gross less discounts less refunds of dishes, before tax. Adds up to the net sales of the report',
  ),
  cost: moneyOutput
    .nullable()
    .describe('What the dishes cost, also those that were free or thrown away; null while a cost is missing'),
  earned: moneyOutput.nullable().describe('Net sales less costs; null without costs'),
};

const margins = namedObject('Margins', {
  from: dateText,
  to: dateText,
  locationIds: z.array(z.string()),
  currency: z.string(),
  newestCost: dateText
    .nullable()
    .describe(
      'The newest day from which a cost counts that applies in the period; null without costs. Each portion has the cost of its business day',
    ),
  categories: arrayOf({
    id: z.string(),
    name: z.string(),
    units: z.number(),
    ...marginSums,
    popularUnits: z
      .number()
      .nullable()
      .describe('A dish is popular from this number of portions on; null if no dish can be judged'),
    meanMargin: moneyOutput.nullable().describe('What a portion earns on average; null if no dish can be judged'),
    dishes: arrayOf({
      itemId: z.string(),
      name: z.string(),
      units: z.number().describe('The portions sold'),
      wasted: z
        .number()
        .describe(
          'Portions cooked in vain: their order was cancelled, or they were removed from it, after cooking began',
        ),
      wastedCost: money('What they cost').nullish(),
      ...marginSums,
      margin: moneyOutput.nullable().describe('What a portion earns; null without a cost'),
      place: z.enum(MARGIN_PLACES).openapi({
        description: `Its place by popularity and margin. Below ${MIN_JUDGED_UNITS} portions it is \`too-few\``,
      }),
    }),
  }),
});

export const getMargins = get('/getMargins', {
  summary: 'Returns what dishes were sold for, cost and earned in a period, by category',
  ...FIGURES_ACCESS,
  query,
  response: margins,
});

export const getMarginsCsv = get('/getMarginsCsv', {
  summary: 'Exports the margins as a CSV file (margins-{from}-{to}.csv)',
  ...FIGURES_ACCESS,
  query,
  ...CSV_FILE,
});

const figure = z.enum(FIGURES);
const key = z
  .string()
  .max(200)
  .default('')
  .describe(
    'For taxes the code and rate (`HST 0.14`), for tenders, people, payouts, statuses, order types and options which one. Empty for all',
  );
const amount = (description: string) => z.number().describe(`${description}: dollars, or a count`);
const rowsQuery = query.extend({
  figure,
  key,
  until: instantInput()
    .optional()
    .describe('Only what happened before this instant, like `previous` of a running period'),
  by: z
    .enum(REPORT_BREAKDOWNS)
    .exclude(['option'])
    .optional()
    .describe('Limits orders, units, gross, discounts, refunds or net to one row of this breakdown'),
  byKey: z.string().max(200).default('').describe('The key of that row'),
});

export const getReportRows = get('/getReportRows', {
  summary: 'Returns the rows that add up to one figure of the report or the dashboard, the newest first, by pages',
  ...FIGURES_ACCESS,
  query: rowsQuery.extend({ cursor: z.string().max(500).optional() }),
  response: z.object({
    rows: arrayOf({
      at: instant,
      day: dateText.describe('The day on which it counts'),
      kind: z.enum(ROW_KINDS),
      orderId: z.string().nullable().describe('null for money that became no order'),
      by: z.string().nullable().describe('Who recorded it; null for guests and programs'),
      amount: amount('Its part of the figure'),
    }),
    count: z.number().describe('The number of all rows'),
    sum: amount('The sum of all rows, which is the figure'),
    nextCursor: z.string().nullable().describe('null on the last page'),
  }),
});

export const getReportRowsCsv = get('/getReportRowsCsv', {
  summary: 'Exports all rows of one figure as a CSV file ({figure}-{from}-{to}.csv), with their sum in the last line',
  ...FIGURES_ACCESS,
  query: rowsQuery,
  ...CSV_FILE,
});

const scheduledReport = z.object({
  userId: z.string().min(1).max(100),
  locationId: locationFilter
    .removeDefault()
    .describe('The id of a location, or `all` for every location whose figures the person may see'),
  frequency: z
    .enum(REPORT_FREQUENCIES)
    .describe('After every business day, or after the last business day of every month'),
});

const scheduledReports = z.object({
  people: arrayOf({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    locationIds: z.array(z.string()).nullable().describe('null for all locations'),
    reports: z.array(scheduledReport.omit({ userId: true })).describe('The reports that the person gets by mail'),
  }).describe('Who can get reports: for admins everybody who sees the report, for managers themselves'),
});

export const getScheduledReports = get('/getScheduledReports', {
  summary: 'Lists who can get reports by mail, and who gets which',
  access: 'manager',
  response: scheduledReports,
});

export const addScheduledReport = post('/addScheduledReport', {
  summary: 'Mails a report to a person from the next period on. Managers choose for themselves, admins for everybody',
  access: 'manager',
  maxKb: 1,
  body: scheduledReport,
  response: scheduledReports,
});

export const removeScheduledReport = post('/removeScheduledReport', {
  summary: 'Stops mailing a report to a person',
  access: 'manager',
  maxKb: 1,
  body: scheduledReport,
  response: scheduledReports,
});
