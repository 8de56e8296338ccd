import { say } from '../core/language.ts';

/** How many sit down together, at a table ordered to or at one booked. */
export const PARTY_MIN = 1;
export const PARTY_MAX = 20;
/** With its figures in it: the server finds the words of a refusal as a whole. */
export const PARTY_PROBLEM = say`Please specify a valid party size (1-20 people)`;

export function isPartySize(size: number): boolean {
  return Number.isInteger(size) && size >= PARTY_MIN && size <= PARTY_MAX;
}

/** What a ticket says of a table that was not named: a guest asked to be seated, or staff had none yet. */
export function noTableYet(order: { readonly metadata?: { readonly adminCreated: boolean } | undefined }): string {
  return order.metadata?.adminCreated ? say`No table yet` : say`Seat them`;
}
