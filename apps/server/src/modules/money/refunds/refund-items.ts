import {
  addCents,
  cents,
  valueOrThrow,
  refuse,
  say,
  sayNow,
  toDollars,
  amountWithCurrency,
  type Cents,
} from '@tiffin/domain/core';
import { REFUND_NEEDS_CARD, needsCardForRefund, refundRouteOf } from '@tiffin/domain/payment';
import type { Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { lockStaffOrder } from '../../orders/queries.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { requireRefundApproval } from '../../ledger/approve-refund.ts';
import { refundShareOfItems, type RefundLine } from '../bills/refund-share.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import {
  refundColumns,
  refundedDiscount,
  refundedTotal,
  readLedger,
  refundableAmount,
  splitRefundOverPayments,
  type Ledger,
  type RefundRow,
} from '../../ledger/ledger.ts';
import { insertRefunds } from '../../ledger/refund-rows.ts';
import { sendRefundSoon } from './send-refund.ts';

/**
 * Refunds chosen dishes with their share of tax and tip, to the original tenders. Card refunds go through the provider;
 * cash is handed over at once. The kitchen is notified immediately in both cases.
 */
export async function refundItems(
  context: Context,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly items: readonly RefundLine[];
    readonly reason: string;
    readonly byHand?: boolean | undefined;
    readonly actor: Actor;
    readonly from: RequestOrigin;
  },
): Promise<RefundRow[]> {
  const { orderId, items, reason, byHand = false, actor, from } = input;
  const order = await lockStaffOrder(tx, actor, orderId, 'order.take-payment');
  const ledger = await readLedger(tx, order.bill_id);
  if (order.payment_status !== 'paid') {
    throw refuse('failed-precondition', say`Only what was paid can be refunded.`);
  }
  const share = valueOrThrow(refundShareOfItems(order, ledger, items));
  const refundable = refundableAmount(ledger);
  const amount = cents(Math.min(share.total, refundable));
  if (amount < refundable) refuseDiscountedLines(ledger, items);
  if (amount <= 0) throw refuse('failed-precondition', say`Everything that was paid was already refunded.`);
  if (!byHand) refuseWithoutCard(ledger, amount);
  await requireRefundApproval(context, tx, { actor, from }, { order, refundedBefore: refundedTotal(ledger), amount });
  const refunds = await writeRefunds(context, tx, order, ledger, { kind: 'items', amount, items, reason, actor, from });
  await syncPaymentStatus(context, tx, order, { actor, from });
  return refunds;
}

/**
 * A dish whose discount was refunded is worth less than its share of the bill. What is left of the whole bill can still
 * be refunded.
 */
function refuseDiscountedLines(ledger: Ledger, items: readonly RefundLine[]): void {
  if (!items.some(({ line }) => refundedDiscount(ledger, line) > 0)) return;
  const words = say`Part of this dish was already refunded as a discount. Refund an amount instead.`;
  throw refuse('failed-precondition', words, { field: 'items' });
}

/** Writes one refund, split by the payments it comes from. Card refunds are sent after the commit. */
export async function writeRefunds(
  context: Context,
  tx: Tx,
  order: OrderRow,
  ledger: Ledger,
  refund: {
    /** `change`: the order was edited and costs less, so the amount no longer belongs to the bill. */
    readonly kind: 'items' | 'amount' | 'change';
    readonly amount: Cents;
    readonly items: readonly RefundLine[];
    /** The line whose discount is refunded, 0 for the whole bill. */
    readonly discountedLine?: number | undefined;
    readonly reason: string;
    readonly actor: Actor;
    readonly from: RequestOrigin | null;
  },
): Promise<RefundRow[]> {
  // Every part of the refund lists the dishes.
  const key = `${refund.kind}:${context.ids.uuid()}`;
  const parts = splitRefundOverPayments(ledger, refund.amount).map(({ payment, back }, index) => ({
    ...refundColumns(back),
    method: refundMethodFor(payment),
    lines: JSON.stringify(refund.items),
    discounted_line: refund.discountedLine ?? null,
    reason: refund.reason,
    of_change: refund.kind === 'change',
    deed: key,
    idempotency_key: index === 0 ? key : `${key}+${index}`,
  }));
  const refunds = await insertRefunds(context, tx, refund, order, parts);
  for (const { id, status } of refunds) if (status === 'requested') sendRefundSoon(context, tx, id);
  // The provider confirms the refund later without naming the actor, so the audit log records it here. An order change
  // has its own entry.
  if (refund.kind !== 'change') {
    const { actor, from } = refund;
    await recordAuditEntry(tx, { at: context.clock.now(), actor, from }, 'refund-order', ['order', order.id], {
      locationId: order.location_id,
      after: { amount: toDollars(refund.amount), reason: refund.reason, lines: refund.items },
    });
  }
  return refunds;
}

/** Refuses if the provider needs the physical card for the refund. Staff then hand the money back and record it. */
export function refuseWithoutCard(ledger: Ledger, amount: Cents): void {
  const parts = splitRefundOverPayments(ledger, amount).filter(
    ({ payment }) => payment.provider !== 'till' && needsCardForRefund(payment.card_brand),
  );
  if (parts.length === 0) return;
  const sum = addCents(...parts.map(({ back }) => back.due));
  const words = say`${sayNow(REFUND_NEEDS_CARD)}. Hand back ${amountWithCurrency(sum)} in cash, and record it as cash.`;
  throw refuse('card-needed', words, { byHand: toDollars(sum) });
}

/** What was recorded at the till is refunded automatically only if it was cash. */
export function refundMethodFor(payment: { readonly provider: string; readonly method: string }): RefundRow['method'] {
  const way = refundRouteOf(payment.method);
  return way !== 'cash' && payment.provider === 'till' ? 'manual' : way;
}
