import { sql, type Kysely } from 'kysely';

/** What a category was called: files of a menu from then go on meaning it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table menu_categories add column earlier_names text[] not null default '{}'`.execute(db);
}
