import { sql, type Kysely } from 'kysely';

/** When an order was accepted, and the name of the person. Null for orders of earlier versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column accepted_at timestamptz, add column accepted_by text`.execute(db);
}
