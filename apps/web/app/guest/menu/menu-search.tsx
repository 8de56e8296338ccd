import {
  ALLERGENS,
  correctedSearchText,
  searchMeaningText,
  buildMenuSearch,
  type DishesFound,
} from '@tiffin/domain/menu';
import { phoneText } from '@tiffin/domain/people';
import type { Dish } from '../../shared/dish/dish.ts';
import type { Location } from '../../shared/site/site.ts';
import { Chip } from '../../ui/choices.tsx';
import { phoneHref } from '../../ui/format.ts';
import { isUnfiltered, type Filter, type FilterState } from './filters.ts';
import { findingTexts } from './menu-search-texts.ts';

/* Search and filters of the menu. Loaded when a guest first approaches the search, because most guests never use it. */

const PASSES: Readonly<
  Record<Filter, (dish: Dish, requested: FilterState, favourites: ReadonlySet<string>) => boolean>
> = {
  vegetarian: (dish) => dish.diet !== 'non-veg',
  vegan: (dish) => dish.diet === 'vegan',
  'gluten-free': (dish) => dish.glutenFree,
  without: (dish, { without }) => !dish.allergens.some((name) => without.has(name)),
  'not-spicy': (dish) => dish.heat === 'none' || dish.heat === 'mild',
  favourites: (dish, _, favourites) => favourites.has(dish.id),
};

type Find = (requested: FilterState, favourites: ReadonlySet<string>) => DishesFound<Dish>;

/** Indexes a menu once. The returned function finds the dishes that match the search and all filters. */
export function createMenuSearch(menu: readonly Dish[]): Find {
  const search = buildMenuSearch(menu, ({ diet, glutenFree, allergens, heat, ...dish }) => ({
    ...dish,
    spiceLevel: heat,
    isVegan: diet === 'vegan',
    isVegetarian: diet !== 'non-veg',
    isGlutenFree: glutenFree,
    allergens: ALLERGENS.filter(({ name }) => allergens.includes(name)).map(({ id }) => id),
  }));
  return (requested, favourites) => {
    const found = search(requested.search);
    const filters = [...requested.filters];
    if (filters.length === 0) return found;
    return {
      ...found,
      dishes: found.dishes.filter((dish) => filters.every((filter) => PASSES[filter](dish, requested, favourites))),
      aboutAllergens: found.aboutAllergens || requested.filters.has('without'),
    };
  };
}

/** The allergens to exclude, the allergen warning, and the corrected spelling of the search. */
export function SearchNotes({
  menu,
  filter,
  onFilter,
  found,
  location,
}: {
  menu: readonly Dish[];
  filter: FilterState;
  onFilter: (requested: FilterState) => void;
  found: DishesFound<Dish>;
  location: Location;
}) {
  return (
    <>
      {filter.filters.has('without') && (
        <fieldset>
          <legend className="sr-only">{findingTexts.without}</legend>
          <div className="flex flex-wrap gap-8">
            {ALLERGENS.filter(({ name }) => menu.some(({ allergens }) => allergens.includes(name))).map(({ name }) => (
              <Chip
                key={name}
                label={name}
                checked={filter.without.has(name)}
                onChange={(event) => {
                  const without = new Set(filter.without);
                  if (event.target.checked) without.add(name);
                  else without.delete(name);
                  onFilter({ ...filter, without });
                }}
              />
            ))}
          </div>
        </fieldset>
      )}
      {found.meaningTexts.length > 0 && <p className="text-sm">{searchMeaningText(found.meaningTexts)}</p>}
      {!isUnfiltered(filter) && found.aboutAllergens && (
        <p className="hint leading-150">
          {findingTexts.caution} <a href={phoneHref(location.phone)}>{phoneText(location.phone)}</a>
        </p>
      )}
      {found.instead !== null && (
        <p className="text-sm">{correctedSearchText(filter.search, found.instead, found.dishes.length)}</p>
      )}
    </>
  );
}
