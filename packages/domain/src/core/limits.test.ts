import { expect, test } from 'vitest';
import { READ_LIMITS } from './limits.ts';

test('how much a list reads [A-DATA-03] [A-DATA-10] [A-DATA-21]', () => {
  expect(READ_LIMITS).toEqual({
    users: 1000,
    reservations: 1000,
    ordersForCustomerAnalytics: 1000,
  });
});
