import { expect, test } from 'vitest';
import { isAllergy } from './allergy.ts';

test.each([
  ['Allergic to peanuts', true],
  ['No dairy please', true],
  ['celiac, careful', true],
  ['Extra mint chutney', false],
  ['No onions', false],
])('%s: above the dishes %s', (note, isAbove) => {
  expect(isAllergy(note)).toBe(isAbove);
});
