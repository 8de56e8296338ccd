import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, sayNow } from '@tiffin/domain/core';
import { emailNotices } from '@tiffin/domain/errors';
import { normaliseEmail } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import type { RunOnce } from '../../../platform/http/implement.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { NO_CONSENT, unsubscribeUrls } from '../../people/consents.ts';
import { deliverWithinRequest } from '../../outbox/deliver-messages.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { takeSendSlot } from './start-mailing.ts';
import { checkMailRequest, mailWriterFor } from './message-writer.ts';
import { requireOwnAddress } from './require-own-address.ts';

type EmailInput = ValidatedInput<'sendEmail'>['body'];
type Answer = ResponseOf<'sendEmail'>;

/** Sends one mail at once; if the server cannot take it now, it is retried later. */
export async function sendEmail(context: Context, author: Author, input: EmailInput, once: RunOnce): Promise<Answer> {
  const to = normaliseEmail(input.to);
  const orderId = input.templateData.orderId ?? input.orderId ?? input.metadata?.orderId;
  const request = checkMailRequest(input.templateId, { ...input.templateData, orderId }, to === '' ? [] : [to]);
  const { messageId } = await once(async (tx) => {
    const now = context.clock.now();
    await requireOwnAddress(tx, author.actor, orderId, [to]);
    await takeSendSlot(tx, author.actor, now);
    const person = await tx
      .selectFrom('users')
      .select(['id', 'name', 'language'])
      .where('email', '=', to)
      .executeTakeFirst();
    const unsubscribeUrl = (await unsubscribeUrls(context, tx, [to])).get(to) ?? null;
    if (request.template === 'promotion' && unsubscribeUrl === null) throw refuse('failed-precondition', NO_CONSENT);
    const write = await mailWriterFor(context, tx, request);
    const name = request.data.customerName ?? person?.name ?? null;
    const mail = inLanguageOf(person ?? {}, () => write({ name, unsubscribeUrl }), await readSite(tx));
    const id = context.ids.uuid();
    const about = { template: request.template, userId: person?.id, orderId };
    await queueMessages(tx, context, [{ id, channel: 'mail', to, ...about, ...mail }]);
    await recordAuditEntry(tx, { at: now, ...author }, 'send-email', ['message', id], {
      after: { to, template: request.template, subject: mail.subject, source: input.metadata?.source ?? null },
    });
    return { messageId: id };
  });
  await deliverWithinRequest(context, [messageId]);
  const { status, last_error: error } = await context.db
    .selectFrom('messages')
    .select(['status', 'last_error'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  if (status === 'failed') {
    throw refuse('failed-precondition', `${sayNow(emailNotices.sendFailed)}: ${error ?? ''}`, { messageId, status });
  }
  return { messageId, status, error };
}
