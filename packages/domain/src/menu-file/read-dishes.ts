import { say, type Slices } from '../core/index.ts';
import type { GlutenCereal } from '../menu/diet.ts';
import { OPTION_LIMITS } from '../options/types.ts';
import { normaliseHeading, type FileColumn, type FileLocation } from './fields.ts';
import { ROWS_IN_A_SLICE, type FileDish, type RefusedRow } from './file-dish.ts';
import type { FileLine } from './file-table.ts';
import type { DecimalSign } from './price-text.ts';
import { rowReader, type ReadRow } from './read-row.ts';

/** Reads the rows as dishes. The rows of a dish's sizes become one dish. */
export function* readDishes(
  lines: readonly FileLine[],
  columns: readonly FileColumn[],
  locations: readonly FileLocation[],
  decimal: DecimalSign,
  gluten: readonly GlutenCereal[] = [],
): Slices<{ readonly dishes: readonly FileDish[]; readonly refused: readonly RefusedRow[] }> {
  const dishes: FileDish[] = [];
  const refused: RefusedRow[] = [];
  const read = rowReader(columns, locations, decimal, gluten);
  const sized = new Map<string, { readonly at: number; readonly isRefused: boolean }>();
  const incomplete = new Set<number>();
  const rows: (ReadRow & { readonly key: string | null })[] = [];
  for (const [at, line] of lines.entries()) {
    if (at % ROWS_IN_A_SLICE === 0) yield;
    const parsedRow = read(line);
    rows.push({ ...parsedRow, key: parsedRow.size === '' ? null : sizesKey(parsedRow.dish) });
  }
  const rowsOf = new Map<string, number>();
  for (const { key } of rows) if (key !== null) rowsOf.set(key, (rowsOf.get(key) ?? 0) + 1);
  for (const { dish, size, key, ...row } of rows) {
    const first = key === null ? undefined : sized.get(key);
    let { problem } = row;
    if (size !== '' && dish.values.price === undefined) problem ??= say`The size “${size}” has no price.`;
    if (size.length > OPTION_LIMITS.name) problem ??= say`The size is longer than ${OPTION_LIMITS.name} characters.`;
    // A single size, which Square calls 'Regular', is the dish's price and may differ by location.
    if (key !== null && rowsOf.get(key) !== 1) problem ??= placePriceProblem(dish, locations);
    if (problem !== null) {
      refused.push({ row: dish.row, name: dish.name, reason: problem });
      // Without one of its sizes the dish would be incomplete, so all of its rows are refused.
      if (first) incomplete.add(first.at);
      if (key !== null && !first) sized.set(key, { at: -1, isRefused: true });
      continue;
    }
    const sizes = size === '' || dish.values.price === undefined ? [] : [{ name: size, price: dish.values.price }];
    if (first?.isRefused) {
      refused.push({ row: dish.row, name: dish.name, reason: say`Another size of this dish was refused.` });
    } else if (first) {
      const before = dishes[first.at];
      if (before) dishes[first.at] = { ...before, sizes: [...before.sizes, ...sizes] };
    } else {
      if (key !== null) sized.set(key, { at: dishes.length, isRefused: false });
      dishes.push({ ...dish, sizes });
    }
  }
  for (const at of incomplete) {
    const dish = dishes[at];
    if (dish) refused.push({ row: dish.row, name: dish.name, reason: say`Another size of this dish was refused.` });
  }
  return {
    dishes: dishes.filter((_dish, at) => !incomplete.has(at)),
    refused: refused.toSorted((a, b) => a.row - b.row),
  };
}

/** A key that all size rows of a dish share. */
function sizesKey({ locationId, id, category, name }: Omit<FileDish, 'sizes'>): string {
  return JSON.stringify([locationId, id, normaliseHeading(category ?? ''), normaliseHeading(name)]);
}

/** Sizes are shared by all locations, so a location's own price for a size cannot be stored. */
function placePriceProblem({ values, at }: Omit<FileDish, 'sizes'>, places: readonly FileLocation[]): string | null {
  const apart = places.find(({ id }) => at[id]?.price !== undefined && at[id].price !== values.price);
  return apart
    ? say`A size costs the same at every location, but ${apart.name} has its own price here. Please make it a separate dish, or leave out that price.`
    : null;
}
