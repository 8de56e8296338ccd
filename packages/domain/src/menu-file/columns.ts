import { say, sayNow } from '../core/language.ts';
import { DIETS } from '../menu/diet.ts';
import { textColumnLabel, textColumns, type TextColumn } from './text-columns.ts';

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
  { heading: 'size prices', field: 'sizes', label: say`Prices of sizes` },
  { heading: 'available', field: 'isAvailable', label: say`Available` },
] as const;

export type DishField = (typeof DISH_COLUMNS)[number]['field'];
type FileColumn = 'location' | 'id' | DishField | TextColumn;
/**
 * What a column of a file can mean: a field, the name of a size, the price of the size in its heading (`sizePrice`),
 * option groups of which those that exist are added (`modifiers`; or `modifier`, whose heading is the group), a yes that
 * hides the dish, or what the row is.
 */
export type ColumnMeaning = FileColumn | 'size' | 'sizePrice' | 'modifiers' | 'modifier' | 'hidden' | 'kind';

/** The meanings a person can choose for a column, by their labels. */
export function columnChoices(): { readonly id: string; readonly name: string }[] {
  return [
    ...DISH_COLUMNS.map(({ field, label }) => ({ id: field, name: sayNow(label) })),
    { id: 'size', name: say`Size, one row for each` },
    { id: 'sizePrice', name: say`Price of one size, named by the heading` },
    { id: 'modifiers', name: say`Option groups, those that exist` },
    { id: 'modifier', name: say`One option group, yes or no` },
    { id: 'hidden', name: say`Hidden` },
    { id: 'kind', name: say`What the row is` },
    { id: 'location', name: say`Location` },
    { id: 'id', name: say`Id of the dish` },
    ...textColumns().map((id) => ({ id, name: textColumnLabel(id) })),
  ];
}

export const BY_HEADING: ReadonlyMap<string, FileColumn> = new Map([
  ['location', 'location'],
  ['id', 'id'],
  ...DISH_COLUMNS.map(({ heading, field }) => [normaliseName(heading), field] as const),
]);

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
