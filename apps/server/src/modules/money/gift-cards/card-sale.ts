import { refuse, say } from '@tiffin/domain/core';
import { maskedGiftCard } from '@tiffin/domain/payment';
import type { Context, Tx } from '../../../context.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import type { PaymentRow, RefundRow } from '../../ledger/ledger.ts';
import { insertRefunds } from '../../ledger/refund-rows.ts';
import { sendRefundSoon } from '../refunds/send-refund.ts';
import { syncGiftCards } from './gift-card-balance.ts';

/** The payment that bought a card. Cards of another system have none, so no money can go back for them. */
export async function readSaleOfCard(tx: Tx, cardId: string): Promise<PaymentRow> {
  const sale = await findSaleOfCard(tx, cardId);
  if (!sale) throw refuse('failed-precondition', say`This card was sold in another system, so its money is not here.`);
  return sale;
}

export function findSaleOfCard(tx: Tx, cardId: string): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payments as p')
    .innerJoin('gift_entries as e', 'e.payment_id', 'p.id')
    .selectAll('p')
    .where('e.card_id', '=', cardId)
    .where('e.kind', '=', 'sold')
    .orderBy('e.id')
    .executeTakeFirst();
}

type CardRefund = Pick<RefundRow, 'amount_cents' | 'method' | 'reason'> &
  Partial<Pick<RefundRow, 'cash_rounding_cents' | 'of_change' | 'is_undo'>>;

/** Refunds money that was paid for a locked card. The card loses it at once. */
export async function refundSaleOfCard(context: Context, tx: Tx, by: Author, sale: PaymentRow, refund: CardRefund) {
  const order = { id: null, bill_id: null, location_id: sale.location_id };
  const key = `gift-card:${sale.id}:${context.ids.uuid()}`;
  const rows = [{ ...refund, payment_id: sale.id, tip_cents: 0, idempotency_key: key }];
  const [row] = await insertRefunds(context, tx, by, order, rows);
  if (!row) throw refuse('conflict');
  await syncGiftCards(tx, [sale], context.clock.now());
  if (row.status === 'requested') sendRefundSoon(context, tx, row.id);
  return row;
}

/**
 * Writes to the audit log what was done with a card. It is named by its last characters, never by its code, and its
 * subject is the payment that bought it; the card itself if it was sold in another system.
 */
export async function recordCardEntry(
  context: Pick<Context, 'clock'>,
  tx: Tx,
  by: Author,
  action: `${'sell' | 'undo' | 'withdraw' | 'pay-out' | 'block' | 'unblock' | 'mail' | 'show'}-gift-card`,
  card: Pick<Row<'gift_cards'>, 'last4'>,
  { id, location_id: locationId }: Pick<PaymentRow, 'id' | 'location_id'>,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, action, ['payment', id], {
    locationId,
    after: { giftCard: maskedGiftCard(card.last4), ...details },
  });
}
