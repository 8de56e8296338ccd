import { Ban } from 'lucide-react';
import {
  DISH_ALLERGENS,
  allergenName,
  allergenIn,
  allergenOnMenu,
  allergyName,
  priorityAllergens,
  withoutAllergenText,
  correctedSearchText,
  buildMenuSearch,
  type DishAllergens,
  type AllergyCode,
  type DishesFound,
} from '@tiffin/domain/menu';
import { namedAllergens } from '@tiffin/domain/order';
import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import type { Dish } from '../../shared/dish/dish.ts';
import type { Location } from '../../shared/site/site.ts';
import { Chip } from '../../ui/choices.tsx';
import { phoneHref } from '../../ui/format.ts';
import type { DishFilter, FilterState } from './filters.ts';
import styles from './menu-search.module.css';

/* Search and filters of the menu. Loaded when a guest first approaches the search, because most guests never use it. */

const PASSES: Readonly<
  Record<DishFilter, (dish: Dish, requested: FilterState, favourites: ReadonlySet<string>) => boolean>
> = {
  vegetarian: (dish) => dish.diet !== 'non-veg',
  vegan: (dish) => dish.diet === 'vegan',
  'gluten-free': (dish) => dish.glutenFree,
  // A dish whose allergens nobody has stated may contain them all.
  without: (dish, { without }) => {
    const marks = marksOf(dish);
    return (
      without.size === 0 || (marks !== null && ![...without].some((code) => allergenIn(code, marks) === 'contains'))
    );
  },
  'not-spicy': (dish) => dish.heat === 'none' || dish.heat === 'mild',
  favourites: (dish, _, favourites) => favourites.has(dish.id),
};

/** The allergens of a dish as ids; null if nobody has stated them. */
function marksOf({ allergens }: Pick<Dish, 'allergens'>): DishAllergens {
  return allergens && DISH_ALLERGENS.filter(({ id }) => allergens.includes(allergenName(id))).map(({ id }) => id);
}

type Find = (requested: FilterState, favourites: ReadonlySet<string>) => DishesFound<Dish>;

/** Indexes a menu once. The returned function finds the dishes that match the search and all filters. */
export function createMenuSearch(menu: readonly Dish[]): Find {
  const search = buildMenuSearch(menu, ({ diet, heat, ...dish }) => ({
    ...dish,
    spiceLevel: heat,
    isVegan: diet === 'vegan',
    isVegetarian: diet !== 'non-veg',
  }));
  return (requested, favourites) => {
    const found = search(requested.search);
    const filters = [...requested.filters];
    if (filters.length === 0) return found;
    const passes = (dish: Dish) => filters.every((filter) => PASSES[filter](dish, requested, favourites));
    return { ...found, dishes: found.dishes.filter(passes) };
  };
}

/** A filter for each priority allergen that is on the menu, and below them what we know about the others. */
function WithoutChoice({
  menu,
  filter,
  onFilter,
  country,
}: Pick<Parameters<typeof SearchNotes>[0], 'menu' | 'filter' | 'onFilter'> & { country: string }) {
  const marks = menu.map(marksOf);
  const codes = priorityAllergens(country).map((code) => ({ code, found: allergenOnMenu(code, marks) }));
  const namesWith = (state: 'none' | 'unknown') =>
    codes.flatMap(({ code, found }) => (found === state ? allergyName(code).toLowerCase() : [])).join(', ');
  const [unlisted, unknown] = [namesWith('none'), namesWith('unknown')];
  function change(code: AllergyCode, isExcluded: boolean) {
    const without = new Set(filter.without);
    if (isExcluded) without.add(code);
    else without.delete(code);
    onFilter({ ...filter, without });
  }
  return (
    <fieldset>
      <legend className="text-sm weight-600 below-8">{say`Leave out dishes with an allergen`}</legend>
      <div className="flex flex-wrap align-center gap-8">
        {codes.map(({ code, found }) => {
          const isExcluded = filter.without.has(code);
          return found === 'some' || isExcluded ? (
            <Chip
              key={code}
              className={styles.without}
              label={
                <>
                  {isExcluded && <Ban width={16} height={16} />}
                  {withoutAllergenText(code)}
                </>
              }
              checked={isExcluded}
              onChange={(event) => change(code, event.target.checked)}
            />
          ) : null;
        })}
      </div>
      {unlisted && (
        <p className="above-8 text-sm soft">{say`Not among the listed ingredients of our dishes: ${unlisted}.`}</p>
      )}
      {unknown && (
        <p className="above-8 text-sm soft">{say`Please ask us, because our dishes are not marked with it: ${unknown}.`}</p>
      )}
    </fieldset>
  );
}

interface SearchNotesProps {
  menu: readonly Dish[];
  filter: FilterState;
  onFilter: (requested: FilterState) => void;
  found: DishesFound<Dish>;
  location: Location;
}

/** The allergens to exclude, the allergen warning, what the search cannot do, and its corrected spelling. */
export function SearchNotes({ menu, filter, onFilter, found, location }: SearchNotesProps) {
  const isAboutAllergens = filter.filters.has('without');
  return (
    <>
      {isAboutAllergens && <WithoutChoice menu={menu} filter={filter} onFilter={onFilter} country={location.country} />}
      {(found.asksToLeaveOut || namedAllergens(filter.search).length > 0) && (
        <p className="text-sm">
          {say`The search does not know what dishes contain. For diets and allergens, use the filters above.`}
        </p>
      )}
      {isAboutAllergens && (
        <p className="hint leading-150">
          {say`These are the priority allergens as our recipes have them. Our kitchens work with all of them, and traces cannot be ruled out. If an allergy is serious, please call before you order:`}{' '}
          <a href={phoneHref(location.phone)}>{phoneText(location.phone)}</a>
        </p>
      )}
      {found.instead !== null && (
        <p className="text-sm">{correctedSearchText(filter.search, found.instead, found.dishes.length)}</p>
      )}
    </>
  );
}
