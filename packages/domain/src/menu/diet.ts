import { say, sayNow } from '../core/language.ts';

/** Canada's priority allergens as Health Canada names them, with a short name for menus. */
export const ALLERGENS = [
  { id: 'eggs', name: say`Eggs` },
  { id: 'milk', name: say`Milk` },
  { id: 'mustard', name: say`Mustard` },
  { id: 'peanuts', name: say`Peanuts` },
  { id: 'crustaceans-and-molluscs', name: say`Crustaceans and molluscs` },
  { id: 'fish', name: say`Fish` },
  { id: 'sesame', name: say`Sesame seeds` },
  { id: 'soy', name: say`Soy` },
  { id: 'sulphites', name: say`Sulphites` },
  { id: 'tree-nuts', name: say`Tree nuts` },
  { id: 'wheat', name: say`Wheat and triticale` },
] as const;

/** Allergens that other countries list. */
export const FURTHER_ALLERGENS = [
  { id: 'gluten', name: say`Cereals with gluten` },
  { id: 'crustaceans', name: say`Crustaceans` },
  { id: 'molluscs', name: say`Molluscs` },
  { id: 'celery', name: say`Celery` },
  { id: 'lupin', name: say`Lupin` },
] as const;

/** The cereals with gluten besides wheat. */
const FURTHER_CEREALS = [
  { id: 'rye', name: say`Rye` },
  { id: 'barley', name: say`Barley` },
  { id: 'oats', name: say`Oats` },
] as const;

/** Everything a dish can be marked with. */
export const DISH_ALLERGENS = [...ALLERGENS, ...FURTHER_ALLERGENS, ...FURTHER_CEREALS] as const;
export type AllergenId = (typeof DISH_ALLERGENS)[number]['id'];

/** The allergens that a dish contains; null until a person has stated them. */
export type DishAllergens = readonly AllergenId[] | null;

/** What is known about a dish with its options: what it contains for certain, and whether that is everything. */
export interface LineAllergens {
  readonly contains: readonly AllergenId[];
  readonly isComplete: boolean;
}

export const GLUTEN_CEREALS = ['wheat', 'rye', 'barley', 'oats'] as const satisfies readonly AllergenId[];

/** The name of an allergen; an unknown id is shown as it is. */
export function allergenName(id: string): string {
  return sayNow(DISH_ALLERGENS.find((allergen) => allergen.id === id)?.name ?? id);
}

/** The shorter name that menus show. Pages store and compare the full name. */
export function shortAllergenName(name: string): string {
  return name === allergenName('wheat') ? say`Wheat` : name;
}

/** The diets a dish can be marked for, with the field that marks it. */
export const DIETS = [
  { id: 'vegetarian', name: say`Vegetarian`, field: 'isVegetarian' },
  { id: 'vegan', name: say`Vegan`, field: 'isVegan' },
  { id: 'gluten-free', name: say`Gluten-free`, field: 'isGlutenFree' },
] as const;
export type Diet = (typeof DIETS)[number]['id'];

export interface DietMarks {
  readonly isVegetarian: boolean;
  readonly isVegan: boolean;
  readonly isGlutenFree: boolean;
}

/** Vegan dishes count as vegetarian even if they are not marked as such. */
export function suitsDiet(dish: DietMarks, diet: Diet): boolean {
  if (diet === 'vegan') return dish.isVegan;
  return diet === 'vegetarian' ? dish.isVegetarian || dish.isVegan : dish.isGlutenFree;
}
