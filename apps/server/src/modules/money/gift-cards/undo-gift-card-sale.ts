import type { ValidatedInput } from '@tiffin/contract';
import { cents, refuse, valueOrThrow, ZERO } from '@tiffin/domain/core';
import { giftCardUndoProblem } from '@tiffin/domain/payment';
import { authorise } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { requireRefundApproval } from '../../ledger/approve-refund.ts';
import { refundableOfPayment } from '../../ledger/ledger.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { refundMethodFor } from '../refunds/refund-items.ts';
import { readSaleOfCard, recordCardEntry, refundSaleOfCard } from './card-sale.ts';
import { lockGiftCard } from './find-gift-card.ts';

/**
 * Undoes the sale of a card that nobody used: the card is emptied and its money goes back as it was paid. Payments with
 * the card, and a second undo, wait for the lock on it. Returns the id of the refund.
 */
export async function undoGiftCardSale(
  context: Context,
  tx: Tx,
  by: Author,
  { giftCardId, reason }: ValidatedInput<'undoGiftCardSale'>['body'],
): Promise<string> {
  const card = await lockGiftCard(tx, giftCardId);
  valueOrThrow(authorise('order.take-payment', by.actor, { locationId: card.location_id }));
  const sale = await readSaleOfCard(tx, card.id);
  const sold = cents(sale.amount_cents);
  const [left] = await refundableOfPayment(tx, sale);
  const problem = giftCardUndoProblem({ sold, refunded: cents(sold - left), balance: cents(card.balance_cents) });
  if (problem !== null) throw refuse('failed-precondition', problem);
  await requireRefundApproval(context, tx, by, { order: sale, refundedBefore: ZERO, amount: sold, kind: 'gift-card' });
  // What the card provider took is refunded by it. Anything else counts as if it had not been paid.
  const isUndo = sale.provider === 'till';
  const refund = await refundSaleOfCard(context, tx, by, sale, {
    amount_cents: sold,
    method: refundMethodFor(sale),
    reason,
    of_change: isUndo,
    is_undo: isUndo,
  });
  await recordCardEntry(context, tx, by, 'undo-gift-card', card, sale, { amountCents: sold, reason });
  return refund.id;
}
