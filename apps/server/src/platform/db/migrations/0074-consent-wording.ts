import { sql, type Kysely } from 'kysely';

/**
 * The words that a person agreed to, in the language they read: proof of consent needs them beside date and source.
 * Null in consents of earlier versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents add column wording text`.execute(db);
}
