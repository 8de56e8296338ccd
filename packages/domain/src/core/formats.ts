import { currentLocale, type Locale } from './language.ts';
import type { ZoneId } from './time.ts';

const formats = new Map<string, unknown>();

/** Returns a cached formatter per key and language, because creating one is expensive. */
export function cachedFormat<Format>(key: string, make: (locale: Locale) => Format): Format {
  const localKey = `${currentLocale()} ${key}`;
  // A key stands for one kind of formatter.
  const cached = formats.get(localKey) as Format | undefined;
  if (cached !== undefined) return cached;
  const format = make(currentLocale());
  formats.set(localKey, format);
  return format;
}

/** Formats amounts with their currency: '$12.50', '€12.50'; '12,50 $' in French. */
export function moneyFormat(currency: string, decimals = 2): Intl.NumberFormat {
  const options = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const;
  return cachedFormat(`${currency} ${decimals}`, (locale) => new Intl.NumberFormat(locale, options));
}

/** 'November 20, 2026' */
export function longDayText(at: Date, zone: ZoneId): string {
  const options = { year: 'numeric', month: 'long', day: 'numeric', timeZone: zone } as const;
  return cachedFormat(`long day ${zone}`, (locale) => new Intl.DateTimeFormat(locale, options)).format(at);
}
