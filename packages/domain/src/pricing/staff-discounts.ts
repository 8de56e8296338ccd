import { say, sayNow } from '../core/language.ts';
import { addCents, cents, centsOf, subtractCents, toDollars, ZERO, type Cents } from '../core/money.ts';
import { percentOf, percentText, rateToPercent } from '../core/rates.ts';
import { ok, type Result, fail } from '../core/result.ts';
import { entryOf, keysOf } from '../core/variants.ts';
import type { Adjustment, AdjustmentKind, Discount } from './discounts.ts';
import type { Charge, ChargeKind } from './price.ts';

/** What staff may do to a price: take something off, give it for free, or set another price. */
export const STAFF_DISCOUNT_KINDS = ['discount', 'comp', 'price-match'] as const;
export type StaffDiscountKind = (typeof STAFF_DISCOUNT_KINDS)[number];

const REASONS = {
  wait: say`Long wait`,
  mistake: say`Something was wrong`,
  regular: say`Regular guest`,
  promised: say`Price was promised`,
  staff: say`Staff meal`,
  other: say`Other`,
} as const;
export type DiscountReason = keyof typeof REASONS;
export const DISCOUNT_REASONS = keysOf<DiscountReason>(REASONS);
export const DISCOUNT_REASON_LABELS: Readonly<Record<DiscountReason, string>> = REASONS;

export const MAX_DISCOUNT_NOTE_LENGTH = 200;

/** A reduction that staff give on a line or on the whole bill. */
export interface StaffDiscount {
  readonly id: string;
  readonly kind: StaffDiscountKind;
  /** The position of the line, or null for the whole bill. */
  readonly line: number | null;
  /** For the kind `discount`, exactly one of `percent` and `amount` is set. */
  readonly percent: number | null;
  readonly amount: Cents | null;
  readonly price: Cents | null;
  readonly reason: DiscountReason;
  /** Free text for staff; guests never see it. */
  readonly note: string;
}

/**
 * The limit up to which staff may give discounts without approval. All staff discounts of a bill together must be
 * within both values.
 */
export interface DiscountLimit {
  readonly percent: number;
  readonly most: Cents;
}

export const DEFAULT_DISCOUNT_LIMIT: DiscountLimit = { percent: 10, most: cents(10_00) };

/** `subtotal` is the price of the dishes before staff discounts. */
export function isWithinLimit(limit: DiscountLimit, subtotal: Cents, discountSum: Cents): boolean {
  return discountSum <= limit.most && discountSum <= percentOf(subtotal, limit.percent);
}

/**
 * Everything of a bill that brings no money counts together against the limit, so that nobody gives it away in steps: the
 * discounts, those that were refunded once it was paid, and what is on a house account.
 */
export function reductionsOfBill(sums: {
  readonly discounts: Cents;
  readonly refundedDiscounts: Cents;
  readonly onAccount: Cents;
}): Cents {
  return addCents(sums.discounts, sums.refundedDiscounts, sums.onAccount);
}

/** Checks that the discount has exactly one value that fits its kind, and a reason. */
export function checkStaffDiscount(discount: Omit<StaffDiscount, 'id'>): Result<true> {
  const { kind, line, percent, amount, price } = discount;
  const wrong = (message: string, field: string) => fail('invalid-argument', message, { field });
  if (percent !== null && (!Number.isInteger(percent) || percent < 1 || percent > 100)) {
    return wrong(say`percent must be from 1 to 100`, 'value');
  }
  if (amount !== null && amount < 1) return wrong(say`amount must be a sum above zero`, 'value');
  if (kind === 'discount' && (percent === null) === (amount === null)) {
    return wrong(say`Enter a percentage or an amount to take off.`, 'value');
  }
  if (kind !== 'discount' && (percent !== null || amount !== null)) {
    return wrong(say`Only a discount has a percentage or an amount.`, 'value');
  }
  if (kind === 'price-match' && (price === null || line === null)) {
    return wrong(say`Choose a dish and enter its price.`, 'value');
  }
  if (kind !== 'price-match' && price !== null) return wrong(say`Only a price change has a price.`, 'value');
  if (discount.reason === 'other' && discount.note === '') return wrong(say`Please give a reason.`, 'note');
  return ok(true);
}

/** Converts a discount to the API: amounts in dollars. */
export function toWireDiscount({ kind, line, percent, amount, price, reason, note }: Omit<StaffDiscount, 'id'>) {
  const common = { line, reason, note };
  if (kind === 'comp') return { kind: 'comp' as const, ...common };
  if (price !== null) return { kind: 'price' as const, value: toDollars(price), ...common };
  if (amount !== null) return { kind: 'amount' as const, value: toDollars(amount), ...common };
  return { kind: 'percent' as const, value: percent, ...common };
}

/**
 * Converts a staff discount for the price calculation. A line discount carries its dish in the label, because a bill
 * discount can also end up on a single line.
 */
export function toDiscount({ id, kind, line, percent, amount, price }: StaffDiscount, dish?: string): Discount {
  const on = line === null ? ('order' as const) : { line };
  const label = staffDiscountLabel({ kind, percent });
  const common = { on, kind, source: id, label: dish === undefined ? label : `${label}: ${dish}` };
  if (price !== null) return { ...common, off: { price } };
  if (amount !== null) return { ...common, off: { amount } };
  // `comp` has none of the three: it is free.
  return { ...common, off: { percent: percent ?? 100 } };
}

/** The label stored with the bill. It is stored in English for every language and translated when it is shown. */
export function staffDiscountLabel({ kind, percent }: Pick<StaffDiscount, 'kind' | 'percent'>): string {
  if (kind === 'comp') return 'On the house';
  if (kind === 'price-match') return 'Price changed';
  return percent === null ? 'Discount' : `Discount ${percent}%`;
}

const WORDS: Readonly<Record<string, string>> = {
  'On the house': say`On the house`,
  'Price changed': say`Price changed`,
  Discount: say`Discount`,
  Points: say`Points`,
};

/** Translates a stored label for its reader: 'On the house', 'Discount 10%: Samosa'. */
function labelText(label: string): string {
  const [what = ''] = label.split(': ', 1);
  const dish = label.slice(what.length + 2);
  const percent = /^Discount (\d+)%$/.exec(what)?.[1];
  const discountLabel =
    percent === undefined ? sayNow(entryOf(WORDS, what) ?? what) : say`Discount ${percentText(Number(percent))}`;
  return dish === '' ? discountLabel : say`${discountLabel}: ${dish}`;
}

/** The sum of all staff discounts, without offers. */
export function staffDiscountSum(adjustments: readonly Pick<Adjustment, 'kind' | 'amount'>[]): Cents {
  const discounts = adjustments.filter(({ kind }) => STAFF_DISCOUNT_KINDS.some((each) => each === kind));
  return subtractCents(ZERO, addCents(...discounts.map(({ amount }) => amount)));
}

/** The discounts of an order as the API gives them, in dollars. */
export interface DiscountedOrder {
  readonly adjustments?:
    | readonly {
        readonly kind: AdjustmentKind;
        readonly label: string;
        readonly source?: string;
        readonly amount: number;
      }[]
    | undefined;
}

/** The discount rows of an order from the API. Older orders have no adjustments. */
export function discountRows({ adjustments = [] }: DiscountedOrder) {
  return discountLines(adjustments.map((each) => ({ ...each, amount: centsOf(each.amount) })));
}

/**
 * The offer of a welcome mail lowers the prices of the dishes, so it has no row. Its code is its label; promotions and
 * points have ids.
 */
export function isInDishPrices({ kind, source, label }: Pick<Adjustment, 'kind' | 'label'> & { source?: string }) {
  return kind === 'promo' && (source === undefined || source === label);
}

/** The rows beneath the dishes that show the discounts, one row each. */
export function discountLines(
  adjustments: readonly (Pick<Adjustment, 'kind' | 'label' | 'amount'> & { readonly source?: string })[],
): readonly (readonly [text: string, amount: Cents])[] {
  const discounts = adjustments.filter((each) => !isInDishPrices(each));
  const bySource = Map.groupBy(discounts, ({ source, label }) => source ?? label);
  return [...bySource.values()].map(
    (parts) => [labelText(parts[0]?.label ?? ''), addCents(...parts.map(({ amount }) => amount))] as const,
  );
}

/** The labels of charges on pages and receipts. */
export const CHARGE_LABELS: Readonly<Record<ChargeKind, string>> = {
  delivery: say`Delivery`,
  service: say`Service`,
  'small-order': say`Small order`,
  bag: say`Bag`,
  'deposit-forfeit': say`Deposit kept`,
};

/** The name of a charge on pages and bills, with 15 for 15 %: 'Service 15%'. */
export function chargeLabel(kind: ChargeKind, percent?: number): string {
  const label = sayNow(CHARGE_LABELS[kind]);
  return percent === undefined ? label : `${label} ${percentText(percent)}`;
}

/** The name of a charge that is not placed yet. */
export function chargeName({ kind, percent }: Pick<Charge, 'kind' | 'percent'>): string {
  return chargeLabel(kind, percent === undefined ? undefined : rateToPercent(percent));
}

/** The rows between an order's dishes and its taxes: discounts, then charges. */
export function discountAndChargeRows({
  charges = [],
  ...order
}: DiscountedOrder & {
  readonly charges?:
    | readonly { readonly kind: ChargeKind; readonly percent?: number | undefined; readonly amount: number }[]
    | undefined;
}): readonly (readonly [text: string, amount: Cents])[] {
  return [
    ...discountRows(order),
    ...charges.map(({ kind, percent, amount }) => [chargeLabel(kind, percent), centsOf(amount)] as const),
  ];
}
