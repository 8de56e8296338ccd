/** Canada's priority allergens, as Health Canada names them, with the word for a menu. */
export const ALLERGENS = [
  { id: 'eggs', name: 'Eggs' },
  { id: 'milk', name: 'Milk' },
  { id: 'mustard', name: 'Mustard' },
  { id: 'peanuts', name: 'Peanuts' },
  { id: 'crustaceans-and-molluscs', name: 'Crustaceans and molluscs' },
  { id: 'fish', name: 'Fish' },
  { id: 'sesame', name: 'Sesame seeds' },
  { id: 'soy', name: 'Soy' },
  { id: 'sulphites', name: 'Sulphites' },
  { id: 'tree-nuts', name: 'Tree nuts' },
  { id: 'wheat', name: 'Wheat and triticale' },
] as const;
export type AllergenId = (typeof ALLERGENS)[number]['id'];

export function allergenName(id: string): string {
  return ALLERGENS.find((allergen) => allergen.id === id)?.name ?? id;
}

/** The diets a dish can be marked for, by the field that marks it. */
export const DIETS = [
  { id: 'vegetarian', name: 'Vegetarian', field: 'isVegetarian' },
  { id: 'vegan', name: 'Vegan', field: 'isVegan' },
  { id: 'gluten-free', name: 'Gluten-free', field: 'isGlutenFree' },
] as const;
export type Diet = (typeof DIETS)[number]['id'];

export interface DietMarks {
  readonly isVegetarian: boolean;
  readonly isVegan: boolean;
  readonly isGlutenFree: boolean;
}

/** What is vegan is vegetarian too, whether or not somebody ticked both. */
export function suits(dish: DietMarks, diet: Diet): boolean {
  if (diet === 'vegan') return dish.isVegan;
  return diet === 'vegetarian' ? dish.isVegetarian || dish.isVegan : dish.isGlutenFree;
}
