import { cents, centsOf, percentOf, toDollars, ZERO, type Cents } from '../core/index.ts';

/** Percentages offered to guests, next to "No Tip" and a custom amount, where the location has no others. */
export const GUEST_TIP_PRESETS: readonly number[] = [5, 10, 15];
/** Percentages offered at the till, likewise. */
export const TILL_TIP_PRESETS: readonly number[] = [10, 15, 18, 20];

/** A tip up to this amount is also allowed for an order that costs less. */
const SMALL_ORDER_TIP_MAX = cents(100_00);

/** A percentage follows the items when they change; an amount stays the same. */
export type TipChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly amount: Cents };

export const NO_TIP: TipChoice = { kind: 'none' };

/** `base` is what a percentage is of: subtotal plus tax, or the amount before tax where the law requires it. */
export function tipAmount(choice: TipChoice, base: Cents): Cents {
  switch (choice.kind) {
    case 'none':
      return ZERO;
    case 'percent':
      return percentOf(base, choice.percent);
    default:
      return choice.amount;
  }
}

/** A custom tip in dollars, limited to the range from 0 to `maxGuestTip` and rounded to the cent. */
export function clampCustomTip(dollars: number, most: Cents): Cents {
  // NaN, from an amount that is not a number, is no tip either.
  if (!(dollars > 0)) return ZERO;
  return dollars >= toDollars(most) ? most : centsOf(dollars);
}

/** The largest tip a guest may give: the price of the order, and for small orders a fixed maximum. */
export function maxGuestTip({ subtotal, tax }: { readonly subtotal: Cents; readonly tax: Cents }): Cents {
  return cents(Math.max(SMALL_ORDER_TIP_MAX, subtotal + tax));
}

/**
 * True if staff need a manager to record this tip on a bill: it is larger than a guest may give. `tip` includes the
 * earlier tips of the bill, and `total` has no tips.
 */
export function needsTipApproval(tip: Cents, total: Cents): boolean {
  return tip > maxGuestTip({ subtotal: total, tax: ZERO });
}

/** The end of the range to which a custom tip was limited, for a hint in the form; null if it is unchanged. */
export function clampedTipEnd(dollars: number, most: Cents): 'most' | 'least' | null {
  if (dollars > toDollars(most)) return 'most';
  return dollars < 0 ? 'least' : null;
}

/** The till accepts any amount from zero up. */
export function tillCustomTip(dollars: number): Cents {
  return dollars > 0 ? centsOf(dollars) : ZERO;
}
