import { expect, test } from 'vitest';
import { headlineLines } from './headline.ts';

test('keeps the lines of a headline and marks the text between asterisks', () => {
  expect(headlineLines('Bread that rests.\n\nMornings that *don’t.*')).toEqual([
    [{ text: 'Bread that rests.', isEmphasis: false }],
    [
      { text: 'Mornings that ', isEmphasis: false },
      { text: 'don’t.', isEmphasis: true },
    ],
  ]);
  expect(headlineLines(' ')).toEqual([]);
  expect(headlineLines('5 * 5')).toHaveLength(1);
});
