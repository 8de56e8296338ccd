import { cents } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { queueMessages } from '../messages/queue-message.ts';
import { brandOf, paymentReturned, paymentReturnedSms } from '../messages/templates/index.ts';
import { orderOfCart } from '../orders/order-of-cart.ts';
import { readSite } from '../settings/site.ts';
import { cartOf } from './sessions.ts';
import type { RefundRow } from '../ledger/ledger.ts';

const template = 'payment_returned';

/** Money that became no order is back: whoever paid it is told, in the transaction that writes it down. */
export async function tellReturned(context: Context, tx: Tx, refund: RefundRow): Promise<void> {
  const paid = await tx
    .selectFrom('payment_sessions as s')
    .innerJoin('payments as p', 'p.session_id', 's.id')
    .selectAll('s')
    .where('p.id', '=', refund.payment_id)
    .executeTakeFirst();
  if (!paid) return;
  const { request, userId } = paid.snapshot;
  const { name: customerName, email, phone } = request.customer;
  const cart = cartOf(paid);
  const paidTwice = (cart && (await orderOfCart(tx, cart)))?.id ?? null;
  const site = await readSite(tx);
  const amount = cents(refund.amount_cents);
  const about = { template, onceKey: `${template}:${refund.id}`, userId };
  if (email) {
    const brand = brandOf(site, context.publicUrl);
    const mail = paymentReturned({ brand, customerName, amount, paidTwice });
    await queueMessages(tx, context, [{ ...about, channel: 'mail', to: email, ...mail }]);
  } else if (phone) {
    const text = paymentReturnedSms({ brandName: site.name, customerName, amount, paidTwice });
    await queueMessages(tx, context, [{ ...about, channel: 'sms', to: phone, text }]);
  }
}
