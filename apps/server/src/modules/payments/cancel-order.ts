import type { WireOrder } from '@tiffin/contract/order-answer';
import { cents, refuse, toDollars } from '@tiffin/domain/core';
import { CARD_REFUND_TIME } from '@tiffin/domain/payment';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import type { From } from '../../http/implement.ts';
import { applyMove } from '../orders/apply-move.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import { lockOrder, findOrder } from '../orders/queries.ts';
import { within } from './gateway-of.ts';
import { capturedPayment, readLedger } from '../ledger/ledger.ts';
import { closeSession } from './see-session.ts';
import { awaitRefund } from './send-refund.ts';

/** Whoever cancelled wants to know what became of the money; longer than this they do not wait. */
const PATIENCE_MS = 8_000;

/** What the cancel call says of the money. */
export interface CancelRefund {
  readonly success: boolean;
  readonly refundId: string;
  readonly amount: number;
  readonly status: 'requested' | 'succeeded' | 'failed';
  readonly method: 'card' | 'cash' | 'manual';
  readonly error: string | null;
}

/** Cancels an order, and tells what goes back to the guest and how. */
export async function cancelOrder(
  context: Context,
  asked: { readonly actor: Actor; readonly from: From; readonly orderId: string; readonly reason: string },
): Promise<{ orderId: string; message: string; order: WireOrder; refund: CancelRefund | null }> {
  const { actor, from, orderId, reason } = asked;
  await transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (!locked) throw refuse('order-not-found');
    await applyMove(context, tx, locked, { to: 'cancelled', actor, note: reason, from });
  });
  await context.reach('cancel.committed');
  await closeOpenSessions(context, orderId);
  const refund = await refundOf(context, orderId);
  const row = await findOrder(context.db, orderId);
  if (!row) throw refuse('order-not-found');
  return {
    orderId,
    message: messageOf(refund),
    order: orderAnswer(row, context.clock.now(), context.publicUrl),
    refund,
  };
}

/** Nobody should pay for it any more. Who does all the same gets the money back. */
async function closeOpenSessions(context: Context, orderId: string): Promise<void> {
  const open = await context.db
    .selectFrom('payment_sessions')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .execute();
  for (const { id } of open) {
    await within(PATIENCE_MS, closeSession(context, id)).catch((error: unknown) =>
      context.log.warn({ err: error, orderId }, 'the payment page of a cancelled order could not be closed'),
    );
  }
}

/** The refund of the cancel, with the provider's answer when that comes soon. */
async function refundOf(context: Context, orderId: string): Promise<CancelRefund | null> {
  const ledger = await readLedger(context.db, orderId);
  const key = `cancel:${capturedPayment(ledger)?.id ?? ''}`;
  const requested = ledger.refunds.find((each) => each.idempotency_key === key);
  if (!requested) return null;
  const refund = await awaitRefund(context, requested.id);
  const byHand = refund.method !== 'card' && refund.status === 'requested';
  return {
    success: refund.status !== 'failed' && !byHand,
    refundId: refund.provider_refund_id ?? refund.id,
    amount: toDollars(cents(refund.amount_cents + refund.cash_rounding_cents)),
    status: refund.status,
    method: refund.method,
    error: byHand ? MANUAL[refund.method === 'cash' ? 'cash' : 'manual'] : refund.last_error,
  };
}

const MANUAL = {
  cash: 'Hand the cash back to the guest.',
  manual: 'Please process the refund manually.',
} as const;

function messageOf(refund: CancelRefund | null): string {
  if (!refund) return 'Order cancelled. Nothing was paid, so there is nothing to refund.';
  const amount = `$${refund.amount.toFixed(2)}`;
  if (refund.method === 'cash') return `Order cancelled. Hand back ${amount} in cash.`;
  if (refund.method === 'manual') return `Order cancelled. The refund of ${amount} has to be processed manually.`;
  if (refund.status === 'failed')
    return `Order cancelled, but the refund of ${amount} failed. It has to be processed manually.`;
  if (refund.status === 'succeeded') {
    return `Order cancelled. ${amount} was refunded to the original card and shows within ${CARD_REFUND_TIME}.`;
  }
  return `Order cancelled. A refund of ${amount} to the original card was requested; it takes ${CARD_REFUND_TIME}.`;
}
