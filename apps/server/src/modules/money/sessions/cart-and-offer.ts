import type { Tx } from '../../../platform/db/connection.ts';
import { lockOffer } from '../../orders/pricing/offer-code.ts';
import { lockCart, type CartKey } from '../../orders/cart-order.ts';

/**
 * Things that can be paid only once: a guest's cart and an account's welcome offer. Each has at most one open payment
 * page.
 */
export interface CartAndOffer {
  readonly cart: CartKey | null;
  readonly offer: { readonly userId: string; readonly code: string } | null;
}

/** Locks the offer, then the cart. All code uses this sequence and locks the payments afterwards. */
export async function lockCartAndOffer(
  tx: Tx,
  { cart, offer }: { cart: CartKey | null; offer: { code: string } | null },
) {
  if (offer) await lockOffer(tx, offer.code);
  if (cart) await lockCart(tx, cart);
}
