import { useMemo, useState, useSyncExternalStore } from 'react';
import { worksAt } from '@tiffin/domain/people';
import { useBackOffice, homeLocation } from '../../shared/session/back-office.tsx';
import { useLocations, useSite } from '../../shared/site/site.ts';
import type { BoardOrder } from './board-orders.ts';

/** The value for all of the person's locations. */
export const EVERYWHERE = 'all';
const STORAGE_KEY = 'tiffin_board_location';

export interface BoardLocation {
  readonly places: readonly { readonly id: string; readonly name: string }[];
  readonly place: string;
  readonly choosePlace: (id: string) => void;
}

/** The location of which this device shows the orders. */
export function useBoardLocation(): BoardLocation {
  const { actor } = useBackOffice();
  const { defaultLocationId } = useSite();
  const locations = useLocations();
  const places = useMemo(
    () => locations.filter(({ id }) => worksAt(actor, id)).map(({ id, name }) => ({ id, name })),
    [actor, locations],
  );
  const [chosenNow, setChosen] = useState<string | null>(null);
  const remembered = useSyncExternalStore(
    neverChanges,
    () => localStorage.getItem(STORAGE_KEY),
    () => null,
  );
  const chosen = chosenNow ?? remembered;
  const ids = places.map(({ id }) => id);
  const isAvailable = chosen === EVERYWHERE || ids.some((id) => id === chosen);
  const place = (isAvailable && chosen) || (homeLocation(ids, actor, defaultLocationId) ?? EVERYWHERE);
  return useMemo(
    () => ({
      places,
      place,
      choosePlace(id) {
        localStorage.setItem(STORAGE_KEY, id);
        setChosen(id);
      },
    }),
    [places, place],
  );
}

const neverChanges = () => () => {};

export function isAt(place: string, order: BoardOrder): boolean {
  return place === EVERYWHERE || order.location === place;
}
