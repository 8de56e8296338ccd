import { classOf, type CartDish } from '@tiffin/domain/cart';
import type { Cents } from '@tiffin/domain/core';
import { hasHeatChoice, type DishHeat } from '@tiffin/domain/menu';
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
  /** When it is sold, in words, while that is not now. */
  readonly served?: string;
  readonly special: boolean;
  readonly calories: number | null;
  readonly most: number;
  /** Something may be chosen with it, or has to be; what, comes when its sheet opens. */
  readonly choice?: 'free' | 'asked';
  /** Its price is the least it costs. */
  readonly isFrom?: true;
  /** A meal when absent. */
  readonly taxClass?: CartDish['taxClass'];
  /** What it is found by besides. */
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
  /** How hot what comes hot can be made here; absent where nothing does. */
  readonly heats?: OptionGroup;
  /** From then on the menu is another by itself. */
  readonly changesAt?: string;
}

/** With its choices, or only saying that it has some. */
export type ComparedDish = CartDish & Pick<Dish, 'choice'>;

/** A dish of a page as its cart needs it, with the heats of its house. Of one with choices it is the dish as it comes. */
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
    ...(dish.choice && { choice: dish.choice }),
    ...(heats && hasHeatChoice({ spiceLevel: dish.heat }) && { heats }),
    ...classOf(dish),
  };
}
