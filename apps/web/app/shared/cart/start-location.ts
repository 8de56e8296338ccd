import { LAST_MENU_KEY, storedText } from '../offline/text-storage.ts';
import { filledLocations } from './carts.ts';

/**
 * The location whose menu opens first: the one with a cart, then the one visited last; null leaves the choice to the
 * restaurant.
 */
export function startLocation(locationIds: readonly string[]): string | null {
  return (
    [...filledLocations(), storedText(LAST_MENU_KEY).read()].find((id) => id !== null && locationIds.includes(id)) ??
    null
  );
}
