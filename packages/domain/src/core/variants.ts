import { cachedFormat } from './formats.ts';
import { currentLanguage } from './language.ts';

// Variants (order types, statuses, roles …) are entries of a record, so that the compiler finds every place that a new
// one must be added to.

/** The keys of a record with their type, which `Object.keys` loses. */
export function keysOf<Key extends string>(facts: Readonly<Record<Key, unknown>>): readonly [Key, ...Key[]] {
  return Object.keys(facts) as unknown as readonly [Key, ...Key[]];
}

export function recordOf<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value) {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}

export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The entry for an external code, or undefined: a browser tab can be older than the server it calls. */
export function entryOf<Value>(facts: Readonly<Record<string, Value>>, code: string): Value | undefined {
  return Object.hasOwn(facts, code) ? facts[code] : undefined;
}

/** A readable form for unknown codes: 'out-for-delivery' → 'Out for delivery'. */
export function humaniseCode(code: string): string {
  const words = code.replaceAll(/[-_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'pickup, delivery or dine-in' */
export function joinWithOr(words: readonly string[]): string {
  return cachedFormat('either', (locale) => new Intl.ListFormat(locale, { type: 'disjunction' })).format(words);
}

/** 'Moncton, Dieppe'; 'Moncton et Dieppe' in French. */
export function joinWithAnd(words: readonly string[]): string {
  if (currentLanguage() === 'en') return words.join(', ');
  return cachedFormat('list', (locale) => new Intl.ListFormat(locale)).format(words);
}

/** Ends a sentence with exactly one full stop: '60 Archimedes St.' and '6:42 p.m.' already have theirs. */
export function endWithFullStop(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** The fields that have a value. Null is one. */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
