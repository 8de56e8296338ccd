import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from './root.mjs';

const FOLDERS = ['apps', 'bench', 'docs', 'e2e', 'languages', 'packages', 'scripts'];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true })
    .filter((name) => !name.includes('node_modules'))
    .map((name) => path.join(folder, name)),
);

test('every file named in CONTRIBUTING.md exists', () => {
  const text = readFileSync(inRoot('CONTRIBUTING.md'), 'utf8');
  const named = [...text.matchAll(/`(?<name>[\w./-]+\.(?:ts|tsx|mjs))`/g)].map(({ groups }) => groups.name);
  const examples = /^(?:e2e\/)?x\./;
  const missing = named.filter(
    (name) => !examples.test(name) && !files.some((file) => file === name || file.endsWith(`/${name}`)),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

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
