import { queryOptions } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from './lifetimes.ts';
import { answerTo } from './queries.ts';

/** Who has this number; a number that was typed a moment ago is not looked up again. */
export function personByPhone(phone: string) {
  return queryOptions({
    ...answerTo(['person-by-phone', phone], 'lookupUserByPhone', { query: { phone } }),
    staleTime: CACHE_LIFETIMES.phoneLookup,
    // without the server the order goes on, and finds nobody
    networkMode: 'always',
  });
}
