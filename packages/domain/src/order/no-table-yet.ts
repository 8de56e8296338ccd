import { say } from '../core/language.ts';

/** What a ticket says of a table that was not named: a guest asked to be seated, or staff had none yet. */
export function noTableYet(order: { readonly metadata?: { readonly adminCreated: boolean } | undefined }): string {
  return order.metadata?.adminCreated ? say`No table yet` : say`Seat them`;
}
