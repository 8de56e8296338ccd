import { strFromU8, unzipSync } from 'fflate';
import { writeCsv } from '@tiffin/domain/core';
import { hasMenuHeadings, MENU_FILE_LIMITS } from '@tiffin/domain/menu-file';

/** No more is unpacked, because a small archive may contain gigabytes. */
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;

/**
 * The first sheet of an .xlsx file that names the columns of a menu as CSV, or else the first one, with each row where it
 * was. Null if it reaches further than a menu, because one cell may be at row two billion. Throws if it cannot be read.
 */
export function workbookCsv(bytes: Uint8Array): string | null {
  let left = MAX_UNPACKED_BYTES;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!/^xl\/.*\.(xml|rels)$/.test(name)) return false;
      // A part of the texts would give dishes without names.
      if (originalSize > left) throw new Error('the workbook is too large');
      left -= originalSize;
      return true;
    },
  });
  const elements = (file: string, tag: string) => {
    const content = files[file];
    return content
      ? [...new DOMParser().parseFromString(strFromU8(content), 'text/xml').getElementsByTagName(tag)]
      : [];
  };
  const texts = elements('xl/sharedStrings.xml', 'si').map(textOf);
  const links = elements('xl/_rels/workbook.xml.rels', 'Relationship');
  const sheets = elements('xl/workbook.xml', 'sheet').flatMap((sheet) => {
    const link = links.find((each) => each.getAttribute('Id') === sheet.getAttribute('r:id'));
    return link ? `xl/${link.getAttribute('Target')?.replace(/^\/?(xl\/)?/, '')}` : [];
  });
  if (sheets.length === 0) throw new Error('the workbook has no sheet');
  const tables = sheets.map((sheet) => sheetRows(elements(sheet, 'row'), elements(sheet, 'mergeCell'), texts));
  const rows = tables.find((table) => table !== null && hasMenuHeadings(table)) ?? tables[0];
  if (!rows) return null;
  const [headings = [], ...others] = rows;
  return writeCsv(headings, others);
}

/** The rows of a sheet; null if they reach too far. */
function sheetRows(
  elements: readonly Element[],
  merges: readonly Element[],
  texts: readonly string[],
): readonly string[][] | null {
  const rows: string[][] = [];
  let rowNumber = 0;
  for (const row of elements) {
    const cells: string[] = [];
    const written = /^[1-9]\d*$/.exec(row.getAttribute('r') ?? '')?.[0];
    rowNumber = written ? Number(written) : rowNumber + 1;
    let index = -1;
    for (const cell of row.getElementsByTagName('c')) {
      const column = /^[A-Z]{1,3}/.exec(cell.getAttribute('r') ?? '')?.[0];
      index = column ? columnIndex(column) : index + 1;
      const text = cellText(cell, texts);
      // Spreadsheets keep the look of empty cells far away.
      if (text === '') continue;
      if (index >= MENU_FILE_LIMITS.columns) return null;
      cells[index] = text;
    }
    if (cells.length === 0) continue;
    if (rowNumber > MENU_FILE_LIMITS.sheetRows) return null;
    // Skipped cells and rows leave holes, which Array.from fills.
    rows[rowNumber - 1] = Array.from(cells, (text) => text ?? '');
  }
  const table = Array.from(rows, (row) => row ?? []);
  for (const merge of merges) fillMergedCells(table, merge.getAttribute('ref') ?? '');
  return table;
}

/** Writes the text of merged cells into each row of theirs, such as one category beside all of its dishes. */
function fillMergedCells(table: string[][], ref: string): void {
  const [, column = '', first, lastColumn, last] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(ref) ?? [];
  // Cells merged sideways are a title, or a text across columns that have other meanings.
  if (column !== lastColumn) return;
  const at = columnIndex(column);
  const text = table[Number(first) - 1]?.[at] ?? '';
  for (const row of text === '' ? [] : table.slice(Number(first), Number(last))) {
    while (row.length <= at) row.push('');
    row[at] = text;
  }
}

const CODE_BEFORE_A = 64;

/** A is 0, AA is 26. */
function columnIndex(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - CODE_BEFORE_A, 0) - 1;
}

function textOf(element: Element): string {
  return [...element.getElementsByTagName('t')].map((part) => part.textContent).join('');
}

/** The text of a cell, by its type: shared text ('s'), its own text, boolean ('b'), or a number without a type. */
function cellText(cell: Element, texts: readonly string[]): string {
  const type = cell.getAttribute('t');
  const value = cell.getElementsByTagName('v')[0]?.textContent ?? '';
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'inlineStr') return textOf(cell);
  if (type === 'b') return value === '1' ? 'yes' : 'no';
  // Spreadsheets store 12.95 as 12.949999999999999.
  return type === null && value !== '' ? String(Number(Number(value).toPrecision(15))) : value;
}
