import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';

const BATCH = 20;
const MOST_ATTEMPTS = 8;
/** A sender that was killed in the middle gives its messages back after this long. */
const LEASE_MS = 2 * 60_000;

/**
 * Sends what is due. Each message is taken under a lease, sent outside any transaction, and its fate
 * written down. With nothing to send it with, it goes to the outbox, where people read it.
 * Answers how many were handled.
 */
export async function deliverMessages(context: Context): Promise<number> {
  const now = context.clock.now();
  const taken = await transaction(context.db, async (tx) => {
    const due = await tx
      .selectFrom('messages')
      .select(['id'])
      .where('status', 'in', ['queued', 'sending'])
      .where('next_try_at', '<=', now)
      .orderBy('next_try_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return [];
    return tx
      .updateTable('messages')
      .set({ status: 'sending', next_try_at: new Date(now.getTime() + LEASE_MS), attempts: sql`attempts + 1` })
      .where(
        'id',
        'in',
        due.map((each) => each.id),
      )
      .returningAll()
      .execute();
  });
  for (const message of taken) {
    const sender = message.channel === 'mail' ? context.mailer : context.sms;
    const fate: Fate = sender
      ? await attempt(context, message)
      : { status: 'outbox', next_try_at: null, last_error: null, provider_id: null };
    await context.db
      .updateTable('messages')
      .set({ ...fate, ...(fate.status === 'sent' && { sent_at: context.clock.now() }) })
      .where('id', '=', message.id)
      .execute();
    if (fate.status === 'failed') await tellFailure(context, message.id, message.template);
  }
  return taken.length;
}

interface Fate {
  status: 'sent' | 'queued' | 'failed' | 'outbox';
  next_try_at: Date | null;
  last_error: string | null;
  provider_id: string | null;
}

interface Taken {
  id: string;
  channel: 'mail' | 'sms';
  recipient: string;
  subject: string | null;
  body_text: string;
  body_html: string | null;
  attempts: number;
}

async function attempt(context: Context, message: Taken): Promise<Fate> {
  try {
    const sent =
      message.channel === 'mail'
        ? await context.mailer?.send({
            to: message.recipient,
            subject: message.subject ?? '',
            text: message.body_text,
            html: message.body_html,
            headers: { 'Message-ID': `<${message.id}@tiffin>` },
          })
        : await context.sms?.send({ to: message.recipient, text: message.body_text });
    return { status: 'sent', next_try_at: null, last_error: null, provider_id: sent?.providerId ?? null };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (message.attempts >= MOST_ATTEMPTS) {
      return { status: 'failed', next_try_at: null, last_error: words, provider_id: null };
    }
    // 10 s, 20 s, 40 s … about 20 minutes in all
    const wait = 10_000 * 2 ** (message.attempts - 1);
    return {
      status: 'queued',
      next_try_at: new Date(context.clock.now().getTime() + wait),
      last_error: words,
      provider_id: null,
    };
  }
}

async function tellFailure(context: Context, id: string, template: string): Promise<void> {
  await transaction(context.db, (tx) =>
    context.events.append(tx, {
      type: 'message.failed',
      locationId: null,
      at: context.clock.now(),
      data: { messageId: id, template },
    }),
  );
}
