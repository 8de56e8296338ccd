import type { AllergyCode } from '@tiffin/domain/menu';
import type { Category, Dish } from '../../shared/dish/dish.ts';

export const FILTERS = ['vegetarian', 'vegan', 'gluten-free', 'without', 'not-spicy'] as const;
export type Filter = (typeof FILTERS)[number] | 'favourites';

export interface FilterState {
  readonly search: string;
  readonly filters: ReadonlySet<Filter>;
  /** Allergens to exclude, while the filter `without` is on. */
  readonly without: ReadonlySet<AllergyCode>;
}

export const NO_FILTERS: FilterState = { search: '', filters: new Set(), without: new Set() };

export function isUnfiltered({ search, filters }: FilterState): boolean {
  return search.trim() === '' && filters.size === 0;
}

/** True if some dishes are filtered out. Opening the list of allergens excludes none. */
export function excludesDishes({ search, filters, without }: FilterState): boolean {
  return search.trim() !== '' || [...filters].some((filter) => filter !== 'without' || without.size > 0);
}

/** Groups the dishes by category in menu order, without empty categories. */
export function groupByCategory(dishes: readonly Dish[], categories: readonly Category[]) {
  return categories.flatMap((category) => {
    const own = dishes.filter((dish) => dish.category === category.id);
    return own.length === 0 ? [] : [{ category, dishes: own }];
  });
}
