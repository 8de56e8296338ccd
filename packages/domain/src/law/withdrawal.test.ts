import { expect, test } from 'vitest';
import { cents } from '../core/index.ts';
import { hasWithdrawal, withdrawalProblem } from './index.ts';

const DAY_MS = 24 * 60 * 60_000;

test.each([
  ['bought online in the Netherlands', {}, /^none$/],
  ['used in part', { left: cents(1) }, /^none$/],
  ['14 days old', { ageMs: 14 * DAY_MS }, /^none$/],
  ['bought 14 days before Good Friday, on Easter Monday', { ageMs: 18 * DAY_MS }, /^none$/],
  ['too old', { ageMs: 18 * DAY_MS + 1 }, /^The 14 days/],
  ['used up', { left: cents(0) }, /^Nothing is left/],
  ['sold at the till', { isBoughtOnline: false }, /^This card was not bought online/],
  ['bought in Canada', { country: 'CA' }, /^In the country of this restaurant/],
  ['bought in Great Britain', { country: 'GB' }, /^In the country of this restaurant/],
])('from the purchase of a card that is %s somebody withdraws, or reads why not', (_name, more, problem) => {
  const card = { country: 'NL', isBoughtOnline: true, ageMs: 0, left: cents(5000), ...more };
  expect(withdrawalProblem(card) ?? 'none').toMatch(problem);
});

test('the thirty countries of the European Economic Area have a right to withdraw', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  expect(letters.flatMap((a) => letters.map((b) => a + b)).filter(hasWithdrawal)).toHaveLength(30);
});
