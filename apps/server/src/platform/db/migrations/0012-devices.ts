import { sql, type Kysely } from 'kysely';

/** When a device was last used, when its person last showed that it is them, and by which cookie it is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column last_seen_at timestamptz,
      add column proven_at timestamptz,
      -- false for what began under the old name of the cookie, also in a copy of the server from before
      add column host_only boolean not null default false;
    -- nobody is signed out by an upgrade
    update sessions set last_seen_at = greatest(now(), created_at);
  `.execute(db);
}
