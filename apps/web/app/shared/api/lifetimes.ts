const MINUTE = 60_000;

/** How old cached data may be, in milliseconds. */
export const CACHE_LIFETIMES = {
  default: 5 * MINUTE,
  locationList: 5 * MINUTE,
  location: 10 * MINUTE,
  dineInLocations: 10 * MINUTE,
  menu: 5 * MINUTE,
  phoneLookup: 5 * MINUTE,
  analytics: 5 * MINUTE,
} as const;
