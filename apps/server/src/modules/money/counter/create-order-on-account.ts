import { refuse, say } from '@tiffin/domain/core';
import { userIdOf } from '@tiffin/domain/people';
import { toWirePricing } from '@tiffin/domain/pricing';
import type { Context } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { reserveKitchenSlots } from '../../capacity/reserve-slots.ts';
import { slotClaimOfPricedOrder } from '../../orders/pricing/priced-order.ts';
import { newOrder } from '../../orders/new-order.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { partsAnswer, priceFiguresOf } from '../../orders/order-parts.ts';
import { recordTillOrder, priceAtTill, requireSomethingToPay } from '../../orders/pricing/price-at-till.ts';
import { findOrder } from '../../orders/queries.ts';
import { insertSettledOrder } from '../../orders/insert-order.ts';
import { sellStock } from '../../menu/stock/move-stock.ts';
import { tillSnapshot, type TillInput } from '../sessions/create-payment-link.ts';
import { requireCurrentGateway } from '../provider/find-gateway.ts';
import { addPendingPayment, openProviderPage, writeSession } from '../sessions/open-session.ts';
import { paymentLinkAnswer } from '../sessions/sessions.ts';

/** Creates an order on account: it is cooked now and paid later by its own link. */
export async function createOrderOnAccount(context: Context, input: TillInput) {
  const { actor, onceWith, request } = input;
  const provider = requireCurrentGateway(context).name;
  const price = async () => {
    const from = await input.from();
    const priced = await priceAtTill(context, { actor, from }, request);
    requireSomethingToPay(priced);
    return { from, priced };
  };
  const { orderId, sessionId } = await onceWith(price, async (tx, { from, priced }) => {
    const { location } = priced.menu;
    const snapshot = await tillSnapshot(tx, priced, actor);
    const now = context.clock.now();
    const payment = { paymentMethod: 'online', paymentStatus: 'pending' } as const;
    const { row: order } = await insertSettledOrder(context, tx, () => {
      const row = newOrder({ ...snapshot, location, ...payment, promised: priced.promised }, now, context);
      return { row, actor, promotion: priced.promotion, points: priced.points };
    });
    const placed = { orderId: order.id, billId: order.bill_id, locationId: location.id };
    const auditDetails = { paymentMethod: 'online', takenBy: userIdOf(actor) };
    await recordTillOrder(context, tx, placed, snapshot, { from, auditDetails });
    await sellStock(context, tx, priced.menu, order.id, snapshot.items, priced.request.sellAnyway);
    await reserveKitchenSlots(tx, location.id, { orderId: order.id }, slotClaimOfPricedOrder(priced));
    const { id } = await writeSession(context, tx, {
      kind: 'account',
      locationId: location.id,
      snapshot,
      orderId: order.id,
      createdBy: userIdOf(actor),
    });
    await addPendingPayment(context, tx, order, { sessionId: id, provider, amount: snapshot.price.total });
    return { orderId: order.id, sessionId: id };
  });
  // The order is already on the board, so an unavailable provider must not make staff enter it twice.
  const session = await openProviderPage(context, sessionId).catch((error: unknown) => {
    context.log.warn({ err: error, orderId }, 'the payment page of an order on account is not open yet');
    return null;
  });
  const row = await findOrder(context.db, orderId);
  if (!row) throw refuse('order-not-found');
  return {
    orderId,
    order: orderAnswer(row, context.clock.now(), context),
    ...(session
      ? { message: say`Order ${orderId} was created. It can be paid by its link.`, ...paymentLinkAnswer(session) }
      : {
          message: say`Order ${orderId} was created. Its payment link follows when the payment provider answers.`,
          sessionId,
          ...answerWithoutLink(row),
        }),
  };
}

/** The answer while the payment provider has not opened the payment page yet. */
function answerWithoutLink(row: OrderRow) {
  return {
    taxes: partsAnswer(row).taxes,
    pricing: toWirePricing(priceFiguresOf(row)),
    paymentUrl: null,
    paymentLink: null,
    qrCodeData: null,
  };
}
