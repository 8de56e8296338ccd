/** Limits that belong to no single idea of the restaurant. */
const MINUTE = 60_000;

/** What a request may carry; so no text in one is longer either. */
export const BODY_BYTES_MAX = 10 * 1024 * 1024;
/** A transaction that lost against another is tried this often at most. */
export const TRANSACTION_TRIES_MAX = 25;

/** How old what a person sees may be, in milliseconds. */
export const CACHE_LIFETIMES = {
  default: 5 * MINUTE,
  locationList: 5 * MINUTE,
  location: 10 * MINUTE,
  dineInLocations: 10 * MINUTE,
  menu: 5 * MINUTE,
  phoneLookup: 5 * MINUTE,
  analytics: 5 * MINUTE,
} as const;

/** How many rows a list reads at most. */
export const READ_LIMITS = {
  users: 1000,
  reservations: 1000,
  ordersForCustomerAnalytics: 1000,
} as const;

export const SEARCH_DEBOUNCE_MS = 300;
