import { stored } from '../offline/stored.ts';
import { filledLocations } from './carts.ts';

/** Whose menu this browser looked at last. */
const visited = stored('tiffin_menu');

/** What the server adds to the address when it could not know whose menu is meant. */
export const NOT_CHOSEN = '#start';

/** Whose menu one begins with: where dishes wait, then where one looked last; null leaves it to the house. */
export function startLocation(locationIds: readonly string[]): string | null {
  return [...filledLocations(), visited.read()].find((id) => id !== null && locationIds.includes(id)) ?? null;
}

export function visitMenu(locationId: string): void {
  visited.write(locationId);
}
