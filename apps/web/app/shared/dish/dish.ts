import { taxClassField, type CartDish } from '@tiffin/domain/cart';
import type { Cents } from '@tiffin/domain/core';
import { hasHeatChoice, type DishHeat } from '@tiffin/domain/menu';
import type { OptionGroup } from '@tiffin/domain/options';

/** The fields of a dish that the page shows, and no others, because the page carries the whole list. */
export interface Dish {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: Cents;
  readonly category: string;
  readonly heat: DishHeat;
  readonly diet: 'vegan' | 'vegetarian' | 'non-veg';
  readonly glutenFree: boolean;
  /** Names of allergens; null if nobody has stated them. */
  readonly allergens: readonly string[] | null;
  readonly image: string | null;
  readonly art: string | null;
  readonly available: boolean;
  /** Sold out for now, unlike a dish that is not on sale at this time. */
  readonly soldOut?: true;
  /** When it is sold, as text, if that is not now. */
  readonly served?: string;
  readonly special: boolean;
  readonly calories: number | null;
  /** The highest quantity of one order line. */
  readonly most: number;
  /** Whether the dish has options, and whether one is required. They are loaded when its sheet opens. */
  readonly choice?: 'free' | 'asked';
  /** True if the price is the lowest possible one. */
  readonly isFrom?: true;
  /** A meal if absent. */
  readonly taxClass?: CartDish['taxClass'];
  /** Further search terms. */
  readonly tags?: readonly string[];
}

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly art?: string | null | undefined;
}

export interface Menu {
  readonly locationId: string;
  readonly dishes: readonly Dish[];
  readonly categories: readonly Category[];
  /** The heat levels of the restaurant; absent if no dish has one. */
  readonly heats?: OptionGroup;
  /** When the menu changes next by its dayparts. */
  readonly changesAt?: string;
}

/** With its option groups, or with the flag that it has some. */
export type ComparedDish = CartDish & Pick<Dish, 'choice'>;

/**
 * A dish of a page in the form that the cart needs, with the restaurant's heat levels. If it has options, it is the
 * dish with its defaults.
 */
export function cartDish(dish: Dish, heats: OptionGroup | undefined): ComparedDish {
  return {
    id: dish.id,
    name: dish.name,
    price: dish.price,
    category: dish.category,
    description: dish.description,
    image: dish.image,
    isAvailable: dish.available,
    maxQuantity: dish.most,
    served: dish.served,
    choice: dish.choice,
    heats: hasHeatChoice({ spiceLevel: dish.heat }) ? heats : undefined,
    ...taxClassField(dish),
  };
}
