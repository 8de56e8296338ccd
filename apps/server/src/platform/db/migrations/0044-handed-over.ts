import { sql, type Kysely } from 'kysely';

/** Until when a reader may still be on its way to hearing of a payment: what it says meanwhile is of the asking before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_sessions add column reader_handing_until timestamptz`.execute(db);
}
