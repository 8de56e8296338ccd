import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say, sayNow } from '@tiffin/domain/core';
import { sql, type RawBuilder } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { requireRecentProof } from '../../../platform/auth/require-recent-proof.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { likePattern, pageOf, readCursor } from '../../../platform/http/cursor.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { hasAccountLink, redactLinks, restoreLinks, redactSecrets } from '../../outbox/redact-messages.ts';
import { htmlOf } from '../../outbox/templates/index.ts';

type Query = ValidatedInput<'getMessages'>['query'];
export type MessageAnswer = ResponseOf<'getMessage'>['message'];
type MessageRow = Row<'messages'> & { name: string | null };

/** A page of messages, newest first, with the counts of those that did not arrive. */
export async function readMessages(db: Db, query: Query): Promise<ResponseOf<'getMessages'>> {
  const after = readCursor(query.cursor, 'createdAt', 'time');
  const conditions = [sql`true`];
  if (query.channel !== 'all') conditions.push(sql`m.channel = ${query.channel}`);
  if (query.status !== 'all') conditions.push(sql`m.status = ${query.status}`);
  if (query.mailingId) conditions.push(sql`m.mailing_id = ${query.mailingId}`);
  if (query.single === 'true') conditions.push(sql`m.mailing_id is null`);
  if (query.search.trim() !== '') {
    const isFound = sql`lower(m.recipient || E'\\n' || coalesce(m.subject, '')) like ${likePattern(query.search)}`;
    // The index of words has no waiting messages, because it is the most expensive one to write. They are few.
    conditions.push(sql`(m.status in ('queued', 'sending') and ${isFound}
      or m.status in ('sent', 'outbox', 'failed', 'cancelled') and ${isFound})`);
  }
  if (after) conditions.push(sql`(m.created_at, m.id) < (${after.value}, ${after.id})`);
  const { rows } = await sql<MessageRow>`
    select m.*, u.name from messages m left join users u on u.id = m.user_id
    where ${sql.join(conditions, sql` and `)}
    order by m.created_at desc, m.id desc limit ${query.limit + 1}
  `.execute(db);
  const { page, nextCursor } = pageOf(rows, query.limit, (row) => ({
    sort: 'createdAt',
    value: row.created_at,
    id: row.id,
  }));
  return { messages: page.map(messageAnswer), counts: await countMessages(db), nextCursor };
}

/** The interface shows "1000 and more"; counting further would take longer every year. */
const MAX_COUNTED = 1_000;

async function countMessages(db: Db) {
  const count = (status: RawBuilder<unknown>) =>
    sql`(select count(*) from (select from messages where status in (${status}) limit ${MAX_COUNTED}) counted)`;
  const { rows } = await sql<{ waiting: number; outbox: number; failed: number }>`
    select ${count(sql`'queued', 'sending'`)} as waiting, ${count(sql`'outbox'`)} as outbox,
           ${count(sql`'failed'`)} as failed
  `.execute(db);
  return rows[0] ?? { waiting: 0, outbox: 0, failed: 0 };
}

/** A message with all its links: for the server itself; `showMessage` is for people and programs. */
export async function readMessage({ linkKeys }: Pick<Context, 'linkKeys'>, db: Db | Tx, id: string) {
  const row = await db
    .selectFrom('messages as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .selectAll('m')
    .select('u.name')
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow(() => refuse('not-found', say`Message not found`));
  const { body_text: text, mail_content: content } = restoreLinks(linkKeys, row);
  return { message: messageAnswer(row), text, html: content && htmlOf(content) };
}

/**
 * A message for the back office. Until it is sent, a person sees its links. A link that opens an account is shown only
 * where no mail server sends it, so that an admin passes it on, and only after they confirmed their identity. A program
 * never sees links: it could request a link to any account and use it.
 */
export async function showMessage(context: Context, by: Author, id: string): Promise<ResponseOf<'getMessage'>> {
  const { db, mailer } = context;
  const complete = await readMessage(context, db, id);
  const { template, sentAt } = complete.message;
  const opensAccount = hasAccountLink(template);
  if (by.actor.kind === 'person' && sentAt === null && (mailer === null || !opensAccount)) {
    if (opensAccount) await requireRecentProof(context, db, by);
    return complete;
  }
  const redact = by.actor.kind === 'machine' ? redactLinks : redactSecrets;
  return { ...complete, text: redact(complete.text), html: redact(complete.html) };
}

function messageAnswer(row: MessageRow): MessageAnswer {
  return {
    id: row.id,
    channel: row.channel,
    to: row.recipient,
    name: row.name,
    template: row.template,
    subject: row.subject,
    status: row.status,
    attempts: row.attempts,
    error: row.last_error && sayNow(row.last_error),
    orderId: row.order_id,
    reservationId: row.reservation_id,
    mailingId: row.mailing_id,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
  };
}
