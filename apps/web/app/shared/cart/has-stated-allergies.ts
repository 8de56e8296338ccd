import { STATED_ALLERGIES_KEY, storedTextInTab } from '../offline/text-storage.ts';

/** True if an allergy is stated for the cart. Apart from the other functions, because the menu page loads it at once. */
export function hasStatedAllergies(): boolean {
  return storedTextInTab(STATED_ALLERGIES_KEY).read() !== null;
}
