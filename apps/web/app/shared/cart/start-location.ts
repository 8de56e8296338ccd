import { LAST_MENU_KEY, stored } from '../offline/stored.ts';
import { filledLocations } from './carts.ts';

/** Whose menu one begins with: where dishes wait, then where one looked last; null leaves it to the restaurant. */
export function startLocation(locationIds: readonly string[]): string | null {
  return (
    [...filledLocations(), stored(LAST_MENU_KEY).read()].find((id) => id !== null && locationIds.includes(id)) ?? null
  );
}
