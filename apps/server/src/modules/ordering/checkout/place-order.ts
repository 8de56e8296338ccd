import type { ResponseOf } from '@tiffin/contract';
import { failure, refuse, Refusal } from '@tiffin/domain/core';
import { ORDER_TEXTS } from '@tiffin/domain/order';
import { userIdOf } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import { retryOnOutdatedData, OutdatedDataRefusal } from '../../../platform/db/transaction.ts';
import { orStoredResponse } from '../../../platform/http/implement.ts';
import { readKitchenLoad } from '../../capacity/kitchen-load.ts';
import { slotFullFailure } from '../../capacity/reserve-slots.ts';
import { findGiftCardOf } from '../../money/gift-cards/find-gift-card.ts';
import { refuseIfStillOutOfStock } from '../../menu/stock/shortage.ts';
import { closeEarlierPages } from '../../money/sessions/close-earlier-pages.ts';
import { nameOrderOfCart } from '../../orders/cart-order.ts';
import { MAX_INSERT_ATTEMPTS, type InsertOutcome } from '../../orders/insert-order.ts';
import { priceOrderByMenu, type PricedOrder } from '../../orders/pricing/priced-order.ts';
import { readOffers, resolveTypedCode } from '../../orders/promotions/offer-terms.ts';
import { promotionOverFailure } from '../../orders/promotions/promotion-uses.ts';
import { pointsShortRefusal } from '../../people/spend-points.ts';
import { cartAndOfferOf, type PlaceOrderInput } from './cart-and-offer-of.ts';
import { closeUnpaidPages, closeOpenPages, isTakenByOthers } from './close-payment-pages.ts';
import { readGuestLimits, requireContactDetails } from './guest-limits.ts';
import { insertCashOrder, type CashOrder } from './insert-cash-order.ts';
import { codeNeededRefusal, verifyGuest } from './verify-guest.ts';

type PlacedOrder = ResponseOf<'createCustomerOrderCash'>;

/**
 * Places a cash order. A repeated request returns the first response, and a cart that was already ordered is refused with
 * its order. If something changed between reading and inserting, the order is read, priced and inserted again.
 */
export function placeCashOrder(context: Context, input: PlaceOrderInput): Promise<PlacedOrder> {
  return orStoredResponse(context, input.idempotency, () =>
    retryOnOutdatedData(() => placeWithinAttempts(context, input)),
  );
}

/**
 * Thrown when the order is tried again because of the menu, its number, its cart or the stock. A few attempts suffice
 * for these. Many others may take time slots and uses of promotions first, so those are tried more often.
 */
class RetryableRefusal extends Refusal {
  constructor() {
    super(failure('conflict'));
  }
}

async function placeWithinAttempts(context: Context, input: PlaceOrderInput): Promise<PlacedOrder> {
  const { cart } = cartAndOfferOf(input);
  for (let attempt = 1; ; attempt++) {
    try {
      return await placeOnce(context, input).catch(nameOrderOfCart(context.db, cart));
    } catch (error) {
      if (!(error instanceof RetryableRefusal) || attempt >= MAX_INSERT_ATTEMPTS) throw error;
    }
  }
}

async function placeOnce(context: Context, input: PlaceOrderInput): Promise<PlacedOrder> {
  const checkout = await startCheckout(context, input);
  const priced = await priceCashOrder(context, checkout);
  const verification = await verifyGuest(context, checkout, priced);
  const order = { ...checkout, priced, verification };
  const inserted = await insertCashOrder(context, order);
  if (inserted.outcome !== 'inserted') throw await REFUSALS[inserted.outcome](context, order);
  return inserted.answer;
}

/** A cash order that is being placed, with everything that is read before it is priced. */
type CashCheckout = Awaited<ReturnType<typeof startCheckout>>;

async function startCheckout(context: Context, input: PlaceOrderInput) {
  const { actor, from } = input;
  const request = await resolveTypedCode(context, input, input.request);
  if (request.delivery?.leaveAtDoor) {
    throw refuse('invalid-argument', ORDER_TEXTS.cashAtDoor, { field: 'deliveryInfo' });
  }
  requireContactDetails(actor, request);
  const guestLimits = await readGuestLimits(context, { actor, contact: request.customer, from });
  const cartAndOffer = cartAndOfferOf({ actor, request });
  // An open payment page may hold the offer.
  if (cartAndOffer.offer) await closeEarlierPages(context, cartAndOffer);
  const card = await findGiftCardOf(context, input, request);
  return { ...input, request, now: context.clock.now(), cartAndOffer, guestLimits, card };
}

/** Prices the order by the cached menu. Only a current menu may refuse it; the insert checks the menu of other orders. */
async function priceCashOrder(
  context: Context,
  { request, actor, now, cartAndOffer }: CashCheckout,
): Promise<PricedOrder> {
  const menu = await context.menus.unchecked(request.location.id);
  if (!menu) throw refuse('location-not-found');
  const kitchen = await readKitchenLoad(context.db, menu, now);
  const offers = await readOffers(context.db, menu, request, userIdOf(actor), now);
  const priced = priceOrderByMenu(menu, request, { now, agreesToWait: request.agreesToWait, offers, kitchen });
  if (priced.ok) return priced.value;
  const isOutdated = (await context.menus.exact(menu.location.id)) !== menu;
  // An open payment page of this cart may hold the missing portion or time slot.
  const mayRetry = isOutdated || (isTakenByOthers(priced.error) && (await closeOpenPages(context, cartAndOffer)));
  throw mayRetry ? new RetryableRefusal() : new Refusal(priced.error);
}

/**
 * Why an order was not inserted, after doing what the next attempt needs. `RetryableRefusal` and `OutdatedDataRefusal`
 * are tried again, the others refuse the order.
 */
const REFUSALS: Record<
  Exclude<InsertOutcome, 'inserted'>,
  (context: Context, order: CashOrder) => Refusal | Promise<Refusal>
> = {
  // The stored response is returned instead.
  'repeated-request': () => refuse('conflict'),
  // Refused with its order, unless that was cancelled meanwhile.
  'cart-already-ordered': () => new RetryableRefusal(),
  // If the page is being paid at this moment, the cart becomes the paid order and the cash order is refused.
  'payment-page-open': async (context, { cartAndOffer }) => {
    await closeUnpaidPages(context, cartAndOffer);
    return new RetryableRefusal();
  },
  'menu-changed': async (context, { request }) => {
    await context.menus.exact(request.location.id);
    return new RetryableRefusal();
  },
  'number-taken': () => new RetryableRefusal(),
  'contact-has-open-order': (context, order) => codeNeededRefusal(context, order, 'open-order'),
  // The next attempt quotes the next free time.
  'slot-full': () => new OutdatedDataRefusal(slotFullFailure()),
  'out-of-stock': async (context, { priced }) => {
    await refuseIfStillOutOfStock(context.db, priced.menu, priced.items);
    return new RetryableRefusal();
  },
  // Somebody else had the last use. The next attempt reads what is left.
  'promotion-over': () => new OutdatedDataRefusal(promotionOverFailure()),
  'points-short': () => pointsShortRefusal(),
};
