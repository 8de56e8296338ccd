import { say } from '../core/language.ts';
import { DIETS, DISH_ALLERGENS, type AllergenId, type Diet, type GlutenCereal } from '../menu/diet.ts';
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
  shellfish: 'crustaceans-and-molluscs',
  sesame: 'sesame',
  soya: 'soy',
  soybeans: 'soy',
  sulfites: 'sulphites',
  'tree nut': 'tree-nuts',
  wheat: 'wheat',
  oat: 'oats',
};

export function parseAllergens(text: string): Cell<readonly AllergenId[]> {
  return listOf(
    text,
    FILE_ALLERGENS,
    (message) => OTHER_WORDS[message],
    (part, ids) => say`“${part}” is not a known allergen. Use: ${ids}.`,
  );
}

/** As EU menus are written again, so that “gluten” alone stays a question. */
export const GLUTEN_MARK_TEXT = 'cereals with gluten';
const FILE_ALLERGENS = DISH_ALLERGENS.map(({ id, name }) => ({
  id,
  name,
  text: id === 'gluten' ? GLUTEN_MARK_TEXT : id,
}));

/** True if a list of allergens says only “gluten”, which can be several cereals. */
export function saysGluten(text: string): boolean {
  return text.split(LIST_SEPARATORS).some(isGlutenWord);
}

/** The list with the cereals that “gluten” means in this file. */
export function withCereals(text: string, cereals: readonly GlutenCereal[]): string {
  return text
    .split(LIST_SEPARATORS)
    .flatMap((part) => (isGlutenWord(part) ? cereals : part))
    .join(';');
}

function isGlutenWord(part: string): boolean {
  return normaliseHeading(part) === 'gluten';
}

const LIST_SEPARATORS = /[;,|\n]/;

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
  choices: readonly { readonly id: Id; readonly name: string; readonly text?: string }[],
  otherwise: (message: string) => Id | undefined,
  problem: (part: string, ids: string) => string,
): Cell<readonly Id[]> {
  if (isClearListText(text)) return { value: [] };
  const found = new Set<Id>();
  for (const part of text.split(LIST_SEPARATORS).filter((each) => each.trim() !== '')) {
    const message = normaliseHeading(part);
    const id =
      choices.find(
        (each) => normaliseHeading(each.text ?? each.id) === message || normaliseHeading(each.name) === message,
      )?.id ?? otherwise(message);
    if (id === undefined) {
      return { problem: problem(part.trim(), choices.map((each) => each.text ?? each.id).join(', ')) };
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

/** Other ways to say that a dish is taxed as a meal or not at all. */
const TAX_WORDS: Readonly<Record<string, DishTaxClass>> = {
  standard: 'meal',
  taxable: 'meal',
  yes: 'meal',
  no: 'untaxed',
  none: 'untaxed',
  exempt: 'untaxed',
  'non taxable': 'untaxed',
  alcohol: 'liquor',
};

/** A rate as other systems export it: “HST 14%”, “0 %”. The rates themselves follow from the location. */
const RATE = /^(?:[a-z/+ ]{0,20})?\d{1,2}(?:[.,]\d{1,3})? ?%$/i;

export function parseTaxClass(text: string): Cell<DishTaxClass> {
  const message = normaliseHeading(text);
  const value =
    DISH_TAX_CLASSES.find((each) => each === message || normaliseHeading(DISH_TAX_CLASS_LABELS[each]) === message) ??
    TAX_WORDS[message] ??
    (RATE.test(text) ? (/[1-9]/.test(text) ? 'meal' : 'untaxed') : undefined);
  const classes = DISH_TAX_CLASSES.join(', ');
  return value ? { value } : { problem: say`“${text}” is not a tax class. Use: ${classes}.` };
}
