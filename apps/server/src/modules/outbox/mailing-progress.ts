import type { ResponseOf } from '@tiffin/contract';
import { RECIPIENTS_MAX } from '@tiffin/domain/messages';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { transaction } from '../../platform/db/transaction.ts';

export type MailingAnswer = ResponseOf<'getMailing'>['mailing'];

type MailingRow = Omit<Row<'mailings'>, 'data' | 'created_by'> &
  Record<'waiting' | 'skipped' | 'queued' | 'sent' | 'outbox' | 'failed' | 'cancelled', number>;

/** Mailings with their progress, newest first. */
export async function readMailings(
  db: Db | Tx,
  selection: { ids: readonly string[] } | { limit: number },
): Promise<MailingAnswer[]> {
  const condition = 'ids' in selection ? sql`where id = any(${[...selection.ids]}::text[])` : sql``;
  const limit = 'limit' in selection ? sql`limit ${selection.limit}` : sql``;
  const { rows } = await sql<MailingRow>`
    select g.*, r.*, m.* from (
      select id, template, subject, status, total, next_batch_at, created_by_name, created_at, finished_at
      from mailings ${condition} order by mailings.created_at desc, mailings.id desc ${limit}
    ) g
    cross join lateral (
      select count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'skipped') as skipped
      from mailing_recipients where mailing_id = g.id
    ) r
    cross join lateral (
      select count(*) filter (where status in ('queued', 'sending')) as queued,
             count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'outbox') as outbox,
             count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'cancelled') as cancelled
      from messages where mailing_id = g.id
    ) m
    order by g.created_at desc, g.id desc
  `.execute(db);
  return rows.map(mailingAnswer);
}

/** Announces the progress of these mailings in a transaction of its own. */
export async function announceMailings(context: Context, ids: readonly string[]): Promise<void> {
  const changed = [...new Set(ids)];
  if (changed.length === 0) return;
  await transaction(context.db, (tx) => appendMailingProgress(context, tx, changed));
}

/** Announces the progress of these mailings in the transaction that changed them. */
export async function appendMailingProgress(context: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const at = context.clock.now();
  for (const mailing of await readMailings(tx, { ids })) {
    await context.events.append(tx, { type: 'mailing.updated', locationId: null, at, data: { mailing } });
  }
}

function mailingAnswer(row: MailingRow): MailingAnswer {
  const batches = Math.ceil(row.total / RECIPIENTS_MAX);
  return {
    id: row.id,
    templateId: row.template,
    subject: row.subject,
    status: row.status,
    total: row.total,
    waiting: row.waiting,
    queued: row.queued,
    sent: row.sent,
    outbox: row.outbox,
    failed: row.failed,
    skipped: row.skipped + row.cancelled,
    batch: batches - Math.ceil(row.waiting / RECIPIENTS_MAX),
    batches,
    isFinished: row.queued === 0 && (row.waiting === 0 || row.status === 'stopped'),
    nextBatchAt: row.next_batch_at?.toISOString() ?? null,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
