import { orderNotices } from '@tiffin/domain/errors';
import type { Answer } from '../../shared/api/api.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { BoardOrder } from './board-orders.ts';
import { texts } from './texts.ts';

const words = texts.cancelDialog;

/** What the alert says once an order is cancelled, and whether somebody still has something to do. */
export function cancelOutcome(refund: Answer<'cancelOrder'>['refund']): { words: string; needsHand: boolean } {
  if (refund === null) return { words: words.done, needsHand: false };
  const amount = formatMoney(centsOf(refund.amount));
  if (refund.method === 'cash') return { words: words.doneCash(amount), needsHand: true };
  if (refund.method === 'card' && refund.success) {
    return { words: words.doneCard(amount, refund.refundId, refund.status), needsHand: false };
  }
  return { words: words.doneManual(amount, refund.error ?? ''), needsHand: true };
}

/** Why there is nothing to give back: it was given already, or never paid. */
export function whyNothingOwed({ paymentStatus, pricing }: Pick<BoardOrder, 'paymentStatus' | 'pricing'>): string {
  const isRefunded = paymentStatus === 'refunded' || pricing.refunded > 0;
  return isRefunded ? words.nothingText.refunded : words.nothingText.unpaid;
}

/** What the dialog says when the order could not be cancelled. */
export function cancelFailure(thrown: unknown): string {
  return (thrown instanceof Error && thrown.message) || orderNotices.cancelFailed;
}
