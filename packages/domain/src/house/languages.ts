import { isLanguage, LANGUAGES, locale, say, SOURCE_LANGUAGE, type Language } from '../core/language.ts';

/** Those a house may speak: there is a catalogue for each. */
export const RESTAURANT_LANGUAGES = Object.keys(LANGUAGES).filter(isLanguage);

/** Until somebody says otherwise. The first of a house's languages is its own: its menu is written in it. */
export const USUAL_LANGUAGES: readonly Language[] = [SOURCE_LANGUAGE];

/** What is wrong with a house's languages, or null. */
export function languagesProblem(languages: readonly string[]): string | null {
  if (languages.length === 0) return say`A house speaks at least one language`;
  return new Set(languages).size === languages.length ? null : say`Each language once`;
}

/** What a language is called, in the language of whoever reads it: 'French'. */
export function languageName(language: string): string {
  return new Intl.DisplayNames(locale(), { type: 'language' }).of(language) ?? language;
}

/** A language in its place among the others: the first is the house's own. */
export function withOwnLanguage(languages: readonly Language[], own: Language): Language[] {
  return [own, ...languages.filter((language) => language !== own)];
}
