import { say } from '../core/language.ts';

/** The party size of a dine-in order or a reservation. */
export const PARTY_MIN = 1;
export const PARTY_MAX = 20;
/** With literal numbers, because the server translates error messages as a whole. */
export const PARTY_PROBLEM = say`Please specify a valid party size (1-20 people)`;

export function isPartySize(size: number): boolean {
  return Number.isInteger(size) && size >= PARTY_MIN && size <= PARTY_MAX;
}

/**
 * The ticket's text for a dine-in order without a table: the guest waits to be seated, or staff have not assigned one.
 */
export function missingTableText(order: {
  readonly metadata?: { readonly adminCreated: boolean } | undefined;
}): string {
  return order.metadata?.adminCreated ? say`No table yet` : say`Seat them`;
}
