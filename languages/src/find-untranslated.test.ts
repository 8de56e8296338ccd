import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUES } from './catalogue.ts';
import { errorsOutsideCatalogues, textsOutsideCatalogues } from './find-untranslated.ts';

const ROOT = path.join(CATALOGUES, '..');
const NOT_FOR_PEOPLE = /\.test\.tsx?$|\/(?:testing|operations\/(?:cli|demo))\/|server\/src\/app\.ts/;

/** Names, machine-readable texts and texts for developers. */
const IGNORED = [
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
    .flatMap((file) => look(readFileSync(path.join(ROOT, file), 'utf8'), file).map((text) => `${file}: ${text}`));
}

test('every text of the web app is marked by say', () => {
  const found = foundIn(['apps/web/{app,worker}/**/*.{ts,tsx}'], textsOutsideCatalogues);
  expect(found.filter((each) => !IGNORED.some((stored) => each.endsWith(`: ${stored}`)))).toEqual([]);
});

test('every error message of the server is marked by say', () => {
  expect(foundIn(['packages/domain/src/**/*.ts', 'apps/server/src/**/*.ts'], errorsOutsideCatalogues)).toEqual([]);
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
])('finds %s', (_, source, found) => {
  expect(textsOutsideCatalogues(source, 'apps/web/app/guest/cart/cart.tsx')).toEqual(found);
});
