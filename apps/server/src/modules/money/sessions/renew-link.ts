import { refuse, say } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import type { RequestOrigin, RunOnce } from '../../../platform/http/implement.ts';
import { requireMaySettle } from '../../locations/money-permission.ts';
import { lockStaffOrder } from '../../orders/queries.ts';
import { billOrderOf } from '../../orders/rounds.ts';
import { snapshotOfOrder } from '../counter/add-payment.ts';
import { amountLeftToPay, readLedger } from '../../ledger/ledger.ts';
import { releasePendingPayments } from '../../ledger/payment-rows.ts';
import { requireCurrentGateway } from '../provider/find-gateway.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import { addPendingPayment, openProviderPage, writeSession } from './open-session.ts';
import { readSession, paymentLinkAnswer } from './sessions.ts';
import { textSessionLink } from './create-payment-link.ts';

/** Returns the payment link of an order on account: the current one while it is valid, else a new one. */
export async function renewLink(
  context: Context,
  input: {
    readonly actor: Actor;
    readonly from: RequestOrigin;
    readonly once: RunOnce;
    readonly orderId: string;
    readonly sendSms: boolean;
  },
) {
  const { actor, from, once, orderId, sendSms } = input;
  const provider = requireCurrentGateway(context).name;
  const { sessionId } = await once(async (tx) => {
    const order = await billOrderOf(tx, await lockStaffOrder(tx, actor, orderId, 'order.take-payment'));
    requireMaySettle(context, order);
    const session = order.session_id === null ? null : await readSession(tx, order.session_id);
    if (session?.kind !== 'account') throw refuse('failed-precondition', say`This order is not paid by a link.`);
    if (order.status === 'cancelled') {
      throw refuse('failed-precondition', say`This order was cancelled.`);
    }
    if (order.payment_status === 'paid' || order.payment_status === 'refunded') {
      throw refuse('failed-precondition', say`This order is already paid.`);
    }
    const ledger = await readLedger(tx, order.bill_id);
    // When the amount due changes, the pending payment of the page fails, even if the provider still has the page open.
    const isBeingPaid = ledger.payments.some((each) => each.session_id === session.id && each.status === 'pending');
    if (isBeingPaid && session.status === 'open' && session.expires_at > context.clock.now()) {
      return { sessionId: session.id };
    }
    // The payment page has ended, so release what it reserved.
    await releasePendingPayments(tx, { sessionId: session.id });
    const amount = amountLeftToPay(await readLedger(tx, order.bill_id));
    if (amount === 0) throw refuse('more-than-due');
    const { id } = await writeSession(context, tx, {
      kind: 'account',
      locationId: order.location_id,
      snapshot: snapshotOfOrder(order, actor),
      orderId: order.bill_id,
      amount,
      createdBy: userIdOf(actor),
    });
    await addPendingPayment(context, tx, order, { sessionId: id, provider, amount });
    await syncPaymentStatus(context, tx, { ...order, session_id: id }, { actor, from });
    return { sessionId: id };
  });
  const session = await openProviderPage(context, sessionId);
  return { ...paymentLinkAnswer(session), sms: sendSms ? await textSessionLink(context, session) : null };
}
