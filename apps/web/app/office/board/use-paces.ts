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

export function usePaces() {
  const { data, error, refetch, isFetching } = useQuery(apiQuery(pacesKey, 'getOrderPacing'));
  return { all: data?.locations ?? null, error, isFetching, retry: () => void refetch() };
}

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

export function useCurrentPaces(all: readonly LocationPaces[] | null, now: Date) {
  const { shownLocationId } = useLiveOrders();
  const shown = (all ?? []).filter(
    ({ locationId }) => shownLocationId === ALL_LOCATIONS || locationId === shownLocationId,
  );
  return { shown, paces: shown.flatMap((at) => activePacingPeriods(at.paces, now).map((pace) => ({ ...pace, at }))) };
}
