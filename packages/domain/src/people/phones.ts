export const PHONE_DIGITS_MIN = 10;
export const PHONE_DIGITS_MAX = 15;

/** Longer than any number with its spaces. Longer texts are rejected before a pattern runs on them. */
export const PHONE_TEXT_MAX = 60;

let restaurantCountry = 'CA';

/** The country of numbers without a country code: the restaurant's. */
export function phoneCountry(): string {
  return restaurantCountry;
}

/** A server and a page have one restaurant, whose country is set once it is known. */
export function setPhoneCountry(country: string): void {
  restaurantCountry = country;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The 10 digits of a North American number; null for foreign or unfinished ones. */
export function nationalDigits(text: string): string | null {
  if (text.length > PHONE_TEXT_MAX) return null;
  const digits = digitsOf(text);
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
  // Ten digits after a plus are a foreign number, and no area code begins with 0.
  return digits.length === 10 && !/^\s*(\+|0)/.test(text) ? digits : null;
}

/** (902) 555-0123 for North American numbers; others stay as they are. */
export function phoneText(text: string): string {
  const digits = nationalDigits(text);
  return digits === null ? text : `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
