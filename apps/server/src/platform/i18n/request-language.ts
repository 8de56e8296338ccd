import { AsyncLocalStorage } from 'node:async_hooks';
import {
  SOURCE_LANGUAGE,
  isLanguage,
  currentLanguage,
  languagePrefix,
  setTranslator,
  type Language,
} from '@tiffin/domain/core';
import { RESTAURANT_LANGUAGES } from '@tiffin/domain/restaurant';
import { catalogueOf } from './catalogue.ts';

const languageOfWork = new AsyncLocalStorage<Language>();
/** True until another language is used. Until then no catalogue is searched. */
let isSourceOnly = true;

function languageNow(): Language {
  return isSourceOnly ? SOURCE_LANGUAGE : (languageOfWork.getStore() ?? SOURCE_LANGUAGE);
}

/** From this call on, `say` uses the language of the current request. */
export function enableRequestLanguages(): void {
  setTranslator({
    currentLanguage: languageNow,
    translate(parts, values) {
      const to = languageNow();
      return to === SOURCE_LANGUAGE ? undefined : catalogueOf(to).say(parts, values);
    },
  });
}

/** Runs `run` and everything it awaits in this language. */
export function inLanguage<T>(requested: Language, run: () => T): T {
  if (requested === languageNow()) return run();
  isSourceOnly = false;
  return languageOfWork.run(requested, run);
}

/** The language stored in a row or message. Without one, the restaurant's first language. */
export function languageOf(
  stored: string | null | undefined,
  { languages: [first] }: RestaurantLanguages = ENGLISH,
): Language {
  return isLanguage(stored) ? stored : (first ?? SOURCE_LANGUAGE);
}

interface RestaurantLanguages {
  readonly languages: readonly Language[];
}
const ENGLISH: RestaurantLanguages = { languages: [SOURCE_LANGUAGE] };

/** Runs `run` in the language of the recipient instead of the current request's. */
export function inLanguageOf<T>(
  recipient: { readonly language?: string | null | undefined },
  run: () => T,
  restaurant?: RestaurantLanguages,
): T {
  return inLanguage(languageOf(recipient.language, restaurant), run);
}

/** True if a suggested text is unchanged, in whichever language it was suggested. */
export function isSuggestedText(text: string, suggestedText: () => string): boolean {
  return RESTAURANT_LANGUAGES.some((each) => inLanguage(each, suggestedText) === text);
}

/** Browsers send few different headers. When there are more than this, all are parsed again. */
const MOST_REMEMBERED = 200;
const languageByHeader = new Map<string, Language>();
/** The restaurant's languages, the first one first. All available ones until the settings are read. */
let offered: readonly Language[] = RESTAURANT_LANGUAGES;

/** Sets the restaurant's languages. Requests for others get the first one. */
export function setRestaurantLanguages(languages: readonly Language[]): void {
  offered = languages;
  languageByHeader.clear();
}

export function restaurantLanguages(): readonly Language[] {
  return offered;
}

/** Runs `run` in the restaurant's language, whatever the current request's language. */
export function inRestaurantLanguage<T>(run: () => T): T {
  return inLanguage(offered[0] ?? SOURCE_LANGUAGE, run);
}

/** The first language of an Accept-Language header that the restaurant has. */
export function languageFromHeader(header: string | null | undefined): Language {
  if (!header) return offered[0] ?? SOURCE_LANGUAGE;
  const cached = languageByHeader.get(header);
  if (cached) return cached;
  const language = firstOfferedIn(header);
  if (languageByHeader.size >= MOST_REMEMBERED) languageByHeader.clear();
  languageByHeader.set(header, language);
  return language;
}

function firstOfferedIn(header: string): Language {
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

/** The address of a guest page in the current language. */
export function pageAddress({ publicUrl }: { readonly publicUrl: string }, path: string): string {
  return publicUrl + languagePrefix(restaurantLanguages(), currentLanguage()) + path;
}
