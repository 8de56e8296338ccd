import { sql, type Kysely } from 'kysely';

/** Tablets that several people work at, each under their own PIN. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tablets (
      id text primary key,
      location_id text not null references locations (id) on delete cascade,
      name text not null check (length(name) between 1 and 60),
      -- what its cookie holds, hashed
      token_hash text not null unique,
      set_up_by text references users (id) on delete set null,
      set_up_at timestamptz not null,
      last_used_at timestamptz,
      ended_at timestamptz
    );
    create index tablets_location on tablets (location_id) where ended_at is null;

    create table pins (
      user_id text primary key references users (id) on delete cascade,
      hash text not null,
      -- wrong ones in a row, on all tablets together
      tries integer not null default 0,
      given_at timestamptz not null,
      used_at timestamptz
    );

    -- by whose tablet a session was begun: it ends with it
    alter table sessions add column tablet_id text references tablets (id) on delete cascade;
  `.execute(db);
}
