import { expect, test } from 'vitest';
import { keptQuotes, quoteWait, type PastWait } from './waitlist.ts';

const past = (count: number, of: Partial<PastWait> = {}): PastWait[] =>
  Array.from({ length: count }, (_, index) => ({
    partySize: 2,
    ahead: 1,
    minutes: 2 * (index + 1),
    quoted: 60,
    ...of,
  }));
const question = { partySize: 2, ahead: 1, past: [], stay: 90, partiesAtOnce: 6 };

test.each([
  ['without a past, until so many of the tables are free', {}, 30],
  ['behind nobody, the time until the first table is free', { ahead: 0 }, 15],
  ['of 50 parties, as long as four of five waited', { past: past(50) }, 80],
  ['not by 49 parties', { past: past(49) }, 30],
  ['not by parties of another size', { past: past(50, { partySize: 6 }) }, 30],
  ['longer behind more parties', { past: past(50), ahead: 3 }, 160],
  ['not less than five minutes', { past: past(50, { minutes: 0 }) }, 5],
  ['not more than four hours', { partiesAtOnce: 0, ahead: 9 }, 240],
])('the time that a party is told is %s', (_what, change, minutes) => {
  expect(quoteWait({ ...question, ...change })).toBe(minutes);
});

test('a time was kept if the party was called within it', () => {
  expect(keptQuotes(past(4, { quoted: 6 }))).toEqual({ told: 4, kept: 3 });
});
