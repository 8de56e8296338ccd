import { expect, test } from 'vitest';
import { canUndoClaim } from './claimed.ts';

const claimedAt = new Date('2026-11-20T22:00:00Z');

test.each([
  ['at once', '2026-11-20T22:00:00Z', true],
  ['by a clock that is behind', '2026-11-20T21:59:00Z', true],
  ['to the second a day later', '2026-11-21T22:00:00Z', true],
  ['and no longer', '2026-11-21T22:00:01Z', false],
])('a claimed order can be removed from the account: %s', (_when, now, may) => {
  expect(canUndoClaim(claimedAt, new Date(now))).toBe(may);
});

test('an order placed in the account cannot be removed from it', () => {
  expect(canUndoClaim(null, claimedAt)).toBe(false);
});
