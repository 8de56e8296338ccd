import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { ALLERGY_CODES, type AllergyCode } from '@tiffin/domain/menu';
import { ALLERGY_LIMITS, distinctAllergies, tooLongText } from '@tiffin/domain/order';
import { TAB_LIMITS } from '@tiffin/domain/tabs';
import { arrayOf } from './objects.ts';

const code = z.enum(ALLERGY_CODES as [AllergyCode, ...AllergyCode[]]);

export const allergyNote = z
  .string()
  .trim()
  .max(ALLERGY_LIMITS.textLength, {
    error: () => tooLongText(say`The note about allergies`, ALLERGY_LIMITS.textLength),
  });

/** Allergies as a guest or staff state them. An entry without code and text is left out. */
export const requestedAllergies = arrayOf({
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
})
  .max(ALLERGY_LIMITS.entries, { error: () => say`At most ${ALLERGY_LIMITS.entries} allergies can be stated.` })
  .transform(distinctAllergies);

export const statedAllergies = arrayOf({
  code: code.optional(),
  text: z.string().optional(),
  seat: z.number().optional().describe('On a tab: the seat of the person who has it. Absent for everybody'),
});
