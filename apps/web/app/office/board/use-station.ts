import { useMemo, useSyncExternalStore } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Station } from '@tiffin/domain/kitchen';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { useRefetchOn } from '../../shared/api/queries.ts';
import { SCREEN_REPORT_MS, stationsKey, stationsQuery, toStation } from '../../shared/order/stations.ts';

const STORAGE_KEY = 'tiffin_station';
const changes = new EventTarget();

function useStoredStation(): [string | null, (id: string | null) => void] {
  const stored = useSyncExternalStore(
    (onChange) => {
      changes.addEventListener('change', onChange);
      return () => changes.removeEventListener('change', onChange);
    },
    () => localStorage.getItem(STORAGE_KEY),
    () => null,
  );
  return [
    stored,
    (id) => {
      if (id === null) localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, id);
      changes.dispatchEvent(new Event('change'));
    },
  ];
}

const NO_STATIONS: readonly Station[] = [];

/** The stations of this kitchen and the one that this device shows; null for all dishes. */
export function useStation(locationId: string) {
  const [stored, choose] = useStoredStation();
  const isOneKitchen = locationId !== ALL_LOCATIONS;
  useRefetchOn(['location.changed', 'reset'], stationsKey(locationId));
  const { data } = useQuery({
    ...stationsQuery(locationId, stored),
    enabled: isOneKitchen,
    refetchInterval: SCREEN_REPORT_MS,
    placeholderData: keepPreviousData,
  });
  const stations = useMemo(() => (isOneKitchen && data ? data.map(toStation) : NO_STATIONS), [isOneKitchen, data]);
  const station = stations.find(({ id }) => id === stored) ?? null;
  return { stations, station, choose };
}
