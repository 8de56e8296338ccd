import { classOf, type CartDish } from '@tiffin/domain/cart';
import type { Cents } from '@tiffin/domain/core';
import type { DishHeat } from '@tiffin/domain/menu';
import type { OptionGroup } from '@tiffin/domain/options';

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
  /** Not to be had for now, which is something else than not being sold. */
  readonly soldOut?: true;
  readonly special: boolean;
  readonly calories: number | null;
  readonly most: number;
  /** What may be chosen with it; absent of a dish that is sold as it is. */
  readonly optionGroups?: readonly OptionGroup[];
  /** A meal when absent. */
  readonly taxClass?: CartDish['taxClass'];
}

export interface Category {
  readonly id: string;
  readonly name: string;
}

export interface Menu {
  readonly locationId: string;
  readonly dishes: readonly Dish[];
  readonly categories: readonly Category[];
  /** When something that ran out is sold again: then the menu is another. */
  readonly backAt?: string;
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
    ...(dish.optionGroups && { optionGroups: dish.optionGroups }),
    ...classOf(dish),
  };
}
