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
  ['at the person’s own location', ['amherst', 'truro'], ['truro'], 'amherst', 'truro'],
  ['at the restaurant’s first location', ['amherst', 'truro'], [], 'truro', 'truro'],
  ['at the first location, when the own one is closed', ['amherst', 'truro'], ['gone'], 'truro', 'truro'],
  ['at the person’s first, when they do not work at the restaurant’s first', ['amherst'], [], 'truro', 'amherst'],
  ['nowhere, when there is no location', [], ['truro'], 'truro', undefined],
])('the back office starts %s', (_where, places, own, chain, home) => {
  expect(homeLocation(places, person(own), chain)).toBe(home);
});
