import { say } from '../core/language.ts';
import { ALLERGENS, DIETS, type AllergenId, type Diet } from '../menu/diet.ts';
import { DISH_HEATS, type DishHeat } from '../menu/spice.ts';
import { DISH_TAX_CLASS_LABELS } from '../pricing/tax-class-labels.ts';
import { DISH_TAX_CLASSES, type DishTaxClass } from '../core/tax-classes.ts';
import { normaliseHeading } from './fields.ts';

/** The value of a cell, or its problem. */
export type Cell<T> = { readonly value: T } | { readonly problem: string };

/**
 * The only text that clears a list. An empty cell leaves the list unchanged, so that no allergen is lost by mistake.
 */
export const CLEAR_LIST_TEXT = 'none';

export function parseYesNo(text: string): Cell<boolean> {
  const input = text.trim().toLowerCase();
  if (['yes', 'y', 'true', '1', 'x', '✓', 'oui'].includes(input)) return { value: true };
  if (['no', 'n', 'false', '0', 'non', '-'].includes(input)) return { value: false };
  return { problem: say`“${text}” is neither yes nor no.` };
}

/** An id that Square appends to the name of a category. */
const SQUARE_ID = / ?\([0-9A-Z]{20,30}\)/;

/**
 * The first of Square's categories, without its path and id: 'Drinks > Hot (T2B3ROTJ3HFGVBO22QLOOJDE), Specials (…)'.
 */
export function parseSquareCategory(text: string): string {
  const first = text.slice(0, SQUARE_ID.exec(text)?.index);
  return first.split(' > ').at(-1)?.trim() ?? first;
}

/**
 * Synonyms of allergens. Ambiguous words (“nuts”, “gluten”) are missing on purpose: the file is refused rather than
 * guessed.
 */
const OTHER_WORDS: Readonly<Record<string, AllergenId>> = {
  egg: 'eggs',
  dairy: 'milk',
  lactose: 'milk',
  peanut: 'peanuts',
  crustaceans: 'crustaceans-and-molluscs',
  molluscs: 'crustaceans-and-molluscs',
  shellfish: 'crustaceans-and-molluscs',
  sesame: 'sesame',
  soya: 'soy',
  soybeans: 'soy',
  sulfites: 'sulphites',
  'tree nut': 'tree-nuts',
  wheat: 'wheat',
};

export function parseAllergens(text: string): Cell<readonly AllergenId[]> {
  return listOf(
    text,
    ALLERGENS,
    (message) => OTHER_WORDS[message],
    (part, ids) => say`“${part}” is not a known allergen. Use: ${ids}.`,
  );
}

export function parseDiets(text: string): Cell<readonly Diet[]> {
  return listOf(
    text,
    DIETS,
    () => undefined,
    (part, ids) => say`“${part}” is not a known diet. Use: ${ids}.`,
  );
}

function listOf<Id extends string>(
  text: string,
  choices: readonly { readonly id: Id; readonly name: string }[],
  otherwise: (message: string) => Id | undefined,
  problem: (part: string, ids: string) => string,
): Cell<readonly Id[]> {
  if (isClearListText(text)) return { value: [] };
  const found = new Set<Id>();
  for (const part of text.split(/[;,|\n]/).filter((each) => each.trim() !== '')) {
    const message = normaliseHeading(part);
    const id =
      choices.find((each) => normaliseHeading(each.id) === message || normaliseHeading(each.name) === message)?.id ??
      otherwise(message);
    if (id === undefined) {
      return { problem: problem(part.trim(), choices.map(({ id: each }) => each).join(', ')) };
    }
    found.add(id);
  }
  return { value: choices.flatMap(({ id }) => (found.has(id) ? id : [])) };
}

/** Only the full word counts, so that a dash does not clear allergens. */
export function isClearListText(text: string): boolean {
  return text.trim().toLowerCase() === CLEAR_LIST_TEXT;
}

export function parseHeat(text: string): Cell<DishHeat> {
  const message = normaliseHeading(text);
  const value = [CLEAR_LIST_TEXT, 'no', '-', '–'].includes(text.trim().toLowerCase())
    ? CLEAR_LIST_TEXT
    : DISH_HEATS.find((heat, level) => heat === message || String(level) === message);
  return value ? { value } : { problem: say`“${text}” is not a heat level. Use none, mild, medium or hot.` };
}

export function parseTaxClass(text: string): Cell<DishTaxClass> {
  const message = normaliseHeading(text);
  const value = DISH_TAX_CLASSES.find(
    (each) => each === message || normaliseHeading(DISH_TAX_CLASS_LABELS[each]) === message,
  );
  const classes = DISH_TAX_CLASSES.join(', ');
  return value ? { value } : { problem: say`“${text}” is not a tax class. Use: ${classes}.` };
}
