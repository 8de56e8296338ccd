import { say, type Cents } from '../core/index.ts';
import { ROLES } from './actors.ts';
import { normalisePhone } from './phone-numbers.ts';
import { digitsOf, nationalDigits, phoneText } from './phones.ts';

/** The spellings in which records may contain a number; empty if it is no phone number. */
export function phoneVariations(text: string): string[] {
  const number = normalisePhone(text);
  // Ten digits of any country were once stored as North American.
  const digits = nationalDigits(text) ?? (/^0\d{9}$/.test(digitsOf(text)) ? digitsOf(text) : null);
  if (digits === null) return number === null ? [] : [number];
  const parts = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return [
    ...new Set([
      digits,
      `1${digits}`,
      `+1${digits}`,
      phoneText(digits),
      parts.join('-'),
      parts.join('.'),
      parts.join(' '),
      ...(number === null ? [] : [number]),
    ]),
  ];
}

export const LOOKUP_DIGITS = 10;
export const LOOKUP_HINT_FROM_DIGITS = 7;

export const lookupHints = {
  unfinished: say`Enter complete 10-digit phone number to search`,
  nobody: say`Complete number - no existing customer found`,
} as const;

/** What the phone field searches for, and which hint it shows, while someone types. */
export function phoneLookupStep(typed: string): { search: string | null; hint: string | null } {
  const count = digitsOf(typed).length;
  if (count === LOOKUP_DIGITS) return { search: digitsOf(typed), hint: null };
  return {
    search: null,
    hint: count >= LOOKUP_HINT_FROM_DIGITS && count < LOOKUP_DIGITS ? lookupHints.unfinished : null,
  };
}

/** A stored person, including the field names of older records. */
export interface PersonRecord {
  readonly id: string;
  readonly displayName?: string | null;
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phoneNumber?: string | null;
  readonly phone?: string | null;
  readonly totalOrders?: number | null;
  readonly totalSpent?: Cents | null;
  readonly isActive?: boolean | null;
  readonly role?: string | null;
  readonly createdAt?: Date | null;
  readonly lastOrderDate?: Date | null;
}

/** A person for the API, with a value for each field. */
export function toLookedUpPerson(record: PersonRecord) {
  return {
    firebaseId: record.id,
    id: record.id,
    name: record.displayName || record.name || say`Unknown User`,
    email: record.email ?? '',
    phone: record.phoneNumber || record.phone || '',
    totalOrders: record.totalOrders ?? 0,
    totalSpent: record.totalSpent ?? 0,
    isActive: record.isActive !== false,
    role: ROLES.find((role) => role === record.role) ?? 'customer',
    createdAt: record.createdAt ?? null,
    lastOrderDate: record.lastOrderDate ?? null,
  };
}

/** The only person who confirmed this number with an order; null if none or several did, so that staff choose. */
export function findConfirmedOwner<Person extends { readonly isConfirmed: boolean }>(people: readonly Person[]) {
  const [first, second] = people.filter((person) => person.isConfirmed);
  return first && !second ? first : null;
}
