import { queryOptions, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { CallName } from '@tiffin/contract';
import type { LiveEventType } from '@tiffin/contract/events';
import { useLiveEvents } from '../live/live-events.ts';
import { api, type Answer, type Body, type CallArguments } from './api.ts';

/** Query options for a call, cached under a key: `useQuery(answerTo(['pace'], 'getOrderPacing'))`. */
export function apiQuery<N extends CallName>(queryKey: QueryKey, call: N, ...[input]: CallArguments<N>) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => api(call, ...([input, { signal }] as CallArguments<N>)) });
}

/** Mutation options that send the body of a call. */
export function apiMutation<N extends CallName>(call: N) {
  return (body: Body<N>): Promise<Answer<N>> => api(call, ...([{ body }] as unknown as CallArguments<N>));
}

/** The same with an idempotency key, for calls that must run once. */
export function idempotentMutation<N extends CallName>(call: N) {
  return ({ body, key }: { body: Body<N>; key: string }): Promise<Answer<N>> =>
    api(call, ...([{ body }, { idempotencyKey: key }] as unknown as CallArguments<N>));
}

/** Invalidates the query when one of these events arrives. */
export function useRefetchOn(types: readonly LiveEventType[], queryKey: QueryKey): void {
  const client = useQueryClient();
  useLiveEvents(types, () => void client.invalidateQueries({ queryKey }));
}
