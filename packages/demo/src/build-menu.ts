import { cents, type Cents } from '@tiffin/domain/core';
import type { AllergenId, MenuItem } from '@tiffin/domain/menu';
import { DEMO_CATEGORIES, type DemoCategory } from './categories.ts';

/** The dishes that have their own drawing. Other dishes show the drawing of their category. */
export const DISH_ART = [
  'biryani',
  'butter-chicken',
  'chana-masala',
  'dal-makhani',
  'lamb-rogan-josh',
  'masala-dosa',
  'palak-paneer',
  'paneer-tikka',
  'samosas',
  'thali',
] as const;
export type DishArt = (typeof DISH_ART)[number];

export const DIETS = ['vegan', 'vegetarian', 'non-veg'] as const;

/** A dish in the recipe book, the same for all locations. */
export interface Recipe {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: Cents;
  readonly diet: (typeof DIETS)[number];
  /** True only if it is also prepared away from wheat: a fritter from the samosa fryer is not safe. */
  readonly glutenFree: boolean;
  readonly spiceLevel: MenuItem['spiceLevel'];
  /** In minutes. */
  readonly prepTime: number;
  readonly calories: number;
  readonly allergens: readonly AllergenId[];
  readonly tags: readonly string[];
  readonly popular?: true;
  readonly art?: DishArt;
}

/** A dish on the menu of one location, without its photo and the dates of a special. */
export interface DemoDish extends Omit<
  MenuItem,
  'category' | 'allergens' | 'image' | 'specialStartDate' | 'specialEndDate'
> {
  readonly category: DemoCategory;
  readonly allergens: readonly AllergenId[];
  readonly art: DishArt | null;
}

/** How one location differs from the recipe book. */
export interface KitchenDifferences {
  readonly notServed: readonly string[];
  /** In cents, by dish id. */
  readonly prices: Readonly<Record<string, number>>;
  readonly unavailable: string;
  readonly todaysSpecial: string;
}

export type RecipeBook = Readonly<Record<DemoCategory, readonly Recipe[]>>;

/** The menu of a location: the recipes that it serves, at its prices. */
export function buildMenu(book: RecipeBook, kitchen: KitchenDifferences): readonly DemoDish[] {
  return DEMO_CATEGORIES.flatMap((category) =>
    book[category]
      .filter((recipe) => !kitchen.notServed.includes(recipe.id))
      .map((recipe) => dishOf(recipe, category, kitchen)),
  );
}

function dishOf(recipe: Recipe, category: DemoCategory, kitchen: KitchenDifferences): DemoDish {
  const { id, name, description, spiceLevel, prepTime, calories, allergens, tags } = recipe;
  return {
    id,
    name,
    description,
    price: cents(kitchen.prices[id] ?? recipe.price),
    category,
    taxClass: 'meal',
    spiceLevel,
    prepTime,
    calories,
    isVegetarian: recipe.diet !== 'non-veg',
    isVegan: recipe.diet === 'vegan',
    isGlutenFree: recipe.glutenFree,
    isPopular: recipe.popular ?? false,
    isAvailable: id !== kitchen.unavailable,
    isTodaysSpecial: id === kitchen.todaysSpecial,
    allergens,
    tags,
    art: recipe.art ?? null,
  };
}
