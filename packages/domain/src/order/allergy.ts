const ALLERGY = /allerg|intoleran|coeliac|celiac|anaphyla|\bno (dairy|nuts?|peanuts?|gluten|eggs?|shellfish|sesame)\b/i;

/** What must not be missed stands above the dishes; the rest of a note below. */
export function isAllergy(note: string): boolean {
  return ALLERGY.test(note);
}
