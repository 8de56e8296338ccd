import { cents, type Cents } from '../core/money.ts';

/** How guests at the tables of a location order with their phones. */
export interface TableOrdering {
  readonly isOn: boolean;
  /** Whether staff accept the first round of each party before the kitchen gets it. */
  readonly firstRoundWaits: boolean;
}

/** For what guests call a waiter. */
export const TABLE_CALLS = ['waiter', 'bill', 'water'] as const;
export type TableCall = (typeof TABLE_CALLS)[number];

/** The limits of what the phones of one party may do. */
export const TABLE_LIMITS = {
  name: 30,
  phones: 40,
  roundsPerMinute: 6,
  waitingRounds: 5,
  /** From this amount on, what the party owes is looked at: each further round waits for a waiter. */
  openAmount: cents(50_000),
} as const;

/** Without characters that look alike: O, 0, I, 1 and L. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 4;
const LONG_CODE_LENGTH = 8;

/** The code of a party, from the secret key of its sitting. It is hopeless to guess while tries are limited. */
export const sittingCode = (key: string): string => codeOf(key, CODE_LENGTH);

/** The same code with as many characters again. It is hopeless to guess without a limit: 850 thousand million codes. */
export const longSittingCode = (key: string): string => codeOf(key, LONG_CODE_LENGTH);

function codeOf(key: string, length: number): string {
  return Array.from({ length }, (_, place) => {
    // Two characters of the key make each one, so that all are about equally frequent.
    const sum = key.charCodeAt(2 * place) * 128 + key.charCodeAt(2 * place + 1);
    return CODE_ALPHABET[sum % CODE_ALPHABET.length] ?? '';
  }).join('');
}

/** The code as it is compared: people type small letters and spaces. */
export function normaliseSittingCode(typed: string): string {
  return typed.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase();
}

/** The names of phones whose guests give none. The page translates them. */
export const PHONE_NAMES = [
  'Turmeric',
  'Mint',
  'Clove',
  'Chili',
  'Cardamom',
  'Saffron',
  'Cumin',
  'Ginger',
  'Fennel',
  'Basil',
  'Nutmeg',
  'Paprika',
] as const;

/** The name that a guest typed, or the first of a spice if nothing of it can be seen. A number follows where another phone of the party has it. */
export function phoneName(taken: readonly string[], typed = ''): string {
  const names = /[\p{L}\p{N}\p{P}\p{S}]/u.test(typed) ? [typed] : PHONE_NAMES;
  const used = new Set(taken.map((name) => name.toLowerCase()));
  for (let turn = 1; ; turn++) {
    const free = names
      .map((name) => (turn === 1 ? name : `${name} ${turn}`))
      .find((name) => !used.has(name.toLowerCase()));
    if (free !== undefined) return free;
  }
}

/** Why a round of a phone waits for staff. */
export type WaitReason = 'first-round' | 'open-amount';

/** Whether a round waits for staff; null if the kitchen gets it at once. */
export function whyRoundWaits(
  { firstRoundWaits }: TableOrdering,
  party: { readonly hasOrdered: boolean; readonly due: Cents },
): WaitReason | null {
  if (firstRoundWaits && !party.hasOrdered) return 'first-round';
  return party.due >= TABLE_LIMITS.openAmount ? 'open-amount' : null;
}
