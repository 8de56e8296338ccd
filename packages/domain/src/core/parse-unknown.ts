// Helpers for untrusted input.

/** The value as an object of unknown fields, or null. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Parses a JSON object. Returns {} if the text is missing, invalid or not an object. */
export function parseJsonFields(json: string | null): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(json ?? 'null')) ?? {};
  } catch {
    return {};
  }
}

/** Trimmed text that the database can store; '' if the value is not text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : '';
}

/** Collapses whitespace and control characters, for text that must fit on one line on paper, in mails and in lists. */
export function collapseWhitespace(value: string): string {
  return value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** A finite number, or null. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
