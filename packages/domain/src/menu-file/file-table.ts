import { parseCsv, unescapeCsvFormula } from '../core/csv.ts';
import { currentLocale, say } from '../core/language.ts';
import { ok, type Result, fail } from '../core/result.ts';
import type { Slices } from '../core/slices.ts';
import { normaliseHeading, recogniseColumns, type FileLocation } from './fields.ts';
import { ROWS_IN_A_SLICE } from './file-dish.ts';
import { MENU_FILE_LIMITS } from './file-text.ts';

const MOST_COLUMNS = 200;
/** Headings are processed for every row, so they must be short. */
const MOST_HEADING = 200;
const NEW_LINE = 10;
const SEPARATORS: ReadonlySet<number> = new Set([...',;\t'].map((sign) => sign.charCodeAt(0)));
const MOST_LINES = 100_000;
const MOST_CELLS = 1_000_000;
/** A limit, because responses repeat cells. */
export const MOST_LETTERS = 2000;

export type Separator = ',' | ';' | '\t';

export interface FileLine {
  /** The row number in a spreadsheet; the headings are row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** A file as rows of cells. */
export interface FileTable {
  readonly separator: Separator;
  readonly headings: readonly string[];
  readonly lines: readonly FileLine[];
}

/** Refuses the whole file. */
export function refuseFile(message: string) {
  return fail('invalid-argument', message, { field: 'file' });
}

/** Splits the text of a file into rows and cells. Refuses a file that is too large for a menu. */
export function* readTable(text: string, locations: readonly FileLocation[]): Slices<Result<FileTable>> {
  if (isTooMuch(text)) return refuseFile(say`This file has too many lines and cells for a menu. Please split it.`);
  const [separator, table] = cellsOf(text, locations);
  if (table === null) {
    return refuseFile(say`A quotation mark in this file is never closed. Please look for a single ".`);
  }
  yield;
  const [headings = [], ...body] = table;
  const lines: FileLine[] = [];
  for (const [at, cells] of body.entries()) {
    if (at % ROWS_IN_A_SLICE === 0) yield;
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ cells: cells.map(cellText), row: at + 2 });
  }
  const split = splitSizes(headings, lines);
  const problem = tableProblem(split.headings, split.lines);
  return problem === null ? ok({ separator, ...split }) : refuseFile(problem);
}

/** Columns such as “Size S” with a price become one row for each size. */
function splitSizes(headings: readonly string[], lines: readonly FileLine[]): Omit<FileTable, 'separator'> {
  const sizes = headings.flatMap((heading, at) => {
    const name = /^size\s+(\S.*)$/i.exec(heading.trim())?.[1];
    return name === undefined ? [] : [{ name, at }];
  });
  if (sizes.length === 0) return { headings, lines };
  const price = headings.findIndex((heading) => normaliseHeading(heading) === 'price');
  const others = [...headings.keys()].filter((at) => at !== price && sizes.every((size) => size.at !== at));
  const pick = (cells: readonly string[]) => others.map((at) => cells[at] ?? '');
  return {
    headings: [...pick(headings), 'Size', 'Price'],
    lines: lines.flatMap(({ row, cells }) => {
      const sold = sizes.filter(({ at }) => cells[at]);
      const prices = sold.length > 0 ? sold.map(({ name, at }) => [name, cells[at] ?? '']) : [['', cells[price] ?? '']];
      return prices.map((each) => ({ row, cells: [...pick(cells), ...each] }));
    }),
  };
}

function tableProblem(headings: readonly string[], lines: readonly FileLine[]): string | null {
  if (lines.length > MENU_FILE_LIMITS.rows) {
    const [rows, most] = [count(lines.length), count(MENU_FILE_LIMITS.rows)];
    return say`This file has ${rows} rows. At most ${most} can be imported at once. Please split it.`;
  }
  const long = lines.find(({ cells }) => cells.some((cell) => cell.length > MOST_LETTERS));
  const letters = count(MOST_LETTERS);
  if (long) return say`Row ${long.row} has a cell with more than ${letters} characters. That is too long for a menu.`;
  if (headings.length > MOST_COLUMNS)
    return say`This file has more than ${MOST_COLUMNS} columns. That is too many for a menu.`;
  if (headings.some(isTooLong)) {
    return say`A heading in this file has more than ${MOST_HEADING} characters. The first row must name the columns.`;
  }
  return null;
}

function count(many: number): string {
  return many.toLocaleString(currentLocale());
}

/**
 * Splits the text with the separator that gives the most recognised headings, because spreadsheets use different ones
 * by language.
 */
function cellsOf(text: string, places: readonly FileLocation[]): [Separator, string[][] | null] {
  // Some programs name the separator in a line before the headings.
  const separatorLine = /^\uFEFF?sep=(.)\r?\n/i.exec(text);
  const body = separatorLine ? text.slice(separatorLine[0].length) : text;
  const head = firstLine(body);
  const countSeparators = (separator: string) => {
    const headings = parseCsv(head, separator)?.[0]?.slice(0, MOST_COLUMNS) ?? [];
    return headings.some(isTooLong) ? 0 : recogniseColumns(headings, places).filter(({ target }) => target).length;
  };
  let best: Separator = ',';
  for (const separator of [';', '\t'] as const)
    if (countSeparators(separator) > countSeparators(best)) best = separator;
  return [best, parseCsv(body, best)];
}

function isTooLong(heading: string): boolean {
  return heading.length > MOST_HEADING;
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
  return unescapeCsvFormula(cell.trim().replaceAll('\r\n', '\n'));
}
