import type { OrderRequest } from '@tiffin/contract/order-request';
import type { Actor } from '@tiffin/domain/people';
import { requestedOffer } from '../pricing/welcome-offer.ts';
import type { SinglePayment } from '../../money/sessions/single-payment.ts';

/** The cart and the offer of a request, which can each be paid only once. */
export function singlePaymentOf(
  actor: Actor,
  { cartId, location, welcomeCode }: Pick<OrderRequest, 'cartId' | 'location' | 'welcomeCode'>,
): SinglePayment {
  return {
    cart: cartId === null ? null : { locationId: location.id, cartId },
    offer: requestedOffer(actor, welcomeCode),
  };
}
