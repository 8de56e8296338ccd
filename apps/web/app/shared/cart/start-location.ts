import { useSyncExternalStore } from 'react';
import { parseJsonFields } from '@tiffin/domain/core';
import { CARTS_STORAGE_KEY, LAST_MENU_KEY, storedText } from '../offline/text-storage.ts';
import { useHydrated } from '../page/hydrated.ts';
import { useRootDataIfAny, type Location } from '../site/site.ts';

/** Read here without their lines, because every page asks for the locations, and few load the code of the cart. */
const carts = storedText(CARTS_STORAGE_KEY);

/**
 * The location whose menu opens first: the one with a cart, then the one visited last; null leaves the choice to the
 * restaurant.
 */
export function startLocation(locationIds: readonly string[]): string | null {
  return (
    [...Object.keys(parseJsonFields(carts.read())).toReversed(), storedText(LAST_MENU_KEY).read()].find(
      (id) => id !== null && locationIds.includes(id),
    ) ?? null
  );
}

/** The same location for a page, or the only one; undefined while several can be chosen, and on the server. */
export function useStartLocation(): Location | undefined {
  const locations = useRootDataIfAny()?.locations ?? [];
  // Renders again when a cart changes.
  useSyncExternalStore(carts.subscribe, carts.read, () => null);
  const chosen = useHydrated() ? startLocation(locations.map(({ id }) => id)) : null;
  return locations.length === 1 ? locations[0] : locations.find(({ id }) => id === chosen);
}
