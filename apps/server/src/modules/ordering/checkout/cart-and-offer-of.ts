import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Idempotency, RequestOrigin } from '../../../platform/http/implement.ts';
import type { CartAndOffer } from '../../money/sessions/cart-and-offer.ts';

/** A guest's request to order. */
export interface PlaceOrderInput {
  readonly actor: Actor;
  readonly idempotency: Idempotency | null;
  readonly request: OrderRequest;
  readonly from: RequestOrigin;
}

/** The cart and the offer of a request, which can each be paid only once. */
export function cartAndOfferOf({ actor, request }: Pick<PlaceOrderInput, 'actor' | 'request'>): CartAndOffer {
  const { cartId, location, welcomeCode } = request;
  const userId = userIdOf(actor);
  return {
    cart: cartId === null ? null : { locationId: location.id, cartId },
    offer: userId === null || welcomeCode === '' ? null : { userId, code: welcomeCode },
  };
}
