import { freeSlug, ok, say, slugOf, type Cents, type DateText, type Result, fail } from '../core/index.ts';
import type { DishTaxClass } from '../core/tax-classes.ts';
import type { DietMarks, DishAllergens } from './diet.ts';
import type { DishHeat } from './spice.ts';

export interface MenuItem extends DietMarks {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: Cents;
  readonly category: string;
  readonly taxClass: DishTaxClass;
  readonly spiceLevel: DishHeat;
  /** Minutes. */
  readonly prepTime: number;
  readonly calories: number | null;
  readonly isPopular: boolean;
  readonly isAvailable: boolean;
  readonly isTodaysSpecial: boolean;
  readonly specialStartDate: DateText | null;
  readonly specialEndDate: DateText | null;
  readonly image: string | null;
  readonly tags: readonly string[];
  readonly allergens: DishAllergens;
}

export const DEFAULT_PREP_MINUTES = 15;
export const ITEM_ID_MAX = 100;

/** The id of a new dish at a location: its name, with a number if that id is taken. */
export function itemIdFor(name: string, isTaken: (id: string) => boolean): Result<string> {
  const id = freeSlug(slugOf(name, ITEM_ID_MAX) || 'item', isTaken, ITEM_ID_MAX);
  return id === null ? fail('conflict', say`Unable to generate unique item ID after 100 attempts`) : ok(id);
}

/** The initial name of a copied dish. */
export function copyName(name: string): string {
  return say`${name} (Copy)`;
}

export function byCategoryAndName(
  a: { readonly category: string; readonly name: string },
  b: { readonly category: string; readonly name: string },
): number {
  return a.category.localeCompare(b.category, 'en') || a.name.localeCompare(b.name, 'en');
}
