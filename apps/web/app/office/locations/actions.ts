import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '../../shared/api/api.ts';
import { isReached } from '../../shared/offline/online.ts';
import { useDebounced } from '../../shared/page/debounced.ts';
import { doOrWait, type DoneOrWaits } from '../../shared/offline/do-or-wait.ts';
import type { QueuedCall } from '../../shared/offline/changes.ts';
import { useWaitingOf } from '../../shared/offline/the-queue.ts';
import { LOCATION_CHANGES, LOCATIONS_KEY } from './location-data.ts';
import { texts } from './texts.ts';

/*
 * Every change of a location. Like those of the menu they carry their whole meaning in what they are
 * given, wait for the connection when there is none, and run one after the other.
 */

type List = Answer<'getAllLocations'>;

interface Change<V, C extends QueuedCall> {
  readonly mutationKey: readonly ['locations', string];
  readonly send: (change: V, nameOf: (locationId: string) => string) => Promise<DoneOrWaits<C>>;
}

const scope = { id: 'locations' };
const { about } = texts;

const locationChanges = {
  add: {
    mutationKey: ['locations', 'add'],
    send: ({ body, key }) => doOrWait({ call: 'addLocation', body }, about.add(body.location.name), key),
  } satisfies Change<{ body: Body<'addLocation'>; key: string }, 'addLocation'>,
  update: {
    mutationKey: ['locations', 'update'],
    send: (body, nameOf) => doOrWait({ call: 'updateLocation', body }, about.update(nameOf(body.locationId))),
  } satisfies Change<Body<'updateLocation'>, 'updateLocation'>,
  toggle: {
    mutationKey: ['locations', 'toggle'],
    send: (body, nameOf) =>
      doOrWait({ call: 'toggleLocationStatus', body }, about.toggle(nameOf(body.locationId), body.isActive)),
  } satisfies Change<Body<'toggleLocationStatus'>, 'toggleLocationStatus'>,
  remove: {
    mutationKey: ['locations', 'remove'],
    send: (body, nameOf) => doOrWait({ call: 'deleteLocation', body }, about.remove(nameOf(body.locationId))),
  } satisfies Change<Body<'deleteLocation'>, 'deleteLocation'>,
};

function useChange<V, C extends QueuedCall>(
  { mutationKey, send }: Change<V, C>,
  atOnce?: (list: List, change: V) => List,
) {
  const client = useQueryClient();
  const nameOf = (locationId: string) =>
    client.getQueryData<List>(LOCATIONS_KEY)?.locations.find(({ id }) => id === locationId)?.name ?? locationId;
  const { mutateAsync } = useMutation({
    mutationKey: [...mutationKey],
    mutationFn: (change: V) => send(change, nameOf),
    scope,
    onMutate: async (change: V) => {
      // Without the server the queue shows what waits.
      if (!atOnce || !isReached()) return;
      await client.cancelQueries({ queryKey: LOCATIONS_KEY });
      client.setQueryData<List>(LOCATIONS_KEY, (list) => list && atOnce(list, change));
    },
    // The truth, once the last of several changes is through.
    onSettled: () =>
      client.isMutating({ mutationKey: LOCATION_CHANGES }) > 1
        ? undefined
        : client.invalidateQueries({ queryKey: LOCATIONS_KEY }),
  });
  return mutateAsync;
}

export function useLocationActions() {
  const add = useChange(locationChanges.add);
  const update = useChange(locationChanges.update);
  const toggle = useChange(locationChanges.toggle, (list, { locationId, isActive }) => ({
    ...list,
    locations: list.locations.map((each) => (each.id === locationId ? { ...each, isActive } : each)),
  }));
  const remove = useChange(locationChanges.remove, (list, { locationId }) => ({
    ...list,
    locations: list.locations.filter((each) => each.id !== locationId),
  }));
  return { add, update, toggle, remove };
}

/** How many changes are on their way or wait; one that is through in a blink is not worth a word. */
export function useSyncing(): number {
  const count = useIsMutating({ mutationKey: LOCATION_CHANGES }) + useWaitingOf('location').length;
  const lasting = useDebounced(count, 400);
  return count === 0 ? 0 : lasting;
}
