import { setImmediate as breath } from 'node:timers/promises';
import { currentLanguage, currentLocale } from '@tiffin/domain/core';
import { beforeAll, expect, test } from 'vitest';
import {
  inLanguage,
  languageFromHeader,
  languageOf,
  setRestaurantLanguages,
  enableRequestLanguages,
} from './request-language.ts';

beforeAll(enableRequestLanguages);

test.each([
  [null, 'en'],
  ['', 'en'],
  ['fr', 'fr'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['en-CA,en;q=0.9,fr;q=0.8', 'en'],
  ['de-DE,de;q=0.9,fr;q=0.5,en;q=0.3', 'fr'],
  ['en;q=0.2, FR-ca;q=0.7', 'fr'],
  ['fr;q=0, *', 'en'],
  ['zh', 'en'],
  [';;;,,,q=', 'en'],
  ['constructor', 'en'],
])('a request for %o gets %s', (request, spoken) => {
  expect(languageFromHeader(request)).toBe(spoken);
});

test.each([
  ['fr', 'fr', 'fr'],
  ['en', 'en', 'en'],
  [null, 'en', 'fr'],
  [undefined, 'en', 'fr'],
  ['tlh', 'en', 'fr'],
] as const)(
  'a stored language of %o means %s, or %s in a restaurant whose first language is French',
  (stored, spoken, atHome) => {
    expect([languageOf(stored), languageOf(stored, { languages: ['fr', 'en'] })]).toEqual([spoken, atHome]);
  },
);

test('two simultaneous requests each keep their language across awaits', async () => {
  const received = async () => {
    const first = currentLanguage();
    await breath();
    return [first, currentLanguage(), currentLocale()];
  };
  const all = [inLanguage('fr', received), inLanguage('en', received), inLanguage('fr', received), received()];
  expect(await Promise.all(all)).toEqual([
    ['fr', 'fr', 'fr-CA'],
    ['en', 'en', 'en-CA'],
    ['fr', 'fr', 'fr-CA'],
    ['en', 'en', 'en-CA'],
  ]);
});

test('a message to another person is in their language, and the language is restored afterwards', () => {
  const received = inLanguage('fr', () => [currentLanguage(), inLanguage('en', currentLanguage), currentLanguage()]);
  expect([...received, currentLanguage()]).toEqual(['fr', 'en', 'fr', 'en']);
});

test.each([
  [['en'], 'fr', 'en'],
  [['en'], null, 'en'],
  [['fr'], 'en', 'fr'],
  [['fr', 'en'], null, 'fr'],
  [['fr', 'en'], 'de', 'fr'],
  [['fr', 'en'], 'en-GB', 'en'],
] as const)('a restaurant with the languages %j answers a request for %o in %s', (languages, request, spoken) => {
  setRestaurantLanguages(languages);
  expect(languageFromHeader(request)).toBe(spoken);
  setRestaurantLanguages(['en', 'fr']);
});
