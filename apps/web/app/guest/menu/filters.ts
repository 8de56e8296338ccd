import { ALLERGY_CODES, type AllergyCode } from '@tiffin/domain/menu';
import type { Category, Dish } from '../../shared/dish/dish.ts';

export const DISH_FILTERS = ['vegetarian', 'vegan', 'gluten-free', 'without', 'not-spicy'] as const;
export type DishFilter = (typeof DISH_FILTERS)[number] | 'favourites';

export interface FilterState {
  readonly search: string;
  readonly filters: ReadonlySet<DishFilter>;
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

const QUERY_NAMES = { search: 'q', filters: 'only', without: 'without' } as const;
const ALL: readonly DishFilter[] = [...DISH_FILTERS, 'favourites'];

/** The filters in the address, where they survive a reload and can be shared. */
export function readFilters(search: string): FilterState {
  const query = new URLSearchParams(search);
  const list = (name: string) => (query.get(name) ?? '').split(',').filter(Boolean);
  const named = list(QUERY_NAMES.filters);
  const unwanted = list(QUERY_NAMES.without);
  const without = ALLERGY_CODES.filter((code) => unwanted.includes(code));
  const filters = ALL.filter((filter) => named.includes(filter) || (filter === 'without' && without.length > 0));
  return { search: query.get(QUERY_NAMES.search) ?? '', filters: new Set(filters), without: new Set(without) };
}

/** The query of the address with these filters; other parts stay. */
export function withFilters(search: string, { search: typed, filters, without }: FilterState): string {
  const query = new URLSearchParams(search);
  const set = (name: string, value: string) => (value === '' ? query.delete(name) : query.set(name, value));
  set(QUERY_NAMES.search, typed.trim());
  set(QUERY_NAMES.filters, [...filters].join(','));
  set(QUERY_NAMES.without, filters.has('without') ? [...without].join(',') : '');
  const text = query.toString();
  return text && `?${text}`;
}
