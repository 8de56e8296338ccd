import { instantOf, say, type DateText, type Result, type TimeText } from '../core/index.ts';
import { isDate, isTime, openingsOn } from '../hours/index.ts';
import * as files from '../menu-file/index.ts';
import type { Cell, FileChoices, RowsFile, Vocabulary } from '../menu-file/index.ts';
import { specialRequestsProblem } from './form.ts';
import type { SlotQuery } from './free-slots.ts';
import { isPartySize, PARTY_MAX, PARTY_PROBLEM } from './party.ts';
import { serviceDate } from './tonight.ts';

/** What a column of a file with bookings can mean. */
const BOOKING_COLUMNS = {
  date: say`Date`,
  time: say`Time`,
  partySize: say`Number of guests`,
  name: say`Name`,
  firstName: say`First name`,
  lastName: say`Last name`,
  phone: say`Phone number`,
  email: say`Email`,
  notes: say`Notes`,
  status: say`Status`,
} as const;
type BookingColumn = keyof typeof BOOKING_COLUMNS;

export const bookingColumnChoices = () => files.choicesOf(BOOKING_COLUMNS);

const BOOKING_VOCABULARY: Vocabulary<BookingColumn> = {
  sources: [
    { name: 'OpenTable', marks: ['visit date', 'visit time'] },
    { name: 'Resy', marks: ['reservation date', 'num seats'] },
    { name: 'Tock', marks: ['patron first name', 'patron last name'] },
    { name: 'Square', marks: ['start date', 'start time', 'client name'] },
  ],
  own: () => null,
  others: files.meaningsOf<BookingColumn>({
    date: 'date, visit date, reservation date, booking date, service date, start date, date de réservation',
    time: 'time, visit time, reservation time, booking time, start time, arrival time, heure, heure de réservation',
    partySize:
      'party size, size, guests, covers, number of guests, guest count, num seats, pax, couverts, convives, nombre de personnes',
    name: 'name, guest, guest name, full name, customer, customer name, client name, nom complet, client',
    firstName: 'first name, guest first name, patron first name, prénom',
    lastName: 'last name, guest last name, patron last name, surname, nom',
    phone: 'phone, phone number, guest phone, patron phone, client phone, customer phone, mobile, téléphone',
    email: 'email, email address, guest email, patron email, client email, customer email, courriel',
    notes:
      'notes, note, special requests, guest requests, reservation notes, visit notes, visit note, client note, remarques',
    status: 'status, state, reservation status, reservation state, booking status, statut, état',
  }),
};

export interface FileBooking {
  readonly row: number;
  readonly name: string;
  /** Empty if the file has none, like `email` and `notes`. */
  readonly phone: string;
  readonly email: string;
  readonly notes: string;
  /** The day of the opening, as in `SlotTime`. */
  readonly date: DateText;
  readonly time: TimeText;
  readonly startsAt: Date;
  readonly partySize: number;
}

export type BookingKey = Pick<FileBooking, 'email' | 'phone' | 'name' | 'startsAt'>;

/** Bookings with a common key are the same: one contact at one time. Without a contact, the name tells them apart. */
export function bookingKeys({ email, phone, name, startsAt }: BookingKey): string[] {
  const contacts = email || phone ? [email, phone].filter(Boolean) : [files.normaliseName(name)];
  return contacts.map((contact) => `${contact} ${startsAt.toISOString()}`);
}

type BookedPlace = Pick<SlotQuery, 'hours' | 'now'> & { readonly country: string };

/** Parses a file with bookings of another system. */
export function readBookingFile(
  bytes: Uint8Array,
  choices: FileChoices,
  place: BookedPlace,
): Result<RowsFile<FileBooking>> {
  return files.readRowsFile<BookingColumn, FileBooking>(bytes, BOOKING_VOCABULARY, choices, (cellsOf) => {
    const order = dateOrder(cellsOf('date'), place.country);
    return {
      needs: ['date', 'partySize'],
      keyOf: (booking) => bookingKeys(booking)[0] ?? '',
      repeated: (row) => say`Row ${row} is the same booking.`,
      read: (text) => {
        const name = text('name') || `${text('firstName')} ${text('lastName')}`.trim();
        const cells = files.joinCells({
          status: parseStatus(text('status')),
          name: files.parseGuestName(name),
          when: parseWhen(text('date'), text('time'), order, place),
          partySize: parsePartySize(text('partySize')),
          phone: files.parsePhone(text('phone')),
          email: files.parseEmail(text('email')),
          notes: valid(text('notes'), specialRequestsProblem(text('notes'))),
        });
        if ('problem' in cells) return { name, cell: cells };
        const { when, status: _status, phone, ...booking } = cells.value;
        return { name, cell: { value: { ...booking, ...when, phone: phone ?? '' } } };
      },
    };
  });
}

const valid = <T>(value: T, problem: string | null): Cell<T> => (problem === null ? { value } : { problem });

function parseStatus(text: string): Cell<string> {
  const isOff = /cancel|annul|no.?show|absent|declined|denied|refus/i.test(text);
  return valid(text, isOff ? say`Nobody is expected: the file says “${text}”.` : null);
}

function parsePartySize(text: string): Cell<number> {
  const size = /^\d+$/.test(text) ? Number(text) : 0;
  const tooLarge = size > PARTY_MAX ? say`A party has at most ${PARTY_MAX} guests here. Enter it as several.` : null;
  return valid(size, tooLarge ?? (isPartySize(size) ? null : PARTY_PROBLEM));
}

function parseWhen(dateText: string, timeText: string, order: DateOrder, { hours, now }: BookedPlace) {
  const day = parseDate(dateText, order);
  if ('problem' in day) return day;
  const written = timeText || day.value.rest;
  const time = parseTime(written);
  const noTime = written === '' ? say`This row has no time.` : say`“${written}” is not a time like 19:30 or 7:30 PM.`;
  if (time === null) return { problem: noTime };
  const startsAt = instantOf(day.value.date, time, hours.zone);
  const date = serviceDate(hours, startsAt);
  if (startsAt <= now) return { problem: say`This booking is in the past.` };
  return valid({ date, time, startsAt }, openingsOn(hours, date).length > 0 ? null : say`The location is closed then.`);
}

const NUMERIC = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
/** What comes first in 03/04/2027. */
type DateOrder = 'day' | 'month' | 'both';

/** Dates that can be read in one way only decide for the whole file. Without one, the country does. */
function dateOrder(dates: readonly string[], country: string): DateOrder {
  const [isDay, isMonth] = [1, 3].map((part) => dates.some((date) => Number(NUMERIC.exec(date)?.[part]) > 12));
  if (isDay || isMonth) return isDay && isMonth ? 'both' : isDay ? 'day' : 'month';
  return ['CA', 'US'].includes(country) ? 'month' : 'day';
}

/** Workbooks count days from the end of 1899, and a time is a part of a day. */
const workbookTime = (days: string) =>
  new Date(Date.UTC(1899, 11, 30) + Math.round(Number(days) * 1440) * 60_000).toISOString();

/** The date, and the text behind it. */
function parseDate(text: string, order: DateOrder): Cell<{ readonly date: DateText; readonly rest: string }> {
  const [, first, , second] = NUMERIC.exec(text) ?? [];
  if (order === 'both' && first !== second && Number(first) <= 12 && Number(second) <= 12) {
    return {
      problem: say`“${text}” can be two days: other dates of this file have the day first, and others the month.`,
    };
  }
  const isDayFirst = Number(first) > 12 || (order === 'day' && Number(second) <= 12);
  const [, year = '', month = '', day = '', rest = ''] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)[T,]?(.*)$/.exec(
      text
        .replace(/^\d{5}(?:\.\d+)?$/, (days) => workbookTime(days).slice(0, days.includes('.') ? 16 : 10))
        .replace(NUMERIC, (_date, one: string, _sign, two: string, years: string) =>
          [years.padStart(4, '20'), ...(isDayFirst ? [two, one] : [one, two])].join('-'),
        ),
    ) ?? [];
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return valid({ date, rest: rest.trim() }, isDate(date) ? null : say`“${text}” is not a date like 2026-03-31.`);
}

/** Reads 19:30, 19:30:00, 7:30 PM, 7 p.m. and 19 h 30. */
function parseTime(text: string): TimeText | null {
  if (/^0?\.\d+$/.test(text)) return workbookTime(text).slice(11, 16);
  const [, hour = '', sign, minute = '', half] =
    /^(\d{1,2})(?:([:h.])(\d{2})?(?::\d{2})?)?(?:([ap])\.?m\.?)?$/i.exec(text.replace(/\s/g, '')) ?? [];
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour || 24);
  const time = [hours, Number(minute)].map((part) => String(part).padStart(2, '0')).join(':');
  return (sign ?? half) && isTime(time) ? time : null;
}
