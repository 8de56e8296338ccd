import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { sayNow } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';
import type { RunOnce } from '../../../platform/http/implement.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { deliverWithinRequest } from '../../outbox/deliver-messages.ts';
import { releaseBatches } from './release-batches.ts';
import { startMailing } from './start-mailing.ts';
import { checkMailRequest } from './message-writer.ts';

type BulkEmailInput = ValidatedInput<'sendBulkEmail'>['body'];
type Answer = ResponseOf<'sendBulkEmail'>;

/** Sends a mailing of one batch and returns the result for each recipient. */
export async function sendBulkEmail(context: Context, author: Author, input: BulkEmailInput, once: RunOnce) {
  const recipients = input.recipients.map((recipient) => {
    if (typeof recipient === 'string') return { email: recipient.trim(), name: null, userId: null };
    return { email: recipient.email.trim(), name: recipient.name ?? recipient.customerName ?? null, userId: null };
  });
  const emails = recipients.map((recipient) => recipient.email);
  const request = checkMailRequest(input.templateId, input.templateData, emails);
  const { mailingId } = await once(async (tx) => ({
    mailingId: await startMailing(context, tx, author, request, recipients),
  }));
  await releaseBatches(context, mailingId);
  const queued = await context.db
    .selectFrom('messages')
    .select('id')
    .where('mailing_id', '=', mailingId)
    .where('status', '=', 'queued')
    .execute();
  if (queued.length > 0) await deliverWithinRequest(context, idsOf(queued));
  return resultsOf(context, mailingId);
}

async function resultsOf(context: Context, mailingId: string): Promise<Answer> {
  const rows = await context.db
    .selectFrom('mailing_recipients as r')
    .leftJoin('messages as m', (join) =>
      join.onRef('m.mailing_id', '=', 'r.mailing_id').onRef('m.recipient', '=', 'r.email'),
    )
    .select(['r.email', 'r.reason', 'm.id', 'm.status', 'm.last_error'])
    .where('r.mailing_id', '=', mailingId)
    .orderBy('r.position')
    .execute();
  const results = rows.map((row) => {
    const error = row.last_error ?? row.reason;
    return {
      email: row.email,
      success: row.status !== null && row.status !== 'failed',
      status: row.status ?? ('skipped' as const),
      messageId: row.id,
      error: error && sayNow(error),
    };
  });
  const successful = results.filter((result) => result.success).length;
  return { mailingId, totalRecipients: results.length, successful, failed: results.length - successful, results };
}
