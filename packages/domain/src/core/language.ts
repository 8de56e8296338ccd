/** The languages with a catalogue, each with the locale for dates, money and lists. */
export const LANGUAGES = { en: 'en-CA', fr: 'fr-CA' } as const;
/** Each language in its own words, so that readers recognise theirs. */
export const LANGUAGE_NAMES = { en: 'English', fr: 'Français' } as const satisfies Record<
  keyof typeof LANGUAGES,
  string
>;
export type Language = keyof typeof LANGUAGES;
export type Locale = (typeof LANGUAGES)[Language];

/** Defined by the build of the pages, which is made once per language. */
declare const PAGE_LANGUAGE: Language | undefined;

/** The language of the texts in the source code. */
export const SOURCE_LANGUAGE: Language = 'en';
const DEFAULT_LANGUAGE = typeof PAGE_LANGUAGE === 'undefined' ? SOURCE_LANGUAGE : PAGE_LANGUAGE;

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text);
}

/**
 * Splits the language off a path: '/fr/menu/truro' is '/menu/truro' in French. Without a prefix the restaurant's main
 * language applies.
 */
export function splitLanguagePath(path: string): { readonly language: Language | null; readonly path: string } {
  const [, first, rest = ''] = /^\/(\w\w)(\/.*)?$/.exec(path) ?? [];
  if (!isLanguage(first)) return { language: null, path };
  // '/en//example.com' must not become '//example.com', which names another host.
  return { language: first, path: `/${rest.replace(/^[/\\]+/, '')}` };
}

/** The path prefix of a language. The restaurant's first language has none. */
export function languagePrefix(languages: readonly Language[], targetLanguage: Language): string {
  return targetLanguage === (languages[0] ?? SOURCE_LANGUAGE) ? '' : `/${targetLanguage}`;
}

/** Provides the current language and its translations. On the server this depends on the request or message. */
export interface Translator {
  readonly currentLanguage: () => Language;
  /** Translates a text and inserts its values; undefined if the catalogue lacks it. */
  readonly translate: (parts: readonly string[], values: readonly unknown[]) => string | undefined;
}

let currentTranslator: Translator | undefined;

/** Sets where the current language and the translations come from, once for the process or page. */
export function setTranslator(translator: Translator): void {
  currentTranslator = translator;
}

/** The language of the request, message or page. */
export function currentLanguage(): Language {
  return currentTranslator?.currentLanguage() ?? DEFAULT_LANGUAGE;
}

/** The locale in which dates, money and lists are formatted now. */
export function currentLocale(): Locale {
  return LANGUAGES[currentLanguage()];
}

/**
 * Marks a text for people and translates it to the current language: say`We open ${time}`. The catalogues in
 * `languages/` are extracted from these calls; the build of the pages replaces them with the translations.
 */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return currentTranslator?.translate(parts, values) ?? String.raw({ raw: parts }, ...values);
}

/**
 * Translates a constant to the current language. On the server constants are created once in English, when their module
 * is loaded. Pages have a single language, so there the text is already translated.
 */
export function sayNow(text: string): string {
  return text && (currentTranslator?.translate([text], []) ?? text);
}
