import { useQuery, useQueryClient } from '@tanstack/react-query';
import { activePacingPeriods } from '@tiffin/domain/order';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useLiveOrders } from './live-orders.tsx';

export type LocationPaces = Answer<'getOrderPacing'>['locations'][number];
export type Pace = LocationPaces['paces'][number];
export const pacesKey = ['pace'];

/** The pauses and delays of all locations. */
export function usePaces() {
  const { data, error, refetch, isFetching } = useQuery(apiQuery(pacesKey, 'getOrderPacing'));
  return { all: data?.locations ?? null, error, isFetching, retry: () => void refetch() };
}

/** Starts or ends a pause or a delay, and shows it at once. */
export function useSetPace(onDone?: () => void) {
  const client = useQueryClient();
  return useCall('setOrderPacing', {
    failed: say`Nothing was changed`,
    onDone({ location }) {
      client.setQueryData<Answer<'getOrderPacing'>>(
        pacesKey,
        (before) =>
          before && {
            ...before,
            locations: before.locations.map((each) => (each.locationId === location.locationId ? location : each)),
          },
      );
      onDone?.();
    },
  });
}

/** The locations shown on this device, and which of their pauses and delays apply now. */
export function useCurrentPaces(all: readonly LocationPaces[] | null, now: Date) {
  const { shownLocationId } = useLiveOrders();
  const shown = (all ?? []).filter(
    ({ locationId }) => shownLocationId === ALL_LOCATIONS || locationId === shownLocationId,
  );
  const paces = shown.flatMap((location) =>
    activePacingPeriods(location.paces, now).map((pace) => ({ ...pace, location })),
  );
  return { shown, paces };
}
