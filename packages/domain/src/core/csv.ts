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

/** Reads what `writeCsv` writes, and any other RFC 4180 text; elsewhere cells are parted by semicolons or tabs. */
export function parseCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const body = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const endRow = () => {
    rows.push([...row, cell]);
    row = [];
    cell = '';
  };
  for (let i = 0; i < body.length; i++) {
    const character = body[i] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (body[i + 1] === '"') {
        cell += '"';
        i++;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = '';
    } else if (character === '\n') endRow();
    else if (character !== '\r' || body[i + 1] !== '\n') cell += character;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
