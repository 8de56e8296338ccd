import { cents, subtractCents, type Cents } from '../core/money.ts';

/** Canada has no penny: what is paid or given back in coins ends in 0 or 5. A house elsewhere may have it. */
export const COIN = 5 as const;
/** The most that rounding adds or takes. */
export const ROUNDING_MOST = Math.floor(COIN / 2);

export interface CashDue {
  readonly due: Cents;
  /** The line 'Cash rounding' at the till: due minus total, from −2 to +2 cents. */
  readonly rounding: Cents;
}

/** 1–2 down, 3–4 up, 6–7 down, 8–9 up. The order's total and tax stay exact. */
export function cashDue(total: Cents, coin: number = COIN): CashDue {
  const due = cents(Math.round(total / coin) * coin);
  return { due, rounding: subtractCents(due, total) };
}

/** What a payment in cash has left to give back: of the order's sum, and of the coins that came in for it. */
export interface CashLeft {
  readonly amount: Cents;
  readonly coins: Cents;
}

/**
 * What of a payment in cash is handed back. With the last of it goes exactly what is left of the coins: rounded each by
 * itself, the parts would come to more than was taken, or to less.
 */
export function cashBack(amount: Cents, left: CashLeft, coin: number = COIN): CashDue {
  const due = amount < left.amount ? cents(Math.min(cashDue(amount, coin).due, left.coins)) : left.coins;
  return { due, rounding: subtractCents(due, amount) };
}

/** What goes back to the guest, or null while too little was given. */
export function changeFrom(provided: Cents, due: Cents): Cents | null {
  return provided < due ? null : subtractCents(provided, due);
}

const BANKNOTES = [5_00, 20_00, 50_00] as const;

/** What a guest probably hands over: the sum in whole fives, twenties or fifties. */
export function likelyAmounts(due: Cents): Cents[] {
  const sums = BANKNOTES.map((note) => Math.ceil(due / note) * note).filter((sum) => sum > due);
  return [...new Set(sums)].toSorted((a, b) => a - b).map(cents);
}
