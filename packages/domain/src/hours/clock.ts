import { inZone, type TimeText, type ZoneId } from '../core/time.ts';

/** '18:05' → '6:05 p.m.', the way en-CA writes it, the same in every browser. */
export function twelveHours(time: TimeText): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
}

/** The wall clock of a location, `HH:mm`. */
export function timeIn(at: Date, zone: ZoneId): TimeText {
  return inZone(at, zone).toPlainTime().toString({ smallestUnit: 'minute' });
}

/** The wall clock of a location as people read it: '6:05 p.m.' */
export function clockText(at: Date, zone: ZoneId): string {
  return twelveHours(timeIn(at, zone));
}

/** A formatter costs more to make than all it will ever format. */
const withZone = new Map<ZoneId, Intl.DateTimeFormat>();

/** The abbreviation in force on that day: AST in winter, ADT in summer. */
export function zoneLabel(at: Date, zone: ZoneId): string {
  let format = withZone.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, timeZoneName: 'short' });
    withZone.set(zone, format);
  }
  return format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** '6:05 p.m. AST' */
export function clockTextWithZone(at: Date, zone: ZoneId): string {
  return `${clockText(at, zone)} ${zoneLabel(at, zone)}`;
}
