import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { NO_CONSENT, OFFER_TEMPLATES, unsubscribeUrls } from '../../people/consents.ts';
import { deliverWithinRequest } from '../../outbox/deliver-messages.ts';
import { isRedacted, restoreLinks } from '../../outbox/redact-messages.ts';
import { markMessageBounced, requeueMessages } from '../../outbox/update-messages.ts';
import { appendMailingProgress } from '../../outbox/mailing-progress.ts';
import { readMessage, type MessageAnswer } from './read-messages.ts';

const RETRIABLE: ReadonlySet<string> = new Set(['failed', 'cancelled', 'outbox']);

/** Sends a message again, unless its links were removed or the recipient no longer agrees to offers. */
export async function retryMessage(context: Context, by: Author, id: string): Promise<MessageAnswer> {
  await transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const stored = await tx.selectFrom('messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    const { message, text } = await readMessage(context, tx, id);
    if (!RETRIABLE.has(message.status)) throw refuse('failed-precondition', say`This message is ${message.status}`);
    if (isRedacted(text)) throw refuse('failed-precondition', say`Too old to send again: its links were removed`);
    if (
      OFFER_TEMPLATES.includes(message.template) &&
      !(await unsubscribeUrls(context, tx, [message.to])).has(message.to)
    ) {
      throw refuse('failed-precondition', NO_CONSENT);
    }
    await requeueMessages(tx, [id], now, stored && restoreLinks(context.linkKeys, stored));
    await recordAuditEntry(tx, { at: now, ...by }, 'retry-message', ['message', id]);
  });
  await deliverWithinRequest(context, [id]);
  return (await readMessage(context, context.db, id)).message;
}

/** Marks a sent message as failed when the mail server reports a bounce. */
export function reportBounce(context: Context, by: Author, messageId: string, reason: string): Promise<MessageAnswer> {
  // The mail server may report the Message-ID of the mail: `<id@host>`.
  const id = messageId.replace(/^</, '').split('@', 1)[0] ?? '';
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const error = inRestaurantLanguage(() => say`Bounced: ${reason}`);
    const bounced = await markMessageBounced(tx, id, error);
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
