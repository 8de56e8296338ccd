import type { Tx } from '../../platform/db/connection.ts';
import type { Row } from '../../platform/db/schema.ts';

type Message = Row<'messages'>;

/** Moves the messages about an order with it from one account to another; null is no account. */
export async function moveMessagesOfOrder(
  tx: Tx,
  orderId: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ user_id: to })
    .where('order_id', '=', orderId)
    .where('user_id', 'is not distinct from', from)
    .execute();
}

/** Cancels the messages of these templates that a recipient has not got yet. */
export async function cancelUnsentMessages(tx: Tx, recipient: string, templates: readonly string[], reason: string) {
  await tx
    .updateTable('messages')
    .set({ status: 'cancelled', next_try_at: null, last_error: reason })
    .where('recipient', '=', recipient)
    .where('template', 'in', templates)
    .where('status', 'in', ['queued', 'outbox', 'failed'])
    .execute();
}

/** Cancels the waiting messages about an order that are no longer true. */
export async function withdrawMessages(tx: Tx, orderId: string, templates: readonly string[]): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ status: 'cancelled', next_try_at: null })
    .where('order_id', '=', orderId)
    .where('status', '=', 'queued')
    .where('template', 'in', templates)
    .execute();
}

/** Queues messages again, to be sent at once. `restored` is the text of a message whose links were removed. */
export async function requeueMessages(
  tx: Tx,
  ids: readonly string[],
  now: Date,
  restored?: Pick<Message, 'body_text' | 'mail_content'>,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({
      status: 'queued',
      attempts: 0,
      next_try_at: now,
      last_error: null,
      // includes the removed links, so that any copy of the server can send it
      body_text: restored?.body_text,
      mail_content: restored?.mail_content && JSON.stringify(restored.mail_content),
      keeps_keys: restored ? true : undefined,
    })
    .where('id', 'in', ids)
    .execute();
}

/** Marks a sent message as failed. Returns nothing if it was not sent. */
export function markMessageBounced(
  tx: Tx,
  id: string,
  error: string,
): Promise<Pick<Message, 'template' | 'mailing_id'> | undefined> {
  return tx
    .updateTable('messages')
    .set({ status: 'failed', last_error: error, next_try_at: null })
    .where('id', '=', id)
    .where('status', 'in', ['sent', 'failed'])
    .returning(['template', 'mailing_id'])
    .executeTakeFirst();
}
