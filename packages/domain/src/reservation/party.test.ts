import { expect, test } from 'vitest';
import { PARTY_PROBLEM, isPartySize } from './party.ts';

test('a party is a whole number from one to twenty', () => {
  expect([0, 1, 20, 21, 1.5, Number.NaN].map(isPartySize)).toEqual([false, true, true, false, false, false]);
  expect(PARTY_PROBLEM).toBe('Please specify a valid party size (1-20 people)');
});
