import { expect, test } from 'vitest';
import { BODY_BYTES_MAX, CACHE_LIFETIMES, READ_LIMITS, TRANSACTION_TRIES_MAX } from './index.ts';

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

test('[A-DATA-03] [A-DATA-10] [A-DATA-21] how much a list reads', () => {
  expect(READ_LIMITS).toEqual({
    users: 1000,
    reservations: 1000,
    ordersForCustomerAnalytics: 1000,
  });
});
