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
export type AllergenId = (typeof ALLERGENS)[number]['id'];

export function allergenName(id: string): string {
  return sayNow(ALLERGENS.find((allergen) => allergen.id === id)?.name ?? id);
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
