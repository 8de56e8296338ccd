import type { Clock, Ids } from '../../context.ts';
import type { Db, Tx } from '../../db/connection.ts';

/** A message as a use case hands it over: written into its transaction, delivered after the commit. */
export interface NewMessage {
  /** For a caller who wants to follow it. */
  readonly id?: string;
  readonly channel: 'mail' | 'sms';
  readonly to: string;
  readonly template: string;
  readonly subject?: string;
  readonly text: string;
  readonly html?: string;
  /** The same happening never makes the same message twice. */
  readonly onceKey?: string;
  readonly orderId?: string;
  readonly reservationId?: string;
  readonly userId?: string | null;
  /** Part of a mail to many. */
  readonly mailingId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Not before this instant; at once when absent. */
  readonly notBefore?: Date;
}

export async function queueMessages(
  db: Db | Tx,
  parts: { clock: Clock; ids: Ids },
  messages: readonly NewMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const now = parts.clock.now();
  await db
    .insertInto('messages')
    .values(
      messages.map((each) => ({
        id: each.id ?? parts.ids.uuid(),
        channel: each.channel,
        recipient: each.to,
        template: each.template,
        subject: each.subject ?? null,
        body_text: each.text,
        body_html: each.html ?? null,
        status: 'queued' as const,
        next_try_at: each.notBefore ?? now,
        order_id: each.orderId ?? null,
        reservation_id: each.reservationId ?? null,
        user_id: each.userId ?? null,
        mailing_id: each.mailingId ?? null,
        headers: each.headers ? JSON.stringify(each.headers) : null,
        once_key: each.onceKey ?? null,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute();
}
