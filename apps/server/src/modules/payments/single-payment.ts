import type { Tx } from '../../platform/db/connection.ts';
import { lockOffer } from '../pricing/offer-code.ts';
import { lockCart, type CartAt } from '../orders/cart-order.ts';

/** What may be paid once: a guest's cart, and the offer an account was sent. One payment page at a time is open with it. */
export interface SinglePayment {
  readonly cart: CartAt | null;
  readonly offer: { readonly userId: string; readonly code: string } | null;
}

/** Whoever takes them locks them in this sequence, and the payments with them after that. */
export async function lockSinglePayment(
  tx: Tx,
  { cart, offer }: { cart: CartAt | null; offer: { code: string } | null },
) {
  if (offer) await lockOffer(tx, offer.code);
  if (cart) await lockCart(tx, cart);
}
