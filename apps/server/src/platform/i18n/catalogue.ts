import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SOURCE_LANGUAGE, type Language } from '@tiffin/domain/core';

const FOLDER = path.join(import.meta.dirname, '..', '..', '..', '..', '..', 'languages');
/** The catalogues of server and domain; pages contain their own texts. */
const FILES = ['{contract,domain,server}/**/*.po'];

/** The part of the PO parser that we use. */
interface PoParser {
  readonly po: {
    parse(file: Buffer | string): {
      readonly translations: Readonly<Record<string, Readonly<Record<string, Translation>>>>;
    };
  };
}

interface Translation {
  readonly msgid: string;
  readonly msgid_plural?: string;
  readonly msgstr: readonly string[];
  readonly comments?: { readonly flag?: string };
}

const require = createRequire(import.meta.url);

/** Loaded with the first catalogue: a restaurant in English needs none. */
function poParser(): PoParser {
  return require('gettext-parser') as PoParser;
}

/** A placeholder: `{}` in the code, `{time}` in a catalogue. */
const HOLE = /\{(\w*)\}/g;

interface Entry {
  /** The placeholders of the source. */
  readonly names: readonly string[];
  /** One, or one for each plural form of the language. */
  readonly messages: readonly string[];
}

/** The order of plural forms in catalogues. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** A translated template: the texts before, between and after the placeholders, and what fills these. */
interface Translated {
  readonly strings: readonly string[];
  /** The index of a value, or a text. */
  readonly holes: readonly (number | string)[];
}

/** The texts of one language. A missing or unreviewed translation falls back to the text in the code. */
export class Catalogue {
  readonly #whole = new Map<string, string>();
  readonly #entries = new Map<string, Entry>();
  /** By template object, which is the same for each run of a line of code. */
  readonly #translated = new WeakMap<readonly string[], readonly Translated[]>();
  readonly #plurals: Intl.PluralRules;
  readonly #categories: readonly string[];

  constructor(language: string) {
    this.#plurals = new Intl.PluralRules(language);
    const categories = new Set<string>(this.#plurals.resolvedOptions().pluralCategories);
    this.#categories = CATEGORIES.filter((category) => categories.has(category));
  }

  /** Adds the texts of a PO file; existing ones stay. */
  add(file: Buffer | string): void {
    for (const entries of Object.values(poParser().po.parse(file).translations)) {
      for (const { msgid, msgid_plural: many, msgstr, comments } of Object.values(entries)) {
        if (comments?.flag?.includes('fuzzy')) continue;
        const [first = ''] = msgstr;
        // The singular form may contain the count in the translation: '{count} plat'.
        const one = many === undefined ? first : (msgstr[this.#formFor(1, msgstr.length)] ?? '');
        const keepsHole = (hole: string) => many === undefined || msgid.includes(hole);
        this.#addText(msgid, [one.replaceAll(HOLE, (hole) => (keepsHole(hole) ? hole : '1'))]);
        if (many !== undefined) this.#addText(many, msgstr);
      }
    }
  }

  /** The index of a plural form. Catalogues leave out forms that no whole number needs, which are the last ones. */
  #formFor(count: unknown, forms: number): number {
    return Math.min(this.#categories.indexOf(this.#plurals.select(Number(count))), forms - 1);
  }

  #addText(text: string, messages: readonly string[]): void {
    const [message = ''] = messages;
    if (text === '' || message === '') return;
    if (!this.#whole.has(text)) this.#whole.set(text, message);
    const key = text.replaceAll(HOLE, '{}');
    if (!this.#entries.has(key)) this.#entries.set(key, { names: namesIn(text), messages });
  }

  /** A text without values. */
  whole(text: string): string | undefined {
    return this.#whole.get(text);
  }

  /** The translation of a template with its values; undefined if there is none. */
  say(parts: readonly string[], values: readonly unknown[]): string | undefined {
    const [only = ''] = parts;
    if (parts.length === 1) return this.#whole.get(only);
    let forms = this.#translated.get(parts);
    if (!forms) {
      forms = this.#compile(parts);
      this.#translated.set(parts, forms);
    }
    // The count is the first number of a text in the plural.
    const count = values.find((value) => typeof value === 'number');
    const form = forms.length > 1 ? forms[this.#formFor(count, forms.length)] : forms[0];
    if (!form) return undefined;
    let text = form.strings[0] ?? '';
    for (const [index, hole] of form.holes.entries()) {
      text += `${typeof hole === 'number' ? String(values[hole]) : hole}${form.strings[index + 1] ?? ''}`;
    }
    return text;
  }

  #compile(parts: readonly string[]): Translated[] {
    const source = parts.join('{}');
    const entry = this.#entries.get(source.replaceAll(HOLE, '{}'));
    // Braces of the text itself ({customerName} of a template) stay as they are.
    let next = 0;
    const fills = [...source.matchAll(HOLE)].map(([hole, name]) => (name === '' ? next++ : hole));
    return (entry?.messages ?? []).map((message) => ({
      strings: message.split(/\{\w*\}/),
      holes: namesIn(message).map((name) => fills[entry?.names.indexOf(name) ?? -1] ?? `{${name}}`),
    }));
  }
}

function namesIn(text: string): string[] {
  return [...text.matchAll(HOLE)].map(([, name = '']) => name);
}

const catalogues = new Map<Language, Catalogue>();

/** Loads a catalogue on first use. */
export function catalogueOf(language: Language): Catalogue {
  const cached = catalogues.get(language);
  if (cached) return cached;
  const catalogue = language === SOURCE_LANGUAGE ? new Catalogue(language) : readCatalogue(language);
  catalogues.set(language, catalogue);
  return catalogue;
}

function readCatalogue(language: Language): Catalogue {
  const folder = path.join(FOLDER, language);
  const catalogue = new Catalogue(language);
  for (const file of globSync(FILES, { cwd: folder }).toSorted()) catalogue.add(readFileSync(path.join(folder, file)));
  return catalogue;
}
