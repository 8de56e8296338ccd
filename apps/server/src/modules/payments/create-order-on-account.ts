import type { OrderRequest } from '@tiffin/contract/order-request';
import { refuse, cents, rate } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { OnceWith } from '../../http/implement.ts';
import { newOrder } from '../orders/new-order.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import { findOrder } from '../orders/queries.ts';
import { writeSettledOrder } from '../orders/write-order.ts';
import { tillSnapshot } from './create-payment-link.ts';
import { gatewayOf } from './gateway-of.ts';
import { openAtProvider, writeSession } from './open-session.ts';
import { priceTillOrder } from '../orders/draft-order.ts';
import { linkAnswer } from './sessions.ts';
import { toWirePricing } from '@tiffin/domain/pricing';

/** An order on account: it is cooked now and paid later, by its own link. */
export async function createOrderOnAccount(
  context: Context,
  asked: { readonly actor: Actor; readonly onceWith: OnceWith; readonly request: OrderRequest },
) {
  const { actor, onceWith, request } = asked;
  const provider = gatewayOf(context).name;
  const price = () => priceTillOrder(context, actor, request);
  const { orderId, sessionId } = await onceWith(price, async (tx, priced) => {
    const { location } = priced.menu;
    const snapshot = await tillSnapshot(tx, priced, actor);
    const now = context.clock.now();
    const order = await writeSettledOrder(context, tx, () => {
      const row = newOrder(
        {
          ...snapshot,
          location,
          paymentMethod: 'online',
          paymentStatus: 'pending',
          estimatedReady: priced.estimatedReady,
        },
        now,
        context.ids,
      );
      return { row, order: orderAnswer(row, now, context.publicUrl), actor };
    });
    const id = await writeSession(context, tx, {
      kind: 'account',
      locationId: location.id,
      snapshot,
      orderId: order.orderId,
      createdBy: userIdOf(actor),
    });
    await expectPayment(context, tx, { orderId: order.orderId, sessionId: id, locationId: location.id, provider });
    return { orderId: order.orderId, sessionId: id };
  });
  // The order is on the board already: a provider that is away must not make anybody enter it twice.
  const session = await openAtProvider(context, sessionId).catch((error: unknown) => {
    context.log.warn({ err: error, orderId }, 'the payment page of an order on account is not open yet');
    return null;
  });
  const row = await findOrder(context.db, orderId);
  if (!row) throw refuse('order-not-found');
  return {
    orderId,
    order: orderAnswer(row, context.clock.now(), context.publicUrl),
    ...(session
      ? { message: `Order ${orderId} was created. It can be paid by its link.`, ...linkAnswer(session) }
      : {
          message: `Order ${orderId} was created. Its payment link follows when the payment provider answers.`,
          sessionId,
          pricing: toWirePricing({
            subtotal: cents(row.subtotal_cents),
            tax: cents(row.tax_cents),
            tip: cents(row.tip_cents),
            total: cents(row.total_cents),
            taxRate: rate(row.tax_rate),
          }),
          paymentUrl: null,
          paymentLink: null,
          qrCodeData: null,
        }),
  };
}

/** An order on account waits for one payment: the session's. */
export async function expectPayment(
  context: Context,
  tx: Tx,
  expected: {
    readonly orderId: string;
    readonly sessionId: string;
    readonly locationId: string;
    readonly provider: string;
  },
): Promise<void> {
  const { amount_cents } = await tx
    .selectFrom('payment_sessions')
    .select('amount_cents')
    .where('id', '=', expected.sessionId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('payments')
    .values({
      id: context.ids.uuid(),
      order_id: expected.orderId,
      session_id: expected.sessionId,
      location_id: expected.locationId,
      provider: expected.provider,
      method: 'online',
      status: 'pending',
      amount_cents,
      created_at: context.clock.now(),
    })
    .execute();
  await tx
    .updateTable('orders')
    .set({ session_id: expected.sessionId, payment_url: null })
    .where('id', '=', expected.orderId)
    .execute();
}
