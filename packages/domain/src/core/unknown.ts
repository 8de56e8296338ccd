// Reading what came from outside: nothing is believed before it was looked at.

/** An object of unknown fields, or null. */
export function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** The fields of an object written down as JSON; none of what is no object, was cut off, or is not there. */
export function fieldsIn(json: string | null): Readonly<Record<string, unknown>> {
  try {
    return record(JSON.parse(json ?? 'null')) ?? {};
  } catch {
    return {};
  }
}

/** Trimmed text that a database can hold; '' for what is no text. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : '';
}

/** What is one line wherever it is read: on paper, in a mail, in a list. */
export function oneLine(written: string): string {
  return written.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** A number of the wire, or null. */
export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
