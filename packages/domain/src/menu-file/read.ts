import {
  currentLocale,
  fail,
  ok,
  parseCsv,
  say,
  unescapeCsvFormula,
  withoutUndefined,
  type Result,
} from '../core/index.ts';
import { parseAllergens, parseCost, parseHeat, parsePrice, parseTaxClass, parseYesNo, type Cell } from './cells.ts';
import { columnOf, normaliseName, type FileColumn } from './columns.ts';
import type { FileDish, FileLocation, RefusedRow } from './file-dish.ts';
import { textCellProblem, textColumns } from './text-columns.ts';

export const MENU_FILE_LIMITS = { bytes: 5 * 1024 * 1024, rows: 5000 } as const;
/** Limits memory, because each cell takes some. */
const MAX_CELLS = 1_000_000;
/** Limits responses, because they repeat cells. */
const MAX_CELL_LENGTH = 2000;
const MAX_NAME = 100;
const MAX_DESCRIPTION = 1000;

export const MENU_FILE_TOO_LARGE = say`This file is larger than 5 MB. A menu is smaller: please choose another file.`;

/** What was read from a file. */
export interface MenuFile {
  /** The number of rows below the headings that are not empty. */
  readonly rows: number;
  /** Headings of columns that have values and that menu files do not know. */
  readonly ignoredColumns: readonly string[];
  readonly dishes: readonly FileDish[];
  readonly refused: readonly RefusedRow[];
}

/** The number of the first row below the headings. */
const FIRST_ROW = 2;

interface FileLine {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Parses a file into dishes. Invalid rows are refused with a reason; the others are used. */
export function readMenuFile(bytes: Uint8Array, locations: readonly FileLocation[]): Result<MenuFile> {
  if (bytes.length === 0) return refuseFile(say`This file is empty.`);
  if (bytes.length > MENU_FILE_LIMITS.bytes) return refuseFile(MENU_FILE_TOO_LARGE);
  const text = decode(bytes);
  if (text === null) {
    return refuseFile(say`This is not a CSV file in UTF-8. Please save the menu as “CSV UTF-8” and choose that file.`);
  }
  if ((text.match(/[,;\n]/g)?.length ?? 0) > MAX_CELLS) {
    return refuseFile(say`This file has too many lines and cells for a menu. Please split it.`);
  }
  const table = parseCsv(text, separatorOf(text));
  if (table === null) {
    return refuseFile(say`A quotation mark in this file is never closed. Please look for a single ".`);
  }
  const [headings = [], ...body] = table;
  const lines = body.flatMap((cells, at): FileLine | never[] =>
    cells.some((cell) => cell.trim() !== '') ? { row: at + FIRST_ROW, cells: cells.map(cellText) } : [],
  );
  const columns = headings.map(columnOf);
  const problem = headingsProblem(headings, columns) ?? linesProblem(lines);
  if (problem !== null) return refuseFile(problem);
  const rows = lines.map(rowReader(columns, locations));
  return ok({
    rows: rows.length,
    ignoredColumns: headings.filter(
      (_heading, at) => columns[at] === null && lines.some(({ cells }) => Boolean(cells[at])),
    ),
    dishes: rows.flatMap(({ dish, problem: reason }) => (reason === null ? dish : [])),
    refused: rows.flatMap(({ dish: { row, name }, problem: reason }) => (reason === null ? [] : { row, name, reason })),
  });
}

function refuseFile(message: string) {
  return fail('invalid-argument', message, { field: 'file' });
}

/** Null if it is not text in UTF-8. Other encodings are not guessed: a wrong guess would spoil names with accents. */
function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Spreadsheets write semicolons where the comma is the decimal sign. */
function separatorOf(text: string): ',' | ';' {
  const headings = text.slice(0, text.indexOf('\n'));
  return headings.split(';').length > headings.split(',').length ? ';' : ',';
}

/** A cell without spaces around it and without the mark against formulas. */
function cellText(cell: string): string {
  return unescapeCsvFormula(cell.trim().replaceAll('\r\n', '\n'));
}

function headingsProblem(headings: readonly string[], columns: readonly (FileColumn | null)[]): string | null {
  if (!columns.includes('name') && !columns.includes('id')) {
    return say`The first row must name the columns, such as “name”, “category” and “price”. The first row of this file has none of them.`;
  }
  const twice = headings.find((_heading, at) => columns[at] && columns.indexOf(columns[at]) < at);
  return twice === undefined ? null : say`Two columns are called “${twice}”. Please remove one of them.`;
}

function linesProblem(lines: readonly FileLine[]): string | null {
  const numberText = (value: number) => value.toLocaleString(currentLocale());
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

const TEXT_COLUMNS = textColumns();

/** Returns a function that reads a row and reports the first problem in it. */
function rowReader(columns: readonly (FileColumn | null)[], locations: readonly FileLocation[]) {
  const indexOf = new Map(columns.map((column, at) => [column, at]));
  /** By their names and by their ids. */
  const locationIds = new Map(
    locations.flatMap(({ id, name }) => [[normaliseName(name), id] as const, [id, id] as const]),
  );

  return ({ row, cells }: FileLine): { readonly dish: FileDish; readonly problem: string | null } => {
    let problem: string | null = null;
    const text = (column: FileColumn) => cells[indexOf.get(column) ?? -1] ?? '';
    /** An empty cell gives no value. */
    const value = <T>(column: FileColumn, parse: (cell: string) => Cell<T>): T | undefined => {
      const cell = text(column);
      if (cell === '') return undefined;
      const parsed = parse(cell);
      if ('value' in parsed) return parsed.value;
      problem ??= parsed.problem;
      return undefined;
    };

    const id = text('id');
    const name = text('name').replace(/\s+/g, ' ');
    if (name === '' && id === '') {
      problem = text('price') === '' ? say`This row has no name.` : say`This row has a price and no name.`;
    }
    if (name.length > MAX_NAME) problem = say`The name is longer than ${MAX_NAME} characters.`;
    const description = value('description', parseDescription);
    const locationId = value('location', (cell): Cell<string> => {
      const known = locationIds.get(cell) ?? locationIds.get(normaliseName(cell));
      return known ? { value: known } : { problem: say`There is no location “${cell}” whose menu you can edit.` };
    });
    const values = withoutUndefined({
      name: name || undefined,
      description,
      price: value('price', parsePrice),
      taxClass: value('taxClass', parseTaxClass),
      isVegetarian: value('isVegetarian', parseYesNo),
      isVegan: value('isVegan', parseYesNo),
      isGlutenFree: value('isGlutenFree', parseYesNo),
      cost: value('cost', parseCost),
      allergens: value('allergens', parseAllergens),
      spiceLevel: value('spiceLevel', parseHeat),
      isAvailable: value('isAvailable', parseYesNo),
    });
    const texts = TEXT_COLUMNS.flatMap((column) => {
      const cell = text(column);
      problem ??= textCellProblem(column, cell);
      return cell === '' ? [] : [[column, cell] as const];
    });
    const dish = {
      row,
      id: id || null,
      locationId: locationId ?? null,
      name,
      category: text('category').replace(/\s+/g, ' ') || null,
      values,
      texts: Object.fromEntries(texts),
      options: text('groups') || null,
    };
    return { dish, problem };
  };
}

function parseDescription(cell: string): Cell<string> {
  return cell.length > MAX_DESCRIPTION
    ? { problem: say`The description is longer than ${MAX_DESCRIPTION} characters.` }
    : { value: cell };
}
