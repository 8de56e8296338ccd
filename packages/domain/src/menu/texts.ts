import { say } from '../core/language.ts';

/** What a house says of its menu and itself in the languages beside its own, and how long each may be. */
export const TEXT_LIMITS_OF = {
  dish: { name: 100, description: 1000 },
  category: { name: 50 },
  group: { name: 60 },
  option: { name: 60 },
  house: { tagline: 200, headline: 160, cuisine: 60 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

export type TextKind = keyof typeof TEXT_LIMITS_OF;
export const TEXT_KINDS = Object.keys(TEXT_LIMITS_OF) as TextKind[];

/** A text in another language, and the house's own that it was made from. */
export interface Translation {
  readonly text: string;
  readonly of: string;
}

/** Missing; made from what the house does not say any more; or what guests read. */
export const TEXT_STATES = ['missing', 'stale', 'current'] as const;
export type TextState = (typeof TEXT_STATES)[number];

/** Of a dish of all places there may be two: its place's, and the chain's. */
type StoredTranslation = Translation | null | undefined;

export function textState(own: string, ...stored: readonly StoredTranslation[]): TextState {
  if (stored.some((each) => each?.of === own)) return 'current';
  return stored.some(Boolean) ? 'stale' : 'missing';
}

/**
 * What guests read. A text whose own was changed says what was: until somebody has looked at it they read the house's own,
 * which is right in the wrong language.
 */
export function translatedText(own: string, ...stored: readonly StoredTranslation[]): string {
  return stored.find((each) => each?.of === own)?.text ?? own;
}

/** The translation that counts, for whoever looks it over: what guests read, else what they read before. */
export function translationOf(own: string, ...stored: readonly StoredTranslation[]): Translation | null {
  return stored.find((each) => each?.of === own) ?? stored.find(Boolean) ?? null;
}

/** Most characters of a text; null: nothing has such a text. */
export function textLimit(kind: TextKind, field: string): number | null {
  const limits: Readonly<Record<string, number>> = TEXT_LIMITS_OF[kind];
  return Object.hasOwn(limits, field) ? (limits[field] ?? null) : null;
}

/** What is wrong with a text in another language, or null. An empty one takes it away. */
export function textProblem(kind: TextKind, field: string, text: string): string | null {
  const most = textLimit(kind, field);
  if (most === null) return say`Nothing has such a text.`;
  return text.length <= most ? null : say`At most ${most} characters`;
}
