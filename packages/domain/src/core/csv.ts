/** RFC 4180 as spreadsheets open it: UTF-8 with a mark at the start, CRLF, quotes doubled. */
export type CsvCell = string | number | boolean | null | undefined;

export const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

export function writeCsv(columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + [columns, ...rows].map((row) => row.map(writeCell).join(',') + LINE_END).join('');
}

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = harmless(cell);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A guest may call himself =HYPERLINK(…): a spreadsheet must read it as text. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** What `harmless` made of a text, as it was. */
export function unharmed(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/**
 * Reads what `writeCsv` writes, and any other RFC 4180 text; elsewhere cells are parted by semicolons or tabs. A quote
 * counts where a cell begins: 12" is a size. Null when a quote stays open, for nobody knows what it swallowed.
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
    // A separator at the very end begins one more cell.
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
