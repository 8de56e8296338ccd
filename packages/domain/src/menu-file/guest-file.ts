import { ok, say, sayNow, type Result } from '../core/index.ts';
import { emailProblem, nameProblem, normaliseEmail } from '../people/emails.ts';
import { normalisePhone } from '../people/phone-numbers.ts';
import { parseYesNo, type Cell } from './cells.ts';
import { normaliseName } from './columns.ts';
import type { RefusedRow } from './file-dish.ts';
import { describeTable, readTable, type FileChoices, type MenuFile } from './read.ts';
import { meaningsOf, type Vocabulary } from './sources.ts';

/** What a column of a file with guests can mean, in the order in which a person chooses. */
const GUEST_COLUMNS = {
  email: say`Email`,
  name: say`Name`,
  firstName: say`First name`,
  lastName: say`Last name`,
  phone: say`Phone number`,
  points: say`Points`,
  offers: say`Agreed to offers, yes or no`,
  agreedOn: say`Day on which they agreed`,
} as const;
type GuestColumn = keyof typeof GUEST_COLUMNS;

export function guestColumnChoices(): { readonly id: string; readonly name: string }[] {
  return Object.entries(GUEST_COLUMNS).map(([id, name]) => ({ id, name: sayNow(name) }));
}

const GUEST_VOCABULARY: Vocabulary<GuestColumn> = {
  sources: [{ name: 'Square', marks: ['square customer id', 'email address'] }],
  own: () => null,
  others: meaningsOf<GuestColumn>({
    email: 'email, email address, e mail, mail, courriel, adresse e mail',
    name: 'name, full name, customer name, guest name, nom complet',
    firstName: 'first name, given name, prénom',
    lastName: 'last name, surname, family name, nom',
    phone: 'phone, phone number, mobile, telephone, téléphone',
    points: 'points, loyalty points, points balance, point balance, loyalty balance',
    offers: 'offers, email subscription status, marketing consent, email opt in, accepts marketing, newsletter',
    agreedOn: 'consent date, opt in date, subscribed on, subscribed at, agreed on',
  }),
};

export interface FileGuest {
  readonly row: number;
  readonly email: string;
  readonly name: string;
  readonly phone: string | null;
  readonly points: number;
  /** When they agreed to offers; null if they did not, or if the file does not say when: then it proves nothing. */
  readonly agreedOn: string | null;
}

export interface GuestFile extends Omit<MenuFile, 'dishes'> {
  readonly guests: readonly FileGuest[];
}

/** Parses a file with guests. Invalid rows are refused with a reason; the others are used. */
export function readGuestFile(bytes: Uint8Array, choices: FileChoices, today: string): Result<GuestFile> {
  const table = readTable(bytes, GUEST_VOCABULARY, choices);
  if (!table.ok) return table;
  const { lines, meanings } = table.value;
  const [guests, refused]: [FileGuest[], RefusedRow[]] = [[], []];
  const rowOf = new Map<string, number>();
  // Without addresses no row is a guest, and the columns show what is missing.
  for (const { row, cells } of meanings.includes('email') ? lines : []) {
    const text = (column: GuestColumn) => cells[meanings.indexOf(column)]?.replace(/\s+/g, ' ') ?? '';
    const email = normaliseEmail(text('email'));
    const name = text('name') || `${text('firstName')} ${text('lastName')}`.trim() || (email.split('@')[0] ?? '');
    const phone = normalisePhone(text('phone'));
    const points = parsePoints(text('points'));
    const offers = parseOffers(text('offers'));
    const agreedOn = parseDay(text('agreedOn'), today);
    const other = rowOf.get(email);
    const problem =
      guestEmailProblem(email) ??
      (other ? say`Row ${other} has the same email address.` : null) ??
      (name.length > MAX_NAME ? say`The name is longer than ${MAX_NAME} characters.` : nameProblem(name)) ??
      (text('phone') !== '' && phone === null ? say`“${text('phone')}” is not a phone number.` : null) ??
      [points, offers, agreedOn].map((cell) => ('problem' in cell ? cell.problem : null)).find(Boolean);
    if (problem || 'problem' in points || 'problem' in offers || 'problem' in agreedOn) {
      refused.push({ row, name: name || email, reason: problem ?? '' });
      continue;
    }
    rowOf.set(email, row);
    guests.push({ row, email, name, phone, points: points.value, agreedOn: offers.value ? agreedOn.value : null });
  }
  return ok({ ...describeTable(table.value), guests, refused });
}

const MAX_NAME = 100;
const MAX_EMAIL = 200;
const MAX_POINTS = 10_000_000;

function guestEmailProblem(email: string): string | null {
  if (email === '') return say`This row has no email address, with which guests find their account.`;
  return email.length > MAX_EMAIL ? say`This email address is too long.` : emailProblem(email);
}

/** A comma counts only between groups of three digits, because “1,5” may be one and a half. */
function parsePoints(text: string): Cell<number> {
  const value = /^(?:\d+|\d{1,3}(?:[, ]\d{3})+)(?:\.0+)?$/.test(text || '0') ? Number(text.replace(/[, ]/g, '')) : -1;
  return value < 0 || value > MAX_POINTS ? { problem: say`“${text}” is not a number of points.` } : { value };
}

/** The words of Square, or yes and no. What is empty or not known is no consent. */
function parseOffers(text: string): Cell<boolean> {
  const word = normaliseName(text);
  if (word === 'subscribed') return { value: true };
  return ['', 'unsubscribed', 'unknown', 'none', 'never subscribed'].includes(word)
    ? { value: false }
    : parseYesNo(text);
}

/** Only years first: 03/04 may be in March or in April. */
function parseDay(text: string, today: string): Cell<string | null> {
  if (text === '') return { value: null };
  const [day = ''] = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text) ?? [];
  const isDay = day !== '' && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (!isDay) return { problem: say`“${text}” is not a date like 2026-03-31.` };
  return day > today ? { problem: say`“${text}” is in the future.` } : { value: day };
}
