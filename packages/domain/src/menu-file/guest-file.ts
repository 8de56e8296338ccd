import { say, type Result } from '../core/index.ts';
import { parseYesNo, type Cell } from './cells.ts';
import { normaliseName } from './columns.ts';
import type { FileChoices } from './read.ts';
import {
  choicesOf,
  joinCells,
  parseDay,
  parseEmail,
  parseGuestName,
  parsePhone,
  readRowsFile,
  type RowsFile,
} from './rows-file.ts';
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

export const guestColumnChoices = () => choicesOf(GUEST_COLUMNS);

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

/** Parses a file with guests. */
export function readGuestFile(bytes: Uint8Array, choices: FileChoices, today: string): Result<RowsFile<FileGuest>> {
  return readRowsFile<GuestColumn, FileGuest>(bytes, GUEST_VOCABULARY, choices, () => ({
    needs: ['email'],
    keyOf: ({ email }) => email,
    repeated: (row) => say`Row ${row} has the same email address.`,
    read: (text) => {
      const name =
        text('name') || `${text('firstName')} ${text('lastName')}`.trim() || text('email').split('@')[0] || '';
      const cells = joinCells({
        email: parseGuestEmail(text('email')),
        name: parseGuestName(name),
        phone: parsePhone(text('phone')),
        points: parsePoints(text('points')),
        offers: parseOffers(text('offers')),
        agreedOn: parseAgreedOn(text('agreedOn'), today),
      });
      if ('problem' in cells) return { name, cell: cells };
      const { offers, agreedOn, ...guest } = cells.value;
      return { name, cell: { value: { ...guest, agreedOn: offers ? agreedOn : null } } };
    },
  }));
}

const MAX_POINTS = 10_000_000;

function parseGuestEmail(text: string): Cell<string> {
  return text === ''
    ? { problem: say`This row has no email address, with which guests find their account.` }
    : parseEmail(text);
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

function parseAgreedOn(text: string, today: string): Cell<string | null> {
  const day = parseDay(text);
  return 'value' in day && day.value !== null && day.value > today
    ? { problem: say`“${text}” is in the future.` }
    : day;
}
