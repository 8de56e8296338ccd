import { failure, freeSlug, ok, say, sayNow, slugOf, type Failure, type Result, fail } from '../core/index.ts';
import { isDate, isTime } from '../hours/read-hours.ts';
import { areSeparate, intervalsOf, type DayHours, type HoursInterval } from '../hours/week.ts';
import type { TicketLimits } from './ticket-limits.ts';
import { emailProblem } from '../people/emails.ts';
import { HOME_COUNTRY } from './country.ts';

/** The fields of a location as they are typed. */
export interface LocationForm {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly postalCode: string;
  readonly phone: string;
  /** The default is `HOME_COUNTRY`. */
  readonly country?: string;
  readonly email: string;
  /** Empty if unknown. */
  readonly capacity: string;
}

export type LocationField = keyof LocationForm;

/** The error of each field. In `edit` mode the id is read-only and not checked. */
export function checkLocationForm(
  form: LocationForm,
  mode: 'add' | 'edit',
  isTaken: (id: string) => boolean,
): Partial<Record<LocationField, string>> {
  const errors: Partial<Record<LocationField, string>> = {};
  if (mode === 'add') {
    if (form.id === '') errors.id = say`Location ID is required`;
    else if (!locationIdHint(form.id, isTaken).valid) errors.id = say`Invalid location ID`;
  }
  if (form.name.trim() === '') errors.name = say`Location name is required`;
  if (form.address.trim() === '') errors.address = say`Address is required`;
  if (form.postalCode.trim() === '') errors.postalCode = say`postalCode is required`;
  if (form.phone.trim() === '') errors.phone = say`Phone number is required`;
  else if (!isPhoneOf(form.country ?? HOME_COUNTRY, form.phone.trim())) {
    errors.phone =
      form.country === undefined || form.country === HOME_COUNTRY
        ? say`Phone must be in format (902) 555-0123`
        : say`Phone must begin with + and the country’s number`;
  }
  const email = emailProblem(form.email);
  if (email !== null) errors.email = email;
  if (!isCapacity(form.capacity)) errors.capacity = say`Capacity must be a positive number`;
  return errors;
}

const LOCATION_PHONE = /^\(\d{3}\) \d{3}-\d{4}$/;
const PHONE_ABROAD = /^\+[1-9][\d ()-]{5,20}$/;

function isPhoneOf(country: string, phone: string): boolean {
  return country === HOME_COUNTRY ? LOCATION_PHONE.test(phone) : PHONE_ABROAD.test(phone);
}

function isCapacity(text: string): boolean {
  return text.trim() === '' || /^\d+$/.test(text.trim());
}

/** The capacity as stored: an empty text is null, "0" is 0. */
export function parseCapacity(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim());
}

export const LOCATION_ID_MIN = 2;
export const LOCATION_ID_MAX = 50;

/** Whether a typed id can be used, and what the form says about it. */
export function locationIdHint(id: string, isTaken: (id: string) => boolean) {
  const text = idProblem(id) ?? (isTaken(id) ? say`This location ID already exists` : null);
  return { valid: text === null, text: text ?? say`Valid location ID` };
}

function idProblem(id: string): string | null {
  if (id === '') return say`Location ID is required`;
  if (!/^[a-z0-9-]+$/.test(id)) return say`Only lowercase letters, numbers, and hyphens allowed`;
  if (id.length < LOCATION_ID_MIN) return say`ID must be at least ${LOCATION_ID_MIN} characters`;
  if (id.length > LOCATION_ID_MAX) return say`ID must be ${LOCATION_ID_MAX} characters or less`;
  return null;
}

/** The rules of `locationIdHint` with the server's error messages. */
export function checkLocationId(id: string, isTaken: (id: string) => boolean): Result<string> {
  if (id !== '' && !/^[a-z0-9-]+$/.test(id)) {
    return fail('invalid-argument', say`Location ID must contain only lowercase letters, numbers, and hyphens`);
  }
  const problem = idProblem(id);
  if (problem !== null) return fail('invalid-argument', problem);
  if (isTaken(id)) return fail('already-exists', say`Location ID "${id}" already exists`);
  return ok(id);
}

/** Drops what an id cannot contain while someone types. */
export function sanitiseLocationId(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9-]/g, '');
}

/** The id of a new location: its name, with a number if that id is taken. */
export function locationIdFor(name: string, isTaken: (id: string) => boolean): Result<string> {
  const slug = slugOf(name, LOCATION_ID_MAX);
  const id = freeSlug(slug.length < LOCATION_ID_MIN ? 'location' : slug, isTaken, LOCATION_ID_MAX);
  if (id === null) return fail('conflict', say`Unable to generate unique location ID after 100 attempts`);
  return ok(id);
}

/** The “soon” limit must be below the “late” limit, because a ticket turns yellow before it turns red. */
export function ticketLimitsProblem(limits: TicketLimits): Failure | null {
  if (limits.acceptSoon >= limits.acceptLate) return wrong('acceptLate', say`Late must come after soon`);
  return limits.passSoon >= limits.passLate ? wrong('passLate', say`Late must come after soon`) : null;
}

interface HoursException {
  readonly date: string;
  readonly closed: boolean;
  readonly open: string | null;
  readonly close: string | null;
  /** The further intervals of the day. */
  readonly more?: readonly HoursInterval[] | undefined;
}

/** Each date has at most one exception, and a day that is not closed needs both times. */
export function exceptionsProblem(exceptions: readonly HoursException[]): Failure | null {
  const dates = new Set<string>();
  for (const { date, closed, open, close, more = [] } of exceptions) {
    if (!isDate(date)) return wrong(date, say`Invalid date`);
    if (dates.has(date)) return wrong(date, say`${date} is listed twice`);
    dates.add(date);
    if (closed) continue;
    if (![{ open, close }, ...more].every((hours) => isTime(hours.open) && isTime(hours.close))) {
      return wrong(date, say`${date} needs an opening and a closing time`);
    }
    if (!areSeparate([{ open: open ?? '', close: close ?? '' }, ...more])) return wrong(date, sayNow(HOURS_OVERLAP));
  }
  return null;
}

const HOURS_OVERLAP = say`Hours must follow each other: each begins after the one before has ended.`;

/** Each day needs an opening and a closing time for each interval, and its intervals follow each other. */
export function weekProblem(week: Readonly<Partial<Record<string, DayHours>>>): Failure | null {
  for (const day of Object.values(week)) {
    const intervals = day ? intervalsOf(day) : [];
    if (!intervals.every(({ open, close }) => isTime(open) && isTime(close))) {
      return wrong('hours', say`Every day needs an opening and a closing time`);
    }
    if (!areSeparate(intervals)) return wrong('hours', sayNow(HOURS_OVERLAP));
  }
  return null;
}

/** The failure for a time zone that this computer does not know; null if it knows it. */
export function timeZoneProblem(zone: string): Failure | null {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions().timeZone ? null : unknownZone();
  } catch {
    return unknownZone();
  }
}

function unknownZone(): Failure {
  return wrong('timeZone', say`This time zone is not known`);
}

function wrong(field: string, message: string): Failure {
  return failure('invalid-argument', message, { field });
}
