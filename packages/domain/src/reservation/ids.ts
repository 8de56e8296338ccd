import { randomCode, type Random } from '../core/ids.ts';
import type { DateText } from '../core/time.ts';
import { locationCode } from '../locations/codes.ts';

/** Uppercase letters that are not taken for digits when somebody reads them out. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';

/** RES-TRU-20270313-KQWX; the date is that of the dinner. */
export function newReservationId(locationId: string, date: DateText, random: Random): string {
  return `RES-${locationCode(locationId)}-${date.replaceAll('-', '')}-${randomCode(4, random, LETTERS)}`;
}
