import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from './root.mjs';

const FOLDERS = ['apps', 'bench', 'docs', 'e2e', 'languages', 'packages', 'scripts'];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true })
    .filter((name) => !/(?:^|\/)(?:node_modules|build)(?:\/|$)/.test(name))
    .map((name) => path.join(folder, name)),
);

const PATH = /^[\w./-]+\.(?:ts|tsx|mjs|sql|md)$|^[\w-]+(?:\/[\w-]+)+\/?$/;
/** Not the names of checks, which PostgreSQL generates. */
const IDENTIFIER = /^(?!\w+_check$)(?:\w+[A-Z]\w*|[a-z]+_\w+|[A-Z_]+)(?:\(\))?$/;
const quoted = (text, pattern) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name).filter((name) => pattern.test(name));
const withName = (name) =>
  files.filter(
    (file) => file === name || file.endsWith(`/${name}`) || `/${file}`.includes(`/${name.replace(/\/$/, '')}/`),
  );

/** Paragraphs, items of lists and rows of tables that name a file: each names its identifiers, too. */
function recipesIn(page) {
  const text = readFileSync(inRoot(page), 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
  return text
    .split(/\n\n|\n(?=[-|] )/)
    .map((part) => ({ paths: quoted(part, PATH), names: quoted(part, IDENTIFIER) }))
    .filter(({ paths }) => paths.length > 0);
}

test.each(['CONTRIBUTING.md', 'docs/architecture.md'])(
  'what %s names exists, and is in the file named with it',
  (page) => {
    const examples = /^(?:e2e\/)?x\.|NAME/;
    const recipes = recipesIn(page);
    expect(recipes.length).toBeGreaterThan(20);
    const missing = recipes.flatMap(({ paths, names }) => {
      const sources = paths
        .flatMap(withName)
        .filter((file) => /\.\w+$/.test(file))
        .map((file) => readFileSync(inRoot(file), 'utf8'));
      // The names of tables, columns and indexes are in the migrations.
      const sql = () => files.filter((file) => file.endsWith('.sql')).map((file) => readFileSync(inRoot(file), 'utf8'));
      const isIn = (name) =>
        [...sources, ...(/^[a-z_]+$/.test(name) ? sql() : [])].some((text) =>
          new RegExp(`\\b${name.replace('()', '')}\\b`).test(text),
        );
      return [
        ...paths.filter((name) => !examples.test(name) && withName(name).length === 0),
        ...names.filter((name) => !isIn(name)).map((name) => `${name} in ${paths.join(', ')}`),
      ];
    });
    expect(missing).toEqual([]);
  },
);

const isCode = (file) =>
  /^(?:apps\/(?:server|web)|packages)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/(?:migrations|testing)\//.test(file);
const linesWith = (pattern) =>
  files.filter(isCode).flatMap((file) =>
    readFileSync(inRoot(file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

test('which orders are open is decided only in the domain, so that a new status is in every list', () => {
  expect(linesWith(/'pending', 'preparing', 'ready'\)/)).toEqual([]);
});

test('where an order goes is decided only by its type, so that a new type works everywhere', () => {
  expect(linesWith(/order_?type (?:===|!==|=|<>) '(?:pickup|delivery|dine-in)'/i)).toEqual([]);
});

test('no code names a payment provider to find out whether cards are accepted', () => {
  expect(linesWith(/name === '(?:stripe|sandbox)'/)).toEqual([]);
});
