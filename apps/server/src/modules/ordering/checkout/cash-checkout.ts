import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { refuse } from '@tiffin/domain/core';
import { ORDER_TEXTS } from '@tiffin/domain/order';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { RequestOrigin, Idempotency } from '../../../platform/http/implement.ts';
import { cartOrderedRefusal, findOrderOfCart } from '../../orders/cart-order.ts';
import { closeEarlierPages } from '../../money/sessions/close-earlier-pages.ts';
import { findGiftCardOf } from '../../money/gift-cards/find-gift-card.ts';
import type { CartAndOffer } from '../../money/sessions/cart-and-offer.ts';
import type { WelcomeOffer } from '../../orders/pricing/price-items.ts';
import { resolveTypedCode } from '../../orders/promotions/offer-terms.ts';
import { findWelcomeOffer } from '../../orders/pricing/welcome-offer.ts';
import { readGuestLimits, requireContactDetails, type GuestLimits } from './guest-limits.ts';
import { cartAndOfferOf } from './cart-and-offer-of.ts';

export interface PlaceOrderInput {
  readonly actor: Actor;
  readonly idempotency: Idempotency | null;
  readonly request: OrderRequest;
  readonly from: RequestOrigin;
}

/** A cash order that is being placed, with everything that stays the same between attempts. */
export interface CashCheckout extends PlaceOrderInput {
  readonly now: Date;
  /** The cart and the offer that can be paid only once. */
  readonly cartAndOffer: CartAndOffer;
  readonly offer: WelcomeOffer | null;
  /** The limits for a guest without an account; null for everybody else. */
  readonly guestLimits: GuestLimits | null;
  /** The gift card that pays as much as is on it. */
  readonly card: Row<'gift_cards'> | null;
}

export async function startCheckout(context: Context, input: PlaceOrderInput): Promise<CashCheckout> {
  const { actor, from } = input;
  const request = await resolveTypedCode(context, input, input.request);
  const now = context.clock.now();
  if (request.delivery?.leaveAtDoor) {
    throw refuse('invalid-argument', ORDER_TEXTS.cashAtDoor, { field: 'deliveryInfo' });
  }
  requireContactDetails(actor, request);
  const guestLimits = await readGuestLimits(context, { actor, contact: request.customer, from });
  const cartAndOffer = cartAndOfferOf(actor, request);
  // An open payment page may hold the offer.
  if (cartAndOffer.offer) await closeEarlierPages(context, cartAndOffer);
  const offer = await findWelcomeOffer(context.db, actor, request.welcomeCode);
  const card = await findGiftCardOf(context, input, request);
  return { ...input, request, now, cartAndOffer, offer, guestLimits, card };
}

/** A cart that was already ordered is always refused for that reason, even if its dishes are sold out. */
export async function refuseIfOrdered(context: Context, { cartAndOffer }: CashCheckout): Promise<void> {
  const { cart } = cartAndOffer;
  const order = cart && (await findOrderOfCart(context.db, cart));
  if (order) throw cartOrderedRefusal(order);
}
