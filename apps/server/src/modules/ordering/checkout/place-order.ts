import type { ResponseOf } from '@tiffin/contract';
import { refuse, Refusal } from '@tiffin/domain/core';
import { userIdOf } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import { retryOnOutdatedData, OutdatedDataRefusal } from '../../../platform/db/transaction.ts';
import { orStoredResponse, requireStoredResponse } from '../../../platform/http/implement.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { refuseIfStillOutOfStock } from '../../menu/stock/shortage.ts';
import { slotFullFailure } from '../../capacity/reserve-slots.ts';
import { MAX_INSERT_ATTEMPTS, type InsertOutcome } from '../../orders/insert-order.ts';
import type { OrderInsert } from '../../orders/order-columns.ts';
import { refuseIfOrdered, startCheckout, type CashCheckout, type PlaceOrderInput } from './cash-checkout.ts';
import { closeUnpaidPages, closeOpenPages, isTakenByOthers } from './close-payment-pages.ts';
import { insertCashOrder } from './insert-cash-order.ts';
import { readOffers } from '../../orders/promotions/offer-terms.ts';
import { pointsShortRefusal } from '../../people/spend-points.ts';
import { promotionOverFailure } from '../../orders/promotions/promotion-uses.ts';
import { codeNeededRefusal, verifyGuest } from './verify-guest.ts';
import { readKitchenLoad } from '../../capacity/kitchen-load.ts';
import { priceOrderByMenu, type PricedOrder } from '../../orders/pricing/priced-order.ts';

type PlacedOrder = ResponseOf<'createCustomerOrderCash'>;

/** The order was placed, or has to be tried again on this menu (null: the location is gone). */
type Step = { readonly response: PlacedOrder } | { readonly retryWith: LocationMenu | null };

/** Places a cash order. A repeated request returns the first response. */
export function placeCashOrder(context: Context, input: PlaceOrderInput): Promise<PlacedOrder> {
  return orStoredResponse(context, input.idempotency, () =>
    retryOnOutdatedData(async () => placeOnCurrentMenu(context, await startCheckout(context, input))),
  );
}

async function placeOnCurrentMenu(context: Context, checkout: CashCheckout): Promise<PlacedOrder> {
  let menu = await context.menus.unchecked(checkout.request.location.id);
  for (let attempt = 0; menu && attempt < MAX_INSERT_ATTEMPTS; attempt++) {
    const step = await tryToPlace(context, checkout, menu);
    if ('response' in step) return step.response;
    menu = step.retryWith;
  }
  throw refuse(menu ? 'conflict' : 'location-not-found');
}

async function tryToPlace(context: Context, checkout: CashCheckout, menu: LocationMenu): Promise<Step> {
  const quote = await quoteCashOrder(context, checkout, menu);
  if (!quote.draft) return quote;
  const verification = await verifyGuest(context, checkout, quote.draft);
  const { outcome, order } = await insertCashOrder(context, checkout, quote.draft, verification);
  return outcomeHandlers[outcome](context, { checkout, menu, order });
}

interface Attempt {
  readonly checkout: CashCheckout;
  readonly menu: LocationMenu;
  readonly order: OrderInsert;
}

type OutcomeHandler = (context: Context, attempt: Attempt) => Promise<Step> | Step;

const retry: OutcomeHandler = (_context, { menu }) => ({ retryWith: menu });

const outcomeHandlers: Record<InsertOutcome, OutcomeHandler> = {
  inserted: (_context, { order }) => ({ response: order.answer }),
  'repeated-request': loadStoredResponse,
  'cart-already-ordered': refuseWithExistingOrder,
  'payment-page-open': closePageAndRetry,
  'menu-changed': retryWithNewMenu,
  'number-taken': retry,
  'contact-has-open-order': askForContactCode,
  'slot-full': startAgainWithNewSlots,
  'out-of-stock': refuseWithRemainingStock,
  'promotion-over': startAgainWithoutPromotion,
  'points-short': () => {
    throw pointsShortRefusal();
  },
};

async function loadStoredResponse(context: Context, attempt: Attempt): Promise<Step> {
  const { idempotency } = attempt.checkout;
  if (!idempotency) return retry(context, attempt);
  return { response: await requireStoredResponse<PlacedOrder>(context.db, idempotency) };
}

async function refuseWithExistingOrder(context: Context, attempt: Attempt): Promise<Step> {
  await refuseIfOrdered(context, attempt.checkout);
  return retry(context, attempt);
}

/** If the payment page is being paid at this moment, the cart becomes the paid order and the cash order is refused. */
async function closePageAndRetry(context: Context, attempt: Attempt): Promise<Step> {
  await closeUnpaidPages(context, attempt.checkout.cartAndOffer);
  return retry(context, attempt);
}

async function retryWithNewMenu(context: Context, { menu }: Attempt): Promise<Step> {
  return { retryWith: await context.menus.exact(menu.location.id) };
}

async function askForContactCode(context: Context, { checkout }: Attempt): Promise<never> {
  await refuseIfOrdered(context, checkout);
  throw await codeNeededRefusal(context, checkout, 'open-order');
}

/** The slot filled up after the quote: the whole checkout is repeated and quotes the next free time. */
function startAgainWithNewSlots(): never {
  throw new OutdatedDataRefusal(slotFullFailure());
}

/** Somebody else had the last use: the whole checkout is repeated and reads what is left. */
function startAgainWithoutPromotion(): never {
  throw new OutdatedDataRefusal(promotionOverFailure());
}

async function refuseWithRemainingStock(context: Context, attempt: Attempt): Promise<Step> {
  const { checkout, menu, order } = attempt;
  await refuseIfOrdered(context, checkout);
  await refuseIfStillOutOfStock(context.db, menu.location.id, order.portions ?? []);
  return retry(context, attempt);
}

/** The priced order, or the menu to try again with. */
type CashQuote =
  | { readonly draft: PricedOrder }
  | { readonly draft?: undefined; readonly retryWith: LocationMenu | null };

/** Prices the order by this menu. Refuses it only if the menu is still current. */
async function quoteCashOrder(context: Context, checkout: CashCheckout, menu: LocationMenu): Promise<CashQuote> {
  const { request, now, offer, cartAndOffer } = checkout;
  // The kitchen's load changes with every order, so each attempt reads it again.
  const kitchen = await readKitchenLoad(context.db, menu, now);
  const offers = await readOffers(context.db, menu, request, userIdOf(checkout.actor), now);
  const draft = priceOrderByMenu(menu, request, { now, agreesToWait: request.agreesToWait, offer, offers, kitchen });
  if (draft.ok) return { draft: draft.value };
  const current = await context.menus.exact(menu.location.id);
  if (current !== menu) return { retryWith: current };
  if (isTakenByOthers(draft.error)) {
    // The missing portion or time slot may be held by an open payment page of this cart.
    if (await closeOpenPages(context, cartAndOffer)) return { retryWith: menu };
    await refuseIfOrdered(context, checkout);
  }
  throw new Refusal(draft.error);
}
