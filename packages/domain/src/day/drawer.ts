import { say } from '../core/language.ts';
import { addCents, cents, fromDollars, multiplyCents, ZERO, type Cents } from '../core/money.ts';
import { ok, type Result, fail } from '../core/result.ts';

/** A till's drawer stays at the counter; a bag goes with its driver. */
export const DRAWER_KINDS = ['till', 'bag'] as const;
export type DrawerKind = (typeof DRAWER_KINDS)[number];

/** Whether an entry puts money into the drawer (1), takes it out (-1), or only says that the drawer was opened (0). */
export const ENTRY_SIGNS = {
  sale: 1,
  refund: -1,
  'pay-in': 1,
  'pay-out': -1,
  drop: -1,
  'no-sale': 0,
  /** Cash that a driver handed over, between the bag and the till. */
  'hand-in': 1,
  'hand-over': -1,
} as const;
export type EntryKind = keyof typeof ENTRY_SIGNS;
export const ENTRY_KINDS = Object.keys(ENTRY_SIGNS) as readonly EntryKind[];
export const INCOMING_KINDS = ENTRY_KINDS.filter((kind) => ENTRY_SIGNS[kind] === 1);

/** The entries that people write. The others follow from payments, refunds and drivers. */
export const WRITTEN_ENTRY_KINDS = ['pay-in', 'pay-out', 'drop', 'no-sale'] as const;

export interface DrawerEntry {
  readonly kind: EntryKind;
  readonly amount: Cents;
}

/** What must be in a drawer: its counted float and its entries. */
export function expectedInDrawer(float: Cents, entries: readonly DrawerEntry[]): Cents {
  return addCents(float, ...entries.map(({ kind, amount }) => multiplyCents(amount, ENTRY_SIGNS[kind])));
}

/** A larger difference between counted and expected cash needs a reason and a manager. */
export const MAX_DIFFERENCE = cents(5_00);

export function needsReason(difference: Cents): boolean {
  return Math.abs(difference) > MAX_DIFFERENCE;
}

/** A manager reads of small differences in one direction that come this often within so many days. */
export const REPEATED_DIFFERENCES = { times: 3, days: 14 } as const;

/** The small differences that go the way of the last one, if there are so many that a manager should know. */
export function repeatedDifference(
  differences: readonly Cents[],
): { readonly times: number; readonly sum: Cents } | null {
  const last = differences.at(-1) ?? ZERO;
  if (last === 0 || needsReason(last)) return null;
  const alike = differences.filter((each) => !needsReason(each) && Math.sign(each) === Math.sign(last));
  return alike.length < REPEATED_DIFFERENCES.times ? null : { times: alike.length, sum: addCents(...alike) };
}

/** A person pays out more than this of an open drawer, or more than is in it, only with a manager. */
const PAY_OUT_WITHOUT_MANAGER = cents(100_00);

/** True if paying this out of a drawer needs a manager. */
export function needsPayOutApproval(
  amount: Cents,
  { paidOut, inDrawer }: { readonly paidOut: Cents; readonly inDrawer: Cents },
): boolean {
  return addCents(paidOut, amount) > PAY_OUT_WITHOUT_MANAGER || amount > inDrawer;
}

/** The longest reason for a difference in a drawer, corrected hours, or what stays open when a day is closed. */
export const MAX_REASON_LENGTH = 80;

export const DRAWER_LIMITS = {
  drawers: 20,
  name: 40,
  pieces: 10_000,
  amount: cents(1_000_000_00),
} as const;

/** How many of each note and coin were counted; the key is its value, for example `20` or `0.05`. */
export type CountedCash = Readonly<Record<string, number>>;

/**
 * The sum of counted notes and coins. Refuses values that are no note or coin, and impossible numbers of pieces. `coin`
 * is the smallest coin in cents. Without a currency whose notes are known, its multiples are accepted.
 */
export function sumCountedCash(
  counted: CountedCash,
  { coin, currency }: { readonly coin: number; readonly currency?: string },
): Result<Cents> {
  let sum = ZERO;
  const known = currency !== undefined && NOTES[currency] ? denominationsOf(currency, coin) : null;
  for (const [key, pieces] of Object.entries(counted)) {
    const value = /^\d{1,4}(\.\d{1,2})?$/.test(key) ? fromDollars(Number(key)) : null;
    const isPiece = value !== null && value > 0 && value % coin === 0;
    if (!isPiece || (known && !known.some((each) => each.value === value))) {
      return fail('invalid-argument', say`There is no note or coin of ${key}.`, { field: 'counted' });
    }
    if (!Number.isInteger(pieces) || pieces < 0 || pieces > DRAWER_LIMITS.pieces) {
      const words = say`Please enter how many notes or coins there are, from 0 to ${DRAWER_LIMITS.pieces}.`;
      return fail('invalid-argument', words, { field: 'counted' });
    }
    sum = addCents(sum, multiplyCents(value, pieces));
  }
  if (sum > DRAWER_LIMITS.amount) {
    return fail('invalid-argument', say`That is more than a drawer holds.`, { field: 'counted' });
  }
  return ok(sum);
}

/** A count that was refused. `by` is the id of the person. */
export interface KeptCount {
  readonly at: string;
  readonly by: string | null;
  readonly cents: number;
}

/** A note or coin, and whether it is a coin. */
export interface Denomination {
  readonly value: Cents;
  readonly isCoin: boolean;
}

const NOTES: Readonly<Record<string, readonly number[]>> = {
  CAD: [100_00, 50_00, 20_00, 10_00, 5_00],
  USD: [100_00, 50_00, 20_00, 10_00, 5_00, 1_00],
};
const COINS: Readonly<Record<string, readonly number[]>> = {
  CAD: [2_00, 1_00, 25, 10, 5],
  USD: [25, 10, 5, 1],
};
const OTHER_NOTES = [200_00, 100_00, 50_00, 20_00, 10_00, 5_00];
const OTHER_COINS = [2_00, 1_00, 50, 20, 10, 5, 2, 1];

/** The notes and coins of a currency, the largest first. */
export function denominationsOf(currency: string, coin: number): Denomination[] {
  const inUse = (values: readonly number[]) => values.filter((value) => value >= coin).map(cents);
  const notes = inUse(NOTES[currency] ?? OTHER_NOTES);
  const coins = inUse(COINS[currency] ?? OTHER_COINS);
  return [...notes.map((value) => ({ value, isCoin: false })), ...coins.map((value) => ({ value, isCoin: true }))];
}
