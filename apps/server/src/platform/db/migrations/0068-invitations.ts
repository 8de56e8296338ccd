import { sql, type Kysely } from 'kysely';

/** Invitations of staff that nobody accepted yet. An accepted or withdrawn invitation is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      id text primary key,
      email text not null unique check (email = lower(email)),
      name text not null,
      role text not null check (role in ('staff', 'manager', 'admin')),
      location_ids text[] not null,
      token_hash text not null unique,
      invited_by text references users on delete cascade,
      invited_at timestamptz not null,
      expires_at timestamptz not null
    )
  `.execute(db);
}
