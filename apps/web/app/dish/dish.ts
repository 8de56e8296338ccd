import type { CartDish } from '@tiffin/domain/cart';
import type { Cents } from '@tiffin/domain/core';
import { allergenName, type DishHeat } from '@tiffin/domain/menu';
import type { Answer } from '../lib/api.ts';
import { centsOf } from '../lib/format.ts';

type MenuAnswer = Answer<'getLocationMenu'>;

/** A dish with what the page shows of it, and nothing else: the page carries the whole list. */
export interface Dish {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: Cents;
  readonly category: string;
  readonly heat: DishHeat;
  readonly diet: 'vegan' | 'vegetarian' | 'non-veg';
  readonly glutenFree: boolean;
  /** In words. */
  readonly allergens: readonly string[];
  readonly image: string | null;
  readonly art: string | null;
  readonly available: boolean;
  readonly special: boolean;
  readonly calories: number | null;
  readonly most: number;
}

export interface Category {
  readonly id: string;
  readonly name: string;
}

export interface Menu {
  readonly locationId: string;
  readonly dishes: readonly Dish[];
  readonly categories: readonly Category[];
}

export function menuFrom(answer: MenuAnswer): Menu {
  return {
    locationId: answer.locationId,
    dishes: answer.items.map(dishFrom),
    categories: answer.categories.map(({ id, name }) => ({ id, name })),
  };
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
>;

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
    special: item.isTodaysSpecial,
    calories: item.calories,
    most: item.maxQuantity,
  };
}

export function cartDish(dish: Dish): CartDish {
  return {
    id: dish.id,
    name: dish.name,
    price: dish.price,
    category: dish.category,
    description: dish.description,
    image: dish.image,
    isAvailable: dish.available,
    maxQuantity: dish.most,
  };
}
