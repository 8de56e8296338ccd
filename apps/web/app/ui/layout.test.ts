import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const app = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(app, file), 'utf8');
const classNames = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, message = '']) => message.split(/\s+/).filter(Boolean));

const layout = classNames(read('ui/layout.css'), /\.([\w-]+) \{/g);
const shared = new Set([...layout, ...classNames(read('ui/base.css'), /\.([\w-]+)[ ,]/g)]);
const modules = globSync('**/*.module.css', { cwd: app }).map(read);
const markup = globSync('**/*.tsx', { cwd: app, exclude: ['**/*.test.tsx'] }).map(read);

const composed = modules.flatMap((text) => classNames(text, /composes: ([^;]+?) from global;/g));
const written = markup.flatMap((text) => [
  ...classNames(text, /className="([^"]*)"/g),
  ...classNames(text, /className=\{`([^`]*)`\}/g).filter((word) => /^[a-z0-9-]+$/.test(word)),
]);

test('every shared class that modules and markup use exists', () => {
  expect([...new Set([...composed, ...written])].filter((name) => !shared.has(name))).toEqual([]);
});

test('every class of the layout is used', () => {
  const used = new Set([...composed, ...written, ...markup.flatMap((text) => classNames(text, /'([a-z0-9 -]+)'/g))]);
  expect(layout.filter((name) => !used.has(name))).toEqual([]);
});

test('every animation of a module is defined there, or in the base and marked as global', () => {
  const moves = new Set(classNames(read('ui/base.css'), /@keyframes ([\w-]+)/g));
  const lost = globSync('**/*.module.css', { cwd: app }).flatMap((file) => {
    const own = new Set(classNames(read(file), /@keyframes ([\w-]+)/g));
    return [...read(file).matchAll(/animation(?:-name)?: (?:(global)\()?([\w-]+)/g)].flatMap(
      ([, isGlobal, name = '']) => (name === 'none' || (isGlobal ? moves : own).has(name) ? [] : `${file}: ${name}`),
    );
  });
  expect(lost).toEqual([]);
});
