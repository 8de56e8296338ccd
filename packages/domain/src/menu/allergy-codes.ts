import { ALLERGENS, FURTHER_ALLERGENS } from './diet.ts';

/** The allergies that a guest can state by code, in all countries, with their names. */
export const ALLERGIES = [...ALLERGENS, ...FURTHER_ALLERGENS];
export type AllergyCode = (typeof ALLERGIES)[number]['id'];
export const ALLERGY_CODES: readonly AllergyCode[] = ALLERGIES.map(({ id }) => id);
