import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { NO_CONSENT, OFFER_TEMPLATES, unsubscribeUrls } from '../../people/consents.ts';
import { deliverWithinRequest } from '../../outbox/deliver-messages.ts';
import { isRedacted, restoreLinks } from '../../outbox/redact-messages.ts';
import { appendMailingProgress } from '../../outbox/mailing-progress.ts';
import { readMessage, type MessageAnswer } from './read-messages.ts';
import { updateRow } from '../../../platform/db/write-row.ts';

const RETRIABLE: ReadonlySet<string> = new Set(['failed', 'cancelled', 'outbox']);

export async function retryMessage(context: Context, by: Author, id: string): Promise<MessageAnswer> {
  await transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const stored = await tx.selectFrom('messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    const { message, text } = await readMessage(context, tx, id);
    if (!RETRIABLE.has(message.status)) throw refuse('failed-precondition', say`This message is ${message.status}`);
    if (isRedacted(text)) throw refuse('failed-precondition', say`Too old to send again: its links were removed`);
    const whole = stored && restoreLinks(context.linkKeys, stored);
    if (
      OFFER_TEMPLATES.includes(message.template) &&
      !(await unsubscribeUrls(context, tx, [message.to])).has(message.to)
    ) {
      throw refuse('failed-precondition', NO_CONSENT);
    }
    await updateRow(tx, 'messages', id, {
      status: 'queued',
      attempts: 0,
      next_try_at: now,
      last_error: null,
      // includes the removed links, so that any copy of the server can send it
      ...(whole && {
        ...whole,
        mail_content: whole.mail_content && JSON.stringify(whole.mail_content),
        keeps_keys: true,
      }),
    });
    await recordAuditEntry(tx, { at: now, ...by }, 'retry-message', ['message', id]);
  });
  await deliverWithinRequest(context, [id]);
  return (await readMessage(context, context.db, id)).message;
}

/** Marks a sent message as failed when the mail server reports a bounce. */
export function reportBounce(context: Context, by: Author, messageId: string, reason: string): Promise<MessageAnswer> {
  const id = messageId.replace(/^<|@.*$/g, '');
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const bounced = await tx
      .updateTable('messages')
      .set({ status: 'failed', last_error: inRestaurantLanguage(() => say`Bounced: ${reason}`), next_try_at: null })
      .where('id', '=', id)
      .where('status', 'in', ['sent', 'failed'])
      .returning(['template', 'mailing_id'])
      .executeTakeFirst();
    const { message } = await readMessage(context, tx, id);
    if (!bounced) throw refuse('failed-precondition', say`This message is ${message.status}`);
    await recordAuditEntry(tx, { at: now, ...by }, 'report-bounce', ['message', id], { after: { reason } });
    await context.events.append(tx, {
      type: 'message.failed',
      locationId: null,
      at: now,
      data: { messageId: id, template: bounced.template, mailingId: bounced.mailing_id },
    });
    if (bounced.mailing_id) await appendMailingProgress(context, tx, [bounced.mailing_id]);
    return message;
  });
}
