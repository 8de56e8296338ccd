import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUES, messagesOf, partsOf, readCatalogue } from './catalogue.ts';
import { languagesThere, messagesByArea, updated } from './update.ts';

const areas = messagesByArea();
const files = languagesThere().flatMap((language) => [...updated(language, areas)]);
const known = files.map(([file]) => [path.relative(CATALOGUES, file), file] as const);

test('there is a catalogue', () => {
  expect(known.length).toBeGreaterThan(30);
});

test.each(files)('%s is up to date with the code (npm run languages)', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each(known)('%s has words for everything, and a place for every value', (_, file) => {
  const faults = messagesOf(readCatalogue(file)).flatMap(({ msgid, msgid_plural: many, msgstr, comments }) => {
    if (!msgstr.every(Boolean) || comments?.flag?.includes('fuzzy')) return [`not translated: ${msgid}`];
    const wanted = new Set([...partsOf(msgid).names, ...partsOf(many ?? '').names]);
    const given = msgstr.map((words) => new Set(partsOf(words).names));
    const isWhole = given.every(
      (names) => names.isSubsetOf(wanted) && (many !== undefined || wanted.isSubsetOf(names)),
    );
    return isWhole ? [] : [`its values: ${msgid}`];
  });
  expect(faults).toEqual([]);
});
