import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { po, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser';
import { areaOf, CATALOGUES, catalogueFile, keyOf, messagesOf, readCatalogue } from './catalogue.ts';
import { messagesIn } from './messages.ts';

const ROOT = path.join(CATALOGUES, '..');
const SOURCES = [
  'apps/web/{app,worker}/**/*.{ts,tsx}',
  'apps/server/src/**/*.ts',
  'packages/{contract,domain}/src/**/*.ts',
];
const UNTRANSLATED = /\.test\.tsx?$|\/(?:testing|operations\/cli)\//;

interface Entry {
  readonly msgid: string;
  /** The plural. */
  many: string | undefined;
  /** Distinguishes messages with the same singular and different plurals. */
  readonly context: string;
  readonly files: Set<string>;
}

/** All messages of the product by the catalogue file to which they belong. */
export function messagesByArea(): Map<string, Map<string, Entry>> {
  const areas = new Map<string, Map<string, Entry>>();
  for (const file of SOURCES.flatMap((glob) => globSync(glob, { cwd: ROOT })).toSorted()) {
    if (UNTRANSLATED.test(file)) continue;
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    if (!source.includes('say`')) continue;
    const area = areas.get(areaOf(file)) ?? new Map<string, Entry>();
    for (const { text, one } of messagesIn(source, file)) add(area, text, one, file);
    if (area.size > 0) areas.set(areaOf(file), area);
  }
  return areas;
}

function add(area: Map<string, Entry>, text: string, one: string | undefined, file: string): void {
  const msgid = one ?? text;
  const there = area.get(msgid);
  const context = one !== undefined && there?.many !== undefined && there.many !== text ? text : '';
  const key = context === '' ? msgid : keyOf(text, one);
  const entry = area.get(key) ?? { msgid, many: undefined, context, files: new Set() };
  if (one !== undefined) entry.many = text;
  entry.files.add(file);
  area.set(key, entry);
}

export function languagesThere(): string[] {
  return readdirSync(CATALOGUES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z]{2}$/.test(entry.name))
    .map(({ name }) => name);
}

type Areas = ReturnType<typeof messagesByArea>;

/**
 * Returns the updated files of a language: new messages without a translation, moved ones with it, and without the
 * ones that no longer exist.
 */
export function updateCatalogues(language: string, areas: Areas): Map<string, string> {
  const files = new Map<string, string>();
  const removed = removedFrom(language, areas);
  for (const [area, messages] of areas) {
    const file = catalogueFile(language, area);
    const before = readOr(file, language);
    const forms = Number(/nplurals=(\d+)/.exec(before.headers['Plural-Forms'] ?? '')?.[1] ?? 1);
    const translations: GetTextTranslations['translations'] = { '': { '': headOf(before) } };
    for (const { msgid, many, context, files: from } of messages.values()) {
      const { msgstr = [], comments } = before.translations[context]?.[msgid] ?? removed.get(msgid) ?? {};
      (translations[context] ??= {})[msgid] = {
        ...(context !== '' && { msgctxt: context }),
        msgid,
        ...(many !== undefined && { msgid_plural: many }),
        msgstr: Array.from({ length: many === undefined ? 1 : forms }, (_, form) =>
          withUnbreakableSpaces(language, msgstr[form] ?? ''),
        ),
        comments: { ...comments, reference: [...from].join('\n') },
      };
    }
    files.set(file, po.compile({ ...before, translations }, { foldLength: 0 }).toString());
  }
  return files;
}

/** Spaces that are part of a sign. A line never breaks there, and translators need not type them. */
const UNBREAKABLE: Readonly<Record<string, RegExp>> = { fr: /(?<=«) | (?=[:»%$])/g };

export function withUnbreakableSpaces(language: string, text: string): string {
  const spaces = UNBREAKABLE[language];
  return spaces ? text.replaceAll(spaces, '\u00a0') : text;
}

/** Messages that are no longer in the source of this catalogue file. They may have moved to another one. */
function removedFrom(language: string, areas: Areas): Map<string, GetTextTranslation> {
  const value = new Map([...areas].map(([area, messages]) => [catalogueFile(language, area), messages]));
  return new Map(
    filesOf(language).flatMap((file) =>
      messagesOf(readCatalogue(file))
        .filter(({ msgid }) => !value.get(file)?.has(msgid))
        .map((translation) => [translation.msgid, translation]),
    ),
  );
}

function filesOf(language: string): string[] {
  return globSync(`${language}/**/*.po`, { cwd: CATALOGUES }).map((file) => path.join(CATALOGUES, file));
}

function headOf(read: GetTextTranslations): GetTextTranslation {
  return read.translations['']?.[''] ?? { msgid: '', msgstr: [''] };
}

const PLURALS: Readonly<Record<string, string>> = { fr: 'nplurals=2; plural=(n > 1);' };

function readOr(file: string, language: string): GetTextTranslations {
  try {
    return readCatalogue(file);
  } catch {
    const forms = PLURALS[language] ?? 'nplurals=2; plural=(n != 1);';
    return po.parse(
      `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: ${language}\\n"\n"Plural-Forms: ${forms}\\n"\n`,
    );
  }
}

if (import.meta.main) {
  const areas = messagesByArea();
  for (const language of languagesThere()) {
    const files = updateCatalogues(language, areas);
    for (const file of filesOf(language)) if (!files.has(file)) rmSync(file);
    let open = 0;
    for (const [file, text] of files) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      open += messagesOf(readCatalogue(file)).filter(({ msgstr }) => !msgstr.every(Boolean)).length;
    }
    process.stdout.write(`${language}: ${files.size} files, ${open} untranslated messages\n`);
  }
}
