import { sql, type Kysely } from 'kysely';

/** Where the taxes of an order are those of another day than the one it was placed on: it was paid after a rate changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column taxed_at timestamptz`.execute(db);
}
