import { sql, type Kysely } from 'kysely';

/** Devices of people who only know an order's number are counted apart from those of its guest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_followers add column is_stranger boolean not null default false`.execute(db);
}
