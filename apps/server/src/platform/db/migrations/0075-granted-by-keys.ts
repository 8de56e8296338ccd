import { sql, type Kysely } from 'kysely';

/**
 * The API key with which an invitation was sent or another key was created; both end with it. Null for those of a person
 * and for those from before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations add column invited_by_key text references api_keys on delete cascade`.execute(db);
  await sql`alter table api_keys add column created_by_key text references api_keys on delete cascade`.execute(db);
}
