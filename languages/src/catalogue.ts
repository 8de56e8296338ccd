import { readFileSync } from 'node:fs';
import path from 'node:path';
import { po, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser';

export const CATALOGUES = path.join(import.meta.dirname, '..');

/** The translations of one area into one language. */
export interface Catalogue {
  /** The plural rule, for example `n > 1`. */
  readonly form: string;
  /** Returns the forms of a message, or undefined if it has no translation. */
  readonly of: (text: string, one?: string) => readonly string[] | undefined;
}

/**
 * Returns the area of a source file. Catalogues follow the folders: 'apps/web/app/guest/order/texts.ts' belongs to
 * guest/order.
 */
export function areaOf(file: string): string {
  const [, part = file] = /^(?:apps\/web\/|apps\/|packages\/)(.*)$/.exec(file) ?? [];
  const folders = path.posix.dirname(part.replace(/^app\//, '')).replace(/\/src\b|\/modules\b/g, '');
  return folders.split('/').slice(0, 2).join('/');
}

export function catalogueFile(language: string, area: string): string {
  return path.join(CATALOGUES, language, `${area}.po`);
}

export function readCatalogue(file: string): GetTextTranslations {
  return po.parse(readFileSync(file, 'utf8'));
}

/** Returns the messages of a catalogue file without its header. */
export function messagesOf(read: GetTextTranslations): GetTextTranslation[] {
  return Object.values(read.translations)
    .flatMap((each) => Object.values(each))
    .filter(({ msgid }) => msgid !== '');
}

export function isTranslated({ msgstr, comments }: GetTextTranslation): boolean {
  return msgstr.every(Boolean) && !/\bfuzzy\b/.test(comments?.flag ?? '');
}

export function asCatalogue(read: GetTextTranslations): Catalogue {
  const forms = new Map<string, readonly string[]>();
  for (const entry of messagesOf(read).filter(isTranslated)) {
    const { msgid, msgid_plural: many, msgstr } = entry;
    if (many !== undefined) forms.set(keyOf(many, msgid), msgstr);
    if (entry.msgctxt === undefined || many === undefined) forms.set(msgid, msgstr.slice(0, 1));
  }
  const [, form = 'n !== 1'] = /plural=([^;]+)/.exec(read.headers['Plural-Forms'] ?? '') ?? [];
  return { form, of: (text, one) => forms.get(keyOf(text, one)) };
}

/** The key of a message. A text can also be the plural of another one. */
export function keyOf(text: string, one?: string): string {
  return one === undefined ? text : `${one}\n${text}`;
}

/** Splits 'We open {time}' into the texts around the placeholders and their names. */
export function partsOf(text: string): { texts: string[]; names: string[] } {
  const texts = text.split(/\{\w+\}/);
  return { texts, names: [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) };
}
