import { addCents, cents, say, subtractCents, ZERO, type Cents } from '../core/index.ts';

/** What the code in the welcome mail of a new account takes off its first order, until the restaurant changes it. */
export const WELCOME_DISCOUNT_PERCENT = 10;

export const WELCOME_PERCENT_LIMITS = { least: 1, most: 99 } as const;

/**
 * A code of a welcome mail. It contains the percentage if that is not the usual one, so that a code keeps what was
 * promised with it after the offer has changed.
 */
export function welcomeCodeOf(percent: number, random: string): string {
  return `WELCOME${percent === WELCOME_DISCOUNT_PERCENT ? '' : percent}-${random}`;
}

/** What the code of a welcome mail takes off. */
export function percentOfWelcomeCode(code: string): number {
  return Number(/^WELCOME(\d{1,2})-/.exec(code)?.[1] ?? WELCOME_DISCOUNT_PERCENT);
}

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
