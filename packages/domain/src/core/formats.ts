import { currentLocale, type Locale } from './language.ts';

const made = new Map<string, unknown>();

/** Returns a cached formatter per key and language, because creating one is expensive. */
export function cachedFormat<Format>(key: string, make: (locale: Locale) => Format): Format {
  const of = `${currentLocale()} ${key}`;
  const cached = made.get(of) as Format | undefined;
  if (cached !== undefined) return cached;
  const format = make(currentLocale());
  made.set(of, format);
  return format;
}

/** Formats amounts with their currency: '$12.50', '€12.50'; '12,50 $' in French. */
export function moneyFormat(currency: string, decimals = 2): Intl.NumberFormat {
  const look = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const;
  return cachedFormat(`${currency} ${decimals}`, (spoken) => new Intl.NumberFormat(spoken, look));
}
