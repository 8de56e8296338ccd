import { say } from '../core/language.ts';

/** Party sizes of reservations and dine-in orders. The database has the limits, too (`reservations_party_size_check`). */
export const PARTY_MIN = 1;
export const PARTY_MAX = 20;
/** With literal numbers, because the server translates error messages as a whole. */
export const PARTY_PROBLEM = say`Please specify a valid party size (1-20 people)`;

export function isPartySize(size: number): boolean {
  return Number.isInteger(size) && size >= PARTY_MIN && size <= PARTY_MAX;
}
