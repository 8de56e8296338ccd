import { expect, test } from 'vitest';
import { languageName, languagesProblem, withOwnLanguage } from './index.ts';

test.each([
  [['en'], /^$/],
  [['fr', 'en'], /^$/],
  [[], /at least one/],
  [['en', 'fr', 'en'], /Each language once/],
])('a house may speak %j: %s', (languages, problem) => {
  expect(languagesProblem(languages) ?? '').toMatch(problem);
});

test('another language becomes the house’s own; none is lost, none stands twice', () => {
  expect(withOwnLanguage(['en', 'fr'], 'fr')).toEqual(['fr', 'en']);
  expect(withOwnLanguage(['en'], 'fr')).toEqual(['fr', 'en']);
  expect(languageName('fr')).toBe('French');
});
