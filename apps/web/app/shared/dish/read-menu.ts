import { taxClassField } from '@tiffin/domain/cart';
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
  type OptionGroup,
} from '@tiffin/domain/options';
import type { Answer } from '../api/api.ts';
import { centsOf } from '../../ui/format.ts';
import type { Dish, Menu } from './dish.ts';

type MenuAnswer = Answer<'getLocationMenu'>;

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
    ...(answer.items.some(hasHeatChoice) && { heats }),
    ...(answer.changesAt && { changesAt: answer.changesAt }),
  };
}

/** The fields of a menu item that a guest sees. */
type Written = Pick<
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

export function dishFrom(item: Written, heats = defaultHeatGroup()): Dish {
  const groups = (item.optionGroups ?? []).map(groupFromWire);
  const dish = { ...item, price: centsOf(item.price), optionGroups: groups };
  const asItComes = withHeatGroup({ ...dish, ...(hasHeatChoice(item) && { heats }) });
  const comes = defaultChoices(asItComes);
  const isEmpty = emptyGroup(asItComes) !== null;
  const suited = (diet: Diet) => suitsDietWithChoices(asItComes, comes, diet);
  return {
    id: item.id,
    name: item.name,
    description: item.description,
    price: lowestPrice(dish),
    category: item.category,
    heat: item.spiceLevel,
    diet: suited('vegan') ? 'vegan' : suited('vegetarian') ? 'vegetarian' : 'non-veg',
    glutenFree: suited('gluten-free'),
    allergens: hasUnknownAllergens(asItComes) ? null : allergensWithChoices(asItComes).map(allergenName),
    image: item.imageUrl ?? null,
    art: item.art ?? null,
    available: item.isAvailable && !isEmpty,
    ...((item.soldOut || (item.isAvailable && isEmpty)) && { soldOut: true }),
    ...(item.served && { served: item.served }),
    special: item.isTodaysSpecial,
    calories: item.calories,
    most: item.maxQuantity,
    ...(groups.length > 0 && {
      // A size, a required option and everything that costs more than the menu says is the guest's choice.
      choice:
        groups.some(({ isSize, isOpened, min }) => isSize || (min > 0 && !isOpened)) ||
        optionsProblem(dish) ||
        unitPriceOf(dish) !== lowestPrice(dish)
          ? 'asked'
          : 'free',
    }),
    ...(asItComes.optionGroups.some(differsInPrice) && { isFrom: true }),
    ...taxClassField(item),
  };
}

/** True if one option is required and the prices differ. */
function differsInPrice({ isOpened, min, options }: OptionGroup): boolean {
  const prices = options.filter(({ isAvailable }) => isAvailable).map(({ price }) => price);
  return !isOpened && min > 0 && new Set(prices).size > 1;
}
