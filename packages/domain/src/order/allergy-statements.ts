import { joinWithAnd, joinWithOr, say } from '../core/index.ts';
import type { AllergyCode } from '../menu/allergy-codes.ts';
import { shortAllergenName, type AllergenId, type DishAllergens } from '../menu/diet.ts';
import { allergenOnMenu, allergyName } from '../menu/priority-allergens.ts';
import { allergyText, dishConflicts, isAffected } from './allergies.ts';
import { distinctAllergies, type Allergy } from './allergy.ts';

export interface AllergyStatement {
  readonly kind: 'contains' | 'unsure' | 'unlisted';
  /** The names of the allergies that it is about, as within a sentence. */
  readonly allergies: string;
  readonly text: string;
}

/** Codes whose name takes a singular verb. */
const SINGULAR: ReadonlySet<AllergyCode> = new Set(['milk', 'mustard', 'fish', 'soy', 'wheat', 'celery', 'lupin']);

const nameOf = (code: AllergyCode) => shortAllergenName(allergyName(code)).toLowerCase();

/**
 * All that is said about a dish and the allergies that a guest stated for it or for the whole order. No sentence says
 * that a dish is free of something, because the restaurant knows only its list of ingredients. `allergens` are those of
 * the dish with its options, null if they are not known; `menu` are those of the kitchen's dishes, where the page has them.
 */
export function allergyStatements(
  dish: string,
  stated: readonly Allergy[],
  allergens: readonly AllergenId[] | null,
  menu: readonly DishAllergens[] = [],
): readonly AllergyStatement[] {
  const distinct = distinctAllergies(stated);
  const { contains } = dishConflicts(distinct, allergens);
  const others = distinct.filter(({ code }) => !code || !contains.includes(code));
  const unsure = others
    .filter((allergy) => isAffected(allergy, allergens))
    // The text of a guest stays unchanged.
    .map((allergy) => (allergy.text || !allergy.code ? allergyText(allergy) : nameOf(allergy.code)));
  const unlisted = others.flatMap((allergy) => (isAffected(allergy, allergens) ? [] : (allergy.code ?? [])));
  const statements: AllergyStatement[] = [];
  if (contains.length > 0) {
    const list = joinWithAnd(contains.map(nameOf));
    statements.push({ kind: 'contains', allergies: list, text: say`${dish} contains ${list}.` });
  }
  if (unsure.length > 0) {
    const list = joinWithOr(unsure);
    const text =
      allergens === null
        ? say`We do not know all allergens of ${dish}, so it may contain ${list}.`
        : say`We cannot rule out ${list} in ${dish}.`;
    statements.push({ kind: 'unsure', allergies: list, text });
  }
  if (unlisted.length > 0) {
    const list = joinWithAnd(unlisted.map(nameOf));
    const isSingular = unlisted.length === 1 && unlisted.every((code) => SINGULAR.has(code));
    const used = joinWithAnd(unlisted.filter((code) => allergenOnMenu(code, menu) === 'some').map(nameOf));
    const text = isSingular
      ? say`${dish}: ${list} is not among its listed ingredients.`
      : say`${dish}: ${list} are not among its listed ingredients.`;
    const kitchen = used === '' ? '' : ` ${say`Our kitchen also uses ${used}.`}`;
    statements.push({ kind: 'unlisted', allergies: list, text: text + kitchen });
  }
  return statements;
}
