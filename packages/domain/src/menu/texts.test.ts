import { expect, test } from 'vitest';
import { translatedText, textLimit, translationProblem, translationState, translationOf } from './index.ts';

const poulet = { text: 'Poulet', of: 'Chicken' };
const tofu = { text: 'Tofu', of: 'Bean curd' };

test.each([
  ['Chicken', [], 'missing', 'Chicken', null],
  ['Chicken', [null, undefined], 'missing', 'Chicken', null],
  ['Chicken', [poulet], 'current', 'Poulet', poulet],
  // the original changed: guests read it until someone has reviewed the translation
  ['Chicken tikka', [poulet], 'stale', 'Chicken tikka', poulet],
  ['chicken', [poulet], 'stale', 'chicken', poulet],
  // changed, and changed back
  ['Chicken', [{ ...poulet }], 'current', 'Poulet', poulet],
  // with two translations the location's comes first; if its original is another, the shared one is used
  [
    'Chicken',
    [{ text: 'Volaille', of: 'Chicken' }, poulet],
    'current',
    'Volaille',
    { text: 'Volaille', of: 'Chicken' },
  ],
  ['Chicken', [tofu, poulet], 'current', 'Poulet', poulet],
  ['Chicken', [null, poulet], 'current', 'Poulet', poulet],
  ['Fish', [tofu, poulet], 'stale', 'Fish', tofu],
] as const)('%j with %j is %s: guests read %j', (own, stored, state, message, counts) => {
  expect(translationState(own, ...stored)).toBe(state);
  expect(translatedText(own, ...stored)).toBe(message);
  expect(translationOf(own, ...stored)).toEqual(counts);
});

test.each([
  ['dish', 'name', 'Poulet', /^$/],
  ['dish', 'name', '', /^$/],
  ['dish', 'name', 'x'.repeat(101), /At most 100/],
  ['dish', 'price_cents', '1', /text does not exist/],
  ['dish', 'constructor', 'x', /text does not exist/],
  ['category', 'description', 'x', /text does not exist/],
  ['house', 'headline', 'x'.repeat(160), /^$/],
] as const)('checks a text for the %s’s %s: %#', (kind, field, text, problem) => {
  expect(translationProblem(kind, field, text) ?? '').toMatch(problem);
});

test('a field without translations has no limit', () => {
  expect([textLimit('option', 'name'), textLimit('option', 'kitchenName')]).toEqual([60, null]);
});
