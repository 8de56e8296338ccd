import type { ColumnMeaning } from './columns.ts';

/** What the cells of a list's lines are. */
export const LIST_COLUMNS: ColumnMeaning[] = ['category', 'name', 'description', 'price'];

export interface FileLine {
  /** The row number in a spreadsheet or the line in a list, starting at 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

const ONLY_PRICE = /^(?:(?:[$€£]|CAD|USD|EUR|GBP) ?)?\d{1,6}(?:[.,]\d{1,2})?(?: ?(?:[$€£]|CAD|USD|EUR|GBP))?$/i;
const GAP_AND_PRICE =
  /(\t|[.…·_]{2} ?|[…/|] ?|[-–—] | )((?:(?:[$€£]|CAD|USD|EUR|GBP) ?)?\d{1,6}(?:[.,]\d{1,2})?(?: ?(?:[$€£]|CAD|USD|EUR|GBP))?)$/i;
const MAX_PRICE_LENGTH = 20;
const FILL = ' \t.…·_-–—';

type Line = Pick<FileLine, 'row'> & { readonly text: string };

/**
 * Reads a list from a document. A dish is a line that ends with its price, with the description on the line or on those
 * below it; or a name, its description and then the price, each on a line. A line that stands alone, or in capitals, is
 * a category. What has no price, or several, is returned so that it is refused.
 */
export function readList(text: string): FileLine[] {
  const lines: { row: number; cells: string[] }[] = [];
  let category = '';
  /** The line of the category while no dish follows it: it may be a dish without a price. */
  let unused = null as Line | null;
  /** Lines since the last dish: its description, a category, or the name and the description of the next dish. */
  let waiting: Line[] = [];
  /** Whether the last dish ended with its price, so that a description may follow. */
  let isDescribed = false;
  const add = ([first, ...others]: readonly Line[], price: string) => {
    const { row, text: whole } = first ?? { row: 0, text: '' };
    const [name = '', ...description] = whole.split(/ [-–—] |: |\t/);
    const descriptions = [description.join(' – '), ...others.map((line) => line.text)].filter(Boolean);
    lines.push({ row, cells: [category, name, descriptions.join(' '), price] });
    [waiting, unused] = [[], null];
  };
  const settle = () => {
    const last = lines.at(-1);
    if (isDescribed && last)
      last.cells[2] = [last.cells[2], ...waiting.map((line) => line.text)].filter(Boolean).join(' ');
    else if (waiting.length > 1) add(waiting, '');
    else {
      for (const line of waiting) {
        if (unused && !isHeading(unused.text)) add([unused], '');
        [category, unused] = [line.text.replace(/:$/, '').trim(), line];
      }
    }
    [waiting, isDescribed] = [[], false];
  };
  for (const [at, raw] of text.split(/\r\n?|\n/).entries()) {
    const line = { row: at + 1, text: raw.trim().replaceAll(/[ \u00A0]{2,}/g, '\t') };
    const priced = splitPrice(line.text);
    if (line.text === '') settle();
    else if (ONLY_PRICE.test(line.text)) {
      add(waiting.length > 0 ? waiting : [{ ...line, text: '' }], line.text);
      isDescribed = false;
    } else if (priced) {
      settle();
      add([{ ...line, text: priced.text }], priced.price);
      isDescribed = true;
    } else if (isHeading(line.text)) {
      settle();
      waiting = [line];
      settle();
    } else waiting.push(line);
  }
  settle();
  if (unused && !isHeading(unused.text)) add([unused], '');
  return lines;
}

/** The text of a line that ends with a price. Several prices stay together, which is refused as a price. */
function splitPrice(line: string): { readonly text: string; readonly price: string } | null {
  const [, gap, price] = GAP_AND_PRICE.exec(line.slice(-MAX_PRICE_LENGTH)) ?? [];
  // “Chicken 65” is a name: a number alone is a price only behind dots, a dash or a gap.
  if (price === undefined || (gap === ' ' && /^\d+$/.test(price))) return null;
  let end = line.length - price.length;
  while (end > 0 && FILL.includes(line.charAt(end - 1))) end--;
  const text = line.slice(0, end);
  const [digit, slash] = [text.search(/\d/), text.search(/[/|]/)];
  return digit > 0 && slash > digit ? { text: text.slice(0, digit).trim(), price: line.slice(digit) } : { text, price };
}

function isHeading(line: string): boolean {
  return line.endsWith(':') || (/\p{Lu}/u.test(line) && line === line.toUpperCase() && line.length <= 50);
}
