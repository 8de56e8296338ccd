import { say } from '../core/language.ts';
import { addCents, cents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import { subtotalOf, type PricedLine } from './line.ts';

/** The first message a new guest gets carries a code for 10 % off the first order. */
export const WELCOME_DISCOUNT_PERCENT = 10;

/**
 * An offer of so many per cent makes each dish cheaper, to the cent: so every bill, receipt and
 * refund that adds up dishes is right without knowing of offers.
 */
export function priceAfterOffer(price: Cents, percentOff: number): Cents {
  return cents(Math.floor((price * (100 - percentOff) + 50) / 100));
}

/** What an offer takes off dishes at the menu's prices: told beside the bill, whose dishes are cheaper already. */
export function savedByOffer(lines: readonly PricedLine[], percentOff: number): Cents {
  const cheaper = lines.map((line) => ({ ...line, unitPrice: priceAfterOffer(line.unitPrice, percentOff) }));
  return subtractCents(subtotalOf(lines), subtotalOf(cheaper));
}

/**
 * How a bill comes to its subtotal, in lines that add up: the dishes stand above it with the offer taken off, so what
 * they cost on the menu and what came off are said first.
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
