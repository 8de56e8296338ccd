import { locale, say } from '../core/language.ts';
import { parseCsv, unharmed } from '../core/csv.ts';
import { failure } from '../core/errors.ts';
import type { Cents } from '../core/money.ts';
import { err, ok, type Result } from '../core/result.ts';
import { inOneGo, type Slices } from '../core/slices.ts';
import { OPTION_LIMITS } from '../options/types.ts';
import { DIETS, type AllergenId, type DietMarks } from '../menu/diet.ts';
import type { DishHeat } from '../menu/spice.ts';
import type { DishTaxClass } from '../core/tax-classes.ts';
import { allergensOf, dietsOf, heatOf, squareCategory, taxClassOf, yesOrNo, type Cell } from './cells.ts';
import {
  modifierOf,
  plain,
  recognise,
  type FileColumn,
  type FileField,
  type FilePlace,
  type FileTarget,
} from './fields.ts';
import { MENU_FILE_LIMITS, textOfFile, type FileEncoding } from './file-text.ts';
import { decimalSignOf, priceOf, type DecimalSign } from './price-text.ts';
import { textCellProblem, textColumns, type FileTexts } from './text-columns.ts';

/** The fields of a dish that a file can change, apart from its category and options. */
export interface DishValues extends DietMarks {
  readonly name: string;
  readonly description: string;
  readonly price: Cents;
  readonly taxClass: DishTaxClass;
  readonly allergens: readonly AllergenId[];
  readonly spiceLevel: DishHeat;
  readonly isAvailable: boolean;
}

/** A dish in a file. Fields without a value stay unchanged. */
export interface FileDish {
  /** The row number in a spreadsheet; the headings are row 1. */
  readonly row: number;
  readonly id: string | null;
  /** The location of the row, or null for all. */
  readonly locationId: string | null;
  readonly name: string;
  readonly category: string | null;
  readonly values: Partial<DishValues>;
  readonly at: Readonly<Record<string, Partial<DishValues>>>;
  /** Translations of its name and description. */
  readonly texts: FileTexts;
  /** The names of all its option groups, as written. */
  readonly options: string | null;
  readonly modifiers: readonly { readonly name: string; readonly has: boolean }[];
  /** Filled if the dish has one row per size. Fewer than two do not count as sizes. */
  readonly sizes: readonly { readonly name: string; readonly price: Cents }[];
}

export interface RefusedRow {
  readonly row: number;
  readonly name: string;
  readonly reason: string;
}

export interface MenuFile {
  readonly encoding: FileEncoding;
  readonly separator: ',' | ';' | '\t';
  readonly decimal: DecimalSign;
  readonly rows: number;
  readonly columns: readonly (FileColumn & { readonly samples: readonly string[] })[];
  readonly dishes: readonly FileDish[];
  readonly refused: readonly RefusedRow[];
}

/** How many cells of each column are shown as examples. */
const SAMPLES = 3;
const MOST_COLUMNS = 200;
/** Small enough that a slice takes only milliseconds even with two hundred columns. */
export const ROWS_IN_A_SLICE = 50;
/** Headings are processed for every row, so they must be short. */
const MOST_HEADING = 200;

/**
 * Parses a file into dishes. Columns are recognised by their headings unless `targets` assigns them. Invalid rows are
 * refused with a reason; the others are used.
 */
export function readMenuFile(...file: Parameters<typeof readMenuFileInSlices>): Result<MenuFile> {
  return inOneGo(readMenuFileInSlices(...file));
}

/** Like `readMenuFile`, but yields regularly, because parsing megabytes takes a second. */
export function* readMenuFileInSlices(
  bytes: Uint8Array,
  places: readonly FilePlace[],
  targets?: readonly (FileTarget | null)[],
): Slices<Result<MenuFile>> {
  const no = (message: string) => err(failure('invalid-argument', message, { field: 'file' }));
  const file = textOfFile(bytes);
  if (!file.ok) return file;
  yield;
  if (isTooMuch(file.value.text)) return no(say`This file has more lines and cells than a menu has. Please split it.`);
  const [separator, table] = cellsOf(file.value.text, places);
  if (table === null)
    return no(say`A quote in this file is not closed, so its rows cannot be told apart. Please look for a single ".`);
  yield;
  const [headings = [], ...body] = table;
  const lines: Line[] = [];
  for (const [at, cells] of body.entries()) {
    if (at % ROWS_IN_A_SLICE === 0) yield;
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ cells: cells.map(cellText), row: at + 2 });
  }
  if (lines.length > MENU_FILE_LIMITS.rows) {
    const [rows, most] = [count(lines.length), count(MENU_FILE_LIMITS.rows)];
    return no(say`This file has ${rows} rows. At most ${most} are taken at once: please split it.`);
  }
  const long = lines.find(({ cells }) => cells.some((cell) => cell.length > MOST_LETTERS));
  const letters = count(MOST_LETTERS);
  if (long) return no(say`Row ${long.row} has a cell of more than ${letters} letters: that is no menu.`);
  if (headings.length > MOST_COLUMNS) return no(say`This file has more than ${MOST_COLUMNS} columns: that is no menu.`);
  if (headings.some(isTooLong)) {
    return no(
      say`A heading of this file has more than ${MOST_HEADING} letters. The first row has to name the columns.`,
    );
  }
  if (targets && targets.length !== headings.length) {
    return no(say`The columns that were named are not those of this file. Please choose it again.`);
  }
  const recognised = recognise(headings, places);
  const columns = targets
    ? recognised.map(({ heading }, at) => ({ heading, target: targets[at] ?? null, isSure: true }))
    : recognised;
  const has = (field: FileField) => columns.some(({ target }) => target === field);
  if (!targets && !has('name') && !has('id')) {
    return no(
      say`The first row has to name the columns, and one of them has to be the dish: “name”, “category”, “price”. What this file begins with names none.`,
    );
  }
  if (lines.length === 0) return no(say`This file has headings and no rows under them.`);
  const twice = columns.find(
    ({ target }, at) =>
      target !== null && target !== 'modifier' && columns.findIndex((other) => other.target === target) < at,
  );
  if (twice) return no(say`Two columns are said to hold the same. Please leave out “${twice.heading}”, or the other.`);
  const decimal = decimalSignOf(
    columns.flatMap(({ target }, at) => (isPrice(target) ? lines.map(({ cells }) => cells[at] ?? '') : [])),
  );
  return ok({
    encoding: file.value.encoding,
    separator,
    decimal,
    rows: lines.length,
    columns: columns.map((column, at) => ({
      ...column,
      samples: samplesOf(lines, at),
    })),
    ...(yield* dishesOf(lines, columns, places, decimal)),
  });
}

function samplesOf(lines: readonly Line[], column: number): string[] {
  const samples: string[] = [];
  for (const { cells } of lines) {
    if (cells[column]) samples.push(cells[column]);
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

function isPrice(target: FileTarget | null): boolean {
  return target === 'price' || target?.startsWith('price@') === true;
}

function count(many: number): string {
  return many.toLocaleString(locale());
}

/** The headings: up to the first line end outside quotes. */
function firstLine(text: string): string {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === '\n' && !isQuoted) return text.slice(0, at);
  }
  return text;
}

/** True if the file has too many lines or separators, each of which would take memory. */
function isTooMuch(text: string): boolean {
  let [lines, cells] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === NEW_LINE) lines++;
    else if (SEPARATORS.has(sign)) cells++;
  }
  return lines > MOST_LINES || cells > MOST_CELLS;
}

function cellText(cell: string): string {
  return unharmed(cell.trim().replaceAll('\r\n', '\n'));
}

/**
 * Splits the text with the separator that gives the most recognised headings, because spreadsheets use different ones
 * by language.
 */
function cellsOf(text: string, places: readonly FilePlace[]): [MenuFile['separator'], string[][] | null] {
  // Some programs name the separator in a line before the headings.
  const separatorLine = /^\uFEFF?sep=(.)\r?\n/i.exec(text);
  const body = separatorLine ? text.slice(separatorLine[0].length) : text;
  const head = firstLine(body);
  const countSeparators = (separator: string) => {
    const headings = parseCsv(head, separator)?.[0]?.slice(0, MOST_COLUMNS) ?? [];
    return headings.some(isTooLong) ? 0 : recognise(headings, places).filter(({ target }) => target).length;
  };
  let best: MenuFile['separator'] = ',';
  for (const separator of [';', '\t'] as const)
    if (countSeparators(separator) > countSeparators(best)) best = separator;
  return [best, parseCsv(body, best)];
}

function isTooLong(heading: string): boolean {
  return heading.length > MOST_HEADING;
}

interface Line {
  readonly row: number;
  readonly cells: readonly string[];
}

function* dishesOf(
  lines: readonly Line[],
  columns: readonly FileColumn[],
  places: readonly FilePlace[],
  decimal: DecimalSign,
): Slices<Pick<MenuFile, 'dishes' | 'refused'>> {
  const dishes: FileDish[] = [];
  const refused: RefusedRow[] = [];
  const read = rowReader(columns, places, decimal);
  const sized = new Map<string, { readonly at: number; readonly isRefused: boolean }>();
  const wrong = new Set<number>();
  const rows: (ReadRow & { readonly key: string | null })[] = [];
  for (const [at, line] of lines.entries()) {
    if (at % ROWS_IN_A_SLICE === 0) yield;
    const parsedRow = read(line);
    rows.push({ ...parsedRow, key: parsedRow.size === '' ? null : keyOf(parsedRow.dish) });
  }
  const rowsOf = new Map<string, number>();
  for (const { key } of rows) if (key !== null) rowsOf.set(key, (rowsOf.get(key) ?? 0) + 1);
  for (const { dish, size, key, ...otherCells } of rows) {
    const first = key === null ? undefined : sized.get(key);
    let { problem } = otherCells;
    if (size !== '' && dish.values.price === undefined) problem ??= say`The size “${size}” has no price.`;
    if (size.length > OPTION_LIMITS.name) problem ??= say`The size is longer than ${OPTION_LIMITS.name} characters.`;
    // A single size, which Square calls 'Regular', is the dish's price and may differ by location.
    if (key !== null && rowsOf.get(key) !== 1) problem ??= pricedApart(dish, places);
    if (problem !== null) {
      refused.push({ row: dish.row, name: dish.name, reason: problem });
      // Without one of its sizes the dish would be wrong, so all of its rows are refused.
      if (first) wrong.add(first.at);
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
  for (const at of wrong) {
    const dish = dishes[at];
    if (dish) refused.push({ row: dish.row, name: dish.name, reason: say`Another size of this dish was refused.` });
  }
  return {
    dishes: dishes.filter((_dish, at) => !wrong.has(at)),
    refused: refused.toSorted((a, b) => a.row - b.row),
  };
}

/** A key that all size rows of a dish share. */
function keyOf({ locationId, id, category, name }: Omit<FileDish, 'sizes'>): string {
  return JSON.stringify([locationId, id, plain(category ?? ''), plain(name)]);
}

/** Sizes are shared by all locations, so a location's own price for a size cannot be stored. */
function pricedApart({ values, at }: Omit<FileDish, 'sizes'>, places: readonly FilePlace[]): string | null {
  const apart = places.find(({ id }) => at[id]?.price !== undefined && at[id].price !== values.price);
  return apart
    ? say`A size costs the same at every place, and ${apart.name} has a price of its own here. Please make it a dish of its own, or leave that price out.`
    : null;
}

const NEW_LINE = 10;
const SEPARATORS: ReadonlySet<number> = new Set([...',;\t'].map((sign) => sign.charCodeAt(0)));
const MOST_LINES = 100_000;
const MOST_CELLS = 1_000_000;
/** A limit, because responses repeat cells. */
const MOST_LETTERS = 2000;

const TEXT_COLUMNS = textColumns();

const MOST = { name: 100, description: 1000, price: 1_000_000_00 } as const;

interface ReadRow {
  readonly dish: Omit<FileDish, 'sizes'>;
  readonly size: string;
  readonly problem: string | null;
}

/** Prepares everything that is the same for all rows and returns a function that reads one. */
function rowReader(columns: readonly FileColumn[], places: readonly FilePlace[], decimal: DecimalSign) {
  const columnOf = new Map(columns.map(({ target }, at) => [target, at]));
  const modifiers = columns.flatMap(({ target, heading }, column) =>
    target === 'modifier' ? { column, name: modifierOf(heading) } : [],
  );
  const placeOf = new Map(places.map((place) => [plain(place.name), place]));
  for (const place of places) placeOf.set(place.id, place);
  const isSquare = columns.some(({ heading }) => plain(heading) === 'token');
  return (line: Line) => dishOf(line, { columnOf, modifiers, placeOf, places, decimal, isSquare });
}

interface Columns {
  readonly columnOf: ReadonlyMap<FileTarget | null, number>;
  readonly modifiers: readonly { readonly column: number; readonly name: string }[];
  /** Locations by id and by normalised name. */
  readonly placeOf: ReadonlyMap<string, FilePlace>;
  readonly places: readonly FilePlace[];
  readonly decimal: DecimalSign;
  /** True for a Square export, which has a token column. */
  readonly isSquare: boolean;
}

/** Reads one row and reports the first problem. */
function dishOf({ row, cells }: Line, { columnOf, modifiers, placeOf, places, decimal, isSquare }: Columns): ReadRow {
  const cellOf = (target: FileTarget) => cells[columnOf.get(target) ?? -1] ?? '';
  let problem: string | null = null;
  const wrong = (words: string) => {
    problem ??= words;
  };
  /** An empty cell gives no value. */
  const readCell = <T>(cell: string, read: (cell: string) => Cell<T>): T | undefined => {
    if (cell === '') return undefined;
    const answer = read(cell);
    if ('value' in answer) return answer.value;
    wrong(answer.problem);
    return undefined;
  };
  const price = (cell: string): Cell<Cents> => {
    const amount = priceOf(cell, decimal);
    if (amount === null) return { problem: say`“${cell}” is no price.` };
    if (amount === 0) return { problem: say`A price is above 0.` };
    return amount > MOST.price ? { problem: say`“${cell}” is more than any dish costs.` } : { value: amount };
  };

  const name = cellOf('name').replace(/\s+/g, ' ');
  const id = cellOf('id');
  if (name === '' && id === '') {
    wrong(cellOf('price') === '' ? say`This row has no name.` : say`This row has a price and no name.`);
  }
  if (name.length > MOST.name) wrong(say`The name is longer than ${MOST.name} characters.`);
  const written = cellOf('category').replace(/\s+/g, ' ');
  const description = cellOf('description');
  if (description.length > MOST.description) wrong(say`The description is longer than ${MOST.description} characters.`);
  const where = cellOf('location');
  const place = where === '' ? undefined : (placeOf.get(where) ?? placeOf.get(plain(where)));
  if (where !== '' && !place) wrong(say`There is no location “${where}” here whose menu you edit.`);

  const marks: Partial<DietMarks> = {};
  const diets = readCell(cellOf('diets'), dietsOf);
  for (const { id: diet, field } of DIETS) {
    const mark = readCell(cellOf(field), yesOrNo) ?? diets?.includes(diet);
    if (mark !== undefined) Object.assign(marks, { [field]: mark });
  }
  const values: Partial<DishValues> = withoutUnsaid({
    name: name || undefined,
    description: description || undefined,
    price: readCell(cellOf('price'), price),
    taxClass: readCell(cellOf('taxClass'), taxClassOf),
    ...marks,
    allergens: readCell(cellOf('allergens'), allergensOf),
    spiceLevel: readCell(cellOf('spiceLevel'), heatOf),
    // An archived dish is not available. "Not archived" does not say whether it is available.
    isAvailable: readCell(cellOf('isArchived'), yesOrNo) ? false : readCell(cellOf('isAvailable'), yesOrNo),
  });
  const at: Record<string, Partial<DishValues>> = {};
  for (const each of places) {
    const own = withoutUnsaid({
      price: readCell(cellOf(`price@${each.id}`), price),
      isAvailable: readCell(cellOf(`isAvailable@${each.id}`), yesOrNo),
    });
    if (Object.keys(own).length > 0) at[each.id] = own;
  }
  const texts = TEXT_COLUMNS.flatMap((column) => {
    const cell = cellOf(column);
    const long = textCellProblem(column, cell);
    if (long !== null) wrong(long);
    return cell === '' ? [] : [[column, cell] as const];
  });
  const has = modifiers.flatMap(({ column, name: group }) => {
    const answer = readCell(cells[column] ?? '', yesOrNo);
    return answer === undefined ? [] : { name: group, has: answer };
  });
  const dish = {
    row,
    id: id || null,
    locationId: place?.id ?? null,
    name,
    category: (isSquare ? squareCategory(written) : written) || null,
    values,
    at,
    texts: Object.fromEntries(texts),
    options: cellOf('options') || null,
    modifiers: has,
  };
  return { dish, size: cellOf('size'), problem };
}

function withoutUnsaid<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
