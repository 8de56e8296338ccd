import { locale, type Locale } from './language.ts';

const made = new Map<string, unknown>();

/** A formatter costs more to make than all it will ever format: of each key there is one in each language. */
export function keptFormat<Format>(key: string, make: (locale: Locale) => Format): Format {
  const of = `${locale()} ${key}`;
  const known = made.get(of) as Format | undefined;
  if (known !== undefined) return known;
  const format = make(locale());
  made.set(of, format);
  return format;
}
