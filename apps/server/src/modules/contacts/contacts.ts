import { normaliseEmail, normalisePhone, nationalDigits, digitsOf } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Tx, Db } from '../../platform/db/connection.ts';

/** E-mail addresses in lower case, and phone numbers as the digits of `phoneDigits`. */
export interface Contacts {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

export const NO_CONTACTS: Contacts = { emails: [], phones: [] };

/** Digits without the 1 of North America, because numbers are stored in several spellings. */
function phoneDigits(phone: string): string {
  return nationalDigits(phone) ?? digitsOf(phone);
}

/** The digits of a column, as `phoneDigits` writes them. */
const digitsOfColumn = (column: RawBuilder<unknown>) =>
  sql`regexp_replace(regexp_replace(coalesce(${column}, ''), '\\D', '', 'g'), '^1(?=\\d{10}$)', '')`;

/** The contacts of these rows, each once. */
export function contactsOf(
  rows: readonly { readonly email?: string | null | undefined; readonly phone?: string | null | undefined }[],
): Contacts {
  const known = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))];
  return {
    emails: known(rows.map(({ email }) => normaliseEmail(email ?? ''))),
    phones: known(rows.flatMap(({ phone }) => [phone ?? '', normalisePhone(phone ?? '') ?? '']).map(phoneDigits)),
  };
}

export function mergeContacts(...all: readonly Contacts[]): Contacts {
  return {
    emails: [...new Set(all.flatMap(({ emails }) => emails))],
    phones: [...new Set(all.flatMap(({ phones }) => phones))],
  };
}

/** An SQL condition: one of the columns holds one of the contacts. */
export function hasContact(
  columns: { readonly email: RawBuilder<unknown>; readonly phone: RawBuilder<unknown> },
  { emails, phones }: Contacts,
): RawBuilder<boolean> {
  return sql<boolean>`(${columns.email} = any(${[...emails]}::text[])
    or ${digitsOfColumn(columns.phone)} = any(${[...phones]}::text[]))`;
}

/**
 * An SQL condition: the row belongs to the person with these contacts, by its address, or by its number if it has no
 * address of another person. A number alone may be typed wrong, or be somebody else's; it is enough only if no address
 * is known. The restaurant's own addresses count as none.
 */
export function isRowOfPerson(
  columns: { readonly email: RawBuilder<unknown>; readonly phone: RawBuilder<unknown> },
  contacts: Contacts,
  restaurant: Contacts,
): RawBuilder<boolean> {
  if (contacts.emails.length === 0) return hasContact(columns, contacts);
  const known = [...contacts.emails, ...restaurant.emails, ''];
  return sql<boolean>`(${hasContact(columns, contacts)} and coalesce(${columns.email}, '') = any(${known}::text[]))`;
}

/** An SQL condition: the column, which holds an address or a number, holds one of the contacts. */
export function isContact(column: RawBuilder<unknown>, { emails, phones }: Contacts): RawBuilder<boolean> {
  return sql<boolean>`(${column} = any(${[...emails]}::text[])
    or (${column} !~ '@' and ${digitsOfColumn(column)} = any(${[...phones]}::text[])))`;
}

/** An SQL condition: the row belongs to the account, or to none and this column holds one of the contacts. */
export function belongsTo(userId: string | null, column: string, contacts: Contacts): RawBuilder<boolean> {
  return sql<boolean>`(user_id = ${userId} or (user_id is null and ${isContact(sql.ref(column), contacts)}))`;
}

/** The spellings of these contacts in texts. */
export function spellingsOf({ emails, phones }: Contacts): string[] {
  return [...emails, ...phones.flatMap((digits) => [digits, ...(digits.length === 10 ? [nationalText(digits)] : [])])];
}

function nationalText(digits: string): string {
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

const WORDS_PER_PATTERN = 200;

/** An SQL condition: the text contains one of the words. Many words share a pattern, but long ones compile slowly. */
export function mentionsAny(column: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const patterns: RawBuilder<unknown>[] = [];
  for (let at = 0; at < words.length; at += WORDS_PER_PATTERN) {
    const escaped = words.slice(at, at + WORDS_PER_PATTERN).map((word) => word.replaceAll(/[^\w@-]/g, '\\$&'));
    patterns.push(sql`${column} ~ ${escaped.join('|')}`);
  }
  return patterns.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(patterns, sql` or `)})`;
}

/** The restaurant's own contacts. Staff type them into orders of guests who give none, so they identify nobody. */
export async function readOwnContacts(db: Db | Tx): Promise<Contacts> {
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    select email, phone from locations
    union select value ->> 'email', value ->> 'phone' from settings where key = 'site'
    union select value ->> 'supportEmail', null from settings where key = 'site'
  `.execute(db);
  return contactsOf(rows);
}

/** The contacts that are not among the others. */
export function withoutContacts(contacts: Contacts, others: Contacts): Contacts {
  return {
    emails: contacts.emails.filter((email) => !others.emails.includes(email)),
    phones: contacts.phones.filter((phone) => !others.phones.includes(phone)),
  };
}

/** A person who acted as staff or as a driver, and the name that replaces the person's. */
export interface RenamedStaff {
  readonly userId: string;
  readonly name: string;
}

/** Rows without the id of the person who acted, in which their name is replaced. */
export interface RenamedRows {
  readonly name: string;
  /** The names under which the person acted, as an SQL array. */
  readonly formerNames: RawBuilder<unknown>;
  /** An SQL condition: a former name on the order whose id is in this column is the person's. */
  readonly isOfPerson: (column: string) => RawBuilder<boolean>;
}
