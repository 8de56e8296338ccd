import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUES } from './catalogue.ts';
import { refusalsOutside, wordsOutside } from './outside.ts';

const ROOT = path.join(CATALOGUES, '..');
const NOT_FOR_PEOPLE =
  /\.test\.tsx?$|\/(?:testing|design|operations\/(?:cli|demo))\/|server\/src\/app\.ts|routes\/guest\/design\.tsx/;

/** Names, what programs read, and what only a developer sees. */
const KEPT = [
  'Canonical: ……',
  'Contact: mailto:…',
  'Expires: …',
  'Not Found\n',
  'Priya Sharma',
  'priv.gc.ca',
  'Rate limit nearly used up: … of … requests left',
  'Samsung Internet',
  'Service temporarily unavailable - circuit breaker open',
  'Sitemap: ……',
  'Slow response: … took … ms',
];

function foundIn(globs: readonly string[], look: (source: string, file: string) => string[]): string[] {
  return globs
    .flatMap((glob) => globSync(glob, { cwd: ROOT }))
    .filter((file) => !NOT_FOR_PEOPLE.test(file))
    .flatMap((file) => look(readFileSync(path.join(ROOT, file), 'utf8'), file).map((words) => `${file}: ${words}`));
}

test('the web app has words in its words files only', () => {
  const found = foundIn(['apps/web/{app,worker}/**/*.{ts,tsx}'], wordsOutside);
  expect(found.filter((each) => !KEPT.some((stored) => each.endsWith(`: ${stored}`)))).toEqual([]);
});

test('whatever the server refuses it refuses in words that are said', () => {
  expect(foundIn(['packages/domain/src/**/*.ts', 'apps/server/src/**/*.ts'], refusalsOutside)).toEqual([]);
});

test.each([
  ['a text between tags', '<p>Your cart</p>', ['Your cart']],
  ['what is read aloud', '<input aria-label="Search dishes" className="Two Words" />', ['Search dishes']],
  ['a sentence', "toast('Nothing was saved.')", ['Nothing was saved.']],
  [
    'no class names, codes and faults of ours',
    "<i className={`row gap ${x}`} data-x='a-code' onClick={() => { throw new Error('It broke here'); }} />",
    [],
  ],
])('%s is seen', (_, source, found) => {
  expect(wordsOutside(source, 'apps/web/app/guest/cart/cart.tsx')).toEqual(found);
});
