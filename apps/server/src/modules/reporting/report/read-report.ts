import { addCents, cents, sumOf, ZERO, type Cents } from '@tiffin/domain/core';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/connection.ts';
import { readSalesTakenBack, type SaleTakenBack } from './read-sales-taken-back.ts';
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

export interface TaxFigure {
  readonly code: string;
  readonly label: string;
  readonly registration: string | null;
  readonly rate: number;
  readonly base: Cents;
  readonly amount: Cents;
  readonly refundedBase: Cents;
  readonly refundedAmount: Cents;
}

export interface TenderFigure {
  readonly tender: string;
  readonly count: number;
  readonly amount: Cents;
  readonly rounding: Cents;
  readonly tips: Cents;
  readonly refunded: Cents;
}

export interface PayoutFigure {
  readonly provider: string;
  readonly count: number;
  readonly payments: Cents;
  readonly refunds: Cents;
  readonly amount: Cents;
}

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

/** What the chosen options cost in addition to their dishes, at list prices. The price of a size is that of its dish. */
async function readOptionSums(db: Db, scope: ReportScope): Promise<OptionSums[]> {
  const { rows } = await sql<OptionSums>`
    select o.key, (array_agg(o.name order by o.at desc))[1] as name, sum(o.units) as units, sum(o.amount) as amount
    from (
      select (c ->> 'group') || '/' || (c ->> 'id') as key, c ->> 'name' as name, line.at,
             (c ->> 'units')::int * line.quantity as units,
             (c ->> 'units')::int * (c ->> 'unitPrice')::int * line.quantity as amount
      from (${soldLines(scope)}) line cross join lateral jsonb_array_elements(line.options) c
      where line.options is not null and (c ->> 'units')::int > 0 and coalesce((c ->> 'isSize')::boolean, false) = false
        and c ->> 'part' is null
    ) o
    group by o.key having sum(o.amount) <> 0
  `.execute(db);
  return rows;
}

async function readSums(db: Db, query: RawBuilder<unknown>): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<string, number>>`${query}`.execute(db);
  return rows[0] ?? {};
}

type TaxRow = Omit<TaxFigure, 'refundedBase' | 'refundedAmount'>;

async function readTaxes(db: Db, scope: ReportScope): Promise<TaxRow[]> {
  const { rows } = await sql<TaxRow>`
    select code, label, registration, rate, sum(base) as base, sum(amount) as amount
    from (${soldTaxes(scope)}) t group by 1, 2, 3, 4 order by code, rate desc, registration nulls last
  `.execute(db);
  return rows;
}

interface MoneyRow {
  readonly tender: string;
  readonly provider: string;
  readonly count: number;
  readonly amount: number;
  readonly tip: number;
  readonly rounding: number;
  readonly tips: number;
}

async function readMoney(
  db: Db,
  rowsOf: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
  tips: RawBuilder<unknown>,
): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select tender, provider, ${count} as count, sum(amount) as amount, sum(tip) as tip, sum(rounding) as rounding, ${tips} as tips
    from (${rowsOf}) m group by 1, 2 order by 4 desc, 1, 2
  `.execute(db);
  return rows;
}

const moneyOf = ({ amount, tip, rounding }: MoneyRow) => amount + tip + rounding;

function tendersOf(
  payments: readonly MoneyRow[],
  refunds: readonly MoneyRow[],
  takenBack: readonly SaleTakenBack[],
): TenderFigure[] {
  const names = [...new Set([...payments, ...refunds].map(({ tender }) => tender))];
  const figures = names.map((tender) => {
    const isOwn = (row: { readonly tender: string | null }) => row.tender === tender;
    const [came, went] = [payments.filter(isOwn), refunds.filter(isOwn)];
    const refunded = sumCents(went, moneyOf);
    const tipsBack = sumCents(takenBack.filter(isOwn), ({ parts }) => parts.tip);
    return {
      tender,
      count: sumOf(came.map(({ count }) => count)),
      amount: cents(sumCents(came, moneyOf) - refunded),
      rounding: cents(sumCents(came, ({ rounding }) => rounding) - sumCents(went, ({ rounding }) => rounding)),
      tips: cents(sumCents(came, ({ tips }) => tips) - sumCents(went, ({ tips }) => tips) - tipsBack),
      refunded,
    };
  });
  return figures.toSorted((a, b) => b.amount - a.amount);
}

/** Money at the counter is not paid out by anyone. */
function payoutsOf(payments: readonly MoneyRow[], refunds: readonly MoneyRow[]): PayoutFigure[] {
  const providers = [...new Set([...payments, ...refunds].map(({ provider }) => provider))];
  return providers
    .filter((provider) => provider !== 'till')
    .map((provider) => {
      const [came, went] = [payments, refunds].map((rows) => rows.filter((row) => row.provider === provider));
      const [received, returned] = [sumCents(came ?? [], moneyOf), sumCents(went ?? [], moneyOf)];
      return {
        provider,
        count: sumOf((came ?? []).map(({ count }) => count)),
        payments: received,
        refunds: returned,
        amount: cents(received - returned),
      };
    });
}

function withRefunds(sold: readonly TaxRow[], takenBack: readonly SaleTakenBack[]): TaxFigure[] {
  const keyOf = (tax: { readonly code: string; readonly rate: number }) => `${tax.code} ${tax.rate}`;
  const back = Map.groupBy(taxesTakenBack(takenBack), keyOf);
  const figures = sold.map((tax, index): TaxFigure => {
    // The same tax can have two registration numbers. What was taken back counts with the first.
    const isFirst = sold.findIndex((each) => keyOf(each) === keyOf(tax)) === index;
    return lessRefunds(tax, isFirst ? (back.get(keyOf(tax)) ?? []) : []);
  });
  const known = new Set(sold.map(keyOf));
  const onlyBack = [...back].filter(([key]) => !known.has(key));
  return [
    ...figures,
    ...onlyBack.flatMap(([, rows]) =>
      rows.slice(0, 1).map((tax) => lessRefunds({ ...tax, base: ZERO, amount: ZERO }, rows)),
    ),
  ];
}

function lessRefunds(tax: TaxRow, back: readonly TaxRow[]): TaxFigure {
  const refundedBase = sumCents(back, ({ base }) => base);
  const refundedAmount = sumCents(back, ({ amount }) => amount);
  const { code, label, registration, rate } = tax;
  return {
    code,
    label,
    registration,
    rate,
    base: cents(tax.base - refundedBase),
    amount: cents(tax.amount - refundedAmount),
    refundedBase,
    refundedAmount,
  };
}

function taxesTakenBack(takenBack: readonly SaleTakenBack[]): TaxRow[] {
  return takenBack.flatMap(({ taxes, parts }) =>
    taxes.map(({ code, label, registration, rate }, index) => ({
      code,
      label,
      registration,
      rate,
      base: parts.bases[index] ?? ZERO,
      amount: parts.taxes[index] ?? ZERO,
    })),
  );
}

function sumCents<Row>(rows: readonly Row[], valueOf: (row: Row) => number): Cents {
  return cents(rows.reduce((sum, row) => sum + valueOf(row), 0));
}
