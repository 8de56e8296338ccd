import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUES, messagesOf, partsOf, readCatalogue } from './catalogue.ts';
import { languagesThere, messagesByArea, updateCatalogues } from './update.ts';

const areas = messagesByArea();
const files = languagesThere().flatMap((language) => [...updateCatalogues(language, areas)]);
const existing = files.map(([file]) => [path.relative(CATALOGUES, file), file] as const);

test('the language has a catalogue', () => {
  expect(existing.length).toBeGreaterThan(30);
});

test.each(files)('%s is up to date with the code (npm run languages)', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each(existing)('%s translates every message and uses every placeholder', (_, file) => {
  const faults = messagesOf(readCatalogue(file)).flatMap(({ msgid, msgid_plural: many, msgstr, comments }) => {
    if (!msgstr.every(Boolean) || comments?.flag?.includes('fuzzy')) return [`not translated: ${msgid}`];
    const requested = new Set([...partsOf(msgid).names, ...partsOf(many ?? '').names]);
    const provided = msgstr.map((form) => new Set(partsOf(form).names));
    const isWhole = provided.every(
      (names) => names.isSubsetOf(requested) && (many !== undefined || requested.isSubsetOf(names)),
    );
    return isWhole ? [] : [`its values: ${msgid}`];
  });
  expect(faults).toEqual([]);
});
