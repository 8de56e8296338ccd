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

/** What a file may change of a dish, beside its category and what may be chosen with it. */
export interface DishValues extends DietMarks {
  readonly name: string;
  readonly description: string;
  readonly price: Cents;
  readonly taxClass: DishTaxClass;
  readonly allergens: readonly AllergenId[];
  readonly spiceLevel: DishHeat;
  readonly isAvailable: boolean;
}

/** A dish as a file has it: what its row says nothing of is left as it is. */
export interface FileDish {
  /** As a spreadsheet counts them, the headings being row 1. */
  readonly row: number;
  readonly id: string | null;
  /** The only location it is for. */
  readonly locationId: string | null;
  readonly name: string;
  readonly category: string | null;
  readonly values: Partial<DishValues>;
  readonly at: Readonly<Record<string, Partial<DishValues>>>;
  /** Its name and description in further languages. */
  readonly texts: FileTexts;
  /** The names of all its option groups. */
  readonly options: string | null;
  readonly modifiers: readonly { readonly name: string; readonly has: boolean }[];
  /** Of a dish that has a row for each; fewer than two are none. */
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

/** So many cells of a column are shown, to tell what it holds. */
const SAMPLES = 3;
const MOST_COLUMNS = 200;
/** So many rows of two hundred columns take some milliseconds. */
export const ROWS_IN_A_SLICE = 50;
/** A heading is looked at for every row. */
const MOST_HEADING = 200;

/**
 * A file as a list of dishes. What its columns hold is recognised by their headings, unless somebody says it
 * (`targets`). A row that cannot be read is refused with the reason; the others count.
 */
export function readMenuFile(...file: Parameters<typeof readMenuFileInSlices>): Result<MenuFile> {
  return inOneGo(readMenuFileInSlices(...file));
}

/** The same for whoever has others to answer meanwhile: megabytes take a second. */
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

/** The headings: to the end of a line that no quote is open at. */
function firstLine(text: string): string {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === '\n' && !isQuoted) return text.slice(0, at);
  }
  return text;
}

/** Of a file that is only lines or only separators, each of them would take memory. */
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

/** With the separator whose headings say most; spreadsheets write their language's. */
function cellsOf(text: string, places: readonly FilePlace[]): [MenuFile['separator'], string[][] | null] {
  // Some programs say it themselves, in a line before the headings.
  const said = /^\uFEFF?sep=(.)\r?\n/i.exec(text);
  const body = said ? text.slice(said[0].length) : text;
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
    // An only size, which Square calls 'Regular', is the dish's price, and a place may have its own.
    if (key !== null && rowsOf.get(key) !== 1) problem ??= pricedApart(dish, places);
    if (problem !== null) {
      refused.push({ row: dish.row, name: dish.name, reason: problem });
      // A dish without one of its sizes is another dish: none of its rows is taken.
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

/** The same of every row of a dish that has one for each size. */
function keyOf({ locationId, id, category, name }: Omit<FileDish, 'sizes'>): string {
  return JSON.stringify([locationId, id, plain(category ?? ''), plain(name)]);
}

/** Sizes are the house's: what one place asks for one has nowhere to be written. */
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
/** A cell of more would be said again in every answer. */
const MOST_LETTERS = 2000;

const TEXT_COLUMNS = textColumns();

const MOST = { name: 100, description: 1000, price: 1_000_000_00 } as const;

interface ReadRow {
  readonly dish: Omit<FileDish, 'sizes'>;
  readonly size: string;
  readonly problem: string | null;
}

/** Reads rows of these columns; what is the same for all of them is found once. */
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
  /** By its id, and by its name in plain words. */
  readonly placeOf: ReadonlyMap<string, FilePlace>;
  readonly places: readonly FilePlace[];
  readonly decimal: DecimalSign;
  /** Square's export, which begins with the token of each row. */
  readonly isSquare: boolean;
}

/** One row; the first thing that is wrong with it is said. */
function dishOf({ row, cells }: Line, { columnOf, modifiers, placeOf, places, decimal, isSquare }: Columns): ReadRow {
  const cellOf = (target: FileTarget) => cells[columnOf.get(target) ?? -1] ?? '';
  let problem: string | null = null;
  const wrong = (words: string) => {
    problem ??= words;
  };
  /** An empty cell says nothing. */
  const said = <T>(cell: string, read: (cell: string) => Cell<T>): T | undefined => {
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
  const diets = said(cellOf('diets'), dietsOf);
  for (const { id: diet, field } of DIETS) {
    const mark = said(cellOf(field), yesOrNo) ?? diets?.includes(diet);
    if (mark !== undefined) Object.assign(marks, { [field]: mark });
  }
  const values: Partial<DishValues> = withoutUnsaid({
    name: name || undefined,
    description: description || undefined,
    price: said(cellOf('price'), price),
    taxClass: said(cellOf('taxClass'), taxClassOf),
    ...marks,
    allergens: said(cellOf('allergens'), allergensOf),
    spiceLevel: said(cellOf('spiceLevel'), heatOf),
    // What was put away is on no menu; that it was not says nothing of whether it is sold.
    isAvailable: said(cellOf('isArchived'), yesOrNo) ? false : said(cellOf('isAvailable'), yesOrNo),
  });
  const at: Record<string, Partial<DishValues>> = {};
  for (const each of places) {
    const own = withoutUnsaid({
      price: said(cellOf(`price@${each.id}`), price),
      isAvailable: said(cellOf(`isAvailable@${each.id}`), yesOrNo),
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
    const answer = said(cells[column] ?? '', yesOrNo);
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
