import { sql, type Kysely } from 'kysely';

/** Accountants read the money and change nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users drop constraint users_role_check;
    alter table users add constraint users_role_check
      check (role in ('customer', 'staff', 'manager', 'accountant', 'admin')) not valid;
    alter table invitations drop constraint invitations_role_check;
    alter table invitations add constraint invitations_role_check
      check (role in ('staff', 'manager', 'accountant', 'admin')) not valid
  `.execute(db);
}
