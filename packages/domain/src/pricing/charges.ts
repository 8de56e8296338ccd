import { say, sayNow } from '../core/language.ts';
import { fromDollars, ZERO, type Cents } from '../core/money.ts';
import { givenTold, type ToldOrder } from './given.ts';
import type { ChargeKind } from './price.ts';

/** As guests read it, on the page and on paper. */
export const CHARGE_LABELS: Readonly<Record<ChargeKind, string>> = {
  delivery: say`Delivery`,
  service: say`Service`,
  'small-order': say`Small order`,
  bag: say`Bag`,
  'deposit-forfeit': say`Deposit kept`,
};

/** The sums between an order's dishes and its taxes: what was taken off, and what the house adds. */
export function besideDishes({
  charges = [],
  ...order
}: ToldOrder & {
  readonly charges?: readonly { readonly kind: ChargeKind; readonly amount: number }[] | undefined;
}): readonly (readonly [text: string, amount: Cents])[] {
  return [
    ...givenTold(order),
    ...charges.map(({ kind, amount }) => [sayNow(CHARGE_LABELS[kind]), fromDollars(amount) ?? ZERO] as const),
  ];
}
