import { expect, test } from 'vitest';
import { COUNTRIES } from '../locations/country.ts';
import { urgencyOf } from '../order/urgency.ts';
import { cents } from '../core/money.ts';
import {
  nextCoinProblem,
  coinChoices,
  currencies,
  currencyProblem,
  largeOrderTotal,
  proposedCurrency,
  defaultCoin,
} from './index.ts';

test.each([
  ['CAD', /^$/],
  ['EUR', /^$/],
  ['JPY', /no cents/],
  ['KWD', /no cents/],
  ['eur', /like EUR/],
  ['XXQ', /like EUR/],
  ['', /like EUR/],
])('the currency %j gives the problem %s', (code, problem) => {
  expect(currencyProblem(code) ?? '').toMatch(problem);
});

test('every currency proposed for a country can be chosen', () => {
  const existing = currencies().map(([code]) => code);
  const proposed = COUNTRIES.map(proposedCurrency).filter((code) => code !== null);
  expect(existing).toEqual(expect.arrayContaining([...new Set(proposed)]));
  expect([proposedCurrency('PT'), proposedCurrency('CA'), proposedCurrency('JP')]).toEqual(['EUR', 'CAD', null]);
  expect(currencies()).toContainEqual(['CAD', 'Canadian Dollar']);
});

test('a restaurant is not offered a currency that has ended or that has no coins', () => {
  const offered = new Set(currencies().map(([code]) => code));
  expect(['CUC', 'HRK', 'XDR', 'ZWL'].filter((code) => offered.has(code))).toEqual([]);
});

test('the total that counts as large depends on the currency: 300 rupees are a snack', () => {
  expect(['CAD', 'EUR', 'INR'].map(largeOrderTotal)).toEqual([100_00, 100_00, 5000_00]);
  const urgency = (total: number, currency: string) => urgencyOf(cents(total), 1, largeOrderTotal(currency));
  expect([urgency(300_00, 'CAD'), urgency(300_00, 'INR')]).toEqual(['high', 'normal']);
  expect([urgency(2500_01, 'INR'), urgency(5000_01, 'INR')]).toEqual(['medium', 'high']);
});

test('cash in Canada is rounded to 5 cents and in Portugal to 1 cent', () => {
  expect([defaultCoin('CAD'), defaultCoin('EUR')]).toEqual([5, 1]);
  expect(['CAD', 'EUR', 'SEK'].map(coinChoices)).toEqual([[5], [1, 5], [1]]);
});

test.each([
  ['USD', 1, 5, '2026-11-21', /^can change$/],
  ['USD', 5, 1, '2027-01-01', /^can change$/],
  ['USD', 1, 5, '2026-11-20', /^Choose a day from tomorrow on/],
  ['USD', 1, 1, '2026-11-21', /^That is the smallest coin already/],
  ['CAD', 5, 1, '2026-11-21', /^Cash in CAD is not rounded to this coin/],
] as const)(
  'in %s the smallest coin can change from %i to %i cents on %s, or not',
  (currency, is, coin, from, pattern) => {
    expect(nextCoinProblem({ coin, from }, { currency, coin: is }, '2026-11-20') ?? 'can change').toMatch(pattern);
  },
);
