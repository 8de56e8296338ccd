import { CHARGE_KINDS } from '@tiffin/domain/pricing';
import { amountIn, type FigurePart, type PartAmount, type ReportFigure, reportTaxKey } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { sumParts } from '../rows-of-parts.ts';
import { readSalesTakenBack, type SaleTakenBack } from './read-sales-taken-back.ts';
import { REPORT_PARTS } from './report-parts.ts';
import { optionSales, soldLines, type ReportScope, soldTaxes } from './report-rows.ts';
import { rate as rateOf, rateToDecimal } from '@tiffin/domain/core';

/** Portions and options are summed by the breakdowns only. */
const SUMMED_PARTS = (Object.keys(REPORT_PARTS) as (keyof typeof REPORT_PARTS)[]).filter(
  (part) => part !== 'units' && part !== 'options',
);

export type ReportFigures = ReturnType<typeof figuresFrom>;

/** The sums of lines with the same key of a breakdown. */
export interface LineSums {
  readonly breakdown: 'category' | 'dish' | 'service' | 'daypart' | 'hour' | 'channel' | 'day';
  readonly key: string | null;
  readonly name: string | null;
  readonly orders: number;
  readonly units: number;
  readonly gross: number;
  readonly discounts: number;
}

/** What an option was sold for in addition to its dishes. */
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

/** Reads the figures of a period, all from the same rows. */
export async function readReport(db: Db | Tx, scope: ReportScope): Promise<ReportData> {
  const takenBack = await readSalesTakenBack(db, scope);
  const [sums, taxes, lines, options] = await Promise.all([
    sumParts(db, scope, SUMMED_PARTS, takenBack),
    readTaxNames(db, scope, takenBack),
    readLineSums(db, scope),
    readOptionSums(db, scope),
  ]);
  return { figures: figuresFrom(sums, taxes), lines, options, takenBack };
}

/** Every figure is the signed sum of parts that `getReportRows` shows. */
function figuresFrom(sums: readonly PartAmount[], taxes: readonly TaxName[]) {
  const amountOf = (figure: ReportFigure, key = '') => amountIn(sums, { figure, key });
  const keysOf = (...parts: FigurePart[]) => [
    ...new Set(sums.filter(({ part }) => parts.includes(part)).map(({ key }) => key)),
  ];
  return {
    orders: amountOf('orders'),
    sales: { gross: amountOf('gross'), discounts: amountOf('discounts'), net: amountOf('net') },
    refunds: amountOf('refunds'),
    charges: amountOf('charges'),
    chargesByKind: CHARGE_KINDS.map((kind) => ({ kind, amount: amountOf('charges', kind) })).filter(
      ({ amount }) => amount !== 0,
    ),
    taxes: taxes.map((tax) => {
      const key = taxKeyOf(tax);
      return {
        ...tax,
        base: amountOf('taxBase', key),
        amount: amountOf('tax', key),
        refundedBase: amountOf('taxBaseRefunds', key),
        refundedAmount: amountOf('taxRefunds', key),
      };
    }),
    tips: amountOf('tips'),
    cashRounding: amountOf('cashRounding'),
    billed: amountOf('billed'),
    owed: amountOf('owed'),
    otherDays: amountOf('otherDays'),
    giftCardsSold: amountOf('giftCardsSold'),
    giftCardsUsed: amountOf('giftCardsUsed'),
    giftCardsTakenOver: amountOf('giftCardsTakenOver'),
    giftCardsOwed: amountOf('giftCardsOwed'),
    depositsTaken: amountOf('depositsTaken'),
    depositsUsed: amountOf('depositsUsed'),
    depositsKept: amountOf('depositsKept'),
    depositTax: amountOf('depositTax'),
    depositTaxes: keysOf('depositTax').map((code) => ({ code, amount: amountOf('depositTax', code) })),
    depositsOwed: amountOf('depositsOwed'),
    received: amountOf('received'),
    tenders: keysOf('moneyIn', 'moneyOut', 'tenderTips')
      .map((tender) => ({
        tender,
        count: amountOf('tenderCount', tender),
        amount: amountOf('tender', tender),
        rounding: amountOf('tenderRounding', tender),
        tips: amountOf('tenderTips', tender),
        refunded: amountOf('tenderRefunds', tender),
      }))
      .toSorted((a, b) => b.amount - a.amount || a.tender.localeCompare(b.tender)),
    tipsByPerson: keysOf('personTips')
      .map((person) => ({ person, tips: amountOf('personTips', person) }))
      .toSorted((a, b) => b.tips - a.tips || a.person.localeCompare(b.person)),
    payouts: keysOf('payoutIn', 'payoutOut')
      .map((provider) => ({
        provider,
        count: amountOf('payoutCount', provider),
        payments: amountOf('payoutPayments', provider),
        refunds: amountOf('payoutRefunds', provider),
        amount: amountOf('payout', provider),
      }))
      .toSorted((a, b) => b.amount - a.amount || a.provider.localeCompare(b.provider)),
    voids: { count: amountOf('voidedOrders'), amount: amountOf('voids') },
  };
}

/** Reads the lines once and groups them by every breakdown. */
async function readLineSums(db: Db | Tx, scope: ReportScope): Promise<LineSums[]> {
  // grouping() has one bit for each column, from the left; it is 0 for the column that a row is grouped by. So 63 is the
  // first of the seven: 0111111.
  const { rows } = await sql<LineSums>`
    select case grouping(category, item_id, order_type, daypart, hour, channel, day)
             when 63 then 'category' when 95 then 'dish' when 111 then 'service' when 119 then 'daypart'
             when 123 then 'hour' when 125 then 'channel' else 'day' end as breakdown,
           coalesce(category, item_id, order_type, daypart, hour::text, channel, day::text) as key,
           case when grouping(item_id) = 0 then (array_agg(name order by at desc))[1] end as name,
           count(*) filter (where is_first) as orders, coalesce(sum(quantity), 0) as units,
           coalesce(sum(gross), 0) as gross, coalesce(sum(discount), 0) as discounts
    from (${soldLines(scope)}) line
    group by grouping sets ((category), (item_id), (order_type), (daypart), (hour), (channel), (day))
  `.execute(db);
  return rows;
}

async function readOptionSums(db: Db | Tx, scope: ReportScope): Promise<OptionSums[]> {
  const { rows } = await sql<OptionSums>`
    select o.key, (array_agg(o.name order by o.at desc))[1] as name, sum(o.units) as units, sum(o.amount) as amount
    from (${optionSales(scope)}) o group by o.key having sum(o.amount) <> 0
  `.execute(db);
  return rows;
}

/** A tax at one rate, with all registration numbers on the bills. */
interface TaxName {
  readonly code: string;
  readonly label: string;
  readonly registration: string | null;
  readonly rate: number;
}

/** The taxes of the bills that were sold, and of those that were taken back. */
async function readTaxNames(db: Db | Tx, scope: ReportScope, takenBack: readonly SaleTakenBack[]): Promise<TaxName[]> {
  const { rows: sold } = await sql<TaxName>`
    select code, min(label) as label, string_agg(distinct registration, ', ') as registration, rate
    from (${soldTaxes(scope)}) t group by code, rate order by code, rate desc
  `.execute(db);
  const names = new Map<string, TaxName>();
  for (const { code, label, registration, rate } of [...sold, ...takenBack.flatMap(({ taxes }) => taxes)]) {
    const key = taxKeyOf({ code, rate });
    if (!names.has(key)) names.set(key, { code, label, registration, rate });
  }
  return [...names.values()];
}

const taxKeyOf = ({ code, rate }: Pick<TaxName, 'code' | 'rate'>) => reportTaxKey(code, rateToDecimal(rateOf(rate)));
