import { queryOptions } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from './lifetimes.ts';
import { api } from './api.ts';

/** Who has this number; a number that was typed a moment ago is not looked up again. */
export function personByPhone(phone: string) {
  return queryOptions({
    queryKey: ['person-by-phone', phone],
    queryFn: ({ signal }) => api('lookupUserByPhone', { query: { phone } }, { signal }),
    staleTime: CACHE_LIFETIMES.phoneLookup,
    // without the server the order goes on, and finds nobody
    networkMode: 'always',
  });
}
