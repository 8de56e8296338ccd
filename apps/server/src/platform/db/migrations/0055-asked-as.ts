import { sql, type Kysely } from 'kysely';

/** An answer is given again to whoever still has the rights it was given for; those of before are given for a week more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_keys add column asked_as jsonb`.execute(db);
}
