import type { OrderRequest } from '@tiffin/contract/order/order-request';
import type { Actor } from '@tiffin/domain/people';
import { requestedOffer } from '../../orders/pricing/welcome-offer.ts';
import type { CartAndOffer } from '../../money/sessions/cart-and-offer.ts';

/** The cart and the offer of a request, which can each be paid only once. */
export function cartAndOfferOf(
  actor: Actor,
  { cartId, location, welcomeCode }: Pick<OrderRequest, 'cartId' | 'location' | 'welcomeCode'>,
): CartAndOffer {
  return {
    cart: cartId === null ? null : { locationId: location.id, cartId },
    offer: requestedOffer(actor, welcomeCode),
  };
}
