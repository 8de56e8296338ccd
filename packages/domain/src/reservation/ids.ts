import { randomCode, type Random } from '../core/ids.ts';
import type { DateText } from '../core/time.ts';
import { locationCode } from '../locations/codes.ts';

/** Uppercase letters that are not taken for digits when somebody reads them out. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';

export const RESERVATION_ID = /^RES-(TRU|NGL|LOC)-\d{8}-[A-Z0-9]{4}$/;

/** RES-TRU-20270313-KQWX; the date is that of the dinner. */
export function newReservationId(locationId: string, date: DateText, random: Random): string {
  return `RES-${locationCode(locationId)}-${date.replaceAll('-', '')}-${randomCode(4, random, LETTERS)}`;
}

export function isReservationId(text: string): boolean {
  return RESERVATION_ID.test(text);
}
