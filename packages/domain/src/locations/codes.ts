/** The three letters that begin an order's or a reservation's number. */
const LOCATION_CODES = new Map([
  ['truro', 'TRU'],
  ['new-glasgow', 'NGL'],
]);

export const OTHER_LOCATION_CODE = 'LOC';

export function locationCode(locationId: string): string {
  return LOCATION_CODES.get(locationId) ?? OTHER_LOCATION_CODE;
}

export const DEFAULT_LOCATION_ID = 'truro';
