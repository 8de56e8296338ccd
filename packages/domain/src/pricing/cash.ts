import { cents, subtractCents, type Cents } from '../core/money.ts';

/**
 * The smallest coin in cents. Canada has no penny, so cash amounts end in 0 or 5; other currencies may have a one-cent
 * coin (`COINS`).
 */
export const DEFAULT_COIN = 5 as const;

export interface CashDue {
  readonly due: Cents;
  /** The "Cash rounding" line at the till: due minus total, from −2 to +2 cents. */
  readonly rounding: Cents;
}

/** Rounds a total to the nearest coin: 1–2 down, 3–4 up, 6–7 down, 8–9 up. The order's total and tax stay exact. */
export function cashDue(total: Cents, coin: number = DEFAULT_COIN): CashDue {
  const due = cents(Math.round(total / coin) * coin);
  return { due, rounding: subtractCents(due, total) };
}

/**
 * Rounds another cash payment of a bill, to the nearest coin, or to the coin on the other side if the roundings of the
 * bill would otherwise reach a coin together. So the bill is rounded once, however many cash payments it has.
 */
export function cashDueAfter(total: Cents, roundingBefore: Cents, coin: number = DEFAULT_COIN): CashDue {
  const nearest = cashDue(total, coin);
  const sum = roundingBefore + nearest.rounding;
  if (Math.abs(sum) < coin) return nearest;
  const due = cents(Math.max(0, nearest.due - Math.sign(sum) * coin));
  const rounding = subtractCents(due, total);
  return { due, rounding };
}

/** How much of a cash payment can still be refunded: of the order's amount, and of the coins received for it. */
export interface RefundableCash {
  readonly amount: Cents;
  readonly coins: Cents;
}

/**
 * How much cash a refund pays out. The last refund pays exactly the remaining coins, because separately rounded parts
 * could sum to more or less than was received.
 */
export function cashRefund(amount: Cents, refundable: RefundableCash, coin: number = DEFAULT_COIN): CashDue {
  const isLast = amount >= refundable.amount;
  const due = isLast ? refundable.coins : cents(Math.min(cashDue(amount, coin).due, refundable.coins));
  return { due, rounding: subtractCents(due, amount) };
}

/** The change for the guest, or null if the guest gave too little. */
export function changeDue(provided: Cents, due: Cents): Cents | null {
  return provided < due ? null : subtractCents(provided, due);
}

const BANKNOTES = [5_00, 20_00, 50_00] as const;

/** The amounts a guest is likely to hand over: the sum rounded up to fives, twenties or fifties. */
export function likelyCashAmounts(due: Cents): Cents[] {
  const sums = BANKNOTES.map((note) => Math.ceil(due / note) * note).filter((sum) => sum > due);
  return [...new Set(sums)].toSorted((a, b) => a - b).map(cents);
}
