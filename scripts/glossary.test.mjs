import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { inRoot } from './root.mjs';

const files = ['apps/server/src', 'apps/web/app', 'packages']
  .flatMap((folder) => readdirSync(inRoot(folder), { recursive: true }).map((name) => path.join(folder, name)))
  .filter(
    (file) => /\.tsx?$/.test(file) && !/node_modules|\.test\.|\/(?:testing|migrations)\/|\/generated-/.test(file),
  );

/** Names that the API, the database or data in browsers already contain. */
const FIXED = new Set(['asked', 'house', 'nobody', 'strangersTextsMost', 'theirs', 'told', 'truth', 'wish']);

/** Words in the last column of the glossary that are `marked` must not be part of a name. */
function refusedWords() {
  const rows = readFileSync(inRoot('docs/glossary.md'), 'utf8').matchAll(/^\|.*\|(?<last>[^|]*)\|$/gm);
  return new Set([...rows].flatMap(({ groups }) => [...groups.last.matchAll(/`(\w+)`/g)].map(([, word]) => word)));
}

/** The identifiers of a file, except those with underscores, which are columns. */
function identifiersOf(file) {
  const names = new Set();
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'Identifier' && !node.name.includes('_')) names.add(node.name);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, readFileSync(inRoot(file), 'utf8')).program);
  return names;
}

test('no name contains a word that the glossary marks as refused', () => {
  const refused = refusedWords();
  expect(refused.size).toBeGreaterThan(10);
  const isRefused = (name) => name.split(/(?=[A-Z])/).some((word) => refused.has(word.toLowerCase()));
  const found = files.flatMap((file) =>
    [...identifiersOf(file)].filter((name) => !FIXED.has(name) && isRefused(name)).map((name) => `${name} in ${file}`),
  );
  expect(found).toEqual([]);
});
