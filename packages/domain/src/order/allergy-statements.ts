import { joinWithAnd, joinWithOr, say, sayNow } from '../core/index.ts';
import type { AllergyCode } from '../menu/allergy-codes.ts';
import { shortAllergenName, type DishAllergens, type LineAllergens } from '../menu/diet.ts';
import { allergenIn, allergenOnMenu, allergyName } from '../menu/priority-allergens.ts';
import { allergyText, codesOfAllergy, containedAllergies, isAffected, type AllergyDecision } from './allergies.ts';
import { distinctAllergies, type Allergy } from './allergy.ts';

/** A sentence about a dish and some of the guest's allergies. */
export interface AllergyStatement {
  /** The dish contains them, it may contain them, or they are not among the ingredients that the restaurant lists. */
  readonly kind: 'contains' | 'unsure' | 'unlisted';
  /** The names of the allergies that it is about, as within a sentence. */
  readonly allergies: string;
  readonly text: string;
}

/** Codes whose name takes a singular verb. */
const SINGULAR: ReadonlySet<AllergyCode> = new Set(['milk', 'mustard', 'fish', 'soy', 'wheat', 'celery', 'lupin']);

const nameOf = (code: string) => shortAllergenName(allergyName(code)).toLowerCase();

/**
 * The sentences about a dish and the allergies that a guest stated for it or for the whole order. No sentence says
 * that a dish is free of something, because the restaurant knows only its list of ingredients. `allergens` are those of
 * the dish with its options; `menu` are those of the kitchen's dishes, where the page has them.
 */
export function allergyStatements(
  dish: string,
  stated: readonly Allergy[],
  allergens: LineAllergens,
  menu: readonly DishAllergens[] = [],
): readonly AllergyStatement[] {
  const distinct = distinctAllergies(stated);
  const contains = containedAllergies(distinct, allergens);
  const isUnknown = (code: AllergyCode) => allergenIn(code, allergens.contains, allergens.isComplete) === 'unknown';
  const unsure = distinct.flatMap((allergy) => {
    const codes = codesOfAllergy(allergy);
    if (codes.some((code) => contains.includes(code))) return codes.filter(isUnknown).map(nameOf);
    if (!isAffected(allergy, allergens)) return [];
    // The text of a guest stays unchanged.
    return allergy.text || !allergy.code ? allergyText(allergy) : nameOf(allergy.code);
  });
  const ruledOut = distinct.filter((allergy) => !isAffected(allergy, allergens));
  const unlisted = [...new Set(ruledOut.flatMap(codesOfAllergy))];
  const statements: AllergyStatement[] = [];
  if (contains.length > 0) {
    const list = joinWithAnd(contains.map(nameOf));
    statements.push({ kind: 'contains', allergies: list, text: say`${dish} contains ${list}.` });
  }
  if (unsure.length > 0) {
    const list = joinWithOr([...new Set(unsure)]);
    const text = allergens.isComplete
      ? say`We cannot rule out ${list} in ${dish}.`
      : say`We do not know all allergens of ${dish}, so it may contain ${list}.`;
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

/** A dish that an allergy affects, as in the API. */
interface Check {
  /** The stated allergens that it contains. */
  readonly contains: readonly string[];
  /** When it was confirmed; null if it was not. */
  readonly at: string | null;
  readonly decision?: AllergyDecision | undefined;
}

/** The fields of an order and its dishes that say whether a dish was confirmed for an allergy, as in the API. */
export interface CheckedItem {
  readonly allergyCheck?: Check | undefined;
}

export interface CheckedOrder {
  readonly awaitsAllergyCheck?: boolean;
}

/** 'milk, eggs' */
export function containedText({ contains }: Pick<Check, 'contains'>): string {
  return joinWithAnd(contains.map(nameOf));
}

const DECISION_TEXTS = { without: say`Made without it`, 'guest-agreed': say`The guest agreed` };

/**
 * What staff read at a dish of an order that an allergy affects, on every screen and on paper; null if nothing. It names
 * the allergens that the dish contains, whatever was decided about them.
 */
export function allergyMark({ allergyCheck: check }: CheckedItem, order: CheckedOrder = {}) {
  if (!check) return null;
  const list = containedText(check);
  const isContained = list !== '';
  if (!isContained && check.at === null && !order.awaitsAllergyCheck) return null;
  const texts = isContained ? [say`Contains ${list}`] : [];
  if (check.at) texts.push(check.decision ? sayNow(DECISION_TEXTS[check.decision]) : say`Confirmed`);
  else if (!isContained) texts.push(say`Not confirmed`);
  return { text: texts.join('. '), isContained };
}

/** What a guest reads of a dish that contains a stated allergen, and what was decided about it; null for others. */
export function allergenNotice(
  { name: dish, allergyCheck: check }: CheckedItem & { readonly name: string },
  order: CheckedOrder,
): string | null {
  if (!check || check.contains.length === 0) return null;
  const list = containedText(check);
  const contains = say`${dish} contains ${list}.`;
  if (check.decision === 'without') return `${contains} ${say`Yours is made without ${list}.`}`;
  if (check.decision === 'guest-agreed') return `${contains} ${say`We called, and you wanted it as it is.`}`;
  if (check.at !== null) return `${contains} ${say`The kitchen has checked it.`}`;
  return order.awaitsAllergyCheck
    ? `${contains} ${say`Before it is ready, the kitchen decides what to do, and may call you.`}`
    : contains;
}
