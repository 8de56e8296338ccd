/** The maximum number of rows per list. */
export const READ_LIMITS = {
  users: 1000,
  reservations: 1000,
  ordersForCustomerAnalytics: 1000,
} as const;
