import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type { sendBulkEmail as sendBulkEmailCall } from '@tiffin/contract/messages';
import { sayNow } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { idsOf } from '../../platform/db/listed.ts';
import type { Once } from '../../platform/http/implement.ts';
import type { By } from '../audit/record-change.ts';
import { deliverSoon } from './deliver-messages.ts';
import { releaseBatches } from './release-batches.ts';
import { startMailing } from './start-mailing.ts';
import { checkLetter } from './write-for.ts';

type Wanted = UnderstoodOf<typeof sendBulkEmailCall>['body'];
type Answer = AnswerOf<typeof sendBulkEmailCall>;

/** A mailing of a single batch, for a caller who waits for what became of each. */
export async function sendBulkEmail(context: Context, asking: By, wanted: Wanted, once: Once): Promise<Answer> {
  const recipients = wanted.recipients.map((given) => {
    if (typeof given === 'string') return { email: given.trim(), name: null, userId: null };
    return { email: given.email.trim(), name: given.name ?? given.customerName ?? null, userId: null };
  });
  const letter = checkLetter(
    wanted.templateId,
    wanted.templateData,
    recipients.map((recipient) => recipient.email),
  );
  const { mailingId } = await once(async (tx) => ({
    mailingId: await startMailing(context, tx, asking, letter, recipients),
  }));
  await releaseBatches(context, mailingId);
  const queued = await context.db
    .selectFrom('messages')
    .select('id')
    .where('mailing_id', '=', mailingId)
    .where('status', '=', 'queued')
    .execute();
  if (queued.length > 0) {
    await deliverSoon(context, idsOf(queued));
  }
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
