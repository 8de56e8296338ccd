import { useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { joinWithAnd, say } from '@tiffin/domain/core';
import { passOf, SCREEN_TIMEOUT_SECONDS, shownAt, type Station } from '@tiffin/domain/kitchen';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { categoryName } from '@tiffin/domain/menu';
import { useRefetchOn } from '../../shared/api/queries.ts';
import { lastResponseAt } from '../../shared/offline/online.ts';
import { SCREEN_REPORT_MS, stationsKey, stationsQuery, toStation } from './stations.ts';
import { Banner } from '../../ui/banner.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import { countDishesByCategory, type BoardOrder } from '../board/board-orders.ts';
import styles from './kitchen.module.css';
import { createTicketCounter } from './kitchen-view.ts';

const STORAGE_KEY = 'tiffin_station';
const NO_STATIONS: readonly Station[] = [];

/** The stations of this kitchen and the one that this device shows; null for all dishes. */
export function useStation(locationId: string) {
  const [stored, setStored] = useState(() => localStorage.getItem(STORAGE_KEY));
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
  function choose(id: string | null) {
    if (id === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, id);
    setStored(id);
  }
  return { stations, station, choose };
}

type KitchenStations = ReturnType<typeof useStation>;

/** Says which stations no screen shows, and where their dishes are. */
export function StationBands({ kitchen: { stations, station }, now }: { kitchen: KitchenStations; now: number }) {
  const offline = stations.filter((each) => {
    const showing = shownAt(each, stations, now);
    return showing?.id !== each.id && (showing?.id === station?.id || station === null || station.kind === 'pass');
  });
  if (offline.length === 0) return null;
  const byPlace = Map.groupBy(offline, (each) => shownAt(each, stations, now)?.name ?? say`Everything`);
  return (
    <Banner tone="warn">
      {[...byPlace].map(([place, group]) => (
        <span key={place}>
          {say`No screen shows ${joinWithAnd(group.map(({ name }) => name))}. Those dishes are at ${place}.`}{' '}
        </span>
      ))}
    </Banner>
  );
}

/** What still works without a connection, and where the dishes of this station are shown as well. */
export function OfflineBand({ kitchen: { stations, station } }: { kitchen: KitchenStations }) {
  const since = lastResponseAt();
  const isCook = station !== null && station.kind !== 'pass';
  const fallbackStation = stations.find(({ id }) => id === station?.fallbackId) ?? passOf(stations);
  const fallback = fallbackStation?.name ?? say`Everything`;
  return (
    <Banner
      tone="offline"
      icon={<CloudOff />}
      title={since === null ? say`No connection` : say`No connection since ${formatTime(new Date(since))}`}
    >
      {say`What you finish is saved here and sent later. New orders do not appear.`}{' '}
      {isCook && say`After ${SCREEN_TIMEOUT_SECONDS} seconds, these dishes are shown at ${fallback} too.`}
    </Banner>
  );
}

interface StationPickerProps {
  kitchen: KitchenStations;
  cooking: readonly BoardOrder[];
  now: number;
}

export function StationPicker({ kitchen: { stations, station, choose }, cooking, now }: StationPickerProps) {
  const [countTickets] = useState(createTicketCounter);
  const counts = countTickets(cooking, stations, now);
  return (
    <Picker
      label={say`Station`}
      value={station?.id ?? null}
      all={`${say`Everything`} ${cooking.length}`}
      options={stations.map(({ id, name }) => [id, `${name} ${counts.get(id) ?? 0}`])}
      onPick={choose}
    />
  );
}

interface CategoryFilterProps {
  cooking: readonly BoardOrder[];
  category: string | null;
  onPick: (category: string | null) => void;
}

export function CategoryFilter({ cooking, category, onPick }: CategoryFilterProps) {
  const categories = countDishesByCategory(cooking);
  const dishes = categories.reduce((sum, { count }) => sum + count, 0);
  return (
    <Picker
      label={say`Show only`}
      value={category}
      all={`${say`All`} ${dishes}`}
      options={categories.map(({ id, count }) => [id, `${categoryName(id)} ${count}`])}
      onPick={onPick}
    />
  );
}

interface PickerProps {
  label: string;
  /** Null for all tickets. */
  value: string | null;
  /** The text of the option for all tickets. */
  all: string;
  options: readonly (readonly [id: string, name: string])[];
  onPick: (id: string | null) => void;
}

/** Shows only some of the tickets: those of a station or of a category. */
function Picker({ label, value, all, options, onPick }: PickerProps) {
  return (
    <select
      className={classNames('push-right', styles.control, styles.picker)}
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => {
        onPick(target.value || null);
        // The keys of the bump bar would be typed into it.
        target.blur();
      }}
    >
      <option value="">{all}</option>
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
