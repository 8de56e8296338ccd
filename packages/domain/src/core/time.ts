/** Instants are stored and sent as ISO 8601 with Z; zones and clocks are always arguments. */
export type ZoneId = string;

/** `YYYY-MM-DD` */
export type DateText = string;

/** `HH:mm`, 24 hours */
export type TimeText = string;

export const HALIFAX: ZoneId = 'America/Halifax';

export function toInstant(at: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime());
}

export function toDate(at: Temporal.Instant): Date {
  return new Date(at.epochMilliseconds);
}

export function inZone(at: Date, zone: ZoneId): Temporal.ZonedDateTime {
  return toInstant(at).toZonedDateTimeISO(zone);
}

/** The day each zone's clock showed in the minute that was asked last: an order asks for its own several times. */
const shown = new Map<ZoneId, { readonly minute: number; readonly date: DateText }>();

/** The calendar day a clock on the wall of the restaurant shows. */
export function dateIn(at: Date, zone: ZoneId): DateText {
  const minute = Math.floor(at.getTime() / 60_000);
  const last = shown.get(zone);
  // Clocks change, and days begin, on full minutes.
  if (last?.minute === minute) return last.date;
  const date = inZone(at, zone).toPlainDate().toString();
  shown.set(zone, { minute, date });
  return date;
}

/** The instant of a wall-clock time; a time the spring change skips becomes the one after the gap. */
export function instantOf(date: DateText, time: TimeText, zone: ZoneId): Date {
  const plain = Temporal.PlainDateTime.from(`${date}T${time}`);
  return toDate(plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant());
}

export function addMinutes(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000);
}
