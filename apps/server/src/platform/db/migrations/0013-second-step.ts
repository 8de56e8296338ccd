import { sql, type Kysely } from 'kysely';

/** A second step at sign-in: codes from an app, and what a session was begun with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column two_factor_enabled boolean not null default false;

    -- the sign-in library's: secret and recovery codes are encrypted
    create table two_factors (
      id text primary key,
      user_id text not null unique references users (id) on delete cascade,
      secret text not null,
      backup_codes text not null,
      verified boolean not null default false,
      failed_verification_count integer not null default 0,
      locked_until timestamptz
    );

    -- a code that was seen over a shoulder works no second time
    create table used_codes (
      user_id text not null references users (id) on delete cascade,
      code_hash text not null,
      used_at timestamptz not null,
      primary key (user_id, code_hash)
    );

    alter table sessions add column proven_by text
      check (proven_by in ('password', 'code', 'passkey', 'social', 'pin'));
  `.execute(db);
}
