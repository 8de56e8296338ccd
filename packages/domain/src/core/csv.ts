/** CSV by RFC 4180 as spreadsheets expect it: UTF-8 with byte order mark, CRLF, doubled quotes. */
export type CsvCell = string | number | boolean | null | undefined | CsvAmount;

/** An amount of money, with two decimals. A text such as “-3.00” would be escaped as a formula and not be summed. */
export interface CsvAmount {
  readonly amount: number;
}

/** A cell with an amount; empty for null. */
export const csvAmount = (amount: number | null): CsvAmount | null => (amount === null ? null : { amount });

export const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** The text of a file with these headings and rows. */
export function writeCsv(columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + [columns, ...rows].map((row) => row.map(writeCell).join(',') + LINE_END).join('');
}

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return cell.amount.toFixed(2);
  if (typeof cell !== 'string') return String(cell);
  const text = escapeCsvFormula(cell);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Where a spreadsheet may begin a formula: at the start of a cell, and after a separator inside it, because some split a
 * file at semicolons or tabs whatever the quotes say. Quotes before it do not help then. Earlier escapes count, so that
 * each can be undone. Some read full-width signs as the usual ones.
 */
const FORMULA = /^(?=['"]*[=+\-@＝＋－＠\t\r])|(?<=[,;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/g;
const ESCAPED_FORMULA = /^'(?=['"]*[=+\-@＝＋－＠\t\r])|(?<=[,;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g;

/** Escapes text that a spreadsheet would run as a formula, such as a guest named =HYPERLINK(…). */
export function escapeCsvFormula(text: string): string {
  return text.replaceAll(FORMULA, "'");
}

/** The text before `escapeCsvFormula`. */
export function unescapeCsvFormula(text: string): string {
  return text.replaceAll(ESCAPED_FORMULA, '');
}

/**
 * Parses the output of `writeCsv` and other RFC 4180 text, also with semicolons or tabs as separator. A quote counts
 * only at the beginning of a cell, so that 12" is a size. Returns null if a quote is never closed, because the cells
 * after it are lost.
 */
export function parseCsv(text: string, separator = ','): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      let end = closingQuote(text, at);
      if (end === -1) return null;
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      end += 1;
      at = endOfCell(text, end, separator);
      cell += text.slice(end, at);
    } else {
      const begin = at;
      at = endOfCell(text, begin, separator);
      cell = text.slice(begin, at);
    }
    const isLast = text[at] !== separator;
    row.push(isLast && text[at] === '\n' && cell.endsWith('\r') ? cell.slice(0, -1) : cell);
    at += 1;
    // A separator at the very end starts one more cell.
    if (!isLast && at === text.length) row.push('');
    if (isLast || at === text.length) {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n') at++;
  return at;
}
