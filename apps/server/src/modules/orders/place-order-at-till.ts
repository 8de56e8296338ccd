import type { AnswerOf } from '@tiffin/contract';
import type { OrderRequest } from '@tiffin/contract/order-request';
import type { createAdminOrderCash } from '@tiffin/contract/service';
import { orRefuse, refuse, ZERO, type Cents } from '@tiffin/domain/core';
import { PROCESSED_BY_HAND } from '@tiffin/domain/payment';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import { cashDue, checkPrice } from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { bookTillPayment } from '../ledger/ledger.ts';
import { atLocation, quoteOrder, readyAt, takesOrders } from './draft-order.ts';
import { knownGuest } from './queries.ts';
import { newOrder } from './new-order.ts';
import { orderAnswer } from './order-answer.ts';
import { writeSettledOrder } from './write-order.ts';

interface Doer {
  readonly actor: Actor;
  readonly from: From;
}

/** The till's order as the menu in force prices it. */
export async function priceAtTill(
  context: Context,
  actor: Actor,
  { finalTotal, ...asked }: OrderRequest & { readonly finalTotal?: Cents | undefined },
) {
  const menu = await context.menus.fresh(asked.location.id);
  if (!menu) throw refuse('location-not-found');
  orRefuse(authorise('order.create-at-till', actor, { locationId: menu.location.id }));
  orRefuse(takesOrders(menu));
  const now = context.clock.now();
  const request = atLocation(asked, menu);
  const { items, price } = orRefuse(quoteOrder(menu, request.items, request.tip, now));
  orRefuse(checkPrice(price, { ...request.pricing, ...(finalTotal !== undefined && { total: finalTotal }) }));
  // Who stands at the counter knows whether the kitchen is open.
  const estimatedReady = orRefuse(readyAt(menu, request, now, true));
  return { menu, request, items, price, estimatedReady, now };
}

/** The till takes an order and counts the money, or leaves that until it is fetched; a name is enough. */
export async function placeOrderAtTill(
  context: Context,
  tx: Tx,
  { actor, from }: Doer,
  { menu, request, items, price, estimatedReady, now }: Awaited<ReturnType<typeof priceAtTill>>,
  { isPaid }: { readonly isPaid: boolean },
): Promise<AnswerOf<typeof createAdminOrderCash>> {
  const userId = await knownGuest(tx, request.customer.userId);

  const order = await writeSettledOrder(context, tx, () => {
    const row = newOrder(
      {
        location: menu.location,
        request,
        items,
        price,
        userId,
        paymentMethod: 'cash',
        paymentStatus: isPaid ? 'paid' : 'unpaid',
        paidAt: isPaid ? now : null,
        processedBy: isPaid ? PROCESSED_BY_HAND : null,
        estimatedReady,
        adminCreated: true,
        actor,
      },
      now,
      context,
    );
    return { row, order: orderAnswer(row, now, context), actor };
  });
  const billed = { id: order.orderId, bill_id: order.orderId, location_id: menu.location.id };
  if (isPaid) {
    await bookTillPayment(context, tx, billed, {
      actor,
      tender: 'cash',
      amount: price.total,
      tip: ZERO,
      rounding: cashDue(price.total).rounding,
    });
  }
  await recordChange(tx, {
    at: now,
    actor,
    action: 'create-order',
    subject: { kind: 'order', id: order.orderId },
    locationId: menu.location.id,
    after: { total: order.pricing.total, paymentMethod: 'cash', takenBy: userIdOf(actor) },
    from,
  });
  return { orderId: order.orderId, order, message: `Order ${order.orderId} created` };
}
