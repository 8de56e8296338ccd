import { addCents, cents, say, subtractCents, ZERO, type Cents } from '../core/index.ts';

/** What the code in the welcome mail of a new account takes off its first order. */
export const WELCOME_DISCOUNT_PERCENT = 10;

/**
 * A percentage offer lowers each unit price, rounded to the cent. Bills, receipts and refunds that sum up dishes are
 * then correct without knowing about offers.
 */
export function priceAfterOffer(price: Cents, percentOff: number): Cents {
  return cents(Math.floor((price * (100 - percentOff) + 50) / 100));
}

/**
 * The rows that lead to the subtotal. The dishes above already have the offer taken off, so the rows first show the
 * amount at menu prices and the discount.
 */
export function subtotalLines(
  subtotal: Cents,
  discount: { readonly code: string; readonly amount: Cents } | null,
): readonly (readonly [text: string, amount: Cents])[] {
  const line = [say`Subtotal`, subtotal] as const;
  if (discount === null) return [line];
  const { code, amount } = discount;
  return [
    [say`At menu prices`, addCents(subtotal, amount)],
    [say`Discount (${code})`, subtractCents(ZERO, amount)],
    line,
  ];
}
