import { sql, type Kysely } from 'kysely';

/** A dish that ran out: until when, and then it is sold again without anybody's doing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table menu_items add column sold_out_until timestamptz`.execute(db);
}
