export const PHONE_DIGITS_MIN = 10;
export const PHONE_DIGITS_MAX = 15;

/** Longer than any number with its spaces. Longer texts are rejected before a pattern runs on them. */
export const PHONE_TEXT_MAX = 60;

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * Normalises a phone number: +1 and 10 digits for North America, E.164 for others. Returns null for invalid numbers.
 */
export function normalisePhone(text: string): string | null {
  if (text.length > PHONE_TEXT_MAX) return null;
  const trimmed = text.trim();
  if (!/^\+?[\d\s().\-/]+$/.test(trimmed)) return null;
  const digits = digitsOf(trimmed);
  if (digits.length < PHONE_DIGITS_MIN || digits.length > PHONE_DIGITS_MAX) return null;
  if (digits.length === PHONE_DIGITS_MIN && !trimmed.startsWith('+')) return `+1${digits}`;
  if (digits.startsWith('1')) return digits.length === 11 ? `+${digits}` : null;
  return digits.startsWith('0') ? null : `+${digits}`;
}

/** The 10 digits of a North American number; null for foreign or unfinished ones. */
export function nationalDigits(text: string): string | null {
  if (text.length > PHONE_TEXT_MAX) return null;
  const digits = digitsOf(text);
  if (digits.length === 10) return digits;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : null;
}

/** (902) 555-0123 for North American numbers; others stay as they are. */
export function phoneText(text: string): string {
  const digits = nationalDigits(text);
  return digits === null ? text : `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
