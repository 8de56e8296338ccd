import { say, sayNow } from '../core/language.ts';
import { decodeOrKeep } from '../core/parse-unknown.ts';

/** Printers that ask the server for work: Star CloudPRNT, and Epson Server Direct Print. */
export const PRINTER_KINDS = ['star', 'epson'] as const;
export type PrinterKind = (typeof PRINTER_KINDS)[number];

export const PRINTER_WORK = ['tickets', 'receipts'] as const;

export const PAPER_LABEL = say`Width of the paper`;
export const PAPER_OPTIONS = [
  { value: '80', label: '80 mm' },
  { value: '58', label: '58 mm' },
] as const;
export const OWN_LETTERS_LABEL = say`Print all letters as they are written`;
export const OWN_LETTERS_HINT = say`Greek, Cyrillic, Indian and other letters that the printer lacks are drawn as pictures, which takes longer. Otherwise they are written in Latin letters.`;

/** The frequent problems by their code, of Star printers and then of Epson's. */
const TROUBLES: Readonly<Record<string, string>> = {
  '410': say`Out of paper`,
  '411': say`Paper is jammed`,
  '420': say`Its cover is open`,
  '510': say`It does not understand the ticket`,
  '520': say`It could not download the ticket`,
  '521': say`It could not download the ticket`,
  EX_TIMEOUT: say`It took too long to print`,
  EPTR_REC_EMPTY: say`Out of paper`,
  EPTR_COVER_OPEN: say`Its cover is open`,
  EPTR_CUTTER: say`Its cutter is stuck`,
};

/**
 * What a printer says about itself in words, such as `410%20PaperOut` or `EPTR_REC_EMPTY`; null if it is ready. An
 * unknown state is shown as the printer writes it.
 */
export function printerTrouble(state: string): string | null {
  const text = decodeOrKeep(state).trim();
  const [code = ''] = text.split(' ');
  if (text === '' || /^2\d\d$/.test(code)) return null;
  const known = TROUBLES[code];
  return known === undefined ? text.slice(0, 100) : sayNow(known);
}
