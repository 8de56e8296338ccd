import { expect, test } from 'vitest';
import { headlineLines } from './headline.ts';

test('a headline keeps its lines, and sets apart what stands between stars', () => {
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
