import type { AllergyCode } from '../menu/allergy-codes.ts';

// Apart from the rules for allergies, because every guest page reads the stored cart and must stay small.

/** An allergy that a guest states: a code of the country's list, a text, or both. */
export interface Allergy {
  readonly code?: AllergyCode | undefined;
  readonly text?: string | undefined;
  /** On a tab: the seat of the person who has it. Without a seat it concerns everybody. */
  readonly seat?: number | undefined;
}

/**
 * How many allergies an order or a line may state, how many a table may have by all its rounds, and how long a text may
 * be. Each order of a table has all of the table's allergies, and a table of twenty must not run out of them.
 */
export const ALLERGY_LIMITS = { entries: 20, ofTable: 100, textLength: 500 } as const;

type RequestedAllergy = { readonly [Field in keyof Allergy]: Allergy[Field] | null };

/** Allergies of a request, each once and without empty entries. */
export function distinctAllergies(allergies: readonly RequestedAllergy[]): Allergy[] {
  const entries = allergies.flatMap(({ code, text, seat }): Allergy[] =>
    code || text ? [{ code: code || undefined, text: text || undefined, seat: seat || undefined }] : [],
  );
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
