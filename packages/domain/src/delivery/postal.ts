import { say } from '../core/language.ts';

/** Letters and digits alternate. At the position of a digit, O is read as 0 and I as 1. */
const CANADIAN = /^[A-Z][\dOI][A-Z][\dOI][A-Z][\dOI]$/;
/** A postal code within an address. Only letters that postal codes use, so that apartments and roads do not match. */
const IN_ADDRESS = /(?<![A-Z\d])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][\s.-]*\d[ABCEGHJ-NPRSTV-Z]\d(?![A-Z\d])/gi;

/** Normalises a postal code for comparison: 'b2n-1a1 ' → 'B2N1A1'. */
export function normalisePostalCode(postalCode: string): string {
  const key = postalCode
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '');
  if (!CANADIAN.test(key)) return key;
  return [...key].map((sign, at) => (at % 2 === 0 ? sign : sign.replace('O', '0').replace('I', '1'))).join('');
}

/** Formats a Canadian postal code for display: 'B2N 1A1'. Others stay unchanged. */
export function formatPostalCode(postalCode: string): string {
  const key = normalisePostalCode(postalCode);
  return CANADIAN.test(key) ? `${key.slice(0, 3)} ${key.slice(3)}` : postalCode.trim();
}

/** The first part of a postal code, which names a town or a part of a city: 'B2N 1A1' → 'B2N', '10115' → '101'. */
export function postalPrefix(postalCode: string, country: string): string {
  const key = normalisePostalCode(postalCode);
  if (country === 'CA') return key.slice(0, 3);
  // The second half of a British code is always three characters long.
  if (country === 'GB') return key.length > 4 ? key.slice(0, -3) : key;
  return key.length > 4 ? key.slice(0, 3) : key;
}

/** The last postal code in an address typed as one text; '' if there is none. */
export function findPostalCode(address: string): string {
  const [last = ''] = [...address.normalize('NFKC').matchAll(IN_ADDRESS)].at(-1) ?? [];
  return normalisePostalCode(last);
}

/** Why the two disagree, or null. The fee follows the postal code and the driver follows the address. */
export function postalCodeProblem(typed: string, address: string): string | null {
  const inAddress = findPostalCode(address);
  if (inAddress === '' || ['', inAddress].includes(normalisePostalCode(typed))) return null;
  return say`The address has another postal code. Please correct one of the two.`;
}

/** True if the address has a number besides the postal code, because a driver needs a house number. */
export function hasStreetNumber(address: string): boolean {
  return /\d/.test(address.normalize('NFKC').replaceAll(IN_ADDRESS, ''));
}
