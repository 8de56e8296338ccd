import { say, sayNow } from '../core/language.ts';
import { ALLERGIES, type AllergyCode } from './allergy-codes.ts';
import { allergenName, ALLERGENS, GLUTEN_CEREALS, type AllergenId, type DishAllergens } from './diet.ts';

/** Health Canada's list, with which dishes are marked. */
const CANADA: readonly AllergyCode[] = ALLERGENS.map(({ id }) => id);

/** The United States: FALCPA and the FASTER Act. */
const UNITED_STATES: readonly AllergyCode[] = [
  'eggs',
  'milk',
  'peanuts',
  'crustaceans',
  'fish',
  'sesame',
  'soy',
  'tree-nuts',
  'wheat',
];

/** Annex II of Regulation (EU) 1169/2011. The longest list, so it also applies where we know of no other. */
const EUROPE: readonly AllergyCode[] = [
  'celery',
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'peanuts',
  'sesame',
  'soy',
  'sulphites',
  'tree-nuts',
];

const LISTS: Readonly<Partial<Record<string, readonly AllergyCode[]>>> = { CA: CANADA, US: UNITED_STATES };

/** The priority allergens of a country, for the guest to choose from. */
export function priorityAllergens(country: string): readonly AllergyCode[] {
  return LISTS[country] ?? EUROPE;
}

/** The name of an allergy; an unknown code of a newer version is shown as it is. */
export function allergyName(code: string): string {
  return sayNow(ALLERGIES.find(({ id }) => id === code)?.name ?? code);
}

/** The filters that leave out an allergen, as whole phrases, because languages form them differently. */
const WITHOUT: Readonly<Record<AllergyCode, string>> = {
  eggs: say`Without eggs`,
  milk: say`Without milk`,
  mustard: say`Without mustard`,
  peanuts: say`Without peanuts`,
  'crustaceans-and-molluscs': say`Without crustaceans or molluscs`,
  fish: say`Without fish`,
  sesame: say`Without sesame`,
  soy: say`Without soy`,
  sulphites: say`Without sulphites`,
  'tree-nuts': say`Without tree nuts`,
  wheat: say`Without wheat or triticale`,
  gluten: say`Without gluten`,
  crustaceans: say`Without crustaceans`,
  molluscs: say`Without molluscs`,
  celery: say`Without celery`,
  lupin: say`Without lupin`,
};

/** The name of the filter that leaves out an allergen. */
export function withoutAllergenText(code: AllergyCode): string {
  return sayNow(WITHOUT[code]);
}

/** Whether some dishes of a menu contain an allergen, none does, or its dishes are not marked with it. */
export function allergenOnMenu(code: AllergyCode, menu: readonly DishAllergens[]): 'some' | 'none' | 'unknown' {
  const dishes = new Set(menu.map((marks) => allergenIn(code, marks)));
  if (dishes.has('contains')) return 'some';
  return dishes.has('unknown') ? 'unknown' : 'none';
}

/** The marks that show that a dish contains the allergen, where more than its own mark does. */
const OTHER_MARKS: Readonly<Partial<Record<AllergyCode, readonly AllergenId[]>>> = {
  gluten: GLUTEN_CEREALS,
  wheat: ['gluten'],
  crustaceans: ['crustaceans-and-molluscs'],
  molluscs: ['crustaceans-and-molluscs'],
  'crustaceans-and-molluscs': ['crustaceans', 'molluscs'],
};

/**
 * True if a dish is free of the allergen when its allergens are stated and the mark is not among them. For the other
 * allergens a missing mark proves nothing: only some countries ask for them.
 */
const canRuleOut = (code: AllergyCode): boolean =>
  CANADA.includes(code) || code === 'crustaceans' || code === 'molluscs';

/**
 * Whether a dish with these marks contains the allergen. `marks` is null if nothing is known about the dish. One mark
 * is enough, whatever is unknown beside it.
 */
export function allergenIn(code: AllergyCode, marks: DishAllergens, isComplete = true) {
  if ([code, ...(OTHER_MARKS[code] ?? [])].some((mark) => marks?.includes(mark))) return 'contains';
  return marks !== null && isComplete && canRuleOut(code) ? 'free' : 'unknown';
}

/** The allergens to choose from for a dish: those of the country, and others that it is already marked with. */
export function allergenChoices(
  country: string,
  marks: DishAllergens,
): { readonly id: AllergenId; readonly name: string }[] {
  const list: readonly AllergenId[] = priorityAllergens(country);
  return [...list, ...(marks ?? []).filter((mark) => !list.includes(mark))].map((id) => ({
    id,
    name: allergenName(id),
  }));
}
