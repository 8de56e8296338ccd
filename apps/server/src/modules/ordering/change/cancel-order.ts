import type { ResponseOf } from '@tiffin/contract';
import { centsOf, entryOf, refuse, say, sayNow } from '@tiffin/domain/core';
import { CARD_REFUND_TIME } from '@tiffin/domain/payment';
import type { Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { applyStatusChange } from '../../orders/apply-status.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { lockOrder, findOrder } from '../../orders/queries.ts';
import { updateStatus } from '../../orders/update-status.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { readLedger, type RefundRow } from '../../ledger/ledger.ts';
import { cancelRefundKey } from '../../ledger/request-refund.ts';
import { refundAnswer } from '../../money/bills/payment-answers.ts';
import { closeOrderPages } from '../../money/sessions/close-order-pages.ts';
import { awaitRefund } from '../../money/refunds/send-refund.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';
import { settleFreeTab } from '../tabs/settle-free-tab.ts';

type CancelRefund = ResponseOf<'cancelOrder'>['refunds'][number];

/** Cancels an order for staff and refunds what was paid, unless it is a round, whose payments pay the rest of its tab. */
export async function cancelOrder(
  context: Context,
  input: { readonly actor: Actor; readonly from: RequestOrigin; readonly orderId: string; readonly reason: string },
): Promise<ResponseOf<'cancelOrder'>> {
  const { actor, from, orderId, reason } = input;
  const bill = await transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (!locked) throw refuse('order-not-found');
    await applyStatusChange(context, tx, locked, { to: 'cancelled', actor, note: reason, from });
    await settleFreeTab(context, tx, { actor, from }, locked);
    return { id: locked.bill_id, isTab: locked.tab !== null };
  });
  await context.reachTestPoint('cancel.committed');
  // The pages of a tab are paid by its other rounds.
  if (!bill.isTab) await closeOrderPages(context, bill.id);
  const refunds = bill.isTab ? [] : await refundsOf(context, bill.id);
  const row = await findOrder(context.db, orderId);
  if (!row) throw refuse('order-not-found');
  const { currency } = await readSite(context.db);
  const wasPaid = !bill.isTab && row.ledger !== null;
  return {
    orderId,
    message: messageOf(refunds, currency, wasPaid),
    order: orderAnswer(row, context.clock.now(), context),
    refund: refunds[0] ?? null,
    refunds,
  };
}

/** Changes the status of an order by one step. A cancelled round leaves its tab. */
export async function stepOrder(
  context: Context,
  tx: Tx,
  by: Author,
  input: Parameters<typeof updateStatus>[3],
): Promise<ResponseOf<'updateOrderStatus'>> {
  const answer = await updateStatus(context, tx, by, input);
  const cancelled = input.status === 'cancelled' ? await findOrder(tx, input.orderId) : null;
  if (cancelled) await settleFreeTab(context, tx, by, cancelled);
  return answer;
}

/** The refunds of the cancellation, with the provider's result if it arrives soon. */
async function refundsOf(context: Context, billId: string): Promise<CancelRefund[]> {
  const ledger = await readLedger(context.db, billId);
  const keys = new Set(ledger.payments.map(({ id }) => cancelRefundKey(id)));
  const requested = ledger.refunds.filter((each) => keys.has(each.idempotency_key));
  return Promise.all(requested.map(async ({ id }) => refundOfAnswer(await awaitRefund(context, id))));
}

function refundOfAnswer(refund: RefundRow): CancelRefund {
  const { success, amount, status, method, error: stored } = refundAnswer(refund);
  const refundId = refund.provider_refund_id ?? refund.id;
  const explainByHand = status === 'requested' && entryOf<() => string>(BY_HAND_TEXTS, method);
  const error = explainByHand ? explainByHand() : stored && sayNow(stored);
  return { success, refundId, amount, status, method, error };
}

const BY_HAND_TEXTS = {
  cash: () => say`Hand the cash back to the guest.`,
  manual: () => say`Please process the refund manually.`,
} as const;

function messageOf(refunds: readonly CancelRefund[], currency: string, wasPaid: boolean): string {
  if (refunds.length === 0 && wasPaid)
    return say`Order cancelled. Everything paid has its refund already, so there is nothing more to refund.`;
  if (refunds.length === 0) return say`Order cancelled. Nothing was paid, so there is nothing to refund.`;
  const [first] = refunds;
  const isFailedCardRefund = refunds.length === 1 && first?.method === 'card' && first.status === 'failed';
  if (isFailedCardRefund) {
    const amount = moneyText(centsOf(first.amount), currency);
    return say`Order cancelled, but the refund of ${amount} failed. It has to be processed manually.`;
  }
  const refundSentences = refunds.map((refund) => sentenceOf(refund, currency)).join(' ');
  return say`Order cancelled. ${refundSentences}`;
}

function sentenceOf(refund: CancelRefund, currency: string): string {
  const amount = moneyText(centsOf(refund.amount), currency);
  const days = sayNow(CARD_REFUND_TIME);
  if (refund.method === 'gift-card') return say`${amount} went back to the gift card.`;
  if (refund.method === 'cash') return say`Hand back ${amount} in cash.`;
  if (refund.method === 'manual') return say`The refund of ${amount} has to be processed manually.`;
  if (refund.status === 'failed') return say`The refund of ${amount} failed. It has to be processed manually.`;
  if (refund.status === 'succeeded') {
    return say`${amount} was refunded to the original card and shows within ${days}.`;
  }
  return say`A refund of ${amount} to the original card was requested; it takes ${days}.`;
}
