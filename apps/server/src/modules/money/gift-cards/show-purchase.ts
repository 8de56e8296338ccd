import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say, toDollars } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { isLinkTokenValid } from '../../../platform/auth/link-keys.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { refundableOfPayment } from '../../ledger/ledger.ts';
import { refreshSessionThrottled } from '../sessions/refresh-session.ts';
import { giftCardReceiptOf } from './issue-gift-card.ts';

/** Whether a card is paid that was bought on a payment page, after asking the provider if needed, and its receipt. */
export async function showPurchase(
  context: Context,
  { sessionId, token }: ValidatedInput<'getGiftCardPurchase'>['query'],
): Promise<ResponseOf<'getGiftCardPurchase'>> {
  const isBuyer = isLinkTokenValid(context.linkKeys, { to: 'payment', id: sessionId, stored: '' }, token);
  const session = isBuyer ? await refreshSessionThrottled(context, sessionId) : null;
  if (session?.kind !== 'gift-card') {
    throw refuse('order-not-found', say`We have no record of this payment. If you paid, please call us.`);
  }
  if (session.status === 'open') return { state: 'waiting', paymentUrl: session.payment_url, receipt: null };
  if (session.status !== 'paid') return { state: 'unpaid', paymentUrl: null, receipt: null };
  return transaction(context.db, async (tx) => {
    const payments = tx.selectFrom('payments').selectAll().where('session_id', '=', session.id);
    const payment = await payments.executeTakeFirstOrThrow();
    const [left] = await refundableOfPayment(tx, payment);
    // Money that arrived too late bought no card and is refunded.
    if (payment.gift_card_id === null || left === 0) return { state: 'returned', paymentUrl: null, receipt: null };
    const { amount, ...receipt } = giftCardReceiptOf(payment, await readSite(tx));
    return { state: 'paid', paymentUrl: null, receipt: { ...receipt, amount: toDollars(amount) } };
  });
}
