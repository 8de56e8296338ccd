import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '../../shared/api/api.ts';
import { isServerReachable } from '../../shared/offline/online.ts';
import { useDebounced } from '../../shared/page/debounced.ts';
import { sendOrQueue, type SentOrQueued } from '../../shared/offline/send-or-queue.ts';
import type { QueuedCall } from '../../shared/offline/changes.ts';
import { useQueuedChangesOf } from '../../shared/offline/open-queue.ts';
import { LOCATION_CHANGES, LOCATIONS_KEY } from './location-data.ts';
import { texts } from './texts.ts';

/* All changes of a location. As in the menu editor, their input is complete, they are queued while offline, and they
   run one after the other. */

type List = Answer<'getAllLocations'>;

interface Change<V, C extends QueuedCall> {
  readonly mutationKey: readonly ['locations', string];
  readonly send: (change: V, nameOf: (locationId: string) => string) => Promise<SentOrQueued<C>>;
}

const scope = { id: 'locations' };
const { about } = texts;

const locationChanges = {
  add: {
    mutationKey: ['locations', 'add'],
    send: ({ body, key }) => sendOrQueue({ call: 'addLocation', body }, about.add(body.location.name), key),
  } satisfies Change<{ body: Body<'addLocation'>; key: string }, 'addLocation'>,
  update: {
    mutationKey: ['locations', 'update'],
    send: (body, nameOf) => sendOrQueue({ call: 'updateLocation', body }, about.update(nameOf(body.locationId))),
  } satisfies Change<Body<'updateLocation'>, 'updateLocation'>,
  toggle: {
    mutationKey: ['locations', 'toggle'],
    send: (body, nameOf) =>
      sendOrQueue({ call: 'toggleLocationStatus', body }, about.toggle(nameOf(body.locationId), body.isActive)),
  } satisfies Change<Body<'toggleLocationStatus'>, 'toggleLocationStatus'>,
  remove: {
    mutationKey: ['locations', 'remove'],
    send: (body, nameOf) => sendOrQueue({ call: 'deleteLocation', body }, about.remove(nameOf(body.locationId))),
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
      // While offline, the list already shows the queued changes.
      if (!atOnce || !isServerReachable()) return;
      await client.cancelQueries({ queryKey: LOCATIONS_KEY });
      client.setQueryData<List>(LOCATIONS_KEY, (list) => list && atOnce(list, change));
    },
    // Reloads the list after the last of several changes.
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

/** How many changes are being sent or queued. Very short ones are not shown. */
export function usePendingChangeCount(): number {
  const count = useIsMutating({ mutationKey: LOCATION_CHANGES }) + useQueuedChangesOf('location').length;
  const lasting = useDebounced(count, 400);
  return count === 0 ? 0 : lasting;
}
