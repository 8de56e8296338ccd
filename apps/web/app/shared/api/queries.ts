import { queryOptions, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { CallName } from '@tiffin/contract';
import type { LiveEventType } from '@tiffin/contract/events';
import { useLiveEvents } from '../live/live-events.ts';
import { api, type CallArguments } from './api.ts';

/** Query options for a call, cached under a key: `useQuery(apiQuery(['pace'], 'getOrderPacing'))`. */
export function apiQuery<N extends CallName>(queryKey: QueryKey, call: N, ...[input]: CallArguments<N>) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => api(call, ...([input, { signal }] as CallArguments<N>)) });
}

/** Invalidates the query when one of these events arrives. */
export function useRefetchOn(types: readonly LiveEventType[], queryKey: QueryKey): void {
  const client = useQueryClient();
  useLiveEvents(types, () => void client.invalidateQueries({ queryKey }));
}
