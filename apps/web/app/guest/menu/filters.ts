import type { Category, Dish } from '../../shared/dish/dish.ts';

export const FILTERS = ['vegetarian', 'vegan', 'gluten-free', 'not-spicy'] as const;
export type Filter = (typeof FILTERS)[number] | 'favourites';

export interface Wanted {
  readonly search: string;
  readonly filters: ReadonlySet<Filter>;
}

export const EVERYTHING: Wanted = { search: '', filters: new Set() };

export function wantsAll({ search, filters }: Wanted): boolean {
  return search.trim() === '' && filters.size === 0;
}

/** Lower case and without accents, so that `crepe` finds the crêpe. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

const PASSES: Readonly<Record<Filter, (dish: Dish, favourites: ReadonlySet<string>) => boolean>> = {
  vegetarian: (dish) => dish.diet !== 'non-veg',
  vegan: (dish) => dish.diet === 'vegan',
  'gluten-free': (dish) => dish.glutenFree,
  'not-spicy': (dish) => dish.heat === 'none' || dish.heat === 'mild',
  favourites: (dish, favourites) => favourites.has(dish.id),
};

/** Every word of the search stands in the name or the description, and every filter is met. */
export function findDishes(dishes: readonly Dish[], wanted: Wanted, favourites: ReadonlySet<string>): readonly Dish[] {
  if (wantsAll(wanted)) return dishes;
  const words = plain(wanted.search).split(/\s+/).filter(Boolean);
  const filters = [...wanted.filters];
  return dishes.filter((dish) => {
    if (!filters.every((filter) => PASSES[filter](dish, favourites))) return false;
    const text = words.length === 0 ? '' : plain(`${dish.name} ${dish.description}`);
    return words.every((word) => text.includes(word));
  });
}

export interface Group {
  readonly category: Category;
  readonly dishes: readonly Dish[];
  /** Too few pictures of their own: the list does without. */
  readonly wordsOnly: boolean;
}

/** The dishes under their categories, in the menu's order; a category without any is left out. */
export function groupByCategory(
  dishes: readonly Dish[],
  categories: readonly Category[],
  wordsOnly: ReadonlySet<string>,
): readonly Group[] {
  return categories.flatMap((category) => {
    const own = dishes.filter((dish) => dish.category === category.id);
    return own.length === 0 ? [] : [{ category, dishes: own, wordsOnly: wordsOnly.has(category.id) }];
  });
}

/** Categories none of whose dishes has a picture of its own: a column of one drawing would say nothing. */
export function categoriesInWords(dishes: readonly Dish[]): ReadonlySet<string> {
  const pictured = new Set(dishes.filter((dish) => dish.image ?? dish.art).map((dish) => dish.category));
  return new Set(dishes.map((dish) => dish.category).filter((category) => !pictured.has(category)));
}
