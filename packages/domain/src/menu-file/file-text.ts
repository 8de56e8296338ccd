import { ok, say, type Result, fail } from '../core/index.ts';

export const refuseFile = (message: string) => fail('invalid-argument', message, { field: 'file' });

/** Western European letters, and the signs that a menu may use. */
const WESTERN = /^[\p{ASCII}À-ÖØ-öø-ÿŒœ\u00A0£©«®°´·»¼½¾€…‘’“”•–—™]*$/u;
/** Letters of another alphabet have longer runs, and a sign inside a word is a letter of a Mac. */
const OTHER_ENCODING = /[À-ÖØ-öø-ÿ]{3}|[a-z][€…‘“”•–—™][a-z]/u;

/** How pictures, PDFs, the old .xls and zipped files begin, such as a workbook that is called .csv. */
const OTHER_FORMATS = ['\x89PNG', '\xff\xd8\xff', 'GIF8', '%PDF', '\xd0\xcf\x11\xe0', 'PK\x03\x04'];

/** Decodes a file if its encoding is certain, because a wrong guess would spoil every name with an accent. */
export function decodeMenuFile(bytes: Uint8Array): Result<string> {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (OTHER_FORMATS.some((format) => start.startsWith(format))) {
    return refuseFile(
      say`This file is not a CSV. It may be a picture, a PDF or a workbook. Please save the table as “CSV UTF-8” or .xlsx, and choose that file.`,
    );
  }
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'be' : null;
  const text = decode(mark ? `utf-16${mark}` : 'utf-8', bytes);
  // Spreadsheets save a plain CSV with the letters of Windows.
  const windows = text === null && mark === null ? decode('windows-1252', bytes) : null;
  const read = windows !== null && WESTERN.test(windows) && !OTHER_ENCODING.test(windows) ? windows : text;
  return read === null || read.includes('\0')
    ? refuseFile(
        say`The letters of this file cannot be read with certainty. Please save the menu as “CSV UTF-8” and choose that file.`,
      )
    : ok(read.toWellFormed());
}

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
