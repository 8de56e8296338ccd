import { say, sayNow } from '../core/language.ts';

const NAMES: ReadonlyMap<string, string> = new Map([
  ['GST', say`GST`],
  ['QST', say`QST`],
  ['HST', say`HST`],
  ['PST', say`PST`],
  ['RST', say`RST`],
]);

/** The name of a tax in the reader's language: 'TPS + TVQ' is GST and QST. Custom names stay as they are. */
export function taxName(label: string): string {
  return label
    .split(' + ')
    .map((code) => sayNow(NAMES.get(code) ?? code))
    .join(' + ');
}
