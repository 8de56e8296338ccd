import { expect, test } from 'vitest';
import {
  BODY_BYTES_MAX,
  CACHE_LIFETIMES,
  fitsText,
  isStorageKey,
  READ_LIMITS,
  TEXT_BYTES_MAX,
  TRANSACTION_TRIES_MAX,
} from './index.ts';

test('[C-LIMIT-01] [C-LIMIT-02] [C-LIMIT-03] bodies, transactions and caches have their limits', () => {
  expect(BODY_BYTES_MAX).toBe(10_485_760);
  expect(TRANSACTION_TRIES_MAX).toBe(25);
  expect(CACHE_LIFETIMES.default).toBe(300_000);
});

test('[A-DATA-32] [A-DATA-33] [A-DATA-34] [A-DATA-35] [A-DATA-36] [A-DATA-37] how old what is seen may be', () => {
  const minutes = Object.fromEntries(Object.entries(CACHE_LIFETIMES).map(([name, ms]) => [name, ms / 60_000]));
  expect(minutes).toEqual({
    default: 5,
    locationList: 5,
    location: 10,
    dineInLocations: 10,
    menu: 5,
    phoneLookup: 5,
    analytics: 5,
  });
});

test('[A-DATA-02] [A-DATA-03] [A-DATA-10] [A-DATA-21] how much a list reads', () => {
  expect(READ_LIMITS).toEqual({
    users: 1000,
    usersForAnalytics: 10_000,
    reservations: 1000,
    ordersForCustomerAnalytics: 1000,
  });
});

test('[C-LIMIT-08] a text is capped at 10 MB of bytes, not of characters', () => {
  expect(fitsText('a'.repeat(TEXT_BYTES_MAX))).toBe(true);
  expect(fitsText('a'.repeat(TEXT_BYTES_MAX + 1))).toBe(false);
  expect(fitsText('é'.repeat(TEXT_BYTES_MAX / 2 + 1))).toBe(false);
});

test.each([
  ['orders', true],
  ['new-glasgow', true],
  ['', false],
  ['a.b', false],
  ['a#b', false],
  ['a$b', false],
  ['a/b', false],
  ['a[b', false],
  ['a]b', false],
])('[C-LIMIT-07] %j is a storage key: %s', (key, answer) => {
  expect(isStorageKey(key)).toBe(answer);
});
