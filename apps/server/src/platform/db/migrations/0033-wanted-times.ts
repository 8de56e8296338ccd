import { sql, type Kysely } from 'kysely';

/** The time a guest chose; null: as soon as possible. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column wanted_for timestamptz`.execute(db);
}
