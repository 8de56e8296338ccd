import { refuse, say } from '@tiffin/domain/core';
import type { Context, Db, Tx } from '../../../context.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { unsubscribeUrls } from '../../people/consents.ts';
import { isRedacted } from '../../outbox/redact-messages.ts';
import { requeueMessages } from '../../outbox/update-messages.ts';
import { appendMailingProgress, readMailings, type MailingAnswer } from '../../outbox/mailing-progress.ts';

/** Stored in the source language and translated when read. */
const STOPPED = say`Stopped before their batch`;

export async function readMailing(db: Db | Tx, id: string): Promise<MailingAnswer> {
  const [mailing] = await readMailings(db, { ids: [id] });
  if (!mailing) throw refuse('not-found', say`Mailing not found`);
  return mailing;
}

/** Stops a mailing. Released messages still arrive; later batches are cancelled. */
export function stopMailing(context: Context, by: Author, id: string): Promise<MailingAnswer> {
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const stopped = await tx
      .updateTable('mailings')
      .set({ status: 'stopped', next_batch_at: null, finished_at: now })
      .where('id', '=', id)
      .where('status', '=', 'sending')
      .returning('id')
      .executeTakeFirst();
    if (!stopped) {
      await readMailing(tx, id);
      throw refuse('failed-precondition', say`This mailing has no further batch`);
    }
    await tx
      .updateTable('mailing_recipients')
      .set({ status: 'skipped', reason: STOPPED })
      .where('mailing_id', '=', id)
      .where('status', '=', 'waiting')
      .execute();
    await recordAuditEntry(tx, { at: now, ...by }, 'stop-mailing', ['mailing', id]);
    await appendMailingProgress(context, tx, [id]);
    return readMailing(tx, id);
  });
}

/** Retries the failed messages of a mailing, except for unsubscribed recipients and messages that are too old. */
export function retryMailing(
  context: Context,
  by: Author,
  id: string,
): Promise<{ mailing: MailingAnswer; retried: number }> {
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const { templateId } = await readMailing(tx, id);
    const failed = await tx
      .selectFrom('messages')
      .select(['id', 'recipient', 'body_text'])
      .where('mailing_id', '=', id)
      .where('status', '=', 'failed')
      .forUpdate()
      .execute();
    const recipients = failed.map((message) => message.recipient);
    const consenting = await unsubscribeUrls(context, tx, recipients);
    const retriable = failed.filter(
      ({ recipient, body_text: text }) =>
        !isRedacted(text) && (templateId !== 'promotion' || consenting.has(recipient)),
    );
    if (retriable.length === 0) throw refuse('failed-precondition', say`This mailing has no messages to retry`);
    await requeueMessages(tx, idsOf(retriable), now);
    await recordAuditEntry(tx, { at: now, ...by }, 'retry-mailing', ['mailing', id], {
      after: { retried: retriable.length },
    });
    await appendMailingProgress(context, tx, [id]);
    return { mailing: await readMailing(tx, id), retried: retriable.length };
  });
}
