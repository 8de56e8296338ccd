import { expect, test } from 'vitest';
import { languageName, languagesProblem, withMainLanguage } from './index.ts';

test.each([
  [['en'], /^$/],
  [['fr', 'en'], /^$/],
  [[], /at least one/],
  [['en', 'fr', 'en'], /Each language can be listed only once/],
])('the languages %j give the problem %s', (languages, problem) => {
  expect(languagesProblem(languages) ?? '').toMatch(problem);
});

test('changing the main language loses and repeats no language', () => {
  expect(withMainLanguage(['en', 'fr'], 'fr')).toEqual(['fr', 'en']);
  expect(withMainLanguage(['en'], 'fr')).toEqual(['fr', 'en']);
  expect(languageName('fr')).toBe('French');
});
