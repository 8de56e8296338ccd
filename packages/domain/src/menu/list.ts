import { say, type ZoneId } from '../core/index.ts';
import { suitsDiet, type Diet } from './diet.ts';
import type { MenuItem } from './item.ts';
import { buildMenuSearch } from './search.ts';
import { isSpecialAt } from './specials.ts';

export const ALL_CATEGORIES = 'all';
export const TODAYS_SPECIAL = 'todays-special';

export const AVAILABILITY_FILTERS = [
  { id: 'all', label: say`All Items` },
  { id: 'available', label: say`Available Only` },
  { id: 'unavailable', label: say`Unavailable Only` },
] as const;

export interface MenuFilter {
  readonly search: string;
  /** A category, `all` or `todays-special`. */
  readonly category: string;
  readonly availability: (typeof AVAILABILITY_FILTERS)[number]['id'];
  /** A dish must suit all of them. */
  readonly diets: readonly Diet[];
}

export const NO_MENU_FILTER: MenuFilter = { search: '', category: ALL_CATEGORIES, availability: 'all', diets: [] };

/** The dishes that match the search and the filters. */
export function filterMenu<M extends MenuItem>(
  items: readonly M[],
  filter: MenuFilter,
  at: { readonly now: Date; readonly zone: ZoneId },
): M[] {
  const search = buildMenuSearch(items, (item) => item);
  return search(filter.search).dishes.filter((item) => {
    if (filter.category === TODAYS_SPECIAL && !isSpecialAt(item, at.now, at.zone)) return false;
    const isAnyCategory = filter.category === ALL_CATEGORIES || filter.category === TODAYS_SPECIAL;
    if (!isAnyCategory && item.category !== filter.category) return false;
    if (filter.availability !== 'all' && item.isAvailable !== (filter.availability === 'available')) return false;
    return filter.diets.every((diet) => suitsDiet(item, diet));
  });
}

/** The choices of the category filter: all, today's special, then the categories of the items. */
export function categoryChoices(items: readonly { readonly category: string }[]): string[] {
  const found = new Set(items.map((item) => item.category));
  return [ALL_CATEGORIES, TODAYS_SPECIAL, ...[...found].toSorted((a, b) => a.localeCompare(b, 'en'))];
}

export function countText(shown: number, total: number): string {
  return say`${shown} of ${total} items`;
}
