import { expect, test } from 'vitest';
import { isPartySize, PARTY_PROBLEM } from './party.ts';

test('a party is one to twenty people, and whole ones', () => {
  expect([0, 1, 20, 21, 1.5, Number.NaN].map(isPartySize)).toEqual([false, true, true, false, false, false]);
  expect(PARTY_PROBLEM).toBe('Please specify a valid party size (1-20 people)');
});
