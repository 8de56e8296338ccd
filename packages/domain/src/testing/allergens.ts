import type { DishAllergens, LineAllergens } from '../menu/diet.ts';

/** What is known of a dish without options that has these marks. */
export function allergensFrom(marks: DishAllergens): LineAllergens {
  return { contains: marks ?? [], isComplete: marks !== null };
}
