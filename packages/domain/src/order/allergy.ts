import type { AllergyCode } from '../menu/allergy-codes.ts';

// Apart from the rules for allergies, because every guest page reads the stored cart.

/** An allergy that a guest states: a code of the country's list, a text, or both. */
export interface Allergy {
  readonly code?: AllergyCode | undefined;
  readonly text?: string | undefined;
}

/** How many allergies an order or a line may state, and how long a text may be. */
export const ALLERGY_LIMITS = { entries: 20, textLength: 500 } as const;

/** Allergies of a request, each once and without empty entries. */
export function distinctAllergies(allergies: readonly Allergy[]): Allergy[] {
  const entries = allergies.flatMap(({ code, text = '' }): Allergy[] =>
    code || text ? [{ ...(code && { code }), ...(text && { text }) }] : [],
  );
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
