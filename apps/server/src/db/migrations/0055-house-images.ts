import { sql, type Kysely } from 'kysely';

/** Pictures of the house itself: in mails, and its logo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- no dish shows it, and yet it stays: a mail that left keeps asking for it
    alter table images add column is_kept boolean not null default false;
  `.execute(db);
}
