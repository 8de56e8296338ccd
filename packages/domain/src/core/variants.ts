import { cachedFormat } from './formats.ts';
import { language } from './language.ts';

// A variant (a type of order, a status, a role …) is one entry of a record: the compiler then names every place
// that a new one has to be known at.

/** The names of a record's entries, in the sequence they are written. */
export function keysOf<Key extends string>(facts: Readonly<Record<Key, unknown>>): readonly [Key, ...Key[]] {
  return Object.keys(facts) as unknown as readonly [Key, ...Key[]];
}

/** One entry for each key. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}

/** Several counts together. */
export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The entry of a code that comes from outside; a tab may be older than the server that speaks to it. */
export function entryOf<Value>(facts: Readonly<Record<string, Value>>, code: string): Value | undefined {
  return Object.hasOwn(facts, code) ? facts[code] : undefined;
}

/** 'out-for-delivery' → 'Out for delivery': what is said of a code one does not know. */
export function plainWord(code: string): string {
  const words = code.replaceAll(/[-_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'pickup, delivery or dine-in' */
export function eitherText(words: readonly string[]): string {
  return cachedFormat('either', (locale) => new Intl.ListFormat(locale, { type: 'disjunction' })).format(words);
}

/** 'Moncton, Dieppe'; 'Moncton et Dieppe' in French. */
export function listText(words: readonly string[]): string {
  if (language() === 'en') return words.join(', ');
  return cachedFormat('list', (locale) => new Intl.ListFormat(locale)).format(words);
}

/** Ends with one full stop: '60 Archimedes St.' and '6:42 p.m.' bring their own. */
export function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
