import { addCents, cents, sumOf, type Cents } from '@tiffin/domain/core';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/connection.ts';
import { payoutsOf, readMoney, tendersOf, type PayoutFigure, type TenderFigure } from './money-figures.ts';
import { readSalesTakenBack, type SaleTakenBack } from './read-sales-taken-back.ts';
import {
  balancesOfBills,
  cancelledOrders,
  optionSales,
  paymentsReceived,
  refundsPaid,
  soldCharges,
  soldLines,
  soldOrders,
  type ReportScope,
} from './report-rows.ts';
import { sumCents } from './sum-cents.ts';
import { readTaxes, withRefunds, type TaxFigure } from './tax-figures.ts';

export interface ReportFigures {
  readonly orders: number;
  readonly sales: { readonly gross: Cents; readonly discounts: Cents; readonly net: Cents };
  readonly refunds: Cents;
  readonly charges: Cents;
  readonly taxes: readonly TaxFigure[];
  readonly tips: Cents;
  readonly cashRounding: Cents;
  readonly billed: Cents;
  readonly owed: Cents;
  readonly otherDays: Cents;
  readonly received: Cents;
  readonly tenders: readonly TenderFigure[];
  readonly payouts: readonly PayoutFigure[];
  readonly voids: { readonly count: number; readonly amount: Cents };
}

/** One row of lines with the same key. Exactly one of the keys is set; none of them in the row of all lines. */
export interface LineSums {
  readonly breakdown: 'all' | 'category' | 'dish' | 'service' | 'daypart' | 'hour' | 'channel' | 'day';
  readonly key: string | null;
  readonly name: string | null;
  readonly orders: number;
  readonly units: number;
  readonly gross: number;
  readonly discounts: number;
}

export interface OptionSums {
  readonly key: string;
  readonly name: string;
  readonly units: number;
  readonly amount: number;
}

/** The figures of a period, and what their breakdowns consist of. */
export interface ReportData {
  readonly figures: ReportFigures;
  readonly lines: readonly LineSums[];
  readonly options: readonly OptionSums[];
  readonly takenBack: readonly SaleTakenBack[];
}

export async function readReport(db: Db, scope: ReportScope): Promise<ReportData> {
  const [lines, options, takenBack, sold, taxes, payments, refunds, voids, balances] = await Promise.all([
    readLineSums(db, scope),
    readOptionSums(db, scope),
    readSalesTakenBack(db, scope),
    readSums(
      db,
      sql`select (select coalesce(sum(amount), 0) from (${soldCharges(scope)}) c) as charges,
      coalesce(sum(tip), 0) as tips from (${soldOrders(scope)}) s`,
    ),
    readTaxes(db, scope),
    readMoney(db, paymentsReceived(scope), sql`count(*) filter (where not is_undone)`, sql`sum(tip + bill_tip)`),
    readMoney(db, refundsPaid(scope), sql`count(*)`, sql`sum(tip)`),
    readSums(db, sql`select count(*) as count, coalesce(sum(amount), 0) as amount from (${cancelledOrders(scope)}) v`),
    readSums(
      db,
      sql`select coalesce(sum(amount) filter (where is_sale), 0) as owed,
      coalesce(-sum(amount) filter (where not is_sale), 0) as other from (${balancesOfBills(scope)}) b`,
    ),
  ]);
  const all = lines.find((row) => row.breakdown === 'all');
  const gross = cents(all?.gross ?? 0);
  const discounts = cents(all?.discounts ?? 0);
  const dishesBack = sumCents(takenBack, ({ parts }) => addCents(...parts.dishes));
  const net = cents(gross - discounts - dishesBack);
  const tenders = tendersOf(payments, refunds, takenBack);
  const taxFigures = withRefunds(taxes, takenBack);
  const charges = cents((sold['charges'] ?? 0) - sumCents(takenBack, ({ parts }) => parts.charges));
  const onTop = sumOf(payments.map((row) => row.tip)) - sumOf(refunds.map((row) => row.tip));
  const tips = cents((sold['tips'] ?? 0) + onTop - sumCents(takenBack, ({ parts }) => parts.tip));
  const cashRounding = sumCents(tenders, ({ rounding }) => rounding);
  const billed = addCents(net, charges, ...taxFigures.map(({ amount }) => amount), tips, cashRounding);
  return {
    figures: {
      orders: all?.orders ?? 0,
      sales: { gross, discounts, net },
      refunds: dishesBack,
      charges,
      taxes: taxFigures,
      tips,
      cashRounding,
      billed,
      owed: cents(balances['owed'] ?? 0),
      otherDays: cents(balances['other'] ?? 0),
      received: sumCents(tenders, ({ amount }) => amount),
      tenders,
      payouts: payoutsOf(payments, refunds),
      voids: { count: voids['count'] ?? 0, amount: cents(voids['amount'] ?? 0) },
    },
    lines,
    options,
    takenBack,
  };
}

/** Reads the lines once and groups them by every breakdown. */
async function readLineSums(db: Db, scope: ReportScope): Promise<LineSums[]> {
  const { rows } = await sql<LineSums>`
    select case grouping(category, item_id, order_type, daypart, hour, channel, day)
             when 127 then 'all' when 63 then 'category' when 95 then 'dish' when 111 then 'service' when 119 then 'daypart'
             when 123 then 'hour' when 125 then 'channel' else 'day' end as breakdown,
           coalesce(category, item_id, order_type, daypart, hour::text, channel, day::text) as key,
           case when grouping(item_id) = 0 then (array_agg(name order by at desc))[1] end as name,
           count(*) filter (where is_first) as orders, coalesce(sum(quantity), 0) as units,
           coalesce(sum(gross), 0) as gross, coalesce(sum(discount), 0) as discounts
    from (${soldLines(scope)}) line
    group by grouping sets ((), (category), (item_id), (order_type), (daypart), (hour), (channel), (day))
  `.execute(db);
  return rows;
}

async function readOptionSums(db: Db, scope: ReportScope): Promise<OptionSums[]> {
  const { rows } = await sql<OptionSums>`
    select o.key, (array_agg(o.name order by o.at desc))[1] as name, sum(o.units) as units, sum(o.amount) as amount
    from (${optionSales(scope)}) o group by o.key having sum(o.amount) <> 0
  `.execute(db);
  return rows;
}

async function readSums(db: Db, query: RawBuilder<unknown>): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<string, number>>`${query}`.execute(db);
  return rows[0] ?? {};
}
