import { sql, type Kysely } from 'kysely';

/** Televisions that show pickup orders, each with a key of its own. Only the hash of the key is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pickup_screens (
      id text primary key,
      location_id text not null references locations on delete cascade,
      name text not null check (length(name) between 1 and 60),
      key_hash text not null unique,
      key_end text not null,
      shows_initials boolean not null default false,
      set_up_by text references users on delete set null,
      set_up_at timestamptz not null,
      last_used_at timestamptz,
      refused_at timestamptz,
      ended_at timestamptz
    );
    create index pickup_screens_location on pickup_screens (location_id) where ended_at is null;
    create index pickup_screens_maker on pickup_screens (set_up_by)
  `.execute(db);
}
