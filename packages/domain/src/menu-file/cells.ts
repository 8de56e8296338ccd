import { say } from '../core/language.ts';
import { cents, type Cents } from '../core/money.ts';
import { DISH_TAX_CLASSES, type DishTaxClass } from '../core/tax-classes.ts';
import { DISH_ALLERGENS, type AllergenId } from '../menu/diet.ts';
import { DISH_HEATS, type DishHeat } from '../menu/spice.ts';
import { normaliseName } from './columns.ts';

/** The value of a cell, or what is wrong with it. */
export type Cell<T> = { readonly value: T } | { readonly problem: string };

/** The only text that clears a list. An empty cell does not, so that no allergen is lost by mistake. */
export const CLEAR_LIST_TEXT = 'none';

/** Only the full word counts, so that a dash does not clear allergens. */
export function isClearListText(text: string): boolean {
  return text.trim().toLowerCase() === CLEAR_LIST_TEXT;
}

/**
 * The text of an allergen in a file: its id, but not for `gluten`, the mark of EU menus for all cereals that contain
 * it. A person who types “gluten” may mean wheat alone, so that text is refused.
 */
export function allergenFileText(id: AllergenId): string {
  return id === 'gluten' ? 'cereals with gluten' : id;
}

const ALLERGENS: ReadonlyMap<string, AllergenId> = new Map(
  DISH_ALLERGENS.flatMap(({ id, name }) =>
    [allergenFileText(id), name].map((text) => [normaliseName(text), id] as const),
  ),
);

/** Parses a list of ids or names. The allergens are returned in the sequence of `DISH_ALLERGENS`, each once. */
export function parseAllergens(text: string): Cell<readonly AllergenId[]> {
  if (isClearListText(text)) return { value: [] };
  const found = new Set<AllergenId>();
  for (const part of text.split(/[;,|\n]/).filter((each) => each.trim() !== '')) {
    const id = ALLERGENS.get(normaliseName(part));
    if (id === undefined) {
      const ids = DISH_ALLERGENS.map((each) => allergenFileText(each.id)).join(', ');
      return { problem: say`“${part.trim()}” is not a known allergen. Use: ${ids}.` };
    }
    found.add(id);
  }
  return { value: DISH_ALLERGENS.flatMap(({ id }) => (found.has(id) ? id : [])) };
}

export function parseYesNo(text: string): Cell<boolean> {
  const input = text.toLowerCase();
  if (['yes', 'y', 'true', 'oui', 'vrai', '1'].includes(input)) return { value: true };
  if (['no', 'n', 'false', 'non', 'faux', '0'].includes(input)) return { value: false };
  return { problem: say`“${text}” is neither yes nor no.` };
}

export function parseHeat(text: string): Cell<DishHeat> {
  const value = DISH_HEATS.find((heat) => heat === text.toLowerCase());
  return value ? { value } : { problem: say`“${text}” is not a heat level. Use none, mild, medium or hot.` };
}

export function parseTaxClass(text: string): Cell<DishTaxClass> {
  const value = DISH_TAX_CLASSES.find((each) => each === text.toLowerCase());
  const classes = DISH_TAX_CLASSES.join(', ');
  return value ? { value } : { problem: say`“${text}” is not a tax class. Use: ${classes}.` };
}

const MAX_PRICE = 1_000_000_00;

export function parsePrice(text: string): Cell<Cents> {
  const amount = parseAmount(text);
  if (amount === null) return { problem: say`“${text}” is not a price. Write an amount such as 12.95.` };
  if (amount === 0) return { problem: say`A price must be above 0.` };
  return amount > MAX_PRICE ? { problem: say`“${text}” is too high for a price.` } : { value: amount };
}

/** What a portion costs the restaurant. Zero is a valid cost. */
export function parseCost(text: string): Cell<Cents> {
  const amount = parseAmount(text);
  return amount === null || amount > MAX_PRICE
    ? { problem: say`“${text}” is not a cost. Write an amount such as 3.50.` }
    : { value: amount };
}

/** The currency that a price is written with, or null. A dollar sign alone is the restaurant's own. */
export function currencyOf(text: string): string | null {
  const sign = /(?:CA|US)?\$|[€£]|CAD|USD|EUR|GBP/i.exec(text)?.[0].toUpperCase();
  return (
    sign
      ?.replace('US$', 'USD')
      .replace(/(?:CA)?\$/, 'CAD')
      .replace('€', 'EUR')
      .replace('£', 'GBP') ?? null
  );
}

/** Groups of three digits count only before decimals of the other sign. Zeros behind the cents are no amount. */
const AMOUNT =
  /^(?:(?:CA|US)?\$|[€£]|CAD|USD|EUR|GBP)?\s*(\d{1,3}(?:,\d{3})+(?=\.)|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,9})(?:[.,](\d{1,2})(?:(?<=[.,]\d\d)00)?)?\s*(?:(?:CA|US)?\$|[€£]|CAD|USD|EUR|GBP)?$/i;

/** Parses '12,95', '$12.95' or '1,234.50'; null for anything else, such as '1,234', which could be two amounts. */
export function parseAmount(text: string): Cents | null {
  const [, whole, part = ''] = AMOUNT.exec(text) ?? [];
  const digits = whole?.replace(/[.,]/g, '') ?? '';
  return digits === '' || digits.length > 9 ? null : cents(Number(digits) * 100 + Number(part.padEnd(2, '0')));
}

/** An amount in another currency than the first one would be taken for one of the restaurant. */
export function currencyProblem(cell: string, first: string | null | undefined): string | null {
  const other = currencyOf(cell);
  return !first || other === null || other === first
    ? null
    : say`“${cell}” is in ${other}, and the first amount of this file is in ${first}.`;
}

/** The amount as it is written in a file. */
export function amountText(amount: Cents | null): string {
  return amount === null ? '' : (amount / 100).toFixed(2);
}
