import { cents, refuse, say, toDollars, type Cents } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { refundAmountDue, refundedTotal, readLedger, refundableAmount, type Ledger } from '../../ledger/ledger.ts';
import { lockStaffOrder } from '../../orders/queries.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { requireRefundApproval } from '../../ledger/approve-refund.ts';
import { refuseWithoutCard, writeRefunds } from './refund-items.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';

interface AmountRefund {
  readonly amount: Cents;
  readonly discountedLine?: number | undefined;
  readonly reason: string;
  readonly actor: Actor;
  readonly from: RequestOrigin | null;
}

/**
 * Refunds an amount that belongs to no dish, to the original tenders, up to the unrefunded rest of the payments.
 * Returns the ids of the refunds.
 */
export async function refundAmount(
  context: Context,
  tx: Tx,
  input: AmountRefund & { readonly orderId: string; readonly byHand?: boolean | undefined },
): Promise<readonly string[]> {
  const { orderId, byHand = false, ...request } = input;
  const order = await lockStaffOrder(tx, request.actor, orderId, 'order.take-payment');
  const ledger = await readLedger(tx, order.bill_id);
  const left = refundableAmount(ledger);
  if (request.amount > left && left > 0) {
    const { currency } = await readSite(tx);
    throw refuse('more-than-due', say`Only ${moneyText(left, currency)} of what was paid is left to refund.`, {
      left: toDollars(left),
    });
  }
  // All the coins that were taken are the whole payment: cents that no coin can return stay neither due nor refundable.
  const isWhole = refundAmountDue(ledger, request.amount) === refundAmountDue(ledger, left);
  const amount = isWhole ? left : request.amount;
  if (!byHand) refuseWithoutCard(ledger, cents(Math.min(amount, left)));
  return refundFromOrder(context, tx, order, ledger, { ...request, amount });
}

/** Refunds the amount from a locked, paid order, or whatever is left of it if that is less. */
export async function refundFromOrder(
  context: Context,
  tx: Tx,
  order: OrderRow,
  ledger: Ledger,
  { amount: requested, discountedLine, reason, actor, from }: AmountRefund,
): Promise<readonly string[]> {
  if (order.payment_status !== 'paid') throw refuse('failed-precondition', say`Only what was paid can be refunded.`);
  const amount = cents(Math.min(requested, refundableAmount(ledger)));
  if (amount <= 0) throw refuse('failed-precondition', say`Everything that was paid was already refunded.`);
  await requireRefundApproval(context, tx, { actor, from }, { order, refundedBefore: refundedTotal(ledger), amount });
  const refund = { kind: 'amount', amount, items: [], discountedLine, reason, actor, from } as const;
  const refunds = await writeRefunds(context, tx, order, ledger, refund);
  await syncPaymentStatus(context, tx, order, { actor, from });
  return refunds.map(({ id }) => id);
}
