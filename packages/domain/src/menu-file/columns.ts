import { say, sayNow } from '../core/language.ts';
import { DIETS } from '../menu/diet.ts';
import { textColumnLabel, textColumnOf, type TextColumn } from './text-columns.ts';

/** The columns that hold a field of a dish, in the order of an export. Headings are the same in every language. */
export const DISH_COLUMNS = [
  { heading: 'category', field: 'category', label: say`Category` },
  { heading: 'name', field: 'name', label: say`Name` },
  { heading: 'description', field: 'description', label: say`Description` },
  { heading: 'price', field: 'price', label: say`Price` },
  { heading: 'tax class', field: 'taxClass', label: say`Tax class` },
  { heading: 'cost', field: 'cost', label: say`Cost of a portion` },
  ...DIETS.map(({ id, field, name }) => ({ heading: id, field, label: name })),
  { heading: 'allergens', field: 'allergens', label: say`Allergens` },
  { heading: 'spice', field: 'spiceLevel', label: say`Spice` },
  { heading: 'option groups', field: 'groups', label: say`Option groups` },
  { heading: 'available', field: 'isAvailable', label: say`Available` },
] as const;

export type DishField = (typeof DISH_COLUMNS)[number]['field'];
export type FileColumn = 'location' | 'id' | DishField | TextColumn;

const BY_HEADING: ReadonlyMap<string, FileColumn> = new Map([
  ['location', 'location'],
  ['id', 'id'],
  ...DISH_COLUMNS.map(({ heading, field }) => [normaliseName(heading), field] as const),
]);

/** The column with this heading; null if menu files have no such column. */
export function columnOf(heading: string): FileColumn | null {
  return textColumnOf(heading) ?? BY_HEADING.get(normaliseName(heading)) ?? null;
}

export function fieldLabel(field: DishField | TextColumn): string {
  const column = DISH_COLUMNS.find((each) => each.field === field);
  // A field without a column of its own is a text column.
  return column ? sayNow(column.label) : textColumnLabel(field as TextColumn);
}

/** Lower-case words with single spaces between them, without punctuation. */
export function normaliseName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
