import {
  currentLocale,
  ok,
  parseCsv,
  say,
  unescapeCsvFormula,
  withoutUndefined,
  type Cents,
  type Result,
} from '../core/index.ts';
import { OPTION_LIMITS } from '../options/index.ts';
import {
  currencyOf,
  currencyProblem,
  parseAllergens,
  parseCost,
  parseHeat,
  parsePrice,
  parseTaxClass,
  parseYesNo,
  type Cell,
} from './cells.ts';
import { normaliseName, type ColumnMeaning } from './columns.ts';
import type { FileDish, FileLocation, FileSize, RefusedRow } from './file-dish.ts';
import { decodeMenuFile, refuseFile } from './file-text.ts';
import { LIST_COLUMNS, readList, type FileLine } from './read-list.ts';
import { MENU_COLUMNS, recogniseColumns, SIZE, type FileSource, type Vocabulary } from './sources.ts';
import { textCellProblem, textColumns } from './text-columns.ts';

/** `sheetRows` is the last row of a workbook that may have text. */
export const MENU_FILE_LIMITS = { bytes: 5 * 1024 * 1024, rows: 5000, columns: 100, sheetRows: 20_000 } as const;
/** Limits memory and time, because each cell takes some. */
const MAX_CELLS = 500_000;
/** Limits responses, because they repeat cells. */
const MAX_CELL_LENGTH = 2000;
const MAX_NAME = 100;
const MAX_DESCRIPTION = 1000;

/** A sheet of a workbook that reaches further than `MENU_FILE_LIMITS`. */
export const menuSheetTooLarge = () => {
  const [row, column] = [numberText(MENU_FILE_LIMITS.sheetRows), numberText(MENU_FILE_LIMITS.columns)];
  return say`This workbook has text below row ${row} or beyond column ${column}. Please delete it there, or choose another file.`;
};
export const MENU_FILE_TOO_LARGE = say`This file is larger than 5 MB. A menu is smaller: please choose another file.`;

/** What a person said about a file. */
export interface FileChoices {
  /** The meaning of each column, or '' for none. Otherwise the headings tell. */
  readonly columns?: readonly string[] | null | undefined;
  /** The category of new dishes whose row names none. */
  readonly category?: string | null | undefined;
  /** True for a pasted text, which may be a list instead of a table. */
  readonly isPasted?: boolean | null | undefined;
}

/** What was read from a file. */
export interface MenuFile {
  /** The program that wrote the file, if its headings tell. */
  readonly program: string | null;
  /** Each heading with a meaning of `columnChoices` or '', and its first different values. Empty for a list. */
  readonly columns: readonly { readonly heading: string; readonly meaning: string; readonly samples: string[] }[];
  /** The number of rows below the headings that are not empty. */
  readonly rows: number;
  /** Headings of columns that have values and that are not read. */
  readonly ignoredColumns: readonly string[];
  readonly dishes: readonly FileDish[];
  readonly refused: readonly RefusedRow[];
}

/** Headings are looked for in the first rows, because some files begin with a title. */
const HEADING_ROWS = 10;
const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 60;

/** The rows of a table, and what its columns mean. The headings of a list are empty. */
export interface FileTable<M extends string> {
  readonly lines: readonly FileLine[];
  readonly headings: readonly string[];
  readonly source: FileSource<M> | null;
  readonly meanings: readonly (M | null)[];
}

/** Parses a file into dishes. Invalid rows are refused with a reason; the others are used. */
export function readMenuFile(
  bytes: Uint8Array,
  locations: readonly FileLocation[],
  choices: FileChoices = {},
): Result<MenuFile> {
  const table = readTable(bytes, MENU_COLUMNS, choices);
  if (!table.ok) return table;
  const { lines, meanings } = table.value;
  // Without names no row is a dish, and the columns show what is missing.
  const hasNames = meanings.includes('name') || meanings.includes('id');
  return ok({
    ...describeTable(table.value),
    ...joinSizes(hasNames ? lines.map(rowReader(lines, table.value, locations, choices)) : []),
  });
}

/** Finds the rows and the columns of a file whose headings are in the vocabulary, or named by a person. */
export function readTable<M extends string>(
  bytes: Uint8Array,
  vocabulary: Vocabulary<M>,
  choices: FileChoices = {},
): Result<FileTable<M>> {
  if (bytes.length > MENU_FILE_LIMITS.bytes) return refuseFile(MENU_FILE_TOO_LARGE);
  const decoded = decodeMenuFile(bytes);
  if (!decoded.ok) return decoded;
  if (decoded.value.trim() === '') return refuseFile(say`This file is empty.`);
  if (hasTooManyCells(decoded.value)) {
    return refuseFile(say`This file has too many lines and cells for a menu. Please split it.`);
  }
  const { sign, hasHeadings } = separatorOf(decoded.value, vocabulary);
  if (choices.isPasted && !hasHeadings) {
    return checked({ lines: readList(decoded.value), meanings: LIST_COLUMNS as M[], headings: [], source: null });
  }
  const table = parseCsv(decoded.value, sign);
  if (table === null) {
    return refuseFile(say`A quotation mark in this file is never closed. Please look for a single ".`);
  }
  const headingAt = headingRow(table, vocabulary);
  const headings = table[headingAt] ?? (table[0] ?? []).map((_cell, at) => say`Column ${at + 1}`);
  if (headings.length > MENU_FILE_LIMITS.columns) {
    const most = numberText(MENU_FILE_LIMITS.columns);
    return refuseFile(
      say`The first row of this file has more than ${most} columns. Please delete those that are not for the menu.`,
    );
  }
  const lines = table.flatMap((cells, at): FileLine | never[] =>
    at > headingAt && cells.some((cell) => cell.trim() !== '') ? { row: at + 1, cells: cells.map(cellText) } : [],
  );
  const { source, meanings } = recogniseColumns(headings, vocabulary);
  const chosen = choices.columns?.map((meaning) => (meaning || null) as M | null);
  return checked({ lines, meanings: chosen ?? meanings, headings, source });
}

function checked<M extends string>(table: FileTable<M>): Result<FileTable<M>> {
  const problem = linesProblem(table.lines);
  return problem === null ? ok(table) : refuseFile(problem);
}

/** What a preview says about the columns. */
export function describeTable<M extends string>({ lines, headings, source, meanings }: FileTable<M>) {
  const columns = headings.map((heading, at) => {
    const values = lines.flatMap(({ cells }) => cells[at]?.slice(0, MAX_SAMPLE_LENGTH) || []);
    return { heading, meaning: meanings[at] ?? '', samples: [...new Set(values)].slice(0, MAX_SAMPLES) };
  });
  return {
    program: source?.name ?? null,
    columns,
    rows: lines.length,
    ignoredColumns: columns.flatMap(({ heading, meaning, samples: [first] }) => (meaning || !first ? [] : heading)),
  };
}

type ReadRow = ReturnType<ReturnType<typeof rowReader>>;

/** Rows of the sizes of one dish become one dish. If one of them is refused, all are, because a size would be missing. */
function joinSizes(rows: readonly ReadRow[]): Pick<MenuFile, 'dishes' | 'refused'> {
  const keyOf = ({ dish: { row, locationId, id, category, name }, size }: ReadRow) =>
    size === '' ? row : JSON.stringify([locationId, id, normaliseName(category ?? ''), normaliseName(name)]);
  const dishes: FileDish[] = [];
  const refused: RefusedRow[] = [];
  for (const sizes of Map.groupBy(rows, keyOf).values()) {
    const prices = sizes.flatMap(({ size: name, dish: { values } }) =>
      values.price ? { name, price: values.price } : [],
    );
    const isRefused = sizes.some(({ problem }) => problem !== null);
    for (const [at, { dish, problem }] of sizes.entries()) {
      const reason = problem ?? say`Another size of this dish was refused.`;
      if (isRefused) refused.push({ row: dish.row, name: dish.name, reason });
      // An only size, which Square calls “Regular”, is the dish itself.
      else if (at === 0) dishes.push(prices.length > 1 ? { ...dish, sizes: prices } : dish);
    }
  }
  return { dishes, refused: refused.toSorted((a, b) => a.row - b.row) };
}

/** Counts without a list of all cells, and stops early. Commas within texts count, too. */
function hasTooManyCells(text: string): boolean {
  const separators = text.matchAll(/[,;\t\n]/g);
  let cells = 0;
  while (cells <= MAX_CELLS && !separators.next().done) cells++;
  return cells > MAX_CELLS;
}

/** How much of a file is searched for its headings. */
const BEGINNING = 20_000;

/** Spreadsheets write semicolons where the comma is the decimal sign, and tabs when a table is copied. */
function separatorOf<M extends string>(
  text: string,
  vocabulary: Vocabulary<M>,
): { readonly sign: string; readonly hasHeadings: boolean } {
  const lines = text.slice(0, BEGINNING).split('\n', HEADING_ROWS);
  const rated = ['\t', ';', ','].map((sign) => {
    const rows = lines.map((line) => parseCsv(line, sign)?.[0] ?? []);
    return {
      sign,
      known: Math.max(...rows.map((cells) => countKnown(cells, vocabulary))),
      cells: Math.max(...rows.map((cells) => cells.length)),
    };
  });
  const [best] = rated.toSorted((a, b) => b.known - a.known || b.cells - a.cells);
  return { sign: best?.sign ?? ',', hasHeadings: (best?.known ?? 0) > 1 };
}

// The names of columns beyond the limit are not looked up. “Small” is also a cell, so it does not make a row headings.
function countKnown<M extends string>(cells: readonly string[], vocabulary: Vocabulary<M>): number {
  const { meanings } = recogniseColumns(cells.slice(0, MENU_FILE_LIMITS.columns), vocabulary);
  return meanings.filter((meaning) => meaning && meaning !== SIZE).length;
}

/** The row that names the columns; -1 if none does. One known word below the first row may be a dish. */
function headingRow<M extends string>(table: readonly string[][], vocabulary: Vocabulary<M>): number {
  const counts = table.slice(0, HEADING_ROWS).map((cells) => countKnown(cells, vocabulary));
  const most = Math.max(...counts);
  return most > 1 || counts[0] === 1 ? counts.indexOf(most) : -1;
}

export const hasMenuHeadings = (table: readonly string[][]) => headingRow(table, MENU_COLUMNS) >= 0;

/** A cell without spaces around it and without the mark against formulas. */
function cellText(cell: string): string {
  return unescapeCsvFormula(cell.trim().replaceAll('\r\n', '\n'));
}

const numberText = (value: number) => value.toLocaleString(currentLocale());

function linesProblem(lines: readonly FileLine[]): string | null {
  if (lines.length === 0) return say`This file has headings and no rows under them.`;
  if (lines.length > MENU_FILE_LIMITS.rows) {
    const [rows, most] = [numberText(lines.length), numberText(MENU_FILE_LIMITS.rows)];
    return say`This file has ${rows} rows. At most ${most} can be imported at once. Please split it.`;
  }
  const long = lines.find(({ cells }) => cells.some((cell) => cell.length > MAX_CELL_LENGTH));
  const letters = numberText(MAX_CELL_LENGTH);
  return long
    ? say`Row ${long.row} has a cell with more than ${letters} characters. That is too long for a menu.`
    : null;
}

/** How accented letters, quotation marks and œ look in UTF-8 that a program read as Windows’ letters: CrÃªpe, Bâ€™stilla. */
const MISREAD = /Ã[\u0080-\u00BF]|â€|Å“/u;
const TEXT_COLUMNS = textColumns();

/** Returns a function that reads a row and reports the first problem in it. */
function rowReader(
  lines: readonly FileLine[],
  { meanings, headings, source }: FileTable<ColumnMeaning>,
  locations: readonly FileLocation[],
  choices: FileChoices,
) {
  // The first column with a meaning counts.
  const indexOf = new Map(meanings.map((meaning, at) => [meaning, at] as const).toReversed());
  const groups = meanings.flatMap((meaning, at) =>
    meaning === 'modifier' ? { at, name: (headings[at] ?? '').replace(/^modifier set\s*[-–:]\s*/i, '') } : [],
  );
  const sizeColumns = meanings.flatMap((meaning, at) =>
    meaning === 'sizePrice' ? { at, name: (headings[at] ?? '').replace(/\s+/g, ' ').trim() } : [],
  );
  const moneyColumns = [indexOf.get('price') ?? -1, indexOf.get('sizes') ?? -1, ...sizeColumns.map(({ at }) => at)];
  const currency = lines.flatMap(({ cells }) => moneyColumns.map((at) => currencyOf(cells[at] ?? ''))).find(Boolean);
  /** By their names and by their ids. */
  const locationIds = new Map(
    locations.flatMap(({ id, name }) => [[normaliseName(name), id] as const, [id, id] as const]),
  );

  return ({ row, cells }: FileLine) => {
    let problem: string | null = null;
    const text = (column: ColumnMeaning) => cells[indexOf.get(column) ?? -1] ?? '';
    /** An empty cell gives no value. */
    const parsedCell = <T>(cell: string, parse: (cell: string) => Cell<T>): T | undefined => {
      if (cell === '') return undefined;
      const parsed = parse(cell);
      if ('value' in parsed) return parsed.value;
      problem ??= parsed.problem;
      return undefined;
    };
    const value = <T>(column: ColumnMeaning, parse: (cell: string) => Cell<T>) => parsedCell(text(column), parse);

    const kind = text('kind');
    if (source?.dishKinds?.includes(normaliseName(kind)) === false && kind !== '') {
      problem = say`“${kind}” is not a dish. What guests add to dishes is made under Option Groups.`;
    }
    const damaged = cells.find((cell, at) => meanings[at] && MISREAD.test(cell))?.slice(0, MAX_SAMPLE_LENGTH);
    if (damaged)
      problem ??= say`The letters of “${damaged}” are damaged. Correct them, or save the file again as “CSV UTF-8”.`;
    const id = text('id');
    const name = text('name').replace(/\s+/g, ' ');
    if (name === '' && id === '') {
      problem ??= text('price') === '' ? say`This row has no name.` : say`This row has a price and no name.`;
    }
    if (name.length > MAX_NAME) problem ??= say`The name is longer than ${MAX_NAME} characters.`;
    const description = value('description', parseDescription);
    const locationId = value('location', (cell): Cell<string> => {
      const known = locationIds.get(cell) ?? locationIds.get(normaliseName(cell));
      return known ? { value: known } : { problem: say`There is no location “${cell}” whose menu you can edit.` };
    });
    const sizesInColumns = sizeColumns.flatMap(({ at, name: size }): FileSize | never[] => {
      const amount = parsedCell(cells[at] ?? '', (cell) => priceIn(cell, currency));
      return amount === undefined ? [] : { name: size, price: amount };
    });
    const sizes = value('sizes', (cell) => parseSizes(cell, currency)) ?? sizesInColumns;
    // An only size in columns is the dish itself, as an only variation of Square is.
    const price = value('price', (cell) => priceIn(cell, currency)) ?? sizes[0]?.price;
    const size = text('size').replace(/\s+/g, ' ');
    if (size !== '' && price === undefined) problem ??= say`The size “${size}” has no price.`;
    if ([size, ...sizes.map((each) => each.name)].some((each) => each.length > OPTION_LIMITS.name))
      problem ??= say`The size is longer than ${OPTION_LIMITS.name} characters.`;
    const values = withoutUndefined({
      name: name || undefined,
      description,
      price,
      taxClass: value('taxClass', parseTaxClass),
      isVegetarian: value('isVegetarian', parseYesNo),
      isVegan: value('isVegan', parseYesNo),
      isGlutenFree: value('isGlutenFree', parseYesNo),
      cost: value('cost', parseCost),
      allergens: value('allergens', parseAllergens),
      spiceLevel: value('spiceLevel', parseHeat),
      // Only a yes hides: a file of another program must not show what somebody hid here.
      isAvailable: isYes(text('hidden')) ? false : value('isAvailable', parseYesNo),
    });
    const texts = TEXT_COLUMNS.flatMap((column) => {
      const cell = text(column);
      problem ??= textCellProblem(column, cell);
      return cell === '' ? [] : [[column, cell] as const];
    });
    const dish: FileDish = {
      row,
      id: id || null,
      locationId: locationId ?? null,
      name,
      category: firstCategory(text('category'), source) || null,
      categoryIfNew: choices.category?.trim() || null,
      values,
      texts: Object.fromEntries(texts),
      options: text('groups') || null,
      modifiers: [
        ...text('modifiers').split(/[;,\n]/),
        ...groups.flatMap(({ at, name: group }) => (isYes(cells[at]) ? group : [])),
      ]
        .map((group) => group.trim())
        .filter(Boolean),
      sizes: sizes === sizesInColumns && sizes.length < 2 ? [] : sizes,
    };
    return { dish, size, problem };
  };
}

const isYes = (cell = '') => /^(?:y|yes|true|oui|1)$/i.test(cell);

/** Other programs put a dish into several categories, some of them inside others. */
function firstCategory(cell: string, source: FileSource | null | undefined): string {
  const first = source?.categoryEnd ? cell.split(source.categoryEnd)[0]?.split(' > ').at(-1) : cell;
  return (first ?? '').replace(/\s+/g, ' ').trim();
}

function priceIn(cell: string, currency: string | null | undefined): Cell<Cents> {
  const problem = currencyProblem(cell, currency);
  return problem === null ? parsePrice(cell) : { problem };
}

/** 'Small 9.50; Large 12.00' */
function parseSizes(cell: string, currency: string | null | undefined): Cell<readonly FileSize[]> {
  const sizes: FileSize[] = [];
  for (const part of cell.split(/[;\n]/).map((each) => each.trim())) {
    if (part === '') continue;
    const [, name = '', amount = ''] = /^(.*\S)\s+(\S+)$/.exec(part) ?? [];
    const price = priceIn(amount, currency);
    if ('problem' in price)
      return { problem: say`“${part}” is not a size with its price. Write “Small 9.50; Large 12”.` };
    sizes.push({ name, price: price.value });
  }
  return { value: sizes };
}

function parseDescription(cell: string): Cell<string> {
  return cell.length > MAX_DESCRIPTION
    ? { problem: say`The description is longer than ${MAX_DESCRIPTION} characters.` }
    : { value: cell };
}
