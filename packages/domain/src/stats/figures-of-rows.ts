import { cents, type Cents } from '../core/money.ts';
import { keysOf } from '../core/variants.ts';

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
  'personTips',
  'paymentCount',
  'payoutCount',
  'moneyIn',
  'moneyOut',
  'giftCardsSold',
  'giftCardsUsed',
  'giftCardsTakenOver',
  'giftCardsOwed',
  'depositsTaken',
  'depositsUsed',
  'depositsKept',
  'depositTax',
  'depositsOwed',
  'payoutIn',
  'payoutOut',
  'owed',
  'otherDays',
  'voids',
  'voidedOrders',
  'options',
  // The dashboard: orders by the business day on which they were placed.
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
  giftCardsSold: { giftCardsSold: 1 },
  giftCardsUsed: { giftCardsUsed: 1 },
  giftCardsTakenOver: { giftCardsTakenOver: 1 },
  giftCardsOwed: { giftCardsOwed: 1 },
  depositsTaken: { depositsTaken: 1 },
  depositsUsed: { depositsUsed: 1 },
  depositsKept: { depositsKept: 1 },
  depositTax: { depositTax: 1 },
  depositsOwed: { depositsOwed: 1 },
  // The money of a gift card or a deposit came in before.
  received: { moneyIn: 1, moneyOut: -1, giftCardsUsed: -1, depositsUsed: -1 },
  tender: { moneyIn: 1, moneyOut: -1 },
  tenderCount: { paymentCount: 1 },
  tenderRounding: { tenderRounding: 1 },
  tenderTips: { tenderTips: 1 },
  personTips: { personTips: 1 },
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

/** The figures of the dashboard's cards. `average` is revenue divided by orders, so its rows are those of the revenue. */
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

const PARTS_OF: Readonly<Record<Figure, Parts>> = { ...REPORT_FIGURES, ...DASHBOARD_FIGURES };
export const FIGURES = keysOf<Figure>(PARTS_OF);
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
/** True for a figure that is a number and not an amount of money. */
export const isCount = (figure: Figure): boolean => COUNTS.has(figure);

export function partsOf(figure: Figure): readonly (readonly [FigurePart, 1 | -1])[] {
  return Object.entries(PARTS_OF[figure]) as [FigurePart, 1 | -1][];
}

export const ROW_KINDS = [
  'sale',
  'payment',
  'gift-card',
  'deposit',
  'refund',
  'cancellation',
  'balance',
  'guest',
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** What a row adds to a part, or what all rows of a period add to it. */
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

/** How much parts add to a figure. The sums of all rows by part and key give the figure itself. */
export function amountIn(parts: readonly PartAmount[], { figure, key }: FigureName): Cents {
  const signs: Parts = PARTS_OF[figure];
  return cents(
    parts.reduce(
      (sum, each) => (key === '' || each.key === key ? sum + each.amount * (signs[each.part] ?? 0) : sum),
      0,
    ),
  );
}

/** How many rows of a figure are returned at once. */
export const FIGURE_ROWS_PAGE = 100;
