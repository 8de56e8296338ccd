import { isLanguage, LANGUAGES, currentLocale, say, SOURCE_LANGUAGE, type Language } from '../core/language.ts';

/** The languages a restaurant can choose: those with a translation catalogue. */
export const RESTAURANT_LANGUAGES = Object.keys(LANGUAGES).filter(isLanguage);

/** The default. The first language of a restaurant is its main one, in which its menu is written. */
export const DEFAULT_LANGUAGES: readonly Language[] = [SOURCE_LANGUAGE];

export function languagesProblem(languages: readonly string[]): string | null {
  if (languages.length === 0) return say`Choose at least one language`;
  return new Set(languages).size === languages.length ? null : say`Each language can be listed only once`;
}

/** The name of a language in the reader's language: 'French'. */
export function languageName(language: string): string {
  return new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(language) ?? language;
}

/** Moves a language to the first position, which makes it the main one. */
export function withMainLanguage(languages: readonly Language[], main: Language): Language[] {
  return [main, ...languages.filter((language) => language !== main)];
}
