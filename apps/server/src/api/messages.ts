import { emailTemplates } from '@tiffin/domain/messages';
import type { Actor } from '@tiffin/domain/people';
import { requireScopeOfKey } from '../platform/auth/require-scope.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import { reportBounce, retryMessage } from '../modules/messages/mailings/change-message.ts';
import { emailStats } from '../modules/messages/mailings/email-stats.ts';
import { readMailings } from '../modules/outbox/mailing-progress.ts';
import { readMailing, retryMailing, stopMailing } from '../modules/messages/mailings/manage-mailing.ts';
import { previewEmail } from '../modules/messages/mailings/preview-email.ts';
import { readMessages, showMessage } from '../modules/messages/mailings/read-messages.ts';
import { redactLinksIn } from '../modules/outbox/redact-messages.ts';
import { sendBulkEmail } from '../modules/messages/mailings/send-bulk-email.ts';
import { sendEmail } from '../modules/messages/mailings/send-email.ts';
import { chosenRecipients, requestTo, startMailing } from '../modules/messages/mailings/start-mailing.ts';
import { checkMailRequest } from '../modules/messages/mailings/message-writer.ts';

/** The guests of a day are known from bookings and orders. */
function requireScopeForGuests(actor: Actor, to: object): void {
  for (const scope of ['reservations:read', 'orders:read'] as const) if ('day' in to) requireScopeOfKey(actor, scope);
}

export const messageRoutes: readonly ImplementedCall[] = [
  implement('getEmailTemplates', ({ context }) =>
    Promise.resolve({ templates: emailTemplates(), emailEnabled: context.mailer !== null }),
  ),

  implement('previewEmail', async ({ context, actor, body }) => {
    // The confirmation of an order has its contents and its link.
    if (body.templateData.orderId !== undefined) requireScopeOfKey(actor, 'orders:read');
    if (body.to) requireScopeForGuests(actor, body.to);
    const mail = await previewEmail(context, body);
    return actor.kind === 'machine' ? redactLinksIn(mail) : mail;
  }),

  implement('sendEmail', ({ context, actor, from, body, once }) => sendEmail(context, { actor, from }, body, once)),

  implement('sendBulkEmail', ({ context, actor, from, body, once }) =>
    sendBulkEmail(context, { actor, from }, body, once),
  ),

  implement('startMailing', async ({ context, actor, from, body, once }) => {
    requireScopeForGuests(actor, body.to);
    const recipients = await chosenRecipients(context.db, body.to);
    // A mailing may have more recipients than the rules allow for one mail, so only the first is checked.
    const firstAddress = recipients.slice(0, 1).map((recipient) => recipient.email);
    const mail = checkMailRequest(body.templateId, body.templateData, firstAddress);
    const { mailingId } = await once(async (tx) => ({
      mailingId: await startMailing(context, tx, { actor, from }, requestTo(body.to, mail), recipients),
    }));
    return { mailing: await readMailing(context.db, mailingId) };
  }),

  implement('getMailings', async ({ context, query }) => ({ mailings: await readMailings(context.db, query) })),

  implement('getMailing', async ({ context, query }) => ({
    mailing: await readMailing(context.db, query.mailingId),
  })),

  implement('stopMailing', async ({ context, actor, from, body }) => ({
    mailing: await stopMailing(context, { actor, from }, body.mailingId),
  })),

  implement('retryMailing', ({ context, actor, from, body }) => retryMailing(context, { actor, from }, body.mailingId)),

  implement('getMessages', ({ context, query }) => readMessages(context.db, query)),

  implement('getMessage', ({ context, actor, from, query }) => showMessage(context, { actor, from }, query.messageId)),

  implement('retryMessage', async ({ context, actor, from, body }) => ({
    message: await retryMessage(context, { actor, from }, body.messageId),
  })),

  implement('reportBounce', async ({ context, actor, from, body }) => ({
    message: await reportBounce(context, { actor, from }, body.messageId, body.reason),
  })),

  implement('getEmailStats', async ({ context, query }) => {
    const { timeZone } = await readSite(context.db);
    return emailStats(context.db, context.clock.now(), timeZone, query.days);
  }),
];
