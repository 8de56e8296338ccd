import type { Tx } from '../../db/connection.ts';
import { cents, orRefuse, refuse, toDollars } from '@tiffin/domain/core';
import { checkOrderSms, personalise } from '@tiffin/domain/messages';
import { normalisePhone, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { queueMessages } from '../messages/queue-message.ts';
import { lockStaffOrder } from './find-order.ts';
import type { OrderRow } from './queries.ts';
import { timeLeft } from './text-guests.ts';

/** A text in the till's own words to the guest of an order: to the order's number and no other. */
export async function textGuest(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Actor; readonly from: From },
  wish: { readonly orderId: string; readonly message: string; readonly phoneNumber?: string | undefined },
): Promise<{ message: string; to: string }> {
  const row = await lockStaffOrder(tx, actor, wish.orderId, 'order.text-guest');
  const to = orRefuse(checkOrderSms({ phone: row.customer_phone }));
  if (wish.phoneNumber && normalisePhone(wish.phoneNumber) !== to) {
    throw refuse('invalid-argument', 'This is not the phone number of the order', { field: 'phoneNumber' });
  }
  const now = context.clock.now();
  const text = personalise(wish.message, smsValues(row, now));
  await queueMessages(tx, context, [
    { channel: 'sms', to, template: 'custom', text, orderId: row.id, userId: row.user_id },
  ]);
  await recordChange(tx, {
    at: now,
    actor,
    action: 'text-guest',
    subject: { kind: 'order', id: row.id },
    locationId: row.location_id,
    after: { text },
    from,
  });
  return { message: 'The message is on its way', to };
}

/** What a text may name in braces. */
function smsValues(row: OrderRow, now: Date): Readonly<Record<string, string | null>> {
  return {
    customerName: row.customer_name,
    orderId: row.id,
    estimatedTime: timeLeft(row, now),
    total: `$${toDollars(cents(row.total_cents)).toFixed(2)}`,
    paymentUrl: row.payment_url,
  };
}
