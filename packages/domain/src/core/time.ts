/** Instants are stored and sent as ISO 8601 with Z; time zone and current time are always arguments. */
export type ZoneId = string;

/** `YYYY-MM-DD` */
export type DateText = string;

/** `HH:mm`, 24 hours */
export type TimeText = string;

/** Dates of requests lie in these years. Far beyond them, neither calendars nor the database can calculate. */
const SUPPORTED_YEARS = { first: 1900, last: 2200 } as const;

/** False for a date or time of ISO 8601 whose year is out of range. Any other text has no year. */
export function hasSupportedYear(text: string): boolean {
  const year = /^[+-]?\d{4,}(?=-)/.exec(text)?.[0];
  return year === undefined || (Number(year) >= SUPPORTED_YEARS.first && Number(year) <= SUPPORTED_YEARS.last);
}

export const HALIFAX: ZoneId = 'America/Halifax';

export function toDate(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds);
}

export function zonedDateTimeOf(at: Date, zone: ZoneId): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
}

interface LocalMinute {
  readonly date: DateText;
  readonly time: TimeText;
}

/** An order and its messages need the same few minutes again and again, and Temporal takes long to format them. */
const localMinutes = new Map<string, LocalMinute>();
const MAX_CACHED_MINUTES = 1_000;

/** The date and the time, to the minute, in a time zone. */
export function localMinute(at: Date, zone: ZoneId): LocalMinute {
  // One entry per minute is enough, because clock changes and days start on full minutes.
  const key = `${Math.floor(at.getTime() / 60_000)} ${zone}`;
  const cached = localMinutes.get(key);
  if (cached) return cached;
  const [date = '', time = ''] = zonedDateTimeOf(at, zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .split('T');
  if (localMinutes.size >= MAX_CACHED_MINUTES) localMinutes.clear();
  localMinutes.set(key, { date, time });
  return { date, time };
}

export function localDate(at: Date, zone: ZoneId): DateText {
  return localMinute(at, zone).date;
}

/** The instant of a local time. A time skipped by the spring clock change moves to after the gap. */
export function instantOf(date: DateText, time: TimeText, zone: ZoneId): Date {
  const plain = Temporal.PlainDateTime.from(`${date}T${time}`);
  return toDate(plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant());
}

export function addMinutes(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000);
}

/** The time rounded up to a full minute. */
export function fullMinute(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / 60_000) * 60_000);
}

const SHOWN_STEP_MS = 5 * 60_000;

/**
 * How a promise is shown to people: in steps of five minutes. A window is rounded outwards, so that it contains the
 * exact one; a single time is rounded up, because a window of five minutes would claim more than is known.
 */
export function shownWindow(from: Date | string, to: Date | string): { readonly from: Date; readonly to: Date } {
  const [start, end] = [new Date(from).getTime(), new Date(to).getTime()];
  const toStep = (at: number, round: (steps: number) => number) => new Date(round(at / SHOWN_STEP_MS) * SHOWN_STEP_MS);
  return { from: toStep(start, start === end ? Math.ceil : Math.floor), to: toStep(end, Math.ceil) };
}
