import { strFromU8, unzipSync } from 'fflate';
import { writeCsv } from '@tiffin/domain/core';

/** Larger parts are not unpacked, because a small archive may contain gigabytes. */
const MAX_PART_BYTES = 20 * 1024 * 1024;

/** The first sheet of an .xlsx file as CSV, with each row where it was. Throws if it cannot be read. */
export function workbookCsv(bytes: Uint8Array): string {
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => /^xl\/.*\.(xml|rels)$/.test(name) && originalSize <= MAX_PART_BYTES,
  });
  const elements = (file: string, tag: string) => {
    const content = files[file];
    return content
      ? [...new DOMParser().parseFromString(strFromU8(content), 'text/xml').getElementsByTagName(tag)]
      : [];
  };
  const texts = elements('xl/sharedStrings.xml', 'si').map(textOf);
  const id = elements('xl/workbook.xml', 'sheet')[0]?.getAttribute('r:id');
  const target = elements('xl/_rels/workbook.xml.rels', 'Relationship')
    .find((relation) => relation.getAttribute('Id') === id)
    ?.getAttribute('Target');
  if (!target) throw new Error('the workbook has no sheet');
  const sheet = `xl/${target.replace(/^\/?(xl\/)?/, '')}`;
  const rows: string[][] = [];
  for (const row of elements(sheet, 'row')) {
    const cells: string[] = [];
    for (const cell of row.getElementsByTagName('c')) {
      const column = /^[A-Z]{1,3}/.exec(cell.getAttribute('r') ?? '')?.[0];
      cells[column ? columnIndex(column) : cells.length] = cellText(cell, texts);
    }
    const rowNumber = Number(row.getAttribute('r') ?? rows.length + 1);
    // Skipped cells and rows leave holes, which Array.from fills.
    rows[rowNumber - 1] = Array.from(cells, (text) => text ?? '');
  }
  const [headings = [], ...others] = Array.from(rows, (row) => row ?? []);
  return writeCsv(headings, others);
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
