import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Random } from '@tiffin/server/testing/random';

export interface Edit {
  readonly file: string;
  readonly offset: number;
  readonly undo: () => void;
}

/** Replaces one random byte of a random file of an export by another byte. Larger files are chosen more often. */
export function editOneByte(folder: string, random: Random): Edit {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => ({ file, bytes: readFileSync(file) }));
  let offset = random.int(0, files.reduce((sum, { bytes }) => sum + bytes.length, 0) - 1);
  const found = files.find(({ bytes }) => {
    if (offset < bytes.length) return true;
    offset -= bytes.length;
    return false;
  });
  if (!found) throw new Error('the export is empty');
  const edited = Buffer.from(found.bytes);
  edited[offset] = ((edited[offset] ?? 0) + random.int(1, 255)) % 256;
  writeFileSync(found.file, edited);
  return { file: path.relative(folder, found.file), offset, undo: () => writeFileSync(found.file, found.bytes) };
}

/** Files whose amounts the checker recalculates. */
const CALCULATED = [
  'orders',
  'order-items',
  'bills',
  'bill-taxes',
  'payments',
  'refunds',
  'loyalty-entries',
  'stock-moves',
];
const AMOUNTS = /(_cents|^quantity|^amount|^points)$/;

/** Replaces one digit of a random amount. */
export function editOneAmount(folder: string, random: Random): Edit {
  const file = `${random.pick(CALCULATED)}.csv`;
  const text = readFileSync(path.join(folder, file), 'utf8');
  const offsets = offsetsOfDigits(text);
  const offset = offsets[random.int(0, offsets.length - 1)] ?? 0;
  const digit = (Number(text[offset]) + random.int(1, 9)) % 10;
  writeFileSync(path.join(folder, file), `${text.slice(0, offset)}${digit}${text.slice(offset + 1)}`);
  return { file, offset, undo: () => writeFileSync(path.join(folder, file), text) };
}

/** The places of all digits in columns with amounts. */
function offsetsOfDigits(text: string): number[] {
  const cells = [...text.matchAll(/((?:"(?:[^"]|"")*"|[^",\n])*)([,\n])/g)];
  const columns = cells.slice(0, cells.findIndex(([, , end]) => end === '\n') + 1).map(([, name]) => name ?? '');
  return cells.slice(columns.length).flatMap(({ 1: cell = '', index }, number) => {
    if (!AMOUNTS.test(columns[number % columns.length] ?? '') || !/^-?\d+$/.test(cell)) return [];
    const first = cell.startsWith('-') ? 1 : 0;
    return Array.from({ length: cell.length - first }, (_, digit) => index + first + digit);
  });
}
