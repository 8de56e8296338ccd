import { taxClassField } from '@tiffin/domain/cart';
import { withoutUndefined } from '@tiffin/domain/core';
import { allergenName, hasHeatChoice, type Diet } from '@tiffin/domain/menu';
import {
  allergensWithChoices,
  defaultChoices,
  emptyGroup,
  defaultHeatGroup,
  groupFromWire,
  hasUnknownAllergens,
  heatGroupFromWire,
  optionsProblem,
  lowestPrice,
  suitsDietWithChoices,
  unitPriceOf,
  withHeatGroup,
  type OptionDish,
  type OptionGroup,
} from '@tiffin/domain/options';
import type { Answer } from '../api/api.ts';
import { centsOf } from '../../ui/format.ts';
import type { Dish, Menu } from './dish.ts';

type MenuAnswer = Answer<'getLocationMenu'>;

/** The menu as a page shows it. */
export function menuFrom(answer: MenuAnswer): Menu {
  const heats = heatGroupFromWire(answer.heats);
  return {
    locationId: answer.locationId,
    // Also searchable by their names in the other languages.
    dishes: answer.items.map((item) => ({
      ...dishFrom(item, heats),
      ...(item.alsoCalled && { tags: item.alsoCalled }),
    })),
    categories: answer.categories.map(({ id, name, art }) => ({ id, name, art })),
    heats: answer.items.some(hasHeatChoice) ? heats : undefined,
    changesAt: answer.changesAt ?? undefined,
  };
}

/** The fields of a menu item that a guest sees. */
type GuestFields = Pick<
  MenuAnswer['items'][number],
  | 'id'
  | 'name'
  | 'description'
  | 'price'
  | 'category'
  | 'spiceLevel'
  | 'isVegan'
  | 'isVegetarian'
  | 'isGlutenFree'
  | 'allergens'
  | 'isAvailable'
  | 'isTodaysSpecial'
  | 'calories'
  | 'maxQuantity'
  | 'taxClass'
> &
  Partial<Pick<MenuAnswer['items'][number], 'soldOut' | 'served' | 'optionGroups' | 'imageUrl' | 'art'>>;

/** A dish as a page shows it. Absent fields are left out, because the page carries each field of every dish. */
export function dishFrom(item: GuestFields, heats = defaultHeatGroup()): Dish {
  const groups = (item.optionGroups ?? []).map(groupFromWire);
  const dish = { ...item, price: centsOf(item.price), optionGroups: groups };
  // The lowest price and `choice` need no heat levels: one level is free, and the page asks for the heat anyway.
  const dishWithHeat = withHeatGroup({ ...dish, heats: hasHeatChoice(item) ? heats : undefined });
  const defaults = defaultChoices(dishWithHeat);
  const lacksRequiredOptions = emptyGroup(dishWithHeat) !== null;
  const suited = (diet: Diet) => suitsDietWithChoices(dishWithHeat, defaults, diet);
  return {
    id: item.id,
    name: item.name,
    description: item.description,
    price: lowestPrice(dish),
    category: item.category,
    heat: item.spiceLevel,
    diet: suited('vegan') ? 'vegan' : suited('vegetarian') ? 'vegetarian' : 'non-veg',
    glutenFree: suited('gluten-free'),
    allergens: hasUnknownAllergens(dishWithHeat) ? null : allergensWithChoices(dishWithHeat).map(allergenName),
    image: item.imageUrl ?? null,
    art: item.art ?? null,
    available: item.isAvailable && !lacksRequiredOptions,
    special: item.isTodaysSpecial,
    calories: item.calories,
    most: item.maxQuantity,
    ...withoutUndefined<Pick<Dish, 'soldOut' | 'served' | 'choice' | 'isFrom'>>({
      // A dish that is not on sale now is not called sold out for its options.
      soldOut: item.soldOut || (item.isAvailable && lacksRequiredOptions) ? true : undefined,
      served: item.served || undefined,
      choice: choiceOf(dish),
      isFrom: dishWithHeat.optionGroups.some(hasSeveralPrices) ? true : undefined,
    }),
    ...taxClassField(item),
  };
}

/**
 * 'asked' if the guest must choose before the dish is added: if there is a size or a required option, or if the default
 * options are not available or cost more than the menu says. A group that an option opens (`isOpened`) comes later.
 */
function choiceOf(dish: OptionDish & { readonly optionGroups: readonly OptionGroup[] }): Dish['choice'] {
  if (dish.optionGroups.length === 0) return undefined;
  const isRequired = dish.optionGroups.some(({ isSize, isOpened, min }) => isSize || (min > 0 && !isOpened));
  return isRequired || optionsProblem(dish) || unitPriceOf(dish) !== lowestPrice(dish) ? 'asked' : 'free';
}

/** True if the group is asked from the start and requires one of several prices. */
function hasSeveralPrices({ isOpened, min, options }: OptionGroup): boolean {
  const prices = options.filter(({ isAvailable }) => isAvailable).map(({ price }) => price);
  return !isOpened && min > 0 && new Set(prices).size > 1;
}
