// Helpers for untrusted input.

/** An object that is not an array, or null. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Parses JSON; null if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Parses a JSON object. Returns {} if the text is missing, invalid or not an object. */
export function parseJsonFields(json: string | null): Readonly<Record<string, unknown>> {
  return asRecord(parseJson(json ?? 'null')) ?? {};
}

/** Decodes a part of an address. Text that is not encoded correctly stays as it is. */
export function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Control characters but tab and line breaks, and characters that reorder text. Joiners stay: some scripts need them. */
const UNWANTED = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Text as it may be stored: without NUL and lone surrogates, which PostgreSQL refuses; without other control characters,
 * which terminals and printers obey; and without the characters of Unicode that change the direction of text, with
 * which a name can look like another one.
 */
export function toStorableText(text: string): string {
  return text.replaceAll(UNWANTED, '').toWellFormed();
}

/** Trimmed text that can be stored; '' if the value is not text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? toStorableText(value).trim() : '';
}

/** Collapses whitespace and control characters, for text that must fit on one line on paper, in mails and in lists. */
export function collapseWhitespace(value: string): string {
  return value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** A finite number, or null. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
