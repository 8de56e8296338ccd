import { sql, type Kysely } from 'kysely';

/** The details of a reservation before they were changed last, for staff and for the message to the guest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reservations add column last_change jsonb`.execute(db);
}
