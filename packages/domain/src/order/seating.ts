import { say } from '../core/language.ts';

/**
 * The ticket's text for a dine-in order without a table: the guest waits to be seated, or staff have not assigned one.
 */
export function missingTableText(order: { readonly metadata?: { readonly adminCreated: boolean } | undefined }) {
  return order.metadata?.adminCreated ? say`No table yet` : say`Seat them`;
}
