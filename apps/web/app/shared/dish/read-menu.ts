import { classOf } from '@tiffin/domain/cart';
import { allergenName } from '@tiffin/domain/menu';
import { groupFromWire } from '@tiffin/domain/options';
import type { Answer } from '../api/api.ts';
import { centsOf } from '../../ui/format.ts';
import type { Dish, Menu } from './dish.ts';

type MenuAnswer = Answer<'getLocationMenu'>;

export function menuFrom(answer: MenuAnswer): Menu {
  return {
    locationId: answer.locationId,
    dishes: answer.items.map(dishFrom),
    categories: answer.categories.map(({ id, name }) => ({ id, name })),
    ...backAt(answer.items),
  };
}

/** The first moment at which something that ran out is sold again. */
export function backAt(items: MenuAnswer['items']): { backAt?: string } {
  const [first] = items
    .flatMap(({ soldOut, soldOutUntil }) => (soldOut && soldOutUntil !== null ? [soldOutUntil] : []))
    .toSorted();
  return first === undefined ? {} : { backAt: first };
}

/** What of a menu's item a guest sees. */
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
  | 'imageUrl'
  | 'art'
  | 'isAvailable'
  | 'isTodaysSpecial'
  | 'calories'
  | 'maxQuantity'
  | 'taxClass'
> &
  Partial<Pick<MenuAnswer['items'][number], 'soldOut' | 'optionGroups'>>;

export function dishFrom(item: Written): Dish {
  return {
    id: item.id,
    name: item.name,
    description: item.description,
    price: centsOf(item.price),
    category: item.category,
    heat: item.spiceLevel,
    diet: item.isVegan ? 'vegan' : item.isVegetarian ? 'vegetarian' : 'non-veg',
    glutenFree: item.isGlutenFree,
    allergens: item.allergens.map(allergenName),
    image: item.imageUrl,
    art: item.art,
    available: item.isAvailable,
    ...(item.soldOut && { soldOut: true }),
    special: item.isTodaysSpecial,
    calories: item.calories,
    most: item.maxQuantity,
    // A menu that was kept by a page of before has none.
    ...(item.optionGroups?.length && { optionGroups: item.optionGroups.map(groupFromWire) }),
    ...classOf(item),
  };
}
