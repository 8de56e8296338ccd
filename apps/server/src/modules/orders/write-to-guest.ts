import { cents, orRefuse, refuse, toDollars } from '@tiffin/domain/core';
import { checkOrderSms, personalise } from '@tiffin/domain/messages';
import { minutesText } from '@tiffin/domain/order';
import { normalisePhone, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { queueMessages } from '../messages/queue-message.ts';
import { brandOf, custom } from '../messages/templates/index.ts';
import { nameOr } from '../messages/templates/words.ts';
import { readSite } from '../settings/site.ts';
import { lockStaffOrder, type OrderRow } from './queries.ts';

interface Asking {
  readonly actor: Actor;
  readonly from: From;
}
interface Wish {
  readonly orderId: string;
  readonly message: string;
}
const ON_ITS_WAY = 'The message is on its way';

/** A text in the till's own words to the guest of an order: to the order's number and no other. */
export async function textGuest(
  context: Context,
  tx: Tx,
  asking: Asking,
  wish: Wish & { readonly phoneNumber?: string | undefined },
): Promise<{ message: string; to: string }> {
  const row = await lockStaffOrder(tx, asking.actor, wish.orderId, 'order.text-guest');
  const to = orRefuse(checkOrderSms({ phone: row.customer_phone }));
  if (wish.phoneNumber && normalisePhone(wish.phoneNumber) !== to) {
    throw refuse('invalid-argument', 'This is not the phone number of the order', { field: 'phoneNumber' });
  }
  const text = wordsFor(row, wish.message, context.clock.now());
  await queueMessages(tx, context, [
    { channel: 'sms', to, template: 'custom', text, orderId: row.id, userId: row.user_id },
  ]);
  await record(context, tx, asking, row, 'text-guest', text);
  return { message: ON_ITS_WAY, to };
}

/** The same by mail: to the order's address and no other. */
export async function mailGuest(context: Context, tx: Tx, asking: Asking, wish: Wish): Promise<{ message: string }> {
  const row = await lockStaffOrder(tx, asking.actor, wish.orderId, 'order.text-guest');
  const to = row.customer_email?.trim();
  if (!to) throw refuse('failed-precondition', 'No email address found for this order');
  const message = wordsFor(row, wish.message, context.clock.now());
  const brand = brandOf(await readSite(tx), context.publicUrl);
  const subject = `About your order ${row.id}`;
  const mail = custom({ brand, customerName: row.customer_name, subject, message, imageUrl: null });
  await queueMessages(tx, context, [
    { channel: 'mail', to, template: 'custom', ...mail, orderId: row.id, userId: row.user_id },
  ]);
  await record(context, tx, asking, row, 'mail-guest', message);
  return { message: ON_ITS_WAY };
}

/** What a message names in braces is filled in. */
function wordsFor(row: OrderRow, message: string, now: Date): string {
  return personalise(message, {
    customerName: nameOr(row.customer_name),
    orderId: row.id,
    estimatedTime: minutesText(row.estimated_ready, now),
    total: `$${toDollars(cents(row.total_cents)).toFixed(2)}`,
    paymentUrl: row.payment_url,
  });
}

async function record(
  context: Context,
  tx: Tx,
  { actor, from }: Asking,
  row: OrderRow,
  action: 'text-guest' | 'mail-guest',
  text: string,
): Promise<void> {
  await recordChange(tx, {
    at: context.clock.now(),
    actor,
    action,
    subject: { kind: 'order', id: row.id },
    locationId: row.location_id,
    after: { text },
    from,
  });
}
