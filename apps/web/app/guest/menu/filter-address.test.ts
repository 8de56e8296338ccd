import { expect, test } from 'vitest';
import { readFilters, withFilters } from './filters.ts';
import { NO_FILTERS, type FilterState } from './filters.ts';

const states: readonly FilterState[] = [
  NO_FILTERS,
  { ...NO_FILTERS, search: 'paneer & naan' },
  { search: 'dal', filters: new Set(['vegan', 'without']), without: new Set(['tree-nuts', 'milk']) },
  { ...NO_FILTERS, filters: new Set(['favourites']) },
];

test.each(states)('the address keeps the filters %o', (state) => {
  expect(readFilters(withFilters('', state))).toEqual(state);
});

test('other parts of the address stay, and removed filters leave it', () => {
  expect(withFilters('?dish=dal&q=x&only=vegan', NO_FILTERS)).toBe('?dish=dal');
  expect(withFilters('?q=x', NO_FILTERS)).toBe('');
});

test('unknown filters in an address are ignored', () => {
  expect(readFilters('?only=cheap,vegan').filters).toEqual(new Set(['vegan']));
  expect(readFilters('?without=milk').filters).toEqual(new Set(['without']));
  expect(readFilters('?without=kale').filters).toEqual(new Set());
});
