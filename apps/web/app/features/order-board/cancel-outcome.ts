import { orderNotices } from '@tiffin/domain/errors';
import type { Answer } from '../../lib/api.ts';
import { centsOf, formatMoney } from '../../lib/format.ts';
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

/** What the dialog says when the order could not be cancelled. */
export function cancelFailure(thrown: unknown): string {
  return (thrown instanceof Error && thrown.message) || orderNotices.cancelFailed;
}
