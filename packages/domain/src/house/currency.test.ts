import { expect, test } from 'vitest';
import { COUNTRIES } from '../locations/place.ts';
import { currencies, currencyProblem, proposedCurrency, usualCoin } from './index.ts';

test.each([
  ['CAD', /^$/],
  ['EUR', /^$/],
  ['JPY', /no hundredths/],
  ['KWD', /no hundredths/],
  ['eur', /like EUR/],
  ['XXQ', /like EUR/],
  ['', /like EUR/],
])('a house may reckon in %j: %s', (code, problem) => {
  expect(currencyProblem(code) ?? '').toMatch(problem);
});

test('what a country is proposed may be chosen', () => {
  const known = currencies().map(([code]) => code);
  const proposed = COUNTRIES.map(proposedCurrency).filter((code) => code !== null);
  expect(known).toEqual(expect.arrayContaining([...new Set(proposed)]));
  expect([proposedCurrency('PT'), proposedCurrency('CA'), proposedCurrency('JP')]).toEqual(['EUR', 'CAD', null]);
  expect(currencies()).toContainEqual(['CAD', 'Canadian Dollar']);
});

test('Canada has no penny, Portugal has the cent', () => {
  expect([usualCoin('CAD'), usualCoin('EUR')]).toEqual([5, 1]);
});
