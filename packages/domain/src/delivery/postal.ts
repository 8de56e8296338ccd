/** Of six characters, letters and digits in turn: in the place of a digit an O is a nought and an I a one. */
const CANADIAN = /^[A-Z][\dOI][A-Z][\dOI][A-Z][\dOI]$/;
/** Within an address. Letters that stand in no postal code keep flats and roads from looking like one. */
const IN_ADDRESS = /(?<![A-Z\d])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][\s.-]*\d[ABCEGHJ-NPRSTV-Z]\d(?![A-Z\d])/gi;

/** A postal code as it is compared, however it was written: 'b2n-1a1 ' → 'B2N1A1'. */
export function postalKey(written: string): string {
  const key = written
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '');
  if (!CANADIAN.test(key)) return key;
  return [...key].map((sign, at) => (at % 2 === 0 ? sign : sign.replace('O', '0').replace('I', '1'))).join('');
}

/** As it is written on an envelope: 'B2N 1A1'; what is no Canadian one stays as it is. */
export function postalText(written: string): string {
  const key = postalKey(written);
  return CANADIAN.test(key) ? `${key.slice(0, 3)} ${key.slice(3)}` : written.trim();
}

/** The postal code at the end of an address that was typed whole; '' when it has none. */
export function postalIn(address: string): string {
  const [last = ''] = [...address.normalize('NFKC').matchAll(IN_ADDRESS)].at(-1) ?? [];
  return postalKey(last);
}

/** A house has a number, or its driver needs another word: the postal code's digits are none. */
export function hasStreetNumber(address: string): boolean {
  return /\d/.test(address.normalize('NFKC').replaceAll(IN_ADDRESS, ''));
}
