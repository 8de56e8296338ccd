import { Refusal } from '@tiffin/domain/core';
import { isEmailTemplate, RECIPIENTS_MAX, SEND_COOLDOWN_MS } from '@tiffin/domain/messages';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { NO_CONSENT, unsubscribeUrls } from '../../people/consents.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { appendMailingProgress } from '../../outbox/mailing-progress.ts';
import { queueMessages, type NewMessage } from '../../outbox/queue-message.ts';
import { mailWriterFor, type MailWriter } from './message-writer.ts';
import { updateRow } from '../../../platform/db/write-row.ts';

type Mailing = Row<'mailings'>;
type Recipient = Row<'mailing_recipients'>;

/**
 * Releases the next due batch of each mailing: in one transaction, its messages are queued and its recipients marked
 * as released. Returns the number of batches.
 */
export async function releaseBatches(context: Context, mailingId?: string): Promise<number> {
  let released = 0;
  while (await transaction(context.db, (tx) => releaseBatch(context, tx, mailingId))) released++;
  return released;
}

async function releaseBatch(context: Context, tx: Tx, mailingId: string | undefined): Promise<boolean> {
  const now = context.clock.now();
  let due = tx
    .selectFrom('mailings')
    .selectAll()
    .where('status', '=', 'sending')
    .where('next_batch_at', '<=', now)
    .orderBy('next_batch_at')
    .limit(1)
    .forUpdate()
    .skipLocked();
  if (mailingId !== undefined) due = due.where('id', '=', mailingId);
  const mailing = await due.executeTakeFirst();
  if (!mailing) return false;
  const batch = await tx
    .selectFrom('mailing_recipients')
    .selectAll()
    .where('mailing_id', '=', mailing.id)
    .where('status', '=', 'waiting')
    .orderBy('position')
    .limit(RECIPIENTS_MAX)
    .execute();
  await queueBatch(context, tx, mailing, batch);
  const isLast = batch.length < RECIPIENTS_MAX || (await isComplete(tx, mailing.id));
  await updateRow(
    tx,
    'mailings',
    mailing.id,
    isLast
      ? { status: 'done', next_batch_at: null, finished_at: now }
      : { next_batch_at: new Date(now.getTime() + SEND_COOLDOWN_MS) },
  );
  await appendMailingProgress(context, tx, [mailing.id]);
  return true;
}

async function queueBatch(context: Context, tx: Tx, mailing: Mailing, batch: readonly Recipient[]): Promise<void> {
  const { id: mailingId, template } = mailing;
  const messages: NewMessage[] = [];
  const skipReasons = new Map<number, string>();
  const write = await mailWriterOf(context, tx, mailing);
  // Consent is checked when sending: recipients who unsubscribed since the start get nothing.
  const emails = batch.map((recipient) => recipient.email);
  const urls = await unsubscribeUrls(context, tx, emails);
  const userIds = batch.map(({ user_id: userId }) => userId).filter((userId) => userId !== null);
  const languages = await languagesOf(tx, userIds);
  const site = await readSite(tx);
  for (const { position, email, name, user_id: userId } of batch) {
    const unsubscribeUrl = urls.get(email) ?? null;
    const language = languages.get(userId ?? '');
    const mailOrReason =
      template === 'promotion' && unsubscribeUrl === null
        ? NO_CONSENT
        : resultOrReason(() => inLanguageOf({ language }, () => write({ name, unsubscribeUrl }), site));
    if (typeof mailOrReason === 'string') skipReasons.set(position, mailOrReason);
    else {
      const onceKey = `mailing:${mailingId}:${email}`;
      messages.push({ channel: 'mail', to: email, template, ...mailOrReason, userId, mailingId, onceKey });
    }
  }
  await queueMessages(tx, context, messages);
  const positions = batch.map((recipient) => recipient.position);
  await sql`
    update mailing_recipients set status = 'released' where mailing_id = ${mailingId} and position = any(${positions}::int[])
  `.execute(tx);
  for (const [position, reason] of skipReasons) {
    await tx
      .updateTable('mailing_recipients')
      .set({ status: 'skipped', reason })
      .where('mailing_id', '=', mailingId)
      .where('position', '=', position)
      .execute();
  }
}

async function languagesOf(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ id: string; language: string | null }>`
    select id, language from users where id = any(${userIds}::text[]) and language is not null
  `.execute(tx);
  return new Map(rows.map(({ id, language }) => [id, language]));
}

/**
 * If the mail cannot be written, for example because its order was deleted, all recipients are skipped with that
 * reason instead of retrying forever.
 */
async function mailWriterOf(context: Context, tx: Tx, mailing: Mailing): Promise<MailWriter> {
  const { template } = mailing;
  if (!isEmailTemplate(template)) throw new Error(`mailing ${mailing.id} has the unknown template ${template}`);
  try {
    return await mailWriterFor(context, tx, { template, data: mailing.data });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return () => {
      throw error;
    };
  }
}

function resultOrReason<T>(write: () => T): T | string {
  try {
    return write();
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function isComplete(tx: Tx, mailingId: string): Promise<boolean> {
  const next = await tx
    .selectFrom('mailing_recipients')
    .select('position')
    .where('mailing_id', '=', mailingId)
    .where('status', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return next === undefined;
}
