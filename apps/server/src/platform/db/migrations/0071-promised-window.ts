import { sql, type Kysely } from 'kysely';

/**
 * The start of the promised window; `estimated_ready` is its end. Null in orders of earlier versions, whose window
 * follows from what they store.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column promised_from timestamptz`.execute(db);
}
