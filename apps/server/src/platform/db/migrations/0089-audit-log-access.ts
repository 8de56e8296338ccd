import { sql, type Kysely } from 'kysely';

/**
 * The audit log gets the entries of the security log. `access` is set for entries about access; only they have the
 * columns after it. `repeat_key` joins equal failures within a minute. It contains the address, so it is removed
 * together with the address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_log
      add column access text,
      add column last_at timestamptz,
      add column count integer not null default 1,
      add column was_refused boolean not null default false,
      add column proven_by text,
      add column tablet_id text,
      add column browser text,
      add column system text,
      add column copy text,
      add column repeat_key text
  `.execute(db);
}
