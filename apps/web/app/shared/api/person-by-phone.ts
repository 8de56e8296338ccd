import { queryOptions } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from './lifetimes.ts';
import { apiQuery } from './queries.ts';

/** The customer with this phone number. Recent lookups are cached. */
export function personByPhone(phone: string) {
  return queryOptions({
    ...apiQuery(['person-by-phone', phone], 'lookupUserByPhone', { query: { phone } }),
    staleTime: CACHE_LIFETIMES.phoneLookup,
    // offline the lookup fails at once, so that the order can continue
    networkMode: 'always',
  });
}

/** What a guest with this phone number ordered last at the location, with or without an account. */
export function guestByPhone(phone: string, locationId: string) {
  return queryOptions({
    ...apiQuery(['guest-by-phone', phone, locationId], 'lookupGuestByPhone', { query: { phone, locationId } }),
    staleTime: CACHE_LIFETIMES.phoneLookup,
    networkMode: 'always',
  });
}
