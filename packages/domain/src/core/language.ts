/** The languages there is a catalogue for, each with the habits in which its dates, money and lists are written. */
export const LANGUAGES = { en: 'en-CA', fr: 'fr-CA' } as const;
/** Each in its own words: whoever looks for theirs reads no other. */
export const LANGUAGE_NAMES = { en: 'English', fr: 'Français' } as const satisfies Record<
  keyof typeof LANGUAGES,
  string
>;
export type Language = keyof typeof LANGUAGES;
export type Locale = (typeof LANGUAGES)[Language];

/** Put in by the build of the pages: each is made for one language. */
declare const PAGE_LANGUAGE: Language | undefined;

/** The language the words in the code are written in. */
export const SOURCE_LANGUAGE: Language = 'en';
const OWN = typeof PAGE_LANGUAGE === 'undefined' ? SOURCE_LANGUAGE : PAGE_LANGUAGE;

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text);
}

/** '/fr/menu/truro' is '/menu/truro' in French; without a language it is in the house's own. */
export function spokenPath(path: string): { readonly language: Language | null; readonly path: string } {
  const [, first, rest = ''] = /^\/(\w\w)(\/.*)?$/.exec(path) ?? [];
  return isLanguage(first) ? { language: first, path: rest || '/' } : { language: null, path };
}

/** What stands before a page's address in this language; the first of the house's languages needs nothing. */
export function languagePrefix(languages: readonly Language[], of: Language): string {
  return of === (languages[0] ?? SOURCE_LANGUAGE) ? '' : `/${of}`;
}

/** Who knows in which language somebody is spoken to at this moment: the server, by request and by message. */
export interface Interpreter {
  readonly language: () => Language;
  /** A text of the code in that language, its values put in; undefined where the catalogue has none. */
  readonly translate: (parts: readonly string[], values: readonly unknown[]) => string | undefined;
}

let interpreter: Interpreter | undefined;

export function setInterpreter(by: Interpreter): void {
  interpreter = by;
}

export function language(): Language {
  return interpreter?.language() ?? OWN;
}

export function locale(): Locale {
  return LANGUAGES[language()];
}

/**
 * What people read, in the language they are spoken to: say`We open ${time}`. The catalogues in `languages/` are made
 * from these; the build of the pages replaces them by the words themselves.
 */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return interpreter?.translate(parts, values) ?? String.raw({ raw: parts }, ...values);
}

/**
 * A constant of the code, in the language that is spoken now: the server said it once, when its module was read. In a
 * page, which speaks one language, it is said already.
 */
export function sayNow(text: string): string {
  return text && (interpreter?.translate([text], []) ?? text);
}
