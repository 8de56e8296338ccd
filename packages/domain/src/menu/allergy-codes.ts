import { say } from '../core/language.ts';
import { ALLERGENS, type AllergenId } from './diet.ts';

/** Allergens that other countries list and that dishes are not marked with one by one. */
const FURTHER_ALLERGENS = [
  { id: 'gluten', name: say`Cereals with gluten` },
  { id: 'crustaceans', name: say`Crustaceans` },
  { id: 'molluscs', name: say`Molluscs` },
  { id: 'celery', name: say`Celery` },
  { id: 'lupin', name: say`Lupin` },
] as const;

export type AllergyCode = AllergenId | (typeof FURTHER_ALLERGENS)[number]['id'];

/** The allergies that a guest can state by code, in all countries, with their names. */
export const ALLERGIES = [...ALLERGENS, ...FURTHER_ALLERGENS];
export const ALLERGY_CODES: readonly AllergyCode[] = ALLERGIES.map(({ id }) => id);
