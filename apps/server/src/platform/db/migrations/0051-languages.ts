import { sql, type Kysely } from 'kysely';

/** What is written to a guest is written in their language. Null, as all of before is: the house's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column language text;
    alter table reservations add column language text;
    -- what the site spoke when they last signed in
    alter table users add column language text;
  `.execute(db);
}
