import { cents, fromDollars, toDollars, ZERO, type Cents } from '../core/money.ts';
import { percentOf } from '../core/rates.ts';

/** Percentages offered to guests; 'No Tip' and a custom amount stand beside them. */
export const GUEST_TIP_PRESETS = [5, 10, 15] as const;
/** Percentages offered at the till. */
export const TILL_TIP_PRESETS = [10, 15, 18, 20] as const;

const USUAL_MOST = cents(100_00);

/** A percentage follows the items as they change; an amount stays. */
export type TipChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly amount: Cents };

export const NO_TIP: TipChoice = { kind: 'none' };

/** `on` is what a percentage is taken of: what the guest sees, subtotal plus tax, or where the law wants it the sum before tax. */
export function tipOf(choice: TipChoice, on: Cents): Cents {
  switch (choice.kind) {
    case 'none':
      return ZERO;
    case 'percent':
      return percentOf(on, choice.percent);
    default:
      return choice.amount;
  }
}

/** What a guest typed into the custom tip: held between 0 and the most of the house's money (`muchIn`), to the cent. */
export function clampCustomTip(dollars: number, most: Cents): Cents {
  if (!(dollars > 0)) return ZERO;
  return dollars >= toDollars(most) ? most : (fromDollars(dollars) ?? ZERO);
}

/** A guest tips what the order itself costs at most, and of a small one as much as the custom tip takes in dollars. */
export function mostGuestTip({ subtotal, tax }: { readonly subtotal: Cents; readonly tax: Cents }): Cents {
  return cents(Math.max(USUAL_MOST, subtotal + tax));
}

/** Which end of the range a custom tip was held at, so that the form can say so; null when it stays as typed. */
export function clampedTipEnd(dollars: number, most: Cents): 'most' | 'least' | null {
  if (dollars > toDollars(most)) return 'most';
  return dollars < 0 ? 'least' : null;
}

/** The till takes any amount from zero up. */
export function tillCustomTip(dollars: number): Cents {
  return dollars > 0 ? (fromDollars(dollars) ?? ZERO) : ZERO;
}
