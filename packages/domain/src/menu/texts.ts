import { say } from '../core/language.ts';

/** The texts of a restaurant that can be translated, with their maximum lengths. */
export const TRANSLATION_LIMITS = {
  dish: { name: 100, description: 1000 },
  category: { name: 50 },
  group: { name: 60 },
  option: { name: 60 },
  house: { tagline: 200, headline: 160, cuisine: 60 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

export type TextKind = keyof typeof TRANSLATION_LIMITS;
export const TEXT_KINDS = Object.keys(TRANSLATION_LIMITS) as TextKind[];

export interface Translation {
  readonly text: string;
  /** The original that was translated. */
  readonly of: string;
}

/** Missing; made from an original that has changed; or shown to guests. */
export const TEXT_STATES = ['missing', 'stale', 'current'] as const;
export type TextState = (typeof TEXT_STATES)[number];

/** A shared dish can have two translations: the location's and the shared one. */
type StoredTranslation = Translation | null | undefined;

export function translationState(original: string, ...stored: readonly StoredTranslation[]): TextState {
  if (stored.some((each) => each?.of === original)) return 'current';
  return stored.some(Boolean) ? 'stale' : 'missing';
}

/**
 * The text that guests read. If the original has changed since the translation, they read the original until someone
 * reviews the translation: it is correct, though in the other language.
 */
export function translatedText(original: string, ...stored: readonly StoredTranslation[]): string {
  return stored.find((each) => each?.of === original)?.text ?? original;
}

/** The translation to review: the one that guests read, or else the outdated one. */
export function translationOf(original: string, ...stored: readonly StoredTranslation[]): Translation | null {
  return stored.find((each) => each?.of === original) ?? stored.find(Boolean) ?? null;
}

/** The maximum length of a text; null if the field is not translated. */
export function textLimit(kind: TextKind, field: string): number | null {
  const limits: Readonly<Record<string, number>> = TRANSLATION_LIMITS[kind];
  return Object.hasOwn(limits, field) ? (limits[field] ?? null) : null;
}

/** Returns the problem with a translation, or null. An empty text removes it. */
export function translationProblem(kind: TextKind, field: string, text: string): string | null {
  const most = textLimit(kind, field);
  if (most === null) return say`This text does not exist.`;
  return text.length <= most ? null : say`At most ${most} characters`;
}
