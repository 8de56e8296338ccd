import { say } from '../core/language.ts';

/** What the ticket says of a dine-in order without a table: the guest waits, or staff have to assign one. */
export function missingTableText(order: { readonly metadata?: { readonly adminCreated: boolean } | undefined }) {
  return order.metadata?.adminCreated ? say`No table yet` : say`Seat them`;
}
