import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { RequestOrigin, RunOnce } from '../../../platform/http/implement.ts';
import { requireMaySettle } from '../../locations/money-permission.ts';
import { amountLeftToPay, capturedPayments, readLedger } from '../../ledger/ledger.ts';
import { insertPendingPayment, releasePendingPayments } from '../../ledger/payment-rows.ts';
import { lockOrder } from '../../orders/queries.ts';
import { isOrderTokenValid } from '../../orders/show-order.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import { snapshotOfOrder } from '../counter/add-payment.ts';
import { requireCurrentGateway } from '../provider/find-gateway.ts';
import { openProviderPage, writeSession } from './open-session.ts';
import { readSession } from './sessions.ts';

/**
 * Opens the payment page for what is left to pay of an order that its guest paid online, for example after they added a
 * portion. Staff can still take the rest in cash, which closes the page.
 */
export async function payRestOnline(
  context: Context,
  { once, ...by }: { readonly actor: Actor; readonly from: RequestOrigin; readonly once: RunOnce },
  { orderId, token }: ValidatedInput<'payRestOnline'>['body'],
): Promise<ResponseOf<'payRestOnline'>> {
  requireCurrentGateway(context);
  const { sessionId } = await once(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw refuse('order-not-found');
    const { location_id: locationId, user_id: ownerId } = order;
    const isGuest = isOrderTokenValid(context, order, token ?? undefined);
    if (!isGuest && !authorise('order.read', by.actor, { locationId, ownerId }).ok) throw refuse('order-not-found');
    requireMaySettle(context, order);
    const isPaidOnline = capturedPayments(await readLedger(tx, order.bill_id)).some(
      ({ method }) => method === 'online',
    );
    if (order.status === 'cancelled' || order.tab || !isPaidOnline) {
      throw refuse('failed-precondition', say`This order cannot be paid here. Please pay when you get it.`);
    }
    return openPageOf(context, tx, order, by);
  });
  const { payment_url: paymentUrl } = await openProviderPage(context, sessionId);
  return { sessionId, paymentUrl };
}

/**
 * The open page of the rest, or a new one. It does not become the page of the order, which stays the one on which the
 * order was paid.
 */
async function openPageOf(
  context: Context,
  tx: Tx,
  order: OrderRow,
  by: { readonly actor: Actor; readonly from: RequestOrigin },
): Promise<{ readonly sessionId: string }> {
  const { payments } = await readLedger(tx, order.bill_id);
  for (const { status, session_id: id } of payments) {
    const session = status === 'pending' && id !== null ? await readSession(tx, id) : null;
    if (session?.kind !== 'account') continue;
    if (session.status === 'open' && session.expires_at > context.clock.now()) return { sessionId: session.id };
    // The page has ended, so release what it held.
    await releasePendingPayments(tx, { sessionId: session.id });
  }
  const amount = amountLeftToPay(await readLedger(tx, order.bill_id));
  if (amount === 0) throw refuse('more-than-due');
  const { id: sessionId, provider } = await writeSession(context, tx, {
    kind: 'account',
    locationId: order.location_id,
    snapshot: snapshotOfOrder(order, by.actor),
    orderId: order.bill_id,
    amount,
    createdBy: userIdOf(by.actor),
  });
  await insertPendingPayment(context, tx, order, { sessionId, provider, amount });
  await syncPaymentStatus(context, tx, order, by);
  return { sessionId };
}
