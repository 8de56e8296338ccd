import { AsyncLocalStorage } from 'node:async_hooks';
import {
  SOURCE_LANGUAGE,
  isLanguage,
  language,
  languagePrefix,
  setInterpreter,
  type Language,
} from '@tiffin/domain/core';
import { RESTAURANT_LANGUAGES } from '@tiffin/domain/house';
import { catalogueOf } from './catalogue.ts';

const spoken = new AsyncLocalStorage<Language>();
/** Nobody was spoken to in another language yet: nothing is looked up where nothing can be found. */
let isSourceOnly = true;

function now(): Language {
  return isSourceOnly ? SOURCE_LANGUAGE : (spoken.getStore() ?? SOURCE_LANGUAGE);
}

/** From here on `say` speaks the language of whoever it speaks to. */
export function startSpeaking(): void {
  setInterpreter({
    language: now,
    translate(parts, values) {
      const to = now();
      return to === SOURCE_LANGUAGE ? undefined : catalogueOf(to).say(parts, values);
    },
  });
}

/** Whatever `run` says, and what it waits for, is said in this language. */
export function inLanguage<T>(requested: Language, run: () => T): T {
  if (requested === now()) return run();
  isSourceOnly = false;
  return spoken.run(requested, run);
}

/** What a row or a mail says it is to be spoken in; what says nothing is in the first of the house's languages. */
export function languageOf(
  stored: string | null | undefined,
  { languages: [own] }: RestaurantLanguages = ENGLISH,
): Language {
  return isLanguage(stored) ? stored : (own ?? SOURCE_LANGUAGE);
}

interface RestaurantLanguages {
  readonly languages: readonly Language[];
}
const ENGLISH: RestaurantLanguages = { languages: [SOURCE_LANGUAGE] };

/** What is written to somebody is said in their language, whoever it was that set it going. */
export function inLanguageOf<T>(
  somebody: { readonly language?: string | null | undefined },
  run: () => T,
  restaurant?: RestaurantLanguages,
): T {
  return inLanguage(languageOf(somebody.language, restaurant), run);
}

/** Whether a text that was given to somebody to change still is what they were given, in whichever language that was. */
export function isUntouched(text: string, provided: () => string): boolean {
  return RESTAURANT_LANGUAGES.some((each) => inLanguage(each, provided) === text);
}

/** Browsers send few different lists; whoever makes up others only makes us read them again. */
const MOST_REMEMBERED = 200;
const remembered = new Map<string, Language>();
/** What the house speaks, its own first; all there is until that is known. */
let offered: readonly Language[] = RESTAURANT_LANGUAGES;

/** From now on whoever asks is spoken to in one of these; who asks for none of them in the first. */
export function speakOnly(languages: readonly Language[]): void {
  offered = languages;
  remembered.clear();
}

/** What the house speaks, its own first. */
export function restaurantLanguages(): readonly Language[] {
  return offered;
}

/** What the house notes for itself is in its own words, whoever it was that set it going. */
export function inRestaurantLanguage<T>(run: () => T): T {
  return inLanguage(offered[0] ?? SOURCE_LANGUAGE, run);
}

/** Of the languages a browser asks for, the first that the house speaks. */
export function languageFromHeader(header: string | null | undefined): Language {
  if (!header) return offered[0] ?? SOURCE_LANGUAGE;
  const cached = remembered.get(header);
  if (cached) return cached;
  const found = firstOf(header);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(header, found);
  return found;
}

function firstOf(header: string): Language {
  const requested = header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...more] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = more.find((part) => part.startsWith('q='))?.slice(2);
      return { tag: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { tag } of requested) {
    const found = offered.find((each) => each === tag);
    if (found) return found;
  }
  return offered[0] ?? SOURCE_LANGUAGE;
}

/** A guest's page, in the language somebody is spoken to. */
export function pageAddress({ publicUrl }: { readonly publicUrl: string }, path: string): string {
  return publicUrl + languagePrefix(restaurantLanguages(), language()) + path;
}
