import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * Parties that wait for a table. One that is called gets a reservation, which keeps its seats. Its name and its number
 * are emptied after its evening.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`
    create table waits (
      id text primary key,
      location_id text not null references locations on delete cascade,
      name text not null,
      phone text not null,
      language text,
      party_size int not null check (party_size > 0),
      parties_ahead int not null,
      quoted_minutes int not null,
      joined_at timestamptz not null,
      called_at timestamptz,
      answer_by timestamptz,
      is_coming boolean not null default false,
      reservation_id text unique,
      ended_at timestamptz,
      ended_as text check (ended_as in ('seated', 'left', 'no-answer')),
      check ((ended_at is null) = (ended_as is null))
    );
    create index waits_by_time on waits (location_id, joined_at);
    create index waits_open on waits (location_id, joined_at) where ended_at is null;
    create index waits_named on waits (joined_at) where name <> '' or phone <> ''
  `.execute(tx);
}
