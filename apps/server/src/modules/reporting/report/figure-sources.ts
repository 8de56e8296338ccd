import { addCents, rate, rateToDecimal } from '@tiffin/domain/core';
import { reportTaxKey, type ReportFigure } from '@tiffin/domain/stats';
import { sql, type RawBuilder } from 'kysely';
import type { SaleTakenBack } from './read-sales-taken-back.ts';
import {
  balancesOfBills,
  cancelledOrders,
  paymentsReceived,
  refundsPaid,
  soldCharges,
  soldLines,
  soldOrders,
  soldTaxes,
  type ReportScope,
} from './report-rows.ts';

/** The rows of one figure: queries for `at`, `day`, `kind`, `order_id` and `amount`, and its part of what was taken back. */
export interface FigureSource {
  readonly queries: (scope: ReportScope, key: string) => readonly RawBuilder<unknown>[];
  /** Negative where a refund lowers the figure. */
  readonly takenBack?: (sale: SaleTakenBack, key: string) => number;
}

const SALE = sql`'sale' as kind`;
const dishesOf = ({ parts }: SaleTakenBack) => addCents(...parts.dishes);

const lineSums = (scope: ReportScope, amount: RawBuilder<unknown>) =>
  sql`select at, day, ${SALE}, order_id, sum(${amount}) as amount from (${soldLines(scope)}) l group by at, day, order_id`;

const taxes = (scope: ReportScope, key: string) =>
  sql`select at, day, ${SALE}, order_id, sum(amount) as amount from (${soldTaxes(scope)}) t
      where ${key} = '' or code || ' ' || trim_scale(rate / 100000.0) = ${key} group by at, day, order_id`;

const taxBack = ({ taxes: all, parts }: SaleTakenBack, key: string) =>
  -all.reduce((sum, { code, rate: value }, index) => {
    const matches = key === '' || reportTaxKey(code, rateToDecimal(rate(value))) === key;
    return matches ? sum + (parts.taxes[index] ?? 0) : sum;
  }, 0);

const charges = (scope: ReportScope) => sql`select at, day, ${SALE}, order_id, amount from (${soldCharges(scope)}) c`;

const moneyIn = (scope: ReportScope, amount: RawBuilder<unknown>, key = '') =>
  sql`select at, day, 'payment' as kind, bill_id as order_id, ${amount} as amount from (${paymentsReceived(scope)}) p
      where ${key} = '' or tender = ${key}`;
const moneyOut = (scope: ReportScope, amount: RawBuilder<unknown>, key = '') =>
  sql`select at, day, 'refund' as kind, bill_id as order_id, -(${amount}) as amount from (${refundsPaid(scope)}) r
      where ${key} = '' or tender = ${key}`;
const moved = (scope: ReportScope, amount: RawBuilder<unknown>, key = '') => [
  moneyIn(scope, amount, key),
  moneyOut(scope, amount, key),
];

const tips = (scope: ReportScope) => [
  sql`select at, day, ${SALE}, order_id, tip as amount from (${soldOrders(scope)}) s`,
  ...moved(scope, sql`tip`),
];
const rounding = (scope: ReportScope) => moved(scope, sql`rounding`);
const ALL_MONEY = sql`amount + tip + rounding`;

const balances = (scope: ReportScope, isSale: boolean) =>
  sql`select o.order_time as at, o.business_date as day, 'balance' as kind, b.bill_id as order_id,
             ${isSale ? sql`b.amount` : sql`-b.amount`} as amount
      from (${balancesOfBills(scope)}) b left join orders o on o.id = b.bill_id where b.is_sale = ${isSale}`;

/** Every figure has its rows. A new figure without them does not compile, and a test compares their sums. */
export const FIGURE_SOURCES: Readonly<Record<ReportFigure, FigureSource>> = {
  gross: { queries: (scope) => [lineSums(scope, sql`gross`)] },
  discounts: { queries: (scope) => [lineSums(scope, sql`discount`)] },
  refunds: { queries: () => [], takenBack: dishesOf },
  net: { queries: (scope) => [lineSums(scope, sql`net`)], takenBack: (sale) => 0 - dishesOf(sale) },
  charges: { queries: (scope) => [charges(scope)], takenBack: ({ parts }) => 0 - parts.charges },
  tax: { queries: (scope, key) => [taxes(scope, key)], takenBack: taxBack },
  tips: { queries: tips, takenBack: ({ parts }) => 0 - parts.tip },
  cashRounding: { queries: rounding },
  billed: {
    queries: (scope) => [
      lineSums(scope, sql`net`),
      charges(scope),
      taxes(scope, ''),
      ...tips(scope),
      ...rounding(scope),
    ],
    takenBack: (sale) => taxBack(sale, '') - dishesOf(sale) - sale.parts.charges - sale.parts.tip,
  },
  owed: { queries: (scope) => [balances(scope, true)] },
  otherDays: { queries: (scope) => [balances(scope, false)] },
  tender: { queries: (scope, key) => moved(scope, ALL_MONEY, key) },
  received: { queries: (scope) => moved(scope, ALL_MONEY) },
  voids: {
    queries: (scope) => [
      sql`select at, day, 'cancellation' as kind, order_id, amount from (${cancelledOrders(scope)}) v`,
    ],
  },
};
