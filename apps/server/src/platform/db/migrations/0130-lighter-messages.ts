import { sql, type Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const runsOutsideTransaction = true;

/**
 * Each update of a message writes an entry into most of its indexes. So the search index, the most expensive one, gets
 * an entry when a message stops waiting. `messages_recent` serves the queries of `messages_channel`, and messages to
 * unproven recipients are only looked for by their time. Updates of payment sessions do not write the stored order
 * again. A copy of the previous version searches without an index meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, {
    name: 'messages_searched',
    on: `messages using gin (lower(((recipient || E'\\n'::text) || coalesce(subject, ''::text))) gin_trgm_ops)
      where status in ('sent', 'outbox', 'failed', 'cancelled')`,
  });
  await createIndexConcurrently(db, { name: 'messages_unproven_recent', on: 'messages (created_at) where unproven' });
  for (const index of ['messages_search', 'messages_channel', 'messages_unproven', 'messages_unproven_texts']) {
    await sql`drop index concurrently if exists ${sql.id(index)}`.execute(db);
  }
  await sql`alter table payment_sessions set (toast_tuple_target = 640)`.execute(db);
}
