/** How many sit down together, at a table ordered to or at one booked. */
export const PARTY_MIN = 1;
export const PARTY_MAX = 20;
export const PARTY_PROBLEM = `Please specify a valid party size (${PARTY_MIN}-${PARTY_MAX} people)`;

export function isPartySize(size: number): boolean {
  return Number.isInteger(size) && size >= PARTY_MIN && size <= PARTY_MAX;
}
