import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { ALLERGY_CODES, type AllergyCode } from '@tiffin/domain/menu';
import { ALLERGY_LIMITS, distinctAllergies, tooLongText, tooManyAllergiesText } from '@tiffin/domain/order';
import { TAB_LIMITS } from '@tiffin/domain/tabs';
import { arrayOf } from '../objects.ts';

const code = z.enum(ALLERGY_CODES as [AllergyCode, ...AllergyCode[]]);

export const allergyNote = z
  .string()
  .trim()
  .max(ALLERGY_LIMITS.textLength, {
    error: () => tooLongText(say`The note about allergies`, ALLERGY_LIMITS.textLength),
  });

const allergy = {
  code: code.nullish().describe('A priority allergen of the location’s country'),
  text: z
    .string()
    .trim()
    .max(ALLERGY_LIMITS.textLength, { error: () => tooLongText(say`An allergy`, ALLERGY_LIMITS.textLength) })
    .nullish()
    .describe('An allergy in words. If it says more than the names of allergens, it affects every dish'),
  seat: z
    .int()
    .min(1)
    .max(TAB_LIMITS.seat)
    .nullish()
    .describe('On a tab: the seat of the person who has it. Leave out for everybody'),
};

const allergyList = (most: number) =>
  arrayOf(allergy)
    .max(most, { error: () => tooManyAllergiesText(most) })
    .transform(distinctAllergies);

/** Allergies as a guest or staff state them. An entry without code and text is left out. */
export const requestedAllergies = allergyList(ALLERGY_LIMITS.entries);

/** All allergies of an order. A round has those of its table. */
export const allAllergies = allergyList(ALLERGY_LIMITS.ofTable);

/** The stated allergies of an order, a dish or a party in a response. */
export const statedAllergies = arrayOf({
  code: code.optional(),
  text: z.string().optional(),
  seat: z.number().optional().describe('On a tab: the seat of the person who has it. Absent for everybody'),
});
