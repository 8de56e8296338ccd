import { sql, type Kysely } from 'kysely';

/** Reads the rows from before the checks of 0092, without blocking their writers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users validate constraint users_role_check;
    alter table invitations validate constraint invitations_role_check
  `.execute(db);
}
