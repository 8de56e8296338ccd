import * as contract from '@tiffin/contract/messages';
import { emailTemplates } from '@tiffin/domain/messages';
import { implement, type Implemented } from '../../platform/http/implement.ts';
import { readSite } from '../settings/site.ts';
import { reportBounce, retryMessage } from './change-message.ts';
import { emailStats } from './email-stats.ts';
import { readMailings } from './mailing-progress.ts';
import { readMailing, retryMailing, stopMailing } from './manage-mailing.ts';
import { previewEmail } from './preview-email.ts';
import { readMessages, showMessage } from './read-messages.ts';
import { sendBulkEmail } from './send-bulk-email.ts';
import { sendEmail } from './send-email.ts';
import { chosenRecipients, startMailing } from './start-mailing.ts';
import { checkLetter } from './write-for.ts';

export const messageRoutes: readonly Implemented[] = [
  implement(contract.getEmailTemplates, ({ context }) =>
    Promise.resolve({ templates: emailTemplates(), emailEnabled: context.mailer !== null }),
  ),

  implement(contract.previewEmail, ({ context, body }) => previewEmail(context, body)),

  implement(contract.sendEmail, ({ context, actor, from, body, once }) =>
    sendEmail(context, { actor, from }, body, once),
  ),

  implement(contract.sendBulkEmail, ({ context, actor, from, body, once }) =>
    sendBulkEmail(context, { actor, from }, body, once),
  ),

  implement(contract.startMailing, async ({ context, actor, from, body, once }) => {
    const recipients = await chosenRecipients(context.db, body.to);
    const letter = checkLetter(
      body.templateId,
      body.templateData,
      recipients.slice(0, 1).map((recipient) => recipient.email),
    );
    const { mailingId } = await once(async (tx) => ({
      mailingId: await startMailing(context, tx, { actor, from }, letter, recipients),
    }));
    return { mailing: await readMailing(context.db, mailingId) };
  }),

  implement(contract.getMailings, async ({ context, query }) => ({ mailings: await readMailings(context.db, query) })),

  implement(contract.getMailing, async ({ context, query }) => ({
    mailing: await readMailing(context.db, query.mailingId),
  })),

  implement(contract.stopMailing, async ({ context, actor, from, body }) => ({
    mailing: await stopMailing(context, { actor, from }, body.mailingId),
  })),

  implement(contract.retryMailing, ({ context, actor, from, body }) =>
    retryMailing(context, { actor, from }, body.mailingId),
  ),

  implement(contract.getMessages, ({ context, query }) => readMessages(context.db, query)),

  implement(contract.getMessage, ({ context, query }) => showMessage(context, query.messageId)),

  implement(contract.retryMessage, async ({ context, actor, from, body }) => ({
    message: await retryMessage(context, { actor, from }, body.messageId),
  })),

  implement(contract.reportBounce, async ({ context, actor, from, body }) => ({
    message: await reportBounce(context, { actor, from }, body.messageId, body.reason),
  })),

  implement(contract.getEmailStats, async ({ context, query }) => {
    const { timeZone } = await readSite(context.db);
    return emailStats(context.db, context.clock.now(), timeZone, query.days);
  }),
];
