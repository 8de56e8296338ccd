import type { Actor } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { homeLocation } from './back-office.tsx';

const person = (locationIds: string[]): Actor => ({
  kind: 'person',
  userId: '1',
  role: 'admin',
  locationIds,
  email: 'a@b.ca',
  name: 'A',
});

test.each([
  ['where one works', ['amherst', 'truro'], ['truro'], 'amherst', 'truro'],
  ['where the chain begins', ['amherst', 'truro'], [], 'truro', 'truro'],
  ['where the chain begins, when one’s own place is closed', ['amherst', 'truro'], ['gone'], 'truro', 'truro'],
  ['the first, when the chain begins where one does not work', ['amherst'], [], 'truro', 'amherst'],
  ['nowhere, when there is no place', [], ['truro'], 'truro', undefined],
])('the back office starts %s', (_where, places, own, chain, home) => {
  expect(homeLocation(places, person(own), chain)).toBe(home);
});
