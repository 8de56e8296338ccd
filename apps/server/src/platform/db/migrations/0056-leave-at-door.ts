import { sql, type Kysely } from 'kysely';

/** A delivery its guest wants left at the door; null is handed over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column leave_at_door boolean`.execute(db);
}
