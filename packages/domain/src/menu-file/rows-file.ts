import { ok, say, sayNow, type Result } from '../core/index.ts';
import { EMAIL_MAX, emailProblem, nameProblem, normaliseEmail } from '../people/emails.ts';
import { normalisePhone } from '../people/phone-numbers.ts';
import type { Cell } from './cells.ts';
import type { RefusedRow } from './file-dish.ts';
import { describeTable, readTable, type FileChoices, type MenuFile } from './read.ts';
import type { Vocabulary } from './sources.ts';

/** What each row of a file is. */
export const IMPORT_KINDS = ['guests', 'gift-cards', 'bookings'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** A file of one of these kinds. */
export interface RowsFile<Row> extends Omit<MenuFile, 'dishes'> {
  readonly accepted: readonly Row[];
}

interface RowReader<Column extends string, Row> {
  /** Without these columns no row is read, and the columns show what is missing. */
  readonly needs: readonly Column[];
  readonly read: (text: (column: Column) => string) => { readonly name: string; readonly cell: Cell<Omit<Row, 'row'>> };
  /** Two rows with the same key are one. */
  readonly keyOf: (row: Omit<Row, 'row'>) => string;
  readonly repeated: (row: number) => string;
}

/** All cells of a column, for rules that look at the whole file. */
type CellsOf<Column> = (column: Column) => string[];

/** Parses a file. Invalid rows are refused with a reason; the others are used. */
export function readRowsFile<Column extends string, Row extends { readonly row: number }>(
  bytes: Uint8Array,
  vocabulary: Vocabulary<Column>,
  choices: FileChoices,
  readerFor: (cellsOf: CellsOf<Column>) => RowReader<Column, Row>,
): Result<RowsFile<Row>> {
  const table = readTable(bytes, vocabulary, choices);
  if (!table.ok) return table;
  const { lines, meanings } = table.value;
  const { needs, read, keyOf, repeated } = readerFor((column) =>
    lines.map(({ cells }) => cells[meanings.indexOf(column)] ?? ''),
  );
  const [accepted, refused]: [Row[], RefusedRow[]] = [[], []];
  const rowOf = new Map<string, number>();
  for (const { row, cells } of needs.every((column) => meanings.includes(column)) ? lines : []) {
    const { name, cell } = read((column) => cells[meanings.indexOf(column)]?.replace(/\s+/g, ' ').trim() ?? '');
    const other = 'value' in cell ? rowOf.get(keyOf(cell.value)) : undefined;
    if ('problem' in cell) refused.push({ row, name, reason: cell.problem });
    else if (other !== undefined) refused.push({ row, name, reason: repeated(other) });
    else {
      rowOf.set(keyOf(cell.value), row);
      accepted.push({ ...cell.value, row } as Row);
    }
  }
  return ok({ ...describeTable(table.value), accepted, refused });
}

/** The meanings that a person can choose for a column, by their names. */
export function choicesOf(columns: Readonly<Record<string, string>>): { readonly id: string; readonly name: string }[] {
  return Object.entries(columns).map(([id, name]) => ({ id, name: sayNow(name) }));
}

/** The values of all cells, or the first problem. */
export function joinCells<Cells extends Readonly<Record<string, Cell<unknown>>>>(
  cells: Cells,
): Cell<{ readonly [Key in keyof Cells]: Cells[Key] extends Cell<infer Value> ? Value : never }> {
  const values: Record<string, unknown> = {};
  for (const [key, cell] of Object.entries(cells)) {
    if ('problem' in cell) return cell;
    values[key] = cell.value;
  }
  return { value: values as never };
}

/** Only years first: 03/04 may be in March or in April. */
export function parseDay(text: string): Cell<string | null> {
  if (text === '') return { value: null };
  const [day = ''] = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text) ?? [];
  const isDay = day !== '' && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  return isDay ? { value: day } : { problem: say`“${text}” is not a date like 2026-03-31.` };
}

const MAX_NAME = 100;

export function parseGuestName(name: string): Cell<string> {
  const problem = name.length > MAX_NAME ? say`The name is longer than ${MAX_NAME} characters.` : nameProblem(name);
  return problem === null ? { value: name } : { problem };
}

/** The address, or an empty text. */
export function parseEmail(text: string): Cell<string> {
  const email = normaliseEmail(text);
  const problem = email.length > EMAIL_MAX ? say`This email address is too long.` : emailProblem(email);
  return email === '' || problem === null ? { value: email } : { problem };
}

export function parsePhone(text: string): Cell<string | null> {
  const value = normalisePhone(text);
  return text !== '' && value === null ? { problem: say`“${text}” is not a phone number.` } : { value };
}
