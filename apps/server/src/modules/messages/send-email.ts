import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type { sendEmail as sendEmailCall } from '@tiffin/contract/messages';
import { refuse, sayNow } from '@tiffin/domain/core';
import { emailNotices } from '@tiffin/domain/errors';
import { normaliseEmail } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Once } from '../../platform/http/implement.ts';
import { recordChange, type By } from '../audit/record-change.ts';
import { inLanguageOf } from '../../platform/i18n/interpreter.ts';
import { NO_CONSENT, unsubscribeUrls } from '../people/consents.ts';
import { deliverSoon } from './deliver-messages.ts';
import { queueMessages } from './queue-message.ts';
import { readSite } from '../settings/site.ts';
import { takeSendSlot } from './start-mailing.ts';
import { checkLetter, writerFor } from './write-for.ts';

type Wanted = UnderstoodOf<typeof sendEmailCall>['body'];
type Answer = AnswerOf<typeof sendEmailCall>;

/** Writes one mail and hands it over at once; a server that cannot take it now is asked again later. */
export async function sendEmail(context: Context, asking: By, wanted: Wanted, once: Once): Promise<Answer> {
  const to = normaliseEmail(wanted.to);
  const orderId = wanted.templateData.orderId ?? wanted.orderId ?? wanted.metadata?.orderId;
  const letter = checkLetter(wanted.templateId, { ...wanted.templateData, orderId }, to === '' ? [] : [to]);
  const { messageId } = await once(async (tx) => {
    const now = context.clock.now();
    await takeSendSlot(tx, asking.actor, now);
    const person = await tx
      .selectFrom('users')
      .select(['id', 'name', 'language'])
      .where('email', '=', to)
      .executeTakeFirst();
    const unsubscribeUrl = (await unsubscribeUrls(context, tx, [to])).get(to) ?? null;
    if (letter.template === 'promotion' && unsubscribeUrl === null) throw refuse('failed-precondition', NO_CONSENT);
    const write = await writerFor(context, tx, letter);
    const name = letter.data.customerName ?? person?.name ?? null;
    const mail = inLanguageOf(person ?? {}, () => write({ name, unsubscribeUrl }), await readSite(tx));
    const id = context.ids.uuid();
    await queueMessages(tx, context, [
      {
        id,
        channel: 'mail',
        to,
        template: letter.template,
        ...mail,
        userId: person?.id ?? null,
        ...(orderId !== undefined && { orderId }),
      },
    ]);
    await recordChange(tx, {
      at: now,
      actor: asking.actor,
      action: 'send-email',
      subject: { kind: 'message', id },
      after: { to, template: letter.template, subject: mail.subject, source: wanted.metadata?.source ?? null },
      from: asking.from,
    });
    return { messageId: id };
  });
  await deliverSoon(context, [messageId]);
  const { status, last_error: error } = await context.db
    .selectFrom('messages')
    .select(['status', 'last_error'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  if (status === 'failed') {
    throw refuse('failed-precondition', `${sayNow(emailNotices.sendFailed)}: ${error ?? ''}`, {
      messageId,
      status,
    });
  }
  return { messageId, status, error };
}
