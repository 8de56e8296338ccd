import { buildMenuSearch, type DishesFound } from '@tiffin/domain/menu';
import type { Dish, MenuAnswer } from './till.ts';

export interface MenuView {
  readonly search: string;
  /** Null for all categories. */
  readonly category: string | null;
  readonly onlyAvailable: boolean;
}

export interface CategoryDishes {
  readonly id: string;
  readonly name: string;
  readonly dishes: readonly Dish[];
}

/** Like the guests' search, but in names only, because staff on the phone type names. */
export function searchDishes(dishes: readonly Dish[]): (typed: string) => DishesFound<Dish> {
  return buildMenuSearch(dishes, (dish) => ({ ...dish, description: '', spiceLevel: dish.heat }));
}

/** The matching dishes, by category in the menu's order. */
export function groupDishes(
  matches: readonly Dish[],
  categories: MenuAnswer['categories'],
  view: Omit<MenuView, 'search'>,
): readonly CategoryDishes[] {
  const shown = matches.filter(
    (dish) => (view.category === null || dish.category === view.category) && (!view.onlyAvailable || dish.isAvailable),
  );
  return categories
    .map(({ id, name }) => ({ id, name, dishes: shown.filter((dish) => dish.category === id) }))
    .filter((group) => group.dishes.length > 0);
}

/** The dish that Enter in the search adds: the shortest name that starts with the text, else one that contains it. */
export function bestMatch(groups: readonly CategoryDishes[], search: string): Dish | null {
  const text = comparableText(search).trim();
  if (text === '') return null;
  const candidates = groups
    .flatMap((group) => group.dishes)
    .filter((dish) => dish.isAvailable)
    .toSorted((a, b) => a.name.length - b.name.length);
  return candidates.find((dish) => comparableText(dish.name).startsWith(text)) ?? candidates[0] ?? null;
}

/** Without accents and capitals, which staff do not type at a till. */
function comparableText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
