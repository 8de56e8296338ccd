import { DEFAULT_WEEK, isTime, UNCONFIGURED_DAY, type Week, type Weekday } from '@tiffin/domain/hours';
import {
  capacityOf,
  checkLocationForm,
  exceptionsProblem,
  ticketLimitsProblem,
  type Feature,
  type LocationField,
} from '@tiffin/domain/locations';
import { changedFields, reconciled, type Difference } from '@tiffin/domain/menu';
import { TICKET_LIMITS, type TicketLimits } from '@tiffin/domain/order';
import type { ManagedLocation } from './location-data.ts';
import { texts } from './texts.ts';

export interface ExceptionDraft {
  readonly date: string;
  readonly closed: boolean;
  readonly open: string;
  readonly close: string;
  readonly note: string;
}

/** What the form edits, in the wire's words. */
export interface Fields {
  name: string;
  address: string;
  postalCode: string;
  phone: string;
  email: string;
  manager: string | null;
  capacity: number | null;
  openingDate: string | null;
  timeZone: string;
  features: Feature[];
  isActive: boolean;
  hours: Week | null;
  hoursExceptions: { date: string; closed: boolean; open: string | null; close: string | null; note: string | null }[];
  ticketLimits: TicketLimits | null;
  taxRateOverride: number | null;
  taxLabelOverride: string | null;
}

const FIELDS = [
  'name',
  'address',
  'postalCode',
  'phone',
  'email',
  'manager',
  'capacity',
  'openingDate',
  'timeZone',
  'features',
  'isActive',
  'hours',
  'hoursExceptions',
  'ticketLimits',
  'taxRateOverride',
  'taxLabelOverride',
] as const satisfies readonly (keyof Fields)[];

export type TicketDraft = Readonly<Record<keyof TicketLimits, string>>;

/** The same as it is typed. */
export interface Draft {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly postalCode: string;
  readonly phone: string;
  readonly email: string;
  readonly manager: string;
  readonly capacity: string;
  readonly openingDate: string;
  readonly timeZone: string;
  readonly features: readonly Feature[];
  readonly isActive: boolean;
  readonly week: Week;
  /** Somebody touched the week: it is written down from now on. */
  readonly weekTouched: boolean;
  readonly exceptions: readonly ExceptionDraft[];
  readonly usualLimits: boolean;
  readonly limits: TicketDraft;
  /** Percent. */
  readonly taxRate: string;
  readonly taxLabel: string;
}

export const NEW_DRAFT: Draft = {
  id: '',
  name: '',
  address: '',
  postalCode: '',
  phone: '',
  email: '',
  manager: '',
  capacity: '',
  openingDate: '',
  timeZone: 'America/Halifax',
  features: ['Takeout'],
  isActive: true,
  week: DEFAULT_WEEK,
  weekTouched: true,
  exceptions: [],
  usualLimits: true,
  limits: written(TICKET_LIMITS),
  taxRate: '',
  taxLabel: '',
};

export function fieldsOf(location: ManagedLocation): Fields {
  return {
    name: location.name,
    address: location.address,
    postalCode: location.postalCode,
    phone: location.phone,
    email: location.email ?? '',
    manager: location.manager,
    capacity: location.capacity,
    openingDate: location.openingDate,
    timeZone: location.timeZone,
    // The server knows no others.
    features: location.features,
    isActive: location.isActive,
    hours: location.hours && weekOf(location.hours),
    hoursExceptions: location.hoursExceptions.map(({ date, closed, open, close, note }) => ({
      date,
      closed,
      open: closed ? null : open,
      close: closed ? null : close,
      note,
    })),
    ticketLimits: location.ticketLimits,
    taxRateOverride: location.taxRateOverride,
    taxLabelOverride: location.taxLabelOverride,
  };
}

export function draftOf(id: string, fields: Fields): Draft {
  return {
    id,
    name: fields.name,
    address: fields.address,
    postalCode: fields.postalCode,
    phone: fields.phone,
    email: fields.email,
    manager: fields.manager ?? '',
    capacity: fields.capacity === null ? '' : String(fields.capacity),
    openingDate: fields.openingDate ?? '',
    timeZone: fields.timeZone,
    features: fields.features,
    isActive: fields.isActive,
    week: fields.hours ?? DEFAULT_WEEK,
    weekTouched: fields.hours !== null,
    exceptions: fields.hoursExceptions.map(({ date, closed, open, close, note }) => ({
      date,
      closed,
      open: open ?? '',
      close: close ?? '',
      note: note ?? '',
    })),
    usualLimits: fields.ticketLimits === null,
    limits: written(fields.ticketLimits ?? TICKET_LIMITS),
    taxRate: fields.taxRateOverride === null ? '' : String(Math.round(fields.taxRateOverride * 1e7) / 1e5),
    taxLabel: fields.taxLabelOverride ?? '',
  };
}

/** What was typed, once it has been checked. */
export function fieldsFrom(draft: Draft): Fields {
  return {
    name: draft.name.trim(),
    address: draft.address.trim(),
    postalCode: draft.postalCode.trim(),
    phone: draft.phone.trim(),
    email: draft.email.trim(),
    manager: draft.manager.trim() || null,
    capacity: capacityOf(draft.capacity),
    openingDate: draft.openingDate || null,
    timeZone: draft.timeZone,
    features: [...draft.features],
    isActive: draft.isActive,
    hours: draft.weekTouched ? draft.week : null,
    hoursExceptions: draft.exceptions
      .toSorted((a, b) => a.date.localeCompare(b.date))
      .map(({ date, closed, open, close, note }) => ({
        date,
        closed,
        open: closed ? null : open,
        close: closed ? null : close,
        note: note.trim() || null,
      })),
    ticketLimits: draft.usualLimits ? null : limitsOf(draft.limits),
    taxRateOverride: draft.taxRate.trim() === '' ? null : Number(draft.taxRate) / 100,
    taxLabelOverride: draft.taxLabel.trim() || null,
  };
}

export type Problems = Partial<Record<LocationField | 'week' | 'exceptions' | 'limits' | 'taxRate', string>>;

/** `isTaken` counts on an add alone. */
export function problemsOf(draft: Draft, mode: 'add' | 'edit', isTaken: (id: string) => boolean): Problems {
  const problems: Problems = checkLocationForm(draft, mode, isTaken);
  const days = Object.values(draft.week);
  if (!days.every((day) => isTime(day.open) && isTime(day.close))) problems.week = texts.hours.missing;
  const exceptions = exceptionsProblem(fieldsFrom({ ...draft, limits: NEW_DRAFT.limits }).hoursExceptions);
  if (exceptions) problems.exceptions = exceptions.message;
  if (!draft.usualLimits) {
    const typed = Object.values(draft.limits);
    const limits = typed.every((minutes) => /^\d{1,3}$/.test(minutes.trim())) ? limitsOf(draft.limits) : null;
    const wrong = limits ? ticketLimitsProblem(limits)?.message : texts.tickets.minutes;
    if (wrong !== undefined) problems.limits = wrong;
  }
  const percent = draft.taxRate.trim();
  if (percent !== '' && !(/^\d+(\.\d+)?$/.test(percent) && Number(percent) <= 100)) problems.taxRate = texts.tax.wrong;
  return problems;
}

export function updatesOf(base: Fields, draft: Draft): Partial<Fields> {
  return changedFields(FIELDS, base, fieldsFrom(draft));
}

export type Clash = Difference<keyof Fields>;

/** My draft on top of what somebody else saved meanwhile. */
export function reconcile(base: Fields, draft: Draft, theirs: ManagedLocation) {
  const present = fieldsOf(theirs);
  const { fields, changes } = reconciled(FIELDS, base, fieldsFrom(draft), present);
  return { base: present, version: theirs.version, draft: draftOf(draft.id, fields), changes };
}

/** One field of the draft set to a value of the wire. */
export function withField(draft: Draft, field: keyof Fields, value: unknown): Draft {
  return draftOf(draft.id, { ...fieldsFrom(draft), [field]: value });
}

/** A whole week; a day that was never written down has the hours that hold for it. */
function weekOf(hours: NonNullable<ManagedLocation['hours']>): Week {
  const day = (name: Weekday) => hours[name] ?? UNCONFIGURED_DAY;
  return {
    monday: day('monday'),
    tuesday: day('tuesday'),
    wednesday: day('wednesday'),
    thursday: day('thursday'),
    friday: day('friday'),
    saturday: day('saturday'),
    sunday: day('sunday'),
  };
}

function written(limits: TicketLimits): TicketDraft {
  return {
    acceptSoon: String(limits.acceptSoon),
    acceptLate: String(limits.acceptLate),
    dueSoon: String(limits.dueSoon),
    passSoon: String(limits.passSoon),
    passLate: String(limits.passLate),
  };
}

function limitsOf(draft: TicketDraft): TicketLimits {
  return {
    acceptSoon: Number(draft.acceptSoon),
    acceptLate: Number(draft.acceptLate),
    dueSoon: Number(draft.dueSoon),
    passSoon: Number(draft.passSoon),
    passLate: Number(draft.passLate),
  };
}
