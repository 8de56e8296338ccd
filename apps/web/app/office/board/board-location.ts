import { useMemo, useState, useSyncExternalStore } from 'react';
import { worksAt } from '@tiffin/domain/people';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { useBackOffice, homeLocation } from '../../shared/session/back-office.tsx';
import { useLocations, useSite } from '../../shared/site/site.ts';
import type { BoardOrder } from './board-orders.ts';

const STORAGE_KEY = 'tiffin_board_location';

/** The location that this device shows, and those that its person can choose. The choice is remembered. */
export function useBoardLocation() {
  const { actor } = useBackOffice();
  const { defaultLocationId } = useSite();
  const locations = useLocations();
  const workLocations = useMemo(
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
  const ids = workLocations.map(({ id }) => id);
  const isAvailable = chosen === ALL_LOCATIONS || ids.some((id) => id === chosen);
  const home = homeLocation(ids, actor, defaultLocationId) ?? ALL_LOCATIONS;
  const shownLocationId = isAvailable && chosen ? chosen : home;
  return useMemo(
    () => ({
      workLocations,
      shownLocationId,
      chooseLocation(id: string) {
        localStorage.setItem(STORAGE_KEY, id);
        setChosen(id);
      },
    }),
    [workLocations, shownLocationId],
  );
}

const neverChanges = () => () => {};

export function isAtLocation(shownLocationId: string, order: BoardOrder): boolean {
  return shownLocationId === ALL_LOCATIONS || order.location === shownLocationId;
}
