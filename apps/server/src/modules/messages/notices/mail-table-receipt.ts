import { cents } from '@tiffin/domain/core';
import { taxNumberTexts } from '@tiffin/domain/receipt';
import type { Context, Tx } from '../../../context.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import type { PaymentRow } from '../../ledger/ledger.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { taxesOfOrder } from '../../orders/order-parts.ts';
import { findBillOrder } from '../../orders/rounds.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { brandOf, tableReceiptMail } from '../../outbox/templates/index.ts';
import { mailOrderOf } from './order-mail.ts';

/** Mails a guest the receipt of a payment at the table, in the transaction that records it. */
export async function mailTableReceipt(
  context: Context,
  tx: Tx,
  { id: paymentId, bill_id: billId, ...payment }: PaymentRow,
  { email, language }: { readonly email: string; readonly language: string | undefined },
): Promise<void> {
  const row = email === '' || billId === null ? null : await findBillOrder(tx, billId);
  if (row === null) return;
  const site = await readSite(tx);
  const write = () =>
    tableReceiptMail({
      ...mailOrderOf(row),
      brand: brandOf(site, context.publicUrl),
      paymentId,
      amount: cents(payment.amount_cents),
      tip: cents(payment.tip_cents),
      tender: payment.tender ?? 'online',
      paidAt: context.clock.now(),
      seller: site.legalName || site.name,
      taxNumbers: taxNumberTexts(taxesOfOrder(row), site.hstNumber),
      isSettled: row.due_cents <= 0,
    });
  const mail = inLanguageOf({ language }, write, site);
  // Whoever pays may type any address.
  const about = { template: 'table_receipt', onceKey: `table_receipt:${paymentId}`, unproven: true };
  await queueMessages(tx, context, [{ ...about, locationId: row.location_id, channel: 'mail', to: email, ...mail }]);
}
