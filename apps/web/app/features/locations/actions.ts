import { useIsMutating, useMutation, useQueryClient, type MutationFunction } from '@tanstack/react-query';
import type { Calls, InputOf } from '@tiffin/contract';
import { api, type Answer } from '../../lib/api.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { LOCATION_CHANGES, LOCATIONS_KEY } from './location-data.ts';
import { texts } from './texts.ts';

/*
 * Every change of a location. Like those of the menu they carry their whole meaning in what they are
 * given, wait for the connection when there is none, and run one after the other.
 */

type Body<N extends keyof Calls> = InputOf<Calls[N]>['body'];
type List = Answer<'getAllLocations'>;

interface Change<V, A> {
  readonly mutationKey: readonly ['locations', string];
  readonly mutationFn: MutationFunction<A, V>;
}

const scope = { id: 'locations' };

const locationChanges = {
  add: {
    mutationKey: ['locations', 'add'],
    mutationFn: ({ body, key }) => api('addLocation', { body }, { idempotencyKey: key }),
  } satisfies Change<{ body: Body<'addLocation'>; key: string }, Answer<'addLocation'>>,
  update: {
    mutationKey: ['locations', 'update'],
    mutationFn: (body) => api('updateLocation', { body }),
  } satisfies Change<Body<'updateLocation'>, Answer<'updateLocation'>>,
  toggle: {
    mutationKey: ['locations', 'toggle'],
    mutationFn: (body) => api('toggleLocationStatus', { body }),
  } satisfies Change<Body<'toggleLocationStatus'>, Answer<'toggleLocationStatus'>>,
  remove: {
    mutationKey: ['locations', 'remove'],
    mutationFn: (body) => api('deleteLocation', { body }),
  } satisfies Change<Body<'deleteLocation'>, Answer<'deleteLocation'>>,
};

/** What a change comes to. One that waits for the connection is as good as done. */
export interface Outcome<A> {
  readonly success: boolean;
  readonly data: A | null;
  readonly error: string | null;
  readonly queued: boolean;
  /** What was thrown, for whoever must look closer. */
  readonly reason?: unknown;
}

/** What is waited for no longer than it is needed: a change made offline answers at once that it waits. */
async function outcomeOf<A>(sending: Promise<A>, failed: string): Promise<Outcome<A>> {
  if (!navigator.onLine) {
    // It will be sent; who asked has gone on, and the list says what became of it.
    sending.catch(() => undefined);
    return { success: true, data: null, error: texts.queued, queued: true };
  }
  try {
    return { success: true, data: await sending, error: null, queued: false };
  } catch (reason) {
    return { success: false, data: null, error: failed, queued: false, reason };
  }
}

function useChange<V, A>(
  { mutationKey, mutationFn }: Change<V, A>,
  failed: string,
  atOnce?: (list: List, change: V) => List,
) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationKey: [...mutationKey],
    mutationFn,
    scope,
    onMutate: async (change: V) => {
      if (!atOnce) return;
      await client.cancelQueries({ queryKey: LOCATIONS_KEY });
      client.setQueryData<List>(LOCATIONS_KEY, (list) => list && atOnce(list, change));
    },
    // The truth, once the last of several changes is through.
    onSettled: () =>
      client.isMutating({ mutationKey: LOCATION_CHANGES }) > 1
        ? undefined
        : client.invalidateQueries({ queryKey: LOCATIONS_KEY }),
  });
  return (change: V): Promise<Outcome<A>> => outcomeOf(mutation.mutateAsync(change), failed);
}

export function useLocationActions() {
  const add = useChange(locationChanges.add, texts.saveFailed);
  const update = useChange(locationChanges.update, texts.saveFailed);
  const toggle = useChange(locationChanges.toggle, texts.statusFailed, (list, { locationId, isActive }) => ({
    ...list,
    locations: list.locations.map((each) => (each.id === locationId ? { ...each, isActive } : each)),
  }));
  const remove = useChange(locationChanges.remove, texts.deleteFailed, (list, { locationId }) => ({
    ...list,
    locations: list.locations.filter((each) => each.id !== locationId),
  }));
  return { add, update, toggle, remove };
}

/** How many changes are on their way; one that is through in a blink is not worth a word. */
export function useSyncing(): number {
  const count = useIsMutating({ mutationKey: LOCATION_CHANGES });
  const lasting = useDebounced(count, 400);
  return count === 0 ? 0 : lasting;
}
