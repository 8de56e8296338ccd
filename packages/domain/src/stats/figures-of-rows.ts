import { cents, type Cents } from '../core/money.ts';
import type { DateText } from '../core/time.ts';

/**
 * What the dated rows of a period consist of. The server has one query for each part, and every figure is a sum of
 * parts, so that a figure and its rows cannot differ. Parts of taxes, tenders, payouts, statuses and types have a key.
 */
export const FIGURE_PARTS = [
  // The report: business days.
  'orders',
  'units',
  'gross',
  'discounts',
  'refunds',
  'charges',
  'taxBilled',
  'taxRefunds',
  'taxBaseBilled',
  'taxBaseRefunds',
  'tips',
  'tenderRounding',
  'tenderTips',
  'paymentCount',
  'payoutCount',
  'moneyIn',
  'moneyOut',
  'payoutIn',
  'payoutOut',
  'owed',
  'otherDays',
  'voids',
  'voidedOrders',
  'options',
  // The dashboard: orders by the calendar day on which they were placed.
  'placedOrders',
  'placedByStatus',
  'placedByType',
  'guests',
  'revenue',
  'unpaid',
  'refundedOrders',
  'tipsInOrders',
  'tipsOnTop',
  'roundingIn',
  'roundingOut',
  'staffDiscounts',
  'comps',
] as const;
export type FigurePart = (typeof FIGURE_PARTS)[number];

type Parts = Readonly<Partial<Record<FigurePart, 1 | -1>>>;

/** The figures of the report. A new figure does not compile without the parts whose rows it adds up. */
export const REPORT_FIGURES = {
  orders: { orders: 1 },
  units: { units: 1 },
  gross: { gross: 1 },
  discounts: { discounts: 1 },
  refunds: { refunds: 1 },
  net: { gross: 1, discounts: -1, refunds: -1 },
  charges: { charges: 1 },
  tax: { taxBilled: 1, taxRefunds: -1 },
  taxRefunds: { taxRefunds: 1 },
  taxBase: { taxBaseBilled: 1, taxBaseRefunds: -1 },
  taxBaseRefunds: { taxBaseRefunds: 1 },
  tips: { tips: 1 },
  cashRounding: { tenderRounding: 1 },
  billed: {
    gross: 1,
    discounts: -1,
    refunds: -1,
    charges: 1,
    taxBilled: 1,
    taxRefunds: -1,
    tips: 1,
    tenderRounding: 1,
  },
  owed: { owed: 1 },
  otherDays: { otherDays: 1 },
  received: { moneyIn: 1, moneyOut: -1 },
  tender: { moneyIn: 1, moneyOut: -1 },
  tenderCount: { paymentCount: 1 },
  tenderRounding: { tenderRounding: 1 },
  tenderTips: { tenderTips: 1 },
  tenderRefunds: { moneyOut: 1 },
  payoutCount: { payoutCount: 1 },
  payout: { payoutIn: 1, payoutOut: -1 },
  payoutPayments: { payoutIn: 1 },
  payoutRefunds: { payoutOut: 1 },
  voids: { voids: 1 },
  voidedOrders: { voidedOrders: 1 },
  options: { options: 1 },
  withoutOptions: { gross: 1, discounts: -1, refunds: -1, options: -1 },
} as const satisfies Record<string, Parts>;
export type ReportFigure = keyof typeof REPORT_FIGURES;

/** The figures of the dashboard's cards. `average` is their revenue divided by their orders, so its rows are the revenue's. */
export const DASHBOARD_FIGURES = {
  placedOrders: { placedOrders: 1 },
  revenue: { revenue: 1 },
  customers: { guests: 1 },
  average: { revenue: 1 },
  ordered: { revenue: 1, refundedOrders: 1 },
  unpaid: { unpaid: 1 },
  allTips: { tipsInOrders: 1, tipsOnTop: 1 },
  roundingIn: { roundingIn: 1 },
  taken: { revenue: 1, refundedOrders: 1, unpaid: -1, tipsOnTop: 1, roundingIn: 1 },
  refunded: { refundedOrders: 1, roundingOut: 1 },
  staffDiscounts: { staffDiscounts: 1 },
  comps: { comps: 1 },
  status: { placedByStatus: 1 },
  orderType: { placedByType: 1 },
} as const satisfies Record<string, Parts>;
export type DashboardFigure = keyof typeof DASHBOARD_FIGURES;

export type Figure = ReportFigure | DashboardFigure;
/** Which page shows a figure. */
export const FIGURE_PAGES = ['report', 'dashboard'] as const;
export type FigurePage = (typeof FIGURE_PAGES)[number];

const PARTS_OF: Readonly<Record<Figure, Parts>> = { ...REPORT_FIGURES, ...DASHBOARD_FIGURES };
export const FIGURES = Object.keys(PARTS_OF) as readonly Figure[] as readonly [Figure, ...Figure[]];
const FIGURES_ON: Readonly<Record<FigurePage, Readonly<Record<string, Parts>>>> = {
  report: REPORT_FIGURES,
  dashboard: DASHBOARD_FIGURES,
};
/** In breakdowns, or beside an amount that changes with them. They are not compared with an earlier look. */
const NOT_REMEMBERED: ReadonlySet<Figure> = new Set([
  'units',
  'options',
  'withoutOptions',
  'tenderCount',
  'payoutCount',
]);

/** Figures that exist for each tax, tender and so on, and together. */
const KEYED: ReadonlySet<Figure> = new Set([
  'tax',
  'taxBase',
  'tenderCount',
  'tender',
  'tenderRounding',
  'tenderTips',
  'tenderRefunds',
  'payoutCount',
  'payout',
  'payoutPayments',
  'payoutRefunds',
  'status',
  'orderType',
]);

/** Figures that count something. All others are amounts of money. */
const COUNTS: ReadonlySet<Figure> = new Set([
  'orders',
  'units',
  'tenderCount',
  'payoutCount',
  'voidedOrders',
  'placedOrders',
  'customers',
  'status',
  'orderType',
]);
export const isCount = (figure: Figure): boolean => COUNTS.has(figure);

/** The parts of a figure with their signs. */
export function partsOf(figure: Figure): readonly (readonly [FigurePart, 1 | -1])[] {
  return Object.entries(PARTS_OF[figure]) as [FigurePart, 1 | -1][];
}

/** The figures of a page that are remembered when somebody looks at it. */
export function rememberedFigures(page: FigurePage): Figure[] {
  return (Object.keys(FIGURES_ON[page]) as Figure[]).filter((figure) => !NOT_REMEMBERED.has(figure));
}

/** The parts of all remembered figures of a page. */
export function rememberedParts(page: FigurePage): FigurePart[] {
  return [...new Set(rememberedFigures(page).flatMap((figure) => partsOf(figure).map(([part]) => part)))];
}

export const ROW_KINDS = ['sale', 'payment', 'refund', 'cancellation', 'balance', 'guest'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** What happened at one moment to one order, and how much it adds to each part. */
export interface DatedRow {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly day: DateText;
  readonly kind: RowKind;
  /** The order or its bill, which have the same number; null for money that became no order. */
  readonly orderId: string | null;
  readonly parts: readonly PartAmount[];
}

export interface PartAmount {
  readonly part: FigurePart;
  /** Which tax, tender and so on; empty for parts without keys. */
  readonly key: string;
  readonly amount: number;
}

/** A figure, and of those with keys which one. An empty key means all. */
export interface FigureName {
  readonly figure: Figure;
  readonly key: string;
}

/** How much a row adds to a figure. The sums of all rows by part and key give the figure itself. */
export function amountIn({ parts }: Pick<DatedRow, 'parts'>, { figure, key }: FigureName): Cents {
  const signs: Parts = PARTS_OF[figure];
  return cents(
    parts.reduce(
      (sum, each) => (key === '' || each.key === key ? sum + each.amount * (signs[each.part] ?? 0) : sum),
      0,
    ),
  );
}

export function figureOf(rows: readonly DatedRow[], name: FigureName): Cents {
  return cents(rows.reduce((sum, row) => sum + amountIn(row, name), 0));
}

/** A row that adds another amount to a figure than it did before. */
export interface ChangedRow {
  readonly at: number;
  readonly day: DateText;
  readonly kind: RowKind;
  readonly orderId: string | null;
  readonly before: Cents;
  readonly now: Cents;
}

const identityOf = ({ at, kind, orderId }: DatedRow) => `${at} ${kind} ${orderId ?? ''}`;

/**
 * The rows that changed between two moments, the newest first. The differences of the rows add up to the difference of
 * the figure, because both figures are sums of these rows.
 */
export function changedRows(before: readonly DatedRow[], now: readonly DatedRow[], name: FigureName): ChangedRow[] {
  const changes = new Map<string, ChangedRow>();
  const add = (row: DatedRow, side: 'before' | 'now') => {
    const identity = identityOf(row);
    const { at, day, kind, orderId } = row;
    const change = changes.get(identity) ?? { at, day, kind, orderId, before: cents(0), now: cents(0) };
    changes.set(identity, { ...change, [side]: cents(change[side] + amountIn(row, name)) });
  };
  for (const row of before) add(row, 'before');
  for (const row of now) add(row, 'now');
  return [...changes.values()]
    .filter((change) => change.before !== change.now)
    .toSorted((a, b) => b.at - a.at || (a.orderId ?? '').localeCompare(b.orderId ?? ''));
}

/** Every remembered figure of a page that appears in the rows, with each of its keys. */
export function figureNames(page: FigurePage, rows: readonly DatedRow[]): FigureName[] {
  const keys = Map.groupBy(
    rows.flatMap(({ parts }) => parts),
    ({ part }) => part,
  );
  return rememberedFigures(page).flatMap((figure) => {
    const own = KEYED.has(figure)
      ? partsOf(figure).flatMap(([part]) => (keys.get(part) ?? []).map(({ key }) => key))
      : [];
    return [...new Set(['', ...own])].map((key) => ({ figure, key }));
  });
}

/**
 * How long somebody looks at figures without starting anew. What they saw earlier than this is what they remember, so
 * reloading a page does not hide what changed since yesterday.
 */
export const VISIT_MINUTES = 60;
/** A page that stays open is remembered at most this often. */
export const REMEMBER_EVERY_MINUTES = 5;
/** Periods with more orders are not remembered, because their rows would need too much space. */
export const MAX_REMEMBERED_ORDERS = 30_000;
/** How many periods of a page are remembered for a person. The oldest are forgotten. */
export const MAX_REMEMBERED_PERIODS = 40;
export const REMEMBERED_DAYS = 400;
/** How many rows of a figure are returned at once. */
export const FIGURE_ROWS_PAGE = 100;

/** How somebody got figures: on a page, as a table or on paper. */
export const VIEWING_KINDS = ['page', 'csv', 'pdf'] as const;
export type ViewingKind = (typeof VIEWING_KINDS)[number];
