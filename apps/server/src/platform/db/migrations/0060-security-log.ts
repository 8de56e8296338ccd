import { sql, type Kysely } from 'kysely';

/**
 * The security log. `repeat_key` joins equal failures within a minute. It contains the address, so it is
 * removed together with the address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table security_log (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      last_at timestamptz not null,
      kind text not null,
      count integer not null default 1,
      was_refused boolean not null default false,
      user_id text,
      actor_kind text,
      actor_id text,
      proven_by text,
      tablet_id text,
      address text,
      browser text,
      system text,
      details jsonb,
      request_id text,
      copy text,
      repeat_key text unique
    );
    create index security_log_recent on security_log (at, id);
    create index security_log_person on security_log (user_id, at) where user_id is not null;
    create index security_log_address on security_log (address, at) where address is not null
  `.execute(db);
}
