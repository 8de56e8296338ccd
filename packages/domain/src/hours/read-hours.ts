import { fail, ok, type DateText, type Result, type TimeText, type ZoneId } from '../core/index.ts';
import {
  areSeparate,
  WEEKDAYS,
  type DayHours,
  type HoursException,
  type HoursInterval,
  type OpeningHours,
  type WeekHours,
  type Weekday,
} from './week.ts';

/* Apart from week.ts, which every page of a guest has: failures have many texts. */

/** The hours of a location without any configuration. */
export const DEFAULT_WEEK: WeekHours = {
  monday: day('11:30', '22:00'),
  tuesday: day('11:30', '22:00'),
  wednesday: day('11:30', '22:00'),
  thursday: day('11:30', '22:00'),
  friday: day('11:30', '23:00'),
  saturday: day('11:30', '23:00'),
  sunday: day('12:00', '22:00'),
};

/** The hours of a day that is missing from a configured week. */
export const UNCONFIGURED_DAY: DayHours = day('11:00', '23:00');

/**
 * Reads stored hours. No hours give the default week, and a missing day gives `UNCONFIGURED_DAY`. Invalid data is an
 * error, so that opening hours are never guessed.
 */
export function readHours(stored: unknown, exceptions: unknown, zone: ZoneId): Result<OpeningHours> {
  const week = readWeek(stored);
  const dates = readExceptions(exceptions);
  if (!week || !dates) return fail('hours-not-configured');
  return ok({ week, exceptions: dates, zone });
}

function readWeek(stored: unknown): WeekHours | null {
  if (stored === null || stored === undefined) return DEFAULT_WEEK;
  if (!isRecord(stored)) return null;
  if (Object.keys(stored).length === 0) return DEFAULT_WEEK;
  const week: Record<Weekday, DayHours> = { ...DEFAULT_WEEK };
  for (const weekday of WEEKDAYS) {
    const written = stored[weekday];
    const hours = written === null || written === undefined ? UNCONFIGURED_DAY : readDayHours(written);
    if (!hours) return null;
    week[weekday] = hours;
  }
  return week;
}

function readExceptions(stored: unknown): HoursException[] | null {
  if (stored === null || stored === undefined) return [];
  if (!Array.isArray(stored)) return null;
  const exceptions: HoursException[] = [];
  for (const entry of stored as unknown[]) {
    if (!isRecord(entry) || typeof entry['date'] !== 'string' || !isDate(entry['date'])) return null;
    const hours = readDayHours(entry);
    if (!hours) return null;
    const note = entry['note'];
    exceptions.push({ date: entry['date'], ...hours, note: typeof note === 'string' ? note : undefined });
  }
  return exceptions;
}

/** Reads a stored day; null if it is invalid. A closed day needs no times. */
export function readDayHours(stored: unknown): DayHours | null {
  if (!isRecord(stored)) return null;
  const { open, close, closed } = stored;
  if (closed === true) return { open: timeOr(open, ''), close: timeOr(close, ''), closed: true };
  if (closed !== undefined && closed !== false) return null;
  if (!isTime(open) || !isTime(close)) return null;
  const more = stored['more'] ?? [];
  if (!Array.isArray(more) || !more.every(isInterval) || !areSeparate([{ open, close }, ...more])) return null;
  return { open, close, closed: false, more: more.length > 0 ? more : undefined };
}

function isInterval(value: unknown): value is HoursInterval {
  return isRecord(value) && isTime(value['open']) && isTime(value['close']);
}

/** True for a time such as '09:30'. */
export function isTime(value: unknown): value is TimeText {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

/** True for a date that exists, such as '2026-02-28'. */
export function isDate(value: string): value is DateText {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  try {
    Temporal.PlainDate.from(value);
    return true;
  } catch {
    return false;
  }
}

function timeOr(value: unknown, otherwise: string): TimeText {
  return isTime(value) ? value : otherwise;
}

function day(open: TimeText, close: TimeText): DayHours {
  return { open, close, closed: false };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
