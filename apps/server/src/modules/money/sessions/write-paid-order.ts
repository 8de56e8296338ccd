import { addMinutes, say } from '@tiffin/domain/core';
import {
  defaultPrepMinutes,
  notBefore,
  promisedWindow,
  singleTime,
  type OrderType,
  type PromisedTime,
} from '@tiffin/domain/order';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import type { ProviderSession } from '../../../adapters/payment/gateway.ts';
import type { Context, Tx } from '../../../context.ts';
import type { SessionSnapshot } from '../../../platform/db/stored-json.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { slotClaimAt, slotPromiseBasis, workUnitsOf, type KitchenLoad } from '../../capacity/kitchen-load.ts';
import { moveSlotsToOrder, reserveKitchenSlotsIfFree } from '../../capacity/reserve-slots.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { dishesToCook, promiseOrder } from '../../orders/promise/promise-order.ts';
import { newOrder, scheduledTime } from '../../orders/new-order.ts';
import { passPointsToOrder } from '../../people/spend-points.ts';
import { passPromotionToOrder } from '../../orders/promotions/promotion-uses.ts';
import { isOfferUsed } from '../../orders/pricing/offer-code.ts';
import { releaseGiftCardForOrder } from '../gift-cards/gift-card-balance.ts';
import { recordGiftPayment } from '../gift-cards/pay-with-gift-card.ts';
import type { PaymentInsert } from '../../ledger/insert-payment.ts';
import { recordTillOrder } from '../../orders/pricing/price-at-till.ts';
import { ledgerOfNewPayment } from '../../ledger/ledger.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import { lockOrder } from '../../orders/queries.ts';
import { insertSettledOrder } from '../../orders/insert-order.ts';
import { takeReservedStock } from '../../menu/stock/hold-stock.ts';
import { sellStock } from '../../menu/stock/move-stock.ts';
import { portionsOfLines } from '../../menu/stock/portions.ts';
import { hasTrackedStock, oversoldMessage, daypartEndedMessage } from '../../menu/stock/shortage.ts';
import { offerCodeOfSession, UnknownSession, type SessionRow } from './sessions.ts';

/**
 * A paid session always becomes an order, even if its dishes, time or offer are no longer available. Staff are notified
 * of such problems.
 */
export async function writePaidOrder(
  context: Context,
  tx: Tx,
  session: SessionRow,
  providerSession: ProviderSession,
  {
    menu,
    kitchen,
    payment,
  }: { readonly menu: LocationMenu | null; readonly kitchen: KitchenLoad; readonly payment: PaymentInsert },
): Promise<{ readonly order: OrderRow; readonly attention: string | null }> {
  const { request, items, price, adjustments, charges, userId, adminCreated, actor, metadata = {} } = session.snapshot;
  const { promised: promiseAtCheckout, language } = session.snapshot;
  if (!menu) throw new UnknownSession(`The location is gone: ${session.location_id}`);
  const now = context.clock.now();
  const { promised, slots } = promiseOfPaid(menu, session.snapshot, kitchen, now);
  // A paid order is cooked even if its offer code was used on another order in the meantime.
  const offer = offerCodeOfSession(session);
  const isOfferFree = offer !== null && !(await isOfferUsed(tx, offer));
  const gift = session.snapshot.giftPayment ?? null;
  const paysGift = gift !== null && (await releaseGiftCardForOrder(tx, session.id, gift, now));
  // The payment page took only what the gift card did not pay. Without the card's money, that part is still due.
  const isPaid = gift === null || paysGift;
  const { row: inserted } = await insertSettledOrder(context, tx, () => {
    const row = newOrder(
      {
        location: menu.location,
        request,
        items,
        price,
        adjustments,
        charges,
        userId,
        paymentMethod: session.kind === 'till-link' ? 'card' : 'online',
        paymentStatus: isPaid ? 'paid' : 'pending',
        paidAt: isPaid ? now : null,
        pricedAt: session.created_at,
        promised,
        sessionId: session.id,
        cartId: session.cart_id,
        paymentIntentId: providerSession.paymentId,
        adminCreated,
        actor,
        language,
        metadata: isOfferFree ? metadata : undefined,
      },
      now,
      context,
    );
    const ledger = ledgerOfNewPayment(payment);
    return { row: { ...row, ledger }, actor, paid: { payment, page: providerSession.providerSessionId } };
  });
  let order = inserted;
  if (gift) {
    if (paysGift) await recordGiftPayment(context, tx, order, gift);
    const locked = (await lockOrder(tx, order.id)) ?? order;
    order = (await syncPaymentStatus(context, tx, locked, { actor: SYSTEM_ACTOR, from: null })).row;
  }
  if (session.snapshot.points) await passPointsToOrder(tx, session.id, order.id, now);
  if (session.snapshot.promotion) await passPromotionToOrder(tx, session.id, order.id);
  if (adminCreated) {
    const placed = { orderId: order.id, billId: order.bill_id, locationId: session.location_id };
    const auditDetails = { paymentMethod: 'card', takenBy: session.created_by };
    await recordTillOrder(context, tx, placed, session.snapshot, { from: null, auditDetails });
  }
  const oversold = hasTrackedStock(menu, items) ? await sellPaidStock(context, tx, session, menu, order.id) : null;
  const hasSlots =
    (promiseAtCheckout && (await moveSlotsToOrder(tx, session.id, order.id))) ||
    (await reserveKitchenSlotsIfFree(tx, session.location_id, { orderId: order.id }, slots));
  const problems = inRestaurantLanguage(() => [
    oversold,
    isPaid
      ? null
      : say`The gift card that should pay the rest is blocked, or has too little left. The rest is still due.`,
    daypartEndedMessage(menu, items, scheduledTime(request) ?? now),
    hasSlots ? null : say`The kitchen was already full at its time when it was paid. It may be late.`,
  ]);
  const attention = problems.filter((each) => each !== null).join(' ') || null;
  return { order, attention };
}

/** When the paid order is ready, and the kitchen slots for it. */
function promiseOfPaid(menu: LocationMenu, snapshot: SessionSnapshot, kitchen: KitchenLoad, now: Date) {
  const { request, items, promised: promiseAtCheckout } = snapshot;
  const { orderType, delivery } = request;
  const promised = promiseOrder(menu, { orderType, delivery, items }, now, {
    agreesToWait: request.agreesToWait === true,
    by: 'payment',
    wantedFor: scheduledTime(request),
    kitchen,
  });
  const newPromise = promised.ok ? promised.value : usualPromise(orderType, dishesToCook(items), now);
  const checkoutPromise = promiseAtCheckout ? usePromiseOfCheckout(newPromise, promiseAtCheckout, request, now) : null;
  const { readyAt } = checkoutPromise ?? newPromise;
  const slots = slotClaimAt(menu, readyAt, { orderType, units: workUnitsOf(menu, items) });
  return {
    promised: checkoutPromise ?? { ...newPromise, grounds: { ...newPromise.grounds, ...slotPromiseBasis(slots) } },
    slots,
  };
}

/** Uses the promised time of the checkout if it is later than the new one. */
function usePromiseOfCheckout(
  newPromise: PromisedTime,
  { readyAt, grounds }: NonNullable<SessionSnapshot['promised']>,
  request: SessionSnapshot['request'],
  now: Date,
): PromisedTime {
  const promisedAt = new Date(readyAt);
  const isLater = promisedAt > newPromise.readyAt;
  if (!isLater) {
    return { ...newPromise, grounds: { ...newPromise.grounds, slot: grounds.slot ?? newPromise.grounds.slot } };
  }
  const cookingBegins = addMinutes(promisedAt, -(grounds.quote + (grounds.plus ?? 0)));
  return {
    ...newPromise,
    readyAt: promisedAt,
    window:
      scheduledTime(request) === null
        ? notBefore(promisedWindow(promisedAt, grounds), newPromise.window)
        : singleTime(promisedAt),
    fireAt: cookingBegins > now ? cookingBegins : null,
    grounds,
  };
}

/** The promised time by the usual rule, for a paid order of a location whose opening hours cannot be read. */
function usualPromise(orderType: OrderType, dishes: number, now: Date): PromisedTime {
  const quote = defaultPrepMinutes(orderType, dishes);
  const readyAt = addMinutes(now, quote);
  const window = promisedWindow(readyAt, { quote });
  return { readyAt, window, fireAt: null, grounds: { quote, source: 'rule' }, counted: [] };
}

/**
 * Sells the stock that the payment page reserved, and takes expired reservations again. If stock is missing, the order stays
 * and staff decide.
 */
async function sellPaidStock(context: Context, tx: Tx, session: SessionRow, menu: LocationMenu, orderId: string) {
  await takeReservedStock(tx, session.id);
  const { items } = session.snapshot;
  const paid = portionsOfLines(items).map(({ itemId }) => itemId);
  const missing = await sellStock(context, tx, menu, orderId, items, paid);
  return missing.length === 0 ? null : inRestaurantLanguage(() => oversoldMessage(missing, items));
}
