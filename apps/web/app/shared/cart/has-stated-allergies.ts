import { STATED_ALLERGIES } from '../offline/clear-stored-data.ts';
import { storedTextInTab } from '../offline/text-storage.ts';

/** True if an allergy is stated for the cart. Apart from the other functions, because the menu page loads it at once. */
export function hasStatedAllergies(): boolean {
  return storedTextInTab(STATED_ALLERGIES).read() !== null;
}
