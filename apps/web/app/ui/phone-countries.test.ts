import { expect, test } from 'vitest';
import { findCountries, phoneCountries, splitPhone } from './phone-countries.ts';

const countries = phoneCountries('en-CA');

test('lists Canada, the United States and Great Britain first, the rest by name', () => {
  expect(countries.slice(0, 3).map(({ code }) => code)).toEqual(['CA', 'US', 'GB']);
  const rest = countries.slice(3).map(({ name }) => name);
  expect(rest).toEqual(rest.toSorted((a, b) => a.localeCompare(b, 'en-CA')));
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
});

test.each([
  ['germ', 'DE'],
  ['cote d', 'CI'],
  ['+91', 'IN'],
  ['91', 'IN'],
  ['in', 'IN'],
])('searching %s finds %s', (typed, code) => {
  expect(findCountries(countries, typed).map((country) => country.code)).toContain(code);
});

test('an empty search finds all countries, nonsense finds none', () => {
  expect(findCountries(countries, '  ')).toHaveLength(countries.length);
  expect(findCountries(countries, 'zzzz')).toEqual([]);
});

test('splits an international number into country and national number', () => {
  expect(splitPhone('+442079460958')).toEqual({ country: 'GB', national: '020 7946 0958' });
  expect(splitPhone('+1')).toBeNull();
});

test.each([
  ['+442079', { country: 'GB', national: '2079' }],
  ['+6123', { country: 'AU', national: '23' }],
  ['+391', null],
])('the incomplete number %s gets the best-known country of its calling code', (typed, parts) => {
  expect(splitPhone(typed)).toEqual(parts);
});

test('an incomplete number is shown in the groups of its country', () => {
  expect(splitPhone('+1902555')).toEqual({ country: 'CA', national: '(902) 555' });
});
