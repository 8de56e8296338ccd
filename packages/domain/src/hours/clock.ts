import { cachedFormat, currentLanguage, localMinute, shownWindow, type TimeText, type ZoneId } from '../core/index.ts';

/** '18:05' → '6:05 p.m.' as in en-CA, without differences between browsers; '18 h 05' in French. */
export function twelveHourText(time: TimeText): string {
  if (currentLanguage() !== 'en') {
    const at = Date.parse(`1970-01-01T${time}Z`);
    const options = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
    return at >= 0 ? cachedFormat('clock', (locale) => new Intl.DateTimeFormat(locale, options)).format(at) : time;
  }
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
}

/** The local time of a location as `HH:mm`. */
export function localTime(at: Date, zone: ZoneId): TimeText {
  return localMinute(at, zone).time;
}

/** The local time of a location for people: '6:05 p.m.' */
export function clockText(at: Date, zone: ZoneId): string {
  return twelveHourText(localTime(at, zone));
}

/** '6:25–6:35 p.m.' in steps of five minutes, or one time if both are the same: a.m. or p.m. appears once. */
export function clockRangeText(from: Date, to: Date, zone: ZoneId): string {
  const shown = shownWindow(from, to);
  const [first, last] = [clockText(shown.from, zone), clockText(shown.to, zone)];
  if (first === last) return last;
  const suffix = / [ap]\.m\.$/.exec(first)?.[0] ?? '';
  return `${last.endsWith(suffix) ? first.slice(0, first.length - suffix.length) : first}–${last}`;
}

/** The abbreviation of the time zone on that day: AST in winter, ADT in summer. */
export function zoneLabel(at: Date, zone: ZoneId): string {
  const options = { timeZone: zone, timeZoneName: 'short' } as const;
  const format = cachedFormat(`zone ${zone}`, (locale) => new Intl.DateTimeFormat(locale, options));
  return format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? zone;
}
