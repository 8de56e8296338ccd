import { addMinutes, say } from '@tiffin/domain/core';
import { readyMinutes, type OrderType, type Promised } from '@tiffin/domain/order';
import type { ProviderSession } from '../../adapters/payment/gateway.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { SessionSnapshot } from '../../platform/db/kept-json.ts';
import { inRestaurantLanguage } from '../../platform/i18n/interpreter.ts';
import { placeAt, slotGround, workOf, type KitchenNow } from '../fulfilment/kitchen-load.ts';
import { passSlots, takeSlotsIfFree } from '../fulfilment/reserve-slots.ts';
import type { LocationMenu } from '../catalog/menu/location-menu.ts';
import { dishesToCook, promiseFor } from '../pricing/draft-order.ts';
import { newOrder, wantedOf } from '../orders/new-order.ts';
import { isUsed } from '../pricing/offer-code.ts';
import type { PaymentInsert } from '../orders/order-columns.ts';
import { keepTaken } from '../pricing/price-at-till.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { insertSettledOrder } from '../orders/insert-order.ts';
import { takeHeldStock } from '../catalog/stock/hold-stock.ts';
import { sellStock } from '../catalog/stock/move-stock.ts';
import { portionsOfLines } from '../catalog/stock/portions.ts';
import { hasTrackedStock, oversoldMessage, daypartEndedMessage } from '../catalog/stock/shortage.ts';
import { offerOf, UnknownSession, type SessionRow } from './sessions.ts';

/** What was paid is an order, whatever has become of its dishes, its time and its offer: of that a person hears. */
export async function writePaidOrder(
  context: Context,
  tx: Tx,
  session: SessionRow,
  seen: ProviderSession,
  {
    menu,
    kitchen,
    payment,
  }: { readonly menu: LocationMenu | null; readonly kitchen: KitchenNow; readonly payment: PaymentInsert },
): Promise<{ readonly order: OrderRow; readonly attention: string | null }> {
  const { request, items, price, adjustments, charges, userId, adminCreated, actor, metadata = {} } = session.snapshot;
  const { promised: held, language } = session.snapshot;
  if (!menu) throw new UnknownSession(`The location is gone: ${session.location_id}`);
  const now = context.clock.now();
  const dishes = { orderType: request.orderType, delivery: request.delivery, items };
  const promised = promiseFor(menu, dishes, now, {
    agreesToWait: request.agreesToWait === true,
    by: 'payment',
    wantedFor: wantedOf(request),
    kitchen,
  });
  const anew = promised.ok ? promised.value : asUsual(request.orderType, dishesToCook(items), now);
  const kept = held ? keptPromise(anew, held, now) : null;
  const { readyAt } = kept ?? anew;
  const place = placeAt(menu, readyAt, { orderType: request.orderType, units: workOf(menu, items) });
  const ready = kept ?? { ...anew, grounds: { ...anew.grounds, ...slotGround(place) } };
  // What was paid is cooked, even when the code stands on another order by now.
  const offer = offerOf(session);
  const isFirst = offer !== null && !(await isUsed(tx, offer));
  const { row: order } = await insertSettledOrder(context, tx, () => {
    const row = newOrder(
      {
        location: menu.location,
        request,
        items,
        price,
        ...(adjustments && { adjustments }),
        ...(charges && { charges }),
        userId,
        paymentMethod: session.kind === 'till-link' ? 'card' : 'online',
        paymentStatus: 'paid',
        paidAt: now,
        pricedAt: session.created_at,
        promised: ready,
        sessionId: session.id,
        cartId: session.cart_id,
        paymentIntentId: seen.paymentId,
        adminCreated,
        actor,
        ...(language && { language }),
        ...(isFirst && { metadata }),
      },
      now,
      context,
    );
    return { row, actor, paid: { payment, page: seen.providerSessionId } };
  });
  if (adminCreated) {
    const placed = { orderId: order.id, billId: order.bill_id, locationId: session.location_id };
    const told = { paymentMethod: 'card', takenBy: session.created_by };
    await keepTaken(context, tx, placed, session.snapshot, { from: null, told });
  }
  const oversold = hasTrackedStock(menu, items) ? await takePaid(context, tx, session, menu, order.id) : null;
  const taker = { orderId: order.id };
  const hasPlace =
    (held && (await passSlots(tx, session.id, order.id))) ||
    (await takeSlotsIfFree(tx, session.location_id, taker, place));
  const notes = inRestaurantLanguage(() => [
    oversold,
    daypartEndedMessage(menu, items, wantedOf(request) ?? now),
    hasPlace ? null : say`The kitchen was full at its time when it was paid: it may be late.`,
  ]);
  const attention = notes.filter((each) => each !== null).join(' ') || null;
  return { order, attention };
}

/** The place that its page holds may be later than the kitchen could do it. */
function keptPromise(anew: Promised, { readyAt, grounds }: NonNullable<SessionSnapshot['promised']>, now: Date) {
  const heldAt = new Date(readyAt);
  const isLater = heldAt > anew.readyAt;
  const begins = addMinutes(heldAt, -(grounds.quote + (grounds.plus ?? 0)));
  return {
    ...anew,
    ...(isLater && { readyAt: heldAt, fireAt: begins > now ? begins : null }),
    grounds: { ...(isLater ? grounds : anew.grounds), ...(grounds.slot && { slot: grounds.slot }) },
  };
}

/** It is paid: hours that cannot be read keep nobody from cooking it. */
function asUsual(orderType: OrderType, dishes: number, now: Date): Promised {
  const quote = readyMinutes(orderType, dishes);
  return { readyAt: addMinutes(now, quote), fireAt: null, grounds: { quote, source: 'rule' }, counted: [] };
}

/**
 * What the page held becomes the sale. What it holds no more is taken again; of what is not there any more a person
 * decides, for it is paid.
 */
async function takePaid(
  context: Context,
  tx: Tx,
  session: SessionRow,
  menu: LocationMenu,
  orderId: string,
): Promise<string | null> {
  await takeHeldStock(tx, session.id);
  const { items } = session.snapshot;
  const paid = portionsOfLines(items).map(({ itemId }) => itemId);
  const short = await sellStock(context, tx, menu, orderId, items, paid);
  return short.length === 0 ? null : inRestaurantLanguage(() => oversoldMessage(short, items));
}
