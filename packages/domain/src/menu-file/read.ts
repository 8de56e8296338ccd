import { ok, say, type Result, type Slices } from '../core/index.ts';
import type { GlutenCereal } from '../menu/diet.ts';
import { saysGluten } from './cells.ts';
import { recogniseColumns, type FileColumn, type FileField, type FileLocation, type FileTarget } from './fields.ts';
import type { FileDish, RefusedRow } from './file-dish.ts';
import { readTable, refuseFile, type FileLine, type Separator } from './file-table.ts';
import { decodeMenuFile, type FileEncoding } from './file-text.ts';
import { readDishes } from './read-dishes.ts';
import { decimalSignOf, type DecimalSign } from './price-text.ts';

export interface MenuFile {
  readonly encoding: FileEncoding;
  readonly separator: Separator;
  readonly decimal: DecimalSign;
  readonly rows: number;
  /** `values` is the number of cells that are not empty. */
  readonly columns: readonly (FileColumn & { readonly samples: readonly string[]; readonly values: number })[];
  /** The dishes whose allergens say “gluten”, which can be several cereals. */
  readonly glutenDishes: readonly string[];
  readonly dishes: readonly FileDish[];
  readonly refused: readonly RefusedRow[];
}

/** How many cells of each column are shown as examples. */
const SAMPLES = 3;
/**
 * Parses a file into dishes. Columns are recognised by their headings unless `targets` assigns them. Invalid rows are
 * refused with a reason; the others are used. Yields regularly, because parsing megabytes takes a second.
 */
export function* readMenuFileInSlices(
  bytes: Uint8Array,
  locations: readonly FileLocation[],
  targets?: readonly (FileTarget | null)[],
  gluten: readonly GlutenCereal[] = [],
): Slices<Result<MenuFile>> {
  const file = decodeMenuFile(bytes);
  if (!file.ok) return file;
  yield;
  const table = yield* readTable(file.value.text, locations);
  if (!table.ok) return table;
  const { separator, headings, lines } = table.value;
  const assigned = assignColumns(headings, locations, targets);
  if (!assigned.ok) return assigned;
  const columns = assigned.value;
  if (lines.length === 0) return refuseFile(say`This file has headings and no rows under them.`);
  const twice = repeatedColumn(columns);
  if (twice) {
    return refuseFile(say`Two columns have the same field. Please leave out “${twice.heading}” or the other one.`);
  }
  const decimal = decimalSignOf(
    columns.flatMap(({ target }, at) =>
      isPrice(target) || target === 'cost' ? lines.map(({ cells }) => cells[at] ?? '') : [],
    ),
  );
  return ok({
    encoding: file.value.encoding,
    separator,
    decimal,
    rows: lines.length,
    columns: columns.map((column, at) => ({
      ...column,
      samples: samplesOf(lines, at),
      values: countValues(lines, at),
    })),
    glutenDishes: glutenDishesOf(lines, columns),
    ...(yield* readDishes(lines, columns, locations, decimal, gluten)),
  });
}

/** The columns by their headings, or by `targets`. Refuses a file that does not name its dishes. */
function assignColumns(
  headings: readonly string[],
  places: readonly FileLocation[],
  targets: readonly (FileTarget | null)[] | undefined,
): Result<readonly FileColumn[]> {
  if (targets && targets.length !== headings.length) {
    return refuseFile(say`The columns do not match this file. Please choose the file again.`);
  }
  const columns = recogniseColumns(headings, places);
  if (targets) return ok(columns.map(({ heading }, at) => ({ heading, target: targets[at] ?? null, isSure: true })));
  const has = (field: FileField) => columns.some(({ target }) => target === field);
  if (has('name') || has('id')) return ok(columns);
  return refuseFile(
    say`The first row must name the columns, such as “name”, “category” and “price”. The first row of this file has none of them.`,
  );
}

/** A column with the same target as an earlier one; only option groups may have several columns. */
function repeatedColumn(columns: readonly FileColumn[]): FileColumn | undefined {
  return columns.find(
    ({ target }, at) =>
      target !== null && target !== 'modifier' && columns.findIndex((other) => other.target === target) < at,
  );
}

function samplesOf(lines: readonly FileLine[], column: number): string[] {
  const samples: string[] = [];
  for (const { cells } of lines) {
    if (cells[column]) samples.push(cells[column]);
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

function countValues(lines: readonly FileLine[], column: number): number {
  return lines.filter(({ cells }) => Boolean(cells[column])).length;
}

function glutenDishesOf(lines: readonly FileLine[], columns: readonly FileColumn[]): string[] {
  const at = columns.findIndex(({ target }) => target === 'allergens');
  const name = columns.findIndex(({ target }) => target === 'name');
  return [
    ...new Set(lines.flatMap(({ row, cells }) => (saysGluten(cells[at] ?? '') ? cells[name] || String(row) : []))),
  ];
}

function isPrice(target: FileTarget | null): boolean {
  return target === 'price' || target?.startsWith('price@') === true;
}
