/** Limits that belong to no single idea of the restaurant. */
const MINUTE = 60_000;

export const BODY_BYTES_MAX = 10 * 1024 * 1024;
export const TEXT_BYTES_MAX = 10 * 1024 * 1024;
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
  usersForAnalytics: 10_000,
  reservations: 1000,
  ordersForCustomerAnalytics: 1000,
} as const;

export const SEARCH_DEBOUNCE_MS = 300;

export function fitsText(text: string): boolean {
  return new TextEncoder().encode(text).length <= TEXT_BYTES_MAX;
}

/** A key under which something is kept: not empty and free of . # $ / [ ] */
export function isStorageKey(key: string): boolean {
  return key !== '' && !/[.#$/[\]]/.test(key);
}
