import { expect, test } from 'vitest';
import { headlineLines } from './headline.ts';

test('keeps the lines of a headline and marks the text between asterisks', () => {
  expect(headlineLines('Bread that rests.\n\nMornings that *don’t.*')).toEqual([
    [{ text: 'Bread that rests.', isSetApart: false }],
    [
      { text: 'Mornings that ', isSetApart: false },
      { text: 'don’t.', isSetApart: true },
    ],
  ]);
  expect(headlineLines(' ')).toEqual([]);
  expect(headlineLines('5 * 5')).toHaveLength(1);
});
