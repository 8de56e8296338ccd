import { sql, type Kysely } from 'kysely';

/** Keys that people's own devices hold, and the questions that were answered with one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      -- as the device names it
      credential_id text not null unique,
      public_key bytea not null,
      -- how often the device says it was used; one that counts backwards was copied
      counter bigint not null default 0,
      transports text[] not null default '{}',
      name text not null check (length(name) between 1 and 60),
      added_at timestamptz not null,
      last_used_at timestamptz
    );
    create index passkeys_user on passkeys (user_id);

    -- a challenge is signed by us and kept nowhere; once answered it is here, so that it is answered once
    create table used_challenges (
      hash text primary key,
      used_at timestamptz not null
    );
  `.execute(db);
}
