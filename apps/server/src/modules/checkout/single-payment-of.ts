import type { OrderRequest } from '@tiffin/contract/order-request';
import type { Actor } from '@tiffin/domain/people';
import { askedOffer } from '../pricing/welcome-offer.ts';
import type { PaidOnce } from '../payments/single-payment.ts';

/** What of an order may be paid once. */
export function paidOnceOf(
  actor: Actor,
  { cartId, location, welcomeCode }: Pick<OrderRequest, 'cartId' | 'location' | 'welcomeCode'>,
): PaidOnce {
  return {
    cart: cartId === null ? null : { locationId: location.id, cartId },
    offer: askedOffer(actor, welcomeCode),
  };
}
