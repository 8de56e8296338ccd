import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';

export type FileEncoding = 'UTF-8' | 'UTF-16' | 'Latin-1' | 'Mac Roman';

/** The largest file that is accepted. */
export const MENU_FILE_LIMITS = { bytes: 5 * 1024 * 1024, rows: 5000 } as const;

export const MENU_FILE_TOO_LARGE = say`This file is larger than 5 MB. A menu is smaller: please choose another file.`;

/** Decodes a file if its encoding is certain. A wrong guess would spoil every name with an accent. */
export function decodeMenuFile(bytes: Uint8Array): Result<{ readonly text: string; readonly encoding: FileEncoding }> {
  const no = (message: string) => err(failure('invalid-argument', message, { field: 'file' }));
  const other = (message: string) => no(`${message} ${say`Please save it as “CSV UTF-8” and choose that file.`}`);
  if (bytes.length === 0) return no(say`This file is empty.`);
  if (bytes.length > MENU_FILE_LIMITS.bytes) return no(MENU_FILE_TOO_LARGE);
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    return other(say`This is a workbook of a spreadsheet program, not a CSV file.`);
  }
  const read = startsWith(bytes, [0xef, 0xbb, 0xbf])
    ? utf8(bytes)
    : (utf16(bytes) ?? utf8(bytes) ?? macRoman(bytes) ?? latin1(bytes));
  if (!read) return other(say`The encoding of this file was not recognized.`);
  if (read.text.includes('\0')) return other(say`This is not a text file.`);
  return ok({ ...read, text: read.text.toWellFormed() });
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function utf8(bytes: Uint8Array) {
  return decoded('utf-8', bytes, 'UTF-8');
}

function decoded(label: string, bytes: Uint8Array, encoding: FileEncoding) {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding };
  } catch {
    return null;
  }
}

/** Recognises UTF-16 by its byte order mark, or by zeros in every other byte at the beginning, as in Latin text. */
function utf16(bytes: Uint8Array) {
  if (bytes.length % 2 === 1) return null;
  const begin = bytes.subarray(0, 200);
  const zeros = (odd: 0 | 1) =>
    begin.filter((byte, at) => at % 2 === odd && byte === 0).length * 2 > begin.length * 0.8;
  if (startsWith(bytes, [0xff, 0xfe]) || zeros(1)) return decoded('utf-16le', bytes, 'UTF-16');
  if (startsWith(bytes, [0xfe, 0xff]) || zeros(0)) return decoded('utf-16be', bytes, 'UTF-16');
  return null;
}

/** €, …, ‘, ’, “, ”, •, –, — and ™: characters of Windows-1252 that Latin-1 lacks and that a menu may use. */
const SIGNS: ReadonlySet<number> = new Set([0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99]);
/**
 * é, è, ê, ù and ü in Mac Roman. In Windows and DOS encodings these bytes are capitals or symbols, which do not occur
 * inside a word.
 */
const MAC_ALONE: ReadonlySet<number> = new Set([0x8e, 0x8f, 0x90, 0x9d, 0x9f]);
/** The end of the accented capitals in Mac Roman, up to Ü. */
const MAC_CAPITALS_END = 0x86;
/** Dashes, quotes, ellipsis, bullet, non-breaking space and other symbols in Mac Roman. */
const MAC_SIGNS: ReadonlySet<number> = new Set([
  0xa1, 0xa3, 0xa5, 0xa8, 0xa9, 0xaa, 0xae, 0xbf, 0xc7, 0xc8, 0xc9, 0xca, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xdb,
]);

/** Mac Roman is certain if a letter inside a word can only be Mac Roman and all other bytes make sense in it. */
function macRoman(bytes: Uint8Array) {
  let isProof = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const isInWord = isSmall(bytes[at - 1]);
    if (!MAC_SIGNS.has(byte) && (byte >= 0xa0 || (byte <= MAC_CAPITALS_END && isInWord))) return null;
    isProof ||= isInWord && MAC_ALONE.has(byte);
  }
  return isProof ? decoded('macintosh', bytes, 'Mac Roman') : null;
}

/** A lower-case letter without an accent. */
function isSmall(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x61 && byte <= 0x7a;
}

const APOSTROPHE = 0x92;
const LATIN_SIGNS = '\u00A0£©«®°´·»¼½¾';

/**
 * Latin-1 is certain if all bytes outside ASCII are western European letters or common symbols, and at most two such
 * letters are adjacent. Text in other alphabets has longer runs.
 */
function latin1(bytes: Uint8Array) {
  let run = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const isLetter = byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7;
    run = isLetter ? run + 1 : 0;
    if (run > 2) return null;
    if (byte < 0x80 || isLetter) continue;
    const isSign = SIGNS.has(byte);
    // Inside a word only the apostrophe of Windows-1252 is plausible; another symbol there may be a letter of Mac
    // Roman.
    if (isSign && byte !== APOSTROPHE && isSmall(bytes[at - 1]) && isSmall(bytes[at + 1])) return null;
    if (!isSign && !LATIN_SIGNS.includes(String.fromCharCode(byte))) return null;
  }
  return decoded('windows-1252', bytes, 'Latin-1');
}
