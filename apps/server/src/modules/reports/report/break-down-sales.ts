import { cents, recordOf, say, sayNow, sumOf, toDollars } from '@tiffin/domain/core';
import { orderTypeLabel } from '@tiffin/domain/order';
import { REPORT_BREAKDOWNS, type ReportBreakdown } from '@tiffin/domain/stats';
import type { LineSums, ReportData } from './read-report.ts';
import { refundedKeys, REST_KEY } from './refunded-keys.ts';
import type { Report } from './report-answer.ts';

type Breakdowns = Report['breakdowns'];
type BreakdownRow = Breakdowns['day'][number];

/** The names of what the lines refer to by id. */
export interface BreakdownLabels {
  readonly categories: ReadonlyMap<string, string>;
  readonly dishes: ReadonlyMap<string, string>;
  readonly dayparts: ReadonlyMap<string, string>;
}

/** Sums in cents. `orders` is null where an order can be in several rows. */
interface Sums {
  readonly key: string;
  readonly name: string | null;
  readonly orders: number | null;
  readonly units: number;
  readonly gross: number;
  readonly discounts: number;
  readonly refunds: number;
}

const CHANNEL_LABELS: Readonly<Record<string, string>> = { till: say`Till`, online: say`Online` };

/** The net sales broken down in every way. The rows of each breakdown add up to the net sales. */
export function breakdownsOf(present: ReportData, previous: ReportData, labels: BreakdownLabels): Breakdowns {
  return recordOf(REPORT_BREAKDOWNS, (breakdown) => breakDown(breakdown, present, previous, labels));
}

function breakDown(breakdown: ReportBreakdown, present: ReportData, previous: ReportData, labels: BreakdownLabels) {
  const before = new Map(sumsOf(breakdown, previous).map((row) => [row.key, row]));
  const rows = sumsOf(breakdown, present);
  // The days of the previous period are other days.
  const hasBefore = breakdown !== 'day';
  const keys = new Set(rows.map(({ key }) => key));
  const soldBeforeOnly = hasBefore ? [...before.values()].filter(({ key }) => !keys.has(key)) : [];
  const all = [...rows, ...soldBeforeOnly.map(withoutSales)].map((row): BreakdownRow => {
    const earlier = before.get(row.key);
    return {
      key: row.key,
      label: labelOf(breakdown, row, labels),
      orders: row.orders,
      units: row.units,
      gross: toDollars(cents(row.gross)),
      discounts: toDollars(cents(row.discounts)),
      refunds: toDollars(cents(row.refunds)),
      net: toDollars(cents(netOf(row))),
      previousNet: hasBefore ? toDollars(cents(earlier ? netOf(earlier) : 0)) : null,
    };
  });
  if (breakdown === 'day') return all.toSorted((a, b) => a.key.localeCompare(b.key));
  if (breakdown === 'hour') return all.toSorted((a, b) => Number(a.key) - Number(b.key));
  return all.toSorted((a, b) => b.net - a.net || a.label.localeCompare(b.label));
}

const netOf = ({ gross, discounts, refunds }: Sums) => gross - discounts - refunds;

function withoutSales({ key, name, orders }: Sums): Sums {
  return { key, name, orders: orders === null ? null : 0, units: 0, gross: 0, discounts: 0, refunds: 0 };
}

function sumsOf(breakdown: ReportBreakdown, data: ReportData): Sums[] {
  if (breakdown === 'option') return optionSums(data);
  const refundsByKey = new Map<string, { amount: number; name: string | null }>();
  for (const sale of data.takenBack) {
    for (const { key, name, amount } of refundedKeys(breakdown, sale)) {
      refundsByKey.set(key, { name, amount: (refundsByKey.get(key)?.amount ?? 0) + amount });
    }
  }
  const sold = data.lines.filter((row) => row.breakdown === breakdown);
  const hasOrders = breakdown !== 'category' && breakdown !== 'dish';
  const rows = sold.map(({ key, name, orders, units, gross, discounts }: LineSums): Sums => {
    const refunds = refundsByKey.get(key ?? REST_KEY)?.amount ?? 0;
    refundsByKey.delete(key ?? REST_KEY);
    return { key: key ?? REST_KEY, name, orders: hasOrders ? orders : null, units, gross, discounts, refunds };
  });
  // What is left in the map was refunded, but not sold in the period.
  const onlyRefunded = [...refundsByKey].map(([key, { amount, name }]): Sums => {
    return { key, name, orders: hasOrders ? 0 : null, units: 0, gross: 0, discounts: 0, refunds: amount };
  });
  return [...rows, ...onlyRefunded];
}

/** Options at their list prices, and one row for the dishes, which all discounts and refunds reduce. */
function optionSums({ figures, lines, options }: ReportData): Sums[] {
  const none = { orders: null, discounts: 0, refunds: 0 };
  const extra = options.map(({ key, name, units, amount }): Sums => ({ ...none, key, name, units, gross: amount }));
  const { gross, discounts } = figures.sales;
  const rest: Sums = {
    key: REST_KEY,
    name: null,
    orders: null,
    units: sumOf(lines.filter(({ breakdown }) => breakdown === 'day').map(({ units }) => units)),
    gross: gross - sumOf(options.map(({ amount }) => amount)),
    discounts,
    refunds: figures.refunds,
  };
  return rest.units === 0 && rest.refunds === 0 ? extra : [rest, ...extra];
}

function labelOf(breakdown: ReportBreakdown, { key, name }: Sums, labels: BreakdownLabels): string {
  switch (breakdown) {
    case 'category':
      return labels.categories.get(key) ?? key;
    case 'dish':
      return labels.dishes.get(key) ?? name ?? key;
    case 'option':
      return key === REST_KEY ? say`Dishes, without their options` : (name ?? key);
    case 'service':
      return sayNow(orderTypeLabel(key));
    case 'daypart':
      return key === REST_KEY ? say`Outside the dayparts` : (labels.dayparts.get(key) ?? key);
    case 'channel':
      return sayNow(CHANNEL_LABELS[key] ?? key);
    case 'hour':
      return `${key.padStart(2, '0')}:00`;
    default:
      return key;
  }
}
