import { ok, say, type Result, fail } from '../core/index.ts';

export type FileEncoding = 'UTF-8' | 'UTF-16' | 'Latin-1';

/** The largest file that is accepted. */
export const MENU_FILE_LIMITS = { bytes: 5 * 1024 * 1024, rows: 5000 } as const;

export const MENU_FILE_TOO_LARGE = say`This file is larger than 5 MB. A menu is smaller: please choose another file.`;

/** Decodes a file if its encoding is certain. A wrong guess would spoil every name with an accent. */
export function decodeMenuFile(bytes: Uint8Array): Result<{ readonly text: string; readonly encoding: FileEncoding }> {
  const no = (message: string) => fail('invalid-argument', message, { field: 'file' });
  const other = (message: string) => no(`${message} ${say`Please save it as “CSV UTF-8” and choose that file.`}`);
  if (bytes.length === 0) return no(say`This file is empty.`);
  if (bytes.length > MENU_FILE_LIMITS.bytes) return no(MENU_FILE_TOO_LARGE);
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    return other(say`This is a workbook of a spreadsheet program, not a CSV file.`);
  }
  const read = utf16(bytes) ?? decoded('utf-8', bytes, 'UTF-8') ?? latin1(bytes);
  if (!read) return other(say`The encoding of this file was not recognized.`);
  if (read.text.includes('\0')) return other(say`This is not a text file.`);
  return ok({ ...read, text: read.text.toWellFormed() });
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function decoded(label: string, bytes: Uint8Array, encoding: FileEncoding) {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding };
  } catch {
    return null;
  }
}

function utf16(bytes: Uint8Array) {
  if (startsWith(bytes, [0xff, 0xfe])) return decoded('utf-16le', bytes, 'UTF-16');
  if (startsWith(bytes, [0xfe, 0xff])) return decoded('utf-16be', bytes, 'UTF-16');
  return null;
}

/** Western European letters, and the signs that a menu may use. */
const LATIN = /^[\p{ASCII}À-ÖØ-öø-ÿ\u00A0£©«®°´·»¼½¾€…‘’“”•–—™]*$/u;
/** Letters of another alphabet have longer runs, and a sign inside a word is a letter of a Mac. */
const OTHER_ENCODING = /[À-ÖØ-öø-ÿ]{3}|[a-z][€…‘“”•–—™][a-z]/u;

/** Windows-1252, if its characters are those of a menu. */
function latin1(bytes: Uint8Array) {
  const file = decoded('windows-1252', bytes, 'Latin-1');
  return file && LATIN.test(file.text) && !OTHER_ENCODING.test(file.text) ? file : null;
}
